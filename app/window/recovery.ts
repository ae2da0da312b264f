const MINUTE = 60_000;
const FIRST_MS = 500;

export type Recovery = { kind: 'reload'; afterMs: number } | { kind: 'status'; afterMs: number };

/** What follows when a page's process ended: it is loaded again, later each time; the third time in a minute the status page shows for a while. */
export class PageRecovery {
  #endedMs: number[] = [];

  ended(nowMs: number): Recovery {
    this.#endedMs = [...this.#endedMs.filter((ms) => nowMs - ms < MINUTE), nowMs];
    const times = this.#endedMs.length;
    if (times < 3) return { kind: 'reload', afterMs: FIRST_MS * 2 ** (times - 1) };
    return { kind: 'status', afterMs: 10_000 };
  }
}
