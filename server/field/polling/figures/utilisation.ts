const windowMs = 10_000;

/** How much of its time a line was busy, over the last whole 10 s; until then over what there was. */
export class Utilisation {
  #windowFromMs: number;
  #busyMs = 0;
  #lastPct: number | null = null;

  constructor(nowMs: number) {
    this.#windowFromMs = nowMs;
  }

  add(busyMs: number, nowMs: number): void {
    this.#roll(nowMs);
    this.#busyMs += busyMs;
  }

  /** Percent, 0 to 100. */
  percent(nowMs: number): number {
    this.#roll(nowMs);
    return this.#lastPct ?? share(this.#busyMs, nowMs - this.#windowFromMs);
  }

  #roll(nowMs: number): void {
    const elapsedMs = nowMs - this.#windowFromMs;
    if (elapsedMs < windowMs) return;
    this.#lastPct = elapsedMs < 2 * windowMs ? share(this.#busyMs, elapsedMs) : 0;
    this.#windowFromMs = nowMs;
    this.#busyMs = 0;
  }
}

const share = (busyMs: number, elapsedMs: number): number => (elapsedMs <= 0 ? 0 : Math.min(100, (100 * busyMs) / elapsedMs));
