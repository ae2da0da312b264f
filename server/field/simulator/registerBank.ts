import type { Space } from '../../contract/model/field.ts';

/** What to answer for addresses nobody defined: refuse as most devices do, or 0 between the lowest and highest defined one. */
export type Holes = 'refuse' | 'zero';

/** The four address spaces of a simulated device; words for registers, 0 or 1 for coils and discrete inputs. */
export class RegisterBank {
  readonly #spaces: Readonly<Record<Space, Map<number, number>>> = {
    coil: new Map(),
    discrete: new Map(),
    holding: new Map(),
    input: new Map(),
  };
  readonly #edges: Partial<Record<Space, { first: number; last: number }>> = {};
  readonly #holes: Holes;

  constructor(holes: Holes) {
    this.#holes = holes;
  }

  /** Brings addresses into being, or gives them new contents. */
  define(space: Space, address: number, words: readonly number[]): void {
    const cells = this.#spaces[space];
    for (const [i, word] of words.entries()) cells.set(address + i, word);
    const edges = this.#edges[space];
    this.#edges[space] = {
      first: Math.min(edges?.first ?? address, address),
      last: Math.max(edges?.last ?? 0, address + words.length - 1),
    };
  }

  /** Undefined where any of the addresses does not exist. */
  read(space: Space, address: number, count: number): number[] | undefined {
    const cells = this.#spaces[space];
    const words: number[] = [];
    for (let at = address; at < address + count; at += 1) {
      const word = cells.get(at) ?? (this.#isHole(space, at) ? 0 : undefined);
      if (word === undefined) return undefined;
      words.push(word);
    }
    return words;
  }

  /** Writes all or nothing; false where any of the addresses does not exist. */
  write(space: Space, address: number, words: readonly number[]): boolean {
    if (!this.read(space, address, words.length)) return false;
    for (const [i, word] of words.entries()) this.#spaces[space].set(address + i, word);
    return true;
  }

  #isHole(space: Space, address: number): boolean {
    const edges = this.#edges[space];
    return this.#holes === 'zero' && edges !== undefined && address > edges.first && address < edges.last;
  }
}
