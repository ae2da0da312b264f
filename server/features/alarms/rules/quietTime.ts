import { MINUTES_PER_DAY, SLOT_MINUTES } from '../../../core/slots.ts';
import type { SlotView } from './model.ts';

export type QuietTime =
  | { isAlways: true }
  | { isAlways: false; fromMinute: number; toMinute: number; offDay: number | undefined };

const minutesOf = (text: string, usual: number): number => {
  const match = /^([01]\d|2[0-4]):([0-5]\d)$/.exec(text);
  return match ? Number(match[1]) * 60 + Number(match[2]) : usual;
};

/** @param from HH:MM, or `always` */
export const quietTimeOf = (from: string, to: string, offDay: number | undefined): QuietTime =>
  from === 'always'
    ? { isAlways: true }
    : { isAlways: false, fromMinute: minutesOf(from, 23 * 60), toMinute: minutesOf(to, 5 * 60), offDay };

/** Whether a slot is in quiet time, which may run over midnight; a day off is quiet throughout. */
export const isQuiet = (quiet: QuietTime, view: SlotView, slot: number): boolean => {
  if (quiet.isAlways) return true;
  const { minute, weekday } = view.localTime(slot);
  if (quiet.offDay === weekday) return true;
  // from a time to the same time is the whole day
  const length = (quiet.toMinute - quiet.fromMinute + MINUTES_PER_DAY) % MINUTES_PER_DAY || MINUTES_PER_DAY;
  const at = (minute - quiet.fromMinute + MINUTES_PER_DAY) % MINUTES_PER_DAY;
  return at + SLOT_MINUTES <= length;
};
