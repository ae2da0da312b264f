import type { RunningServer, StartingStep } from '../server/contract/process/shell.ts';
import { answers, findRunning } from './server/attach.ts';
import type { ServerDown, ServerEvents, ServerProcess } from './server/serverProcess.ts';
import type { ShellState } from './tray/trayModel.ts';
import type { Status } from './window/statusPage.ts';

/** What shows the state to a person. */
export interface Screen {
  showPanel(url: string, page?: string): Promise<void>;
  showStatus(status: Status): Promise<void>;
}

export type ShellParts = {
  screen: Screen;
  /** Folders in which a server that is not ours may say that it runs; our own data folder is the last. */
  folders: readonly string[];
  createServer: (events: ServerEvents) => ServerProcess;
  /** The state, the addresses or the server changed. */
  onChange: () => void;
  /** Whether an owner exists; asked of the server. */
  isSetUp: (url: string) => Promise<boolean>;
  onOutput: (text: string) => void;
  /** How the start of a server of our own goes. */
  onStart: (word: StartingStep | 'down') => void;
  /** A server of our own is alive. */
  onPulse: () => void;
  say: (message: string, facts?: Record<string, unknown>) => void;
  lookMs?: number;
  retryMs?: number;
};

const LOOK_MS = 10_000;
const RETRY_MS = 1000;
const TRIES = 5;
/** A service begins after its database was opened and checked. */
const SERVICE_TRIES = 60;

const starting: Status = { title: 'Headworks is starting', detail: 'Opening the database and the lines to the meters.' };
const moving: Status = {
  title: 'The plant is moved',
  detail: 'It is copied, and the copy is checked. Until then nothing is measured; no reading is deleted.',
};
const stepWords = {
  demo: 'The demo plants are being made; the first time this takes a minute.',
  restore: 'Looking for a backup that is to be put in place.',
  database: 'Opening the database. After an update of a large plant this takes minutes.',
  plant: 'Reading the configuration.',
  network: 'Opening the ports for the panel.',
  field: 'Opening the lines to the meters.',
} as const;

/** The life of the desktop: it shows a server that runs already, else runs one of its own, never two for one folder. */
export class Shell {
  readonly #parts: ShellParts;
  readonly #server: ServerProcess;
  #state: ShellState = { kind: 'starting', step: undefined };
  #url: string | undefined;
  #addresses: readonly string[] = [];
  #isSetUp = false;
  #page: string | undefined;
  #isMoving = false;
  #watch: NodeJS.Timeout | undefined;
  #stopped: Promise<void> | undefined;

  constructor(parts: ShellParts) {
    this.#parts = parts;
    this.#server = parts.createServer({
      onStep: (step) => {
        parts.onStart(step);
        this.#show({ kind: 'starting', step }, { ...starting, detail: stepWords[step] });
      },
      onReady: (url, addresses) => void this.#ready(url, addresses, false),
      onPulse: (pulse) => {
        this.#change({ kind: 'running', pulse, isService: false });
        if (!this.#isSetUp) void this.#askSetUp();
        parts.onPulse();
      },
      onDown: (down) => this.#down(down),
      onLocked: () => this.#attachAfterLock(),
      onOutput: parts.onOutput,
    });
  }

  get state(): ShellState {
    return this.#state;
  }

  get addresses(): readonly string[] {
    return this.#addresses;
  }

  get isSetUp(): boolean {
    return this.#isSetUp;
  }

  /** Of the server that is shown; undefined while there is none. */
  get url(): string | undefined {
    return this.#url;
  }

  get server(): ServerProcess {
    return this.#server;
  }

  /** @param page of the panel that shows first, from a link */
  async start(page?: string): Promise<void> {
    this.#page = page;
    // a page that is not drawn must not keep the plant from being measured
    void this.#parts.screen.showStatus(starting);
    const running = await findRunning(this.#parts.folders);
    if (this.#isEnding) return;
    if (running) await this.#attach(running);
    else this.#server.start();
  }

  /** The same end for all who ask: a server of our own is stopped, a service goes on. */
  stop(why: string): Promise<void> {
    this.#stopped ??= this.#stop(why);
    return this.#stopped;
  }

  /** With other options, as when the network is let in; a service keeps its own. */
  async restart(why: string): Promise<void> {
    if (this.#watch) return;
    this.#parts.say('the server starts again', { why });
    this.#show({ kind: 'starting', step: undefined }, starting);
    await this.#server.restart(why);
  }

  /**
   * Gives the plant to the service of this PC, or takes it back: whoever measures stops, `move` carries the plant over, and the other one is
   * shown. Where that fails, the one from before measures again.
   * @throws what `move` threw
   */
  async changeMode(to: 'service' | 'desktop', move: () => Promise<void>): Promise<void> {
    this.#parts.say('the plant is moved', { to });
    this.#isMoving = true;
    clearInterval(this.#watch);
    this.#watch = undefined;
    this.#show({ kind: 'starting', step: undefined }, moving);
    try {
      if (to === 'service') await this.#server.pause('the plant is moved');
      await move();
    } catch (error) {
      await this.#begin(to === 'service');
      throw error;
    } finally {
      this.#isMoving = false;
    }
    await this.#begin(to === 'desktop');
  }

  /** A server of our own, or the service, which may be starting still. */
  async #begin(isOwn: boolean): Promise<void> {
    if (isOwn) return this.#server.retryNow();
    for (let tries = 0; tries < SERVICE_TRIES && !this.#isEnding; tries += 1) {
      const running = await findRunning(this.#parts.folders);
      if (running) return this.#attach(running);
      await new Promise((done) => setTimeout(done, this.#parts.retryMs ?? RETRY_MS));
    }
    this.#watchFor(undefined);
  }

  get #isEnding(): boolean {
    return this.#stopped !== undefined;
  }

  async #stop(why: string): Promise<void> {
    this.#parts.say('stopping', { why });
    clearInterval(this.#watch);
    this.#change({ kind: 'stopping' });
    await this.#server.stop(why);
    this.#parts.say('stopped');
  }

  async #ready(url: string, addresses: readonly string[], isService: boolean): Promise<void> {
    this.#url = url;
    this.#addresses = addresses;
    this.#change({ kind: 'running', pulse: undefined, isService });
    const page = this.#page;
    this.#page = undefined;
    void this.#parts.screen.showPanel(url, page);
    await this.#askSetUp();
  }

  async #askSetUp(): Promise<void> {
    if (!this.#url) return;
    this.#isSetUp = await this.#parts.isSetUp(this.#url).catch(() => false);
    this.#parts.onChange();
  }

  #down({ reason, retryMs, isLoop }: ServerDown): void {
    const again = `It is started again ${retryMs === 0 ? 'now' : `in ${Math.ceil(retryMs / 1000)} s`}.`;
    this.#parts.onStart('down');
    this.#parts.say('the server is down', { reason, retryMs, isLoop });
    this.#show(
      { kind: 'down', reason },
      {
        title: isLoop ? 'The Headworks server ends again and again' : 'The Headworks server is not running',
        detail: `${reason}. ${again}`,
        actions: isLoop ? ['retry', 'logs', 'data'] : ['retry', 'logs'],
      },
    );
  }

  /** Five looks, a second apart: the one that has the folder may be starting still. */
  async #attachAfterLock(): Promise<boolean> {
    for (let tries = 0; tries < TRIES && !this.#isEnding; tries += 1) {
      const running = await findRunning(this.#parts.folders);
      if (running) {
        await this.#attach(running);
        return true;
      }
      await new Promise((done) => setTimeout(done, this.#parts.retryMs ?? RETRY_MS));
    }
    return false;
  }

  async #attach(running: RunningServer): Promise<void> {
    this.#parts.say('a server runs already and is shown', { url: running.url, pid: running.pid });
    this.#watchFor(running);
    await this.#ready(running.url, running.addresses, true);
  }

  #watchFor(running: RunningServer | undefined): void {
    clearInterval(this.#watch);
    if (!this.#isEnding) this.#watch = setInterval(() => void this.#look(running), this.#parts.lookMs ?? LOOK_MS);
  }

  /** Nothing that was seen while this asked counts any more. */
  get #isAway(): boolean {
    return this.#isEnding || this.#isMoving;
  }

  /** A service that is gone comes back by its own manager; only where none has the folder any more this shell starts one. */
  async #look(before: RunningServer | undefined): Promise<void> {
    const isThere = before !== undefined && (await answers(before));
    if (this.#isAway || (isThere && this.#state.kind === 'running')) return;
    const running = isThere ? before : await findRunning(this.#parts.folders);
    if (this.#isAway) return;
    if (running) return this.#attach(running);
    if (this.#state.kind === 'down') return;
    const reason = 'the server that this PC runs as a service does not answer';
    this.#show(
      { kind: 'down', reason },
      { title: 'The service is not running', detail: `${reason}. It is looked for every 10 s.`, actions: ['logs'] },
    );
  }

  #show(state: ShellState, status: Status): void {
    this.#url = undefined;
    this.#addresses = [];
    this.#change(state);
    void this.#parts.screen.showStatus(status);
  }

  #change(state: ShellState): void {
    if (this.#state.kind === 'stopping') return;
    this.#state = state;
    this.#parts.onChange();
  }
}
