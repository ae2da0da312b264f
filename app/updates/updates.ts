import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { app, BrowserWindow } from 'electron';
import type { RunningServer } from '../../server/contract/process/shell.ts';
import { ownAppImage } from '../launch/appImage.ts';
import type { Paths } from '../launch/paths.ts';
import { readRunning } from '../server/attach.ts';
import { statusPage } from '../window/statusPage.ts';
import type { FeedChecks } from './feed/feed.ts';
import { installCommand, installerKind, runInstaller } from './installers.ts';
import { ProgramSteps, type ProgramStepsParts } from './programSteps.ts';
import { BundleRefused, type Refused, refusedBy } from './refusal.ts';
import { readRoots } from './roots.ts';
import { StartReport } from './startReport.ts';
import { UpdateLock } from './updateLock.ts';
import { type UpdateOutcome, Updater } from './updater.ts';
import { readUpdateState } from './updateState.ts';
import type { BundleSource } from './verifyBundle.ts';

export type Verdict = Refused | { kind: 'newer'; version: string; warnings: string[] };

export type UpdatesParts = {
  paths: Paths;
  /** Of this start, given to the program that an update starts. */
  argv: readonly string[];
  say: (message: string, facts?: Record<string, unknown>) => void;
  /** Runs an installer; the usual one is the package manager of the system. */
  install?: (file: string) => Promise<void>;
};

const installHere = async (file: string): Promise<void> => {
  const command = installCommand(installerKind(process.platform), file, process.getuid?.() === 0);
  if (!command) throw new Error('on this system a person runs the installer');
  await runInstaller(command);
};

/** Updates of this desktop: verifies folders, installs from them, and goes on with an update at the start of the program. */
export class Updates {
  readonly #parts: UpdatesParts;
  readonly #lock: UpdateLock;
  readonly report: StartReport;

  constructor(parts: UpdatesParts) {
    this.#parts = parts;
    this.#lock = new UpdateLock(parts.paths.updates);
    this.report = new StartReport(parts.paths.updates);
  }

  /** Whether an update can be installed by the program itself: an AppImage is a file that a person exchanges. */
  get installsHere(): boolean {
    if (this.#parts.install !== undefined) return true;
    return process.platform === 'linux' && ownAppImage(process.execPath, process.env) === undefined;
  }

  /** Of the update that is under way; undefined between updates, and where nobody can know. */
  get underWay(): string | undefined {
    try {
      return readUpdateState(join(this.#parts.paths.updates, 'update.json')).current?.to;
    } catch {
      return undefined;
    }
  }

  /** Whether a folder holds an update that this plant may take. Nothing of it is opened before its signature holds. */
  async verdict(folder: string, source: BundleSource = 'folder'): Promise<Verdict> {
    try {
      const { manifest, warnings } = await this.#updater(undefined).check(folder, source);
      return { kind: 'newer', version: manifest.version, warnings };
    } catch (error) {
      return refusedBy(error);
    }
  }

  /** What a feed gives is checked by the same rules. */
  get checks(): FeedChecks {
    return this.#updater(undefined);
  }

  /** Who this plant is; undefined while no server says so. */
  get site(): string | undefined {
    return this.#running?.site;
  }

  /** Copies and backs up, and stops the server. @returns why it went no further; undefined where the program is to start anew */
  async prepare(folder: string, server: ProgramStepsParts['server'], source: BundleSource): Promise<string | undefined> {
    try {
      return (await this.#updater(server).prepare(folder, source))?.reason;
    } catch (error) {
      return refusedBy(error).reason;
    }
  }

  /**
   * At a start, before anything else: carries on an update that is under way, where no other process does.
   * @returns whether another process is the desktop now, and this one is to end
   */
  async goOn(): Promise<boolean> {
    const to = this.underWay;
    if (to === undefined || !(await this.#lock.take())) return false;
    const screen = await this.#showProgress(to);
    const steps = this.#steps(undefined);
    try {
      await this.#updater(undefined, steps).resume();
    } catch (error) {
      this.#parts.say('an update could not go on', { reason: String(error) });
    } finally {
      screen.destroy();
      await this.#lock.release();
    }
    return steps.hasGivenWay;
  }

  /** The program runs as it should: an update whose installer was cut short is over. @returns what became of it */
  async settle(): Promise<UpdateOutcome | undefined> {
    if (this.underWay === undefined || !(await this.#lock.take())) return undefined;
    try {
      return this.#updater(undefined).settle();
    } finally {
      await this.#lock.release();
    }
  }

  #updater(server: ProgramStepsParts['server'], steps = this.#steps(server)): Updater {
    const { paths, say } = this.#parts;
    return new Updater({
      folder: paths.updates,
      roots: readRoots(app.getAppPath()),
      installed: () => {
        const running = this.#running;
        if (!running) throw new BundleRefused('serverAway', 'the server has to run, so that its database is known');
        return {
          version: app.getVersion(),
          channel: 'stable',
          platform: `${process.platform}-${process.arch}`,
          kind: installerKind(process.platform),
          schema: running.schema,
        };
      },
      version: app.getVersion(),
      steps,
      nowMs: Date.now,
      say,
    });
  }

  get #running(): RunningServer | undefined {
    const { services, data } = this.#parts.paths;
    return [...services, data].map(readRunning).find((one) => one !== undefined);
  }

  #steps(server: ProgramStepsParts['server']): ProgramSteps {
    const { paths, install = installHere } = this.#parts;
    return new ProgramSteps({
      folder: paths.updates,
      dataFolder: paths.data,
      report: this.report,
      server,
      install,
      spawn: () => this.#spawn(),
    });
  }

  #spawn(): ChildProcess {
    app.releaseSingleInstanceLock();
    return spawn(process.execPath, [...this.#parts.argv], { detached: true, stdio: 'ignore' });
  }

  /** A window apart from the panel's session, which the program that is started needs for itself. */
  async #showProgress(version: string): Promise<BrowserWindow> {
    app.on('window-all-closed', () => undefined);
    const window = new BrowserWindow({
      width: 640,
      height: 360,
      autoHideMenuBar: true,
      webPreferences: { partition: 'update', sandbox: true, contextIsolation: true, nodeIntegration: false },
    });
    const detail = `Version ${version} is put in place. The program starts by itself; if the new one does not run, the one before comes back.`;
    await window.loadURL(statusPage({ title: 'Headworks is being updated', detail })).catch(() => undefined);
    return window;
  }
}
