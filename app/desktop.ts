import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { app, clipboard, screen, shell as system, utilityProcess } from 'electron';
import { nodeOptions } from '../server/contract/process/memoryLimits.ts';
import { askToQuit } from './askToQuit.ts';
import { ownAppImage } from './launch/appImage.ts';
import type { Launch } from './launch/arguments.ts';
import { readLaunch } from './launch/arguments.ts';
import { Autostart } from './launch/autostart.ts';
import { pageOfLink } from './launch/deepLink.ts';
import { watchGraphics } from './launch/graphics.ts';
import type { Paths } from './launch/paths.ts';
import { watchPower } from './power.ts';
import { askToMove } from './server/askToMove.ts';
import { isSetUp } from './server/attach.ts';
import { JobProcesses } from './server/jobProcesses.ts';
import type { ModeChange } from './server/modes.ts';
import { ServerProcess } from './server/serverProcess.ts';
import type { SettingsFile } from './settings.ts';
import { Shell } from './shell.ts';
import type { ShellLog } from './shellLog.ts';
import { askForSupport } from './support/askForSupport.ts';
import { DesktopDiagnostics } from './support/diagnostics.ts';
import { connectSurface } from './surface/connect.ts';
import { showNotDone } from './tray/showNotDone.ts';
import { ShellTray } from './tray/tray.ts';
import { trayAnswers } from './tray/trayHost.ts';
import { type TrayAction, trayModel } from './tray/trayModel.ts';
import { askForUpdate, type OwnServer } from './updates/askForUpdate.ts';
import { type Feed, versionIn } from './updates/feed/feed.ts';
import type { Updates } from './updates/updates.ts';
import { askToEndWall } from './window/askToEndWall.ts';
import { askToLeave } from './window/askToLeave.ts';
import { explainClose } from './window/explainClose.ts';
import { isLeafOf } from './window/pinnedLeaf.ts';
import { visiblePlace } from './window/place.ts';
import type { StatusAction } from './window/statusPage.ts';
import { WallChoice } from './window/wallChoice.ts';
import { WallWindows } from './window/walls.ts';
import { PanelWindow } from './window/window.ts';

const serverScript = join(import.meta.dirname, '..', 'server', 'main.js');
const bundledJob = join(import.meta.dirname, '..', 'bundled', 'main.js');
const jobScript = existsSync(bundledJob) ? bundledJob : join(import.meta.dirname, '..', 'server', 'jobs', 'main.js');
/** The end of a session does not wait for ever; a little longer than the server's own limit. */
const END_WITHIN_MS = 8000;

export type DesktopParts = {
  launch: Launch;
  paths: Paths;
  settings: SettingsFile;
  log: ShellLog;
  serverLog: ShellLog;
  updates: Updates;
  feed: Feed;
  modes: ModeChange;
  /** How long the window is hidden before its page ends. */
  restAfterMs?: number | undefined;
};

/** The parts of the desktop, joined by hand, and what the operating system says to them. */
export class Desktop {
  readonly #parts: DesktopParts;
  readonly #window: PanelWindow;
  readonly #choice: WallChoice;
  readonly #walls = new WallWindows((display) => void askToEndWall(this.#choice, display).then(() => this.#draw()));
  readonly #support: DesktopDiagnostics;
  readonly #shell: Shell;
  readonly #autostart: Autostart;
  #tray: ShellTray | undefined;
  #hasTray = false;
  #isQuitting = false;
  #isStopped = false;
  readonly #say = (message: string, facts?: Record<string, unknown>): void => this.#parts.log.say(message, facts);

  constructor(parts: DesktopParts) {
    this.#parts = parts;
    const { paths, log } = parts;
    const say = this.#say;
    const sinceStartMs = (): number => Math.round(Date.now() - (process.getCreationTime() ?? Date.now()));
    this.#autostart = new Autostart({
      platform: process.platform,
      program: ownAppImage(process.execPath, process.env) ?? process.execPath,
      configFolder: app.getPath('appData'),
      items: app,
    });
    this.#choice = new WallChoice(parts.settings, say);
    this.#support = new DesktopDiagnostics(paths, () => this.#ownServer() !== undefined);
    this.#window = new PanelWindow({
      isLeaf: isLeafOf(paths.data),
      onClose: () => this.#instead(),
      onAction: (action) => this.#onStatusAction(action),
      onSessionEnd: () => this.#end('session end'),
      askToLeave,
      onShown: (what) => log.say(`the ${what} shows`, { afterMs: sinceStartMs() }),
      say,
      restAfterMs: parts.restAfterMs,
      place: visiblePlace(
        parts.settings.value.place,
        screen.getAllDisplays().map(({ workArea }) => workArea),
      ),
      onPlace: (place) => parts.settings.note({ place }),
    });
    this.#shell = new Shell({
      screen: this.#window,
      folders: [...paths.services, paths.data],
      createServer: (events) =>
        new ServerProcess({
          fork: () => this.#forkServer(),
          events,
          jobs: new JobProcesses((args, execArgv) =>
            utilityProcess.fork(jobScript, args, { serviceName: 'Headworks job', stdio: 'ignore', execArgv }),
          ),
          desktopFiles: () => this.#support.files(),
          killHard: (pid) => process.kill(pid, 'SIGKILL'),
        }),
      onChange: () => this.#draw(),
      isSetUp,
      onStart: (word) => {
        if (parts.updates.underWay !== undefined) parts.updates.report.add(word);
      },
      onPulse: () => void parts.updates.settle(),
      onOutput: (text) => parts.serverLog.write(text),
      say,
    });
  }

  async start(): Promise<void> {
    const { launch, log, feed } = this.#parts;
    this.#listen();
    const answer = trayAnswers(process.platform);
    this.#tray = new ShellTray(process.platform, (action) => showNotDone(this.#act(action), this.#say));
    connectSurface({
      window: this.#window,
      walls: this.#choice,
      autostart: this.#autostart,
      ...this.#parts,
      state: () => this.#shell.state,
      addresses: () => this.#shell.addresses,
      onWalls: () => this.#draw(),
      ownServer: () => this.#ownServer(),
      support: this.#support,
    });
    this.#draw();
    // the server takes longest: the rest is done beside it
    const started = this.#shell.start(launch.link === undefined ? undefined : pageOfLink(launch.link));
    if (!launch.isHidden) this.#window.show();
    this.#hasTray = await answer;
    log.say('tray', { answers: this.#hasTray });
    feed.onChange = () => this.#draw();
    feed.begin();
    // without a tray nobody could open a window that starts hidden
    if (launch.isHidden && !this.#hasTray) this.#window.show();
    await started;
  }

  #forkServer(): Electron.UtilityProcess {
    const { launch, paths, settings } = this.#parts;
    const host = settings.value.isReachable ? '0.0.0.0' : '127.0.0.1';
    return utilityProcess.fork(serverScript, ['--data', paths.data, '--host', host, ...launch.server], {
      serviceName: 'Headworks server',
      ...{ stdio: 'pipe', execArgv: nodeOptions },
      // what is compiled is kept: nothing can be written beside the packages
      env: { ...process.env, CACHE_DIRECTORY: paths.compiled },
    });
  }

  #listen(): void {
    const { settings } = this.#parts;
    app.setAsDefaultProtocolClient('headworks');
    app.on('second-instance', (_event, _argv, _folder, data) => {
      const argv = (data as { argv?: unknown } | undefined)?.argv;
      const given = readLaunch(Array.isArray(argv) ? argv.filter((one) => typeof one === 'string') : []);
      if (!given.isHidden) this.#window.show();
      this.#follow(given.link);
    });
    app.on('open-url', (event, link) => {
      event.preventDefault();
      this.#window.show();
      this.#follow(link);
    });
    app.on('web-contents-created', (_event, contents) => contents.on('will-attach-webview', (event) => event.preventDefault()));
    watchGraphics(settings, this.#say);
    app.on('before-quit', (event) => {
      this.#isQuitting = true;
      if (this.#isStopped) return;
      event.preventDefault();
      this.#end('quit');
    });
    // the tray stays: only a person or the system ends the desktop
    app.on('window-all-closed', () => undefined);
    for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT'] as const) process.on(signal, () => this.#end(signal));
    watchPower({
      onShutdown: () => this.#end('shutdown'),
      onAwake: () => this.#shell.server.renew(),
      onLeft: () => this.#window.sendLeft(),
      onBattery: (isOnBattery) => {
        this.#shell.server.reportPower(isOnBattery);
        this.#draw();
      },
      say: this.#say,
    });
    for (const event of ['display-added', 'display-removed'] as const) screen.on(event as 'display-added', () => this.#draw());
  }

  /** Every way to end comes here, and waits for the same stop. */
  #end(why: string): void {
    if (this.#isStopped) return;
    this.#isQuitting = true;
    const late = new Promise<void>((done) => setTimeout(done, END_WITHIN_MS).unref());
    void this.#parts.feed.stop();
    void Promise.race([this.#shell.stop(why), late]).finally(() => {
      if (this.#isStopped) return;
      this.#isStopped = true;
      // not within the quit that asked for this stop: Electron forgets an inner one, and the program would stay without a window
      setImmediate(() => app.quit());
    });
  }

  /** A link can only open a page; anything else in it is ignored. */
  #follow(link: string | undefined): void {
    const page = link === undefined ? undefined : pageOfLink(link);
    if (page !== undefined) void this.#window.open(page);
  }

  #instead(): 'hide' | 'minimize' | undefined {
    if (this.#isQuitting) return undefined;
    explainClose(this.#hasTray, this.#parts);
    return this.#hasTray ? 'hide' : 'minimize';
  }

  #onStatusAction(action: StatusAction): void {
    const { paths } = this.#parts;
    if (action === 'retry') this.#shell.server.retryNow();
    else void system.openPath(action === 'logs' ? paths.logs : paths.data);
  }

  async #act(action: TrayAction): Promise<void> {
    const { settings, paths } = this.#parts;
    switch (action) {
      case 'open':
        return this.#window.show();
      case 'copyAddress':
        return clipboard.writeText(this.#shell.addresses.map((address) => `https://${address}`).join('\n'));
      case 'pair':
        this.#window.show();
        return this.#window.open('/settings?tab=devices');
      case 'reach':
        settings.change({ isReachable: !settings.value.isReachable });
        return this.#shell.restart('who may reach it was changed');
      case 'move':
        return askToMove({ shell: this.#shell, modes: this.#parts.modes, folder: paths.data, say: this.#say });
      case 'autostart':
        this.#autostart.set(!this.#autostart.isOn);
        return this.#draw();
      case 'feed':
        this.#window.show();
        return this.#window.open('/system?tab=desktop');
      case 'updates':
        return askForUpdate({ updates: this.#parts.updates, server: () => this.#ownServer(), say: this.#say });
      case 'logs':
        await system.openPath(paths.logs);
        return;
      case 'support':
        return askForSupport(paths);
      case 'quit':
        return askToQuit(this.#shell.state, await this.#window.hasUnsaved());
    }
  }

  /** The server that an update stops; undefined where a service of the PC measures. */
  #ownServer(): OwnServer {
    const { state, server } = this.#shell;
    if (state.kind === 'running' && state.isService) return undefined;
    return { backUp: () => server.backUp(), stop: () => this.#shell.stop('an update') };
  }

  #draw(): void {
    const { state, addresses, isSetUp, url, server } = this.#shell;
    const { isReachable } = this.#parts.settings.value;
    const model = trayModel({
      state,
      addresses,
      isSetUp,
      isReachable,
      startsWithPc: this.#autostart.isOn,
      hasService: this.#parts.modes.isInstalled(),
      isOnBattery: server.isOnBattery,
      offered: versionIn(this.#parts.feed.state),
    });
    this.#tray?.show(model);
    this.#walls.show(this.#choice.walls, url);
    void this.#choice.endTokens(url);
    // what a tray shows cannot be read back; the log says it, for support and for tests
    if (model.icon !== this.#shape) this.#parts.log.say('tray shows', { icon: model.icon, tip: model.tip });
    this.#shape = model.icon;
  }

  #shape: string | undefined;
}
