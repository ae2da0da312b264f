import type { TimeSlice } from '../../core/cooperativeScheduler.ts';
import type { ShiftCalendar } from '../../core/shift.ts';
import type { Unit } from '../../plantModel/index.ts';
import type { ReadingReader } from './reader.ts';

/** What one question reads from. */
export type ReadContext = {
  reader: ReadingReader;
  calendar: ShiftCalendar;
  /** The first slot that is not over yet. */
  nowSlot: number;
  /** Where counting ends although readings go on; the day that contains it is counted by its slots. */
  endSlot?: number;
  /** When the industry joined: nothing is expected of slots before it. */
  joinedSlot?: number;
  /** When the unit of a series was set up; 0 of one that is filled by hand: what nobody entered is not missing (docs/domain.md 1.3). */
  setUpSlot?(seriesId: number): number;
  /** All units that are shown, where they are known. */
  shownUnits?(): readonly Unit[];
  pace: TimeSlice;
  isOnline(unit: Unit): boolean;
};
