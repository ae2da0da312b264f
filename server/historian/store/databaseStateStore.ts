import type { Sqlite } from '../../db/open.ts';

/**
 * By what states of the database differ. A question about a thousand series asks some two thousand times, so that the database itself
 * is asked once for as long as nothing else can run in this process and its writer commits nothing.
 */
export class DatabaseState {
  readonly #ofDatabase: () => string;
  readonly #ownCommits: (() => number) | undefined;
  #known: { commits: number; state: string } | undefined;
  /** What is asked next is asked of the database itself, also while nothing else has run here: before something is kept for longer. */
  readonly forget = (): void => {
    this.#known = undefined;
  };

  /** @param ownCommits how many transactions this process has committed; without it the database is asked each time. */
  constructor(sqlite: Sqlite, ownCommits?: () => number) {
    // commits of other connections, and rows changed by this one; as statements of their own a third of what the two take in one
    const version = sqlite.prepare<[], number>('pragma data_version').pluck();
    const changes = sqlite.prepare<[], number>('select total_changes()').pluck();
    this.#ofDatabase = () => `${version.get()} ${changes.get()}`;
    this.#ownCommits = ownCommits;
  }

  /** Another text after each change of the database, by whichever connection or process. */
  now(): string {
    const commits = this.#ownCommits?.();
    if (commits === undefined) return this.#ofDatabase();
    if (this.#known?.commits === commits) return this.#known.state;
    const state = this.#ofDatabase();
    // whatever else this process does begins after this
    if (this.#known === undefined) process.nextTick(this.forget);
    this.#known = { commits, state };
    return state;
  }
}
