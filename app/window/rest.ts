import type { BrowserWindow, WebContents } from 'electron';

/** As the page is asked before it is left: what is typed and not saved keeps it. */
const HAS_UNSAVED = `(() => { const asked = new Event('beforeunload', { cancelable: true }); dispatchEvent(asked); return asked.defaultPrevented; })()`;

/** A page that hangs answers nothing. */
const ANSWERS_WITHIN_MS = 1000;

/** Whether something is typed in a page that is not saved; a page that has ended or hangs has nothing that could be kept. */
export const hasUnsaved = async (contents: WebContents): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((done) => {
    timer = setTimeout(() => done(false), ANSWERS_WITHIN_MS);
  });
  try {
    return await Promise.race([contents.executeJavaScript(HAS_UNSAVED).then(Boolean, () => false), late]);
  } finally {
    clearTimeout(timer);
  }
};

export type RestParts = {
  window: BrowserWindow;
  /** Hidden for so long, it rests. */
  afterMs: number;
  say: (message: string, facts?: Record<string, unknown>) => void;
};

/**
 * A window that nobody sees needs no page process: a third of the shell's memory. The window itself stays, as Windows says the end of a session
 * to windows only, and with it what the page keeps for its tab, such as the login.
 */
export class Rest {
  readonly #parts: RestParts;
  #isResting: boolean;
  #timer: NodeJS.Timeout | undefined;
  /** The page that is to show when a person looks; undefined for the one that was there. */
  #next: string | undefined;

  constructor(parts: RestParts) {
    this.#parts = parts;
    // made hidden: the first page waits for somebody to look
    this.#isResting = true;
    parts.window.on('hide', () => this.#later());
  }

  get isResting(): boolean {
    return this.#isResting;
  }

  /** The page that shows at waking. */
  keep(url: string): void {
    this.#next = url;
  }

  /** @returns the page that was kept, or 'same' where the one from before is to be loaded again; undefined where it did not rest */
  wake(): string | undefined {
    clearTimeout(this.#timer);
    if (!this.#isResting) return undefined;
    this.#isResting = false;
    const next = this.#next ?? 'same';
    this.#next = undefined;
    return next;
  }

  #later(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#rest(), this.#parts.afterMs);
    this.#timer.unref();
  }

  async #rest(): Promise<void> {
    const { window, say } = this.#parts;
    if (this.#isResting || window.isDestroyed() || window.isVisible()) return;
    const isKept = await hasUnsaved(window.webContents);
    if (window.isDestroyed() || window.isVisible()) return;
    if (isKept) return this.#later();
    this.#isResting = true;
    const pid = window.webContents.getOSProcessId();
    say('the page rests', { pid });
    if (pid > 0) process.kill(pid, 'SIGKILL');
  }
}
