/** What loads a page into a window. */
export interface PageContents {
  loadURL(url: string): Promise<void>;
  stop(): void;
}

/** Chromium's code of a load that another one, or nobody, ended. */
const ABORTED = -3;
const MOST_TRIES = 3;
const TRY_AGAIN_MS = 200;
/** Our own status pages come with their text and are there at once. */
const OWN_PAGE = 'data:';
const LONGEST_WAIT_MS = 2000;
const LONGEST_REASON = 100;

const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
const isAborted = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && Reflect.get(error, 'errno') === ABORTED;

/**
 * Loads one page after the other; the one that was asked for last shows. Where a load begins while another is under way, Chromium may abort
 * both on a busy machine: the server ran, and the window never showed its panel.
 */
export class PageLoader {
  readonly #contents: PageContents;
  readonly #failed: (reason: string) => void;
  #asked = 0;
  #underWay: { url: string; ended: Promise<unknown> } | undefined;

  /** @param failed a page that is still wanted could not be loaded */
  constructor(contents: PageContents, failed: (reason: string) => void) {
    this.#contents = contents;
    this.#failed = failed;
  }

  /** @returns whether the page shows; false where another was asked for meanwhile, or it could not be loaded */
  async load(url: string): Promise<boolean> {
    this.#asked += 1;
    const own = this.#asked;
    const isWanted = (): boolean => own === this.#asked;
    for (let tries = 1; ; tries += 1) {
      if (this.#underWay) await this.#endOf(this.#underWay);
      if (!isWanted()) return false;
      try {
        await this.#begin(url);
        return true;
      } catch (error) {
        if (!isWanted()) return false;
        if (!isAborted(error) || tries === MOST_TRIES) {
          this.#failed(String(error).slice(0, LONGEST_REASON));
          return false;
        }
      }
      await wait(TRY_AGAIN_MS * tries);
    }
  }

  async #begin(url: string): Promise<void> {
    const loaded = this.#contents.loadURL(url);
    const underWay = { url, ended: loaded.catch(() => undefined) };
    this.#underWay = underWay;
    try {
      await loaded;
    } finally {
      if (this.#underWay === underWay) this.#underWay = undefined;
    }
  }

  /** A page of a server is not waited for: it may hang. */
  async #endOf({ url, ended }: { url: string; ended: Promise<unknown> }): Promise<void> {
    if (!url.startsWith(OWN_PAGE)) this.#contents.stop();
    await Promise.race([ended, wait(LONGEST_WAIT_MS)]);
  }
}
