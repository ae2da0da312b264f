import { OWN_CONNECTION } from '../../server/contract/process/connection.ts';
import type { Settings, SettingsFile } from '../settings.ts';

const END = '/api/plant/me/wall';
const ANSWER_WITHIN_MS = 5000;
const MOST_TOKENS = 50;
/** The token is over: ended now, by somebody else before, or not of this plant. */
const OVER: readonly number[] = [200, 401, 404, 440];

const tokenOf = (page: string): string | undefined => /#token=([\w\-.]+)$/.exec(page)?.[1];

/**
 * Which displays show a wall, as a person chose. The token of a display that is given back ends itself at the server; while none answers it is
 * remembered, also over a restart.
 */
export class WallChoice {
  readonly #settings: SettingsFile;
  readonly #say: (message: string) => void;
  #isAsking = false;

  constructor(settings: SettingsFile, say: (message: string) => void) {
    this.#settings = settings;
    this.#say = say;
  }

  get walls(): Settings['walls'] {
    return this.#settings.value.walls;
  }

  /** @param page of the panel; null gives the display back */
  set(display: string, page: string | null): void {
    const { walls, endedWallTokens } = this.#settings.value;
    const before = walls.filter((wall) => wall.display === display && wall.page !== page);
    const ended = before.flatMap((wall) => tokenOf(wall.page) ?? []);
    const others = walls.filter((wall) => wall.display !== display);
    this.#settings.change({
      walls: page === null ? others : [...others, { display, page }],
      endedWallTokens: [...endedWallTokens, ...ended].slice(-MOST_TOKENS),
    });
  }

  /** @param url of the server that shows; undefined while there is none */
  async endTokens(url: string | undefined): Promise<void> {
    if (url === undefined || this.#isAsking || this.#settings.value.endedWallTokens.length === 0) return;
    this.#isAsking = true;
    try {
      for (const token of this.#settings.value.endedWallTokens) if (await this.#end(url, token)) this.#forget(token);
    } finally {
      this.#isAsking = false;
    }
  }

  async #end(url: string, token: string): Promise<boolean> {
    try {
      const { status } = await fetch(new URL(END, url), {
        ...{ method: 'DELETE', redirect: 'error' },
        headers: { authorization: `Bearer ${token}`, ...OWN_CONNECTION },
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      });
      return OVER.includes(status);
    } catch {
      return false;
    }
  }

  #forget(token: string): void {
    const { endedWallTokens } = this.#settings.value;
    this.#settings.note({ endedWallTokens: endedWallTokens.filter((one) => one !== token) });
    this.#say('the token of a wall ended');
  }
}
