import type { Clock } from '../../core/clock.ts';
import type { FieldRead } from '../../core/field/command.ts';
import { overlaps, placeOfRow } from './frames.ts';
import type { CommandRow } from './model.ts';

/** A gateway or device that puts a frame off has carried it out or dropped it by then. */
export const undecidedForMs = 60_000;

type Row = Pick<CommandRow, 'id' | 'deviceId' | 'fn' | 'address' | 'rawOut' | 'outcome' | 'settledAtMs'>;
type Frame = { deviceId: string; place: FieldRead };

/** Frames of which nobody knows what became of them: they may still be carried out, and then show what a later one wanted. */
export class Undecided {
  readonly #clock: Clock;
  readonly #frames = new Map<string, Frame & { atMs: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Those of before this run. What was open counts from now, and what a clock that was set back since settled. */
  load(rows: readonly Row[]): void {
    for (const row of rows) {
      const passedMs = row.settledAtMs === null ? 0 : Math.max(0, this.#clock.now() - row.settledAtMs);
      this.#add(row, this.#clock.monotonicMs() - passedMs);
    }
  }

  /** What became of a frame; none that is known is kept. */
  note(row: Row): void {
    const nowMs = this.#clock.monotonicMs();
    for (const [id, { atMs }] of this.#frames) if (nowMs - atMs >= undecidedForMs) this.#frames.delete(id);
    if (row.outcome === 'UNKNOWN') this.#add(row, nowMs);
    else this.#frames.delete(row.id);
  }

  /** Why what shows is no proof of a frame that nobody answered; null where it is one. @param wasShown null where nobody saw it before */
  doubtOf({ deviceId, place }: Frame, wasShown: boolean | null): 'shownBefore' | 'mayBeEarlier' | null {
    if (wasShown !== false) return wasShown ? 'shownBefore' : 'mayBeEarlier';
    const nowMs = this.#clock.monotonicMs();
    const isOther = [...this.#frames.values()].some(
      (one) => one.deviceId === deviceId && nowMs - one.atMs < undecidedForMs && overlaps(one.place, place),
    );
    return isOther ? 'mayBeEarlier' : null;
  }

  #add(row: Row, atMs: number): void {
    this.#frames.set(row.id, { deviceId: row.deviceId, place: placeOfRow(row), atMs });
  }
}
