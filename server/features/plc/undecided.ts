import type { FieldRead } from '../../core/field/command.ts';
import { overlaps } from './frames.ts';

/** A gateway or device that puts a frame off has carried it out or dropped it by then. */
export const undecidedForMs = 60_000;

type Frame = { deviceId: string; place: FieldRead };

/** Frames of which nobody knows what became of them: they may still be carried out, and then show what a later one wanted. */
export class Undecided {
  #frames: (Frame & { atMs: number })[] = [];

  add(frame: Frame, nowMs: number): void {
    this.#frames = [...this.#frames.filter(({ atMs }) => nowMs - atMs < undecidedForMs), { ...frame, atMs: nowMs }];
  }

  /** Why what shows is no proof of a frame that nobody answered; null where it is one. @param wasShown null where nobody saw it before */
  doubtOf({ deviceId, place }: Frame, wasShown: boolean | null, nowMs: number): 'shownBefore' | 'mayBeEarlier' | null {
    if (wasShown !== false) return wasShown ? 'shownBefore' : 'mayBeEarlier';
    const isOther = this.#frames.some(
      (one) => one.deviceId === deviceId && nowMs - one.atMs < undecidedForMs && overlaps(one.place, place),
    );
    return isOther ? 'mayBeEarlier' : null;
  }
}
