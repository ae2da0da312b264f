import type { Related } from './related.ts';
import type { Runner } from './runner.ts';

const MOST_TESTS = 12;

/** How long tests take without any mutant, ms, and how many mutants of the file each has seen so far; those not run yet have neither. */
export type Seen = { ms(test: string): number | undefined; kills(test: string): number };

/**
 * In which order tests are asked about a mutant: the nearest, then what has seen most mutants of this file, then what takes least.
 * @param tests nearest first; one that was not run yet keeps its place behind those that were.
 */
export const inOrder = (tests: readonly string[], { ms, kills }: Seen): string[] => {
  const [nearest, ...others] = tests;
  if (nearest === undefined) return [];
  const unknown = Number.MAX_SAFE_INTEGER;
  return [nearest, ...others.toSorted((a, b) => kills(b) - kills(a) || (ms(a) ?? unknown) - (ms(b) ?? unknown))];
};

/** Which tests are asked about a file's mutants, and what is known of each: one that is red as the code is proves nothing. */
export class TestOrder {
  readonly #related: Related;
  readonly #green = new Map<string, Promise<boolean>>();
  readonly #ms = new Map<string, number>();
  readonly #kills = new Map<string, number>();
  readonly red = new Set<string>();

  constructor(related: Related) {
    this.#related = related;
  }

  of(file: string, room: string): string[] {
    const kills = (test: string): number => this.#kills.get(`${file} ${test}`) ?? 0;
    return inOrder(this.#related.of(file, room, MOST_TESTS), { ms: (test) => this.#ms.get(test), kills });
  }

  hasKilled(test: string, file: string): void {
    const key = `${file} ${test}`;
    this.#kills.set(key, (this.#kills.get(key) ?? 0) + 1);
  }

  /** What a run of a test takes at most, unless a mutant keeps it from ending. */
  timeoutMs(test: string): number {
    return 10_000 + 4 * (this.#ms.get(test) ?? 0);
  }

  /** Whether a test passes as the code is: asked once, of the lane that needs it first. */
  isGreen(runner: Runner, test: string): Promise<boolean> {
    const known = this.#green.get(test) ?? this.#try(runner, test);
    this.#green.set(test, known);
    return known;
  }

  /** One that is red twice is left out, and the run fails at its end. */
  async #try(runner: Runner, test: string): Promise<boolean> {
    for (let time = 0; time < 2; time += 1) {
      const { isGreen, ms } = await runner.baseline([test], 300_000);
      if (!isGreen) continue;
      this.#ms.set(test, ms);
      return true;
    }
    this.red.add(test);
    console.log(`red twice without any mutant, left out: ${test}`);
    return false;
  }
}
