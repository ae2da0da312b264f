import type { DiagramMoment } from '../../../contract/plant/moments.ts';
import { Failure } from '../../../core/fail.ts';
import { dateOfDay } from '../../../core/shift.ts';
import { SLOT_MS } from '../../../core/slots.ts';
import { asOf, chooseWindow, isoOfSlot, type ReadContext, type Window } from '../../../historian/index.ts';
import type { AlarmPast } from '../../alarms/index.ts';
import { alarmsAt, firstByUnit } from './alarms.ts';
import { shownPages, type UnitsById } from './pageData.ts';
import type { ShownPage } from './service.ts';

/** The shift day of a moment, cut at the end of the slot that holds it. @throws Failure `parameter` for one to come. */
export const windowUntil = ({ calendar, nowSlot }: ReadContext, at: string): Window => {
  const endSlot = Math.ceil(Date.parse(at) / SLOT_MS);
  if (endSlot <= 0) throw new Failure('parameter', 'at is before 1970');
  if (endSlot > nowSlot) throw new Failure('parameter', 'at lies in the future, or in the slot that runs');
  const window = chooseWindow(calendar, 'DAY', { date1: dateOfDay(calendar.dayOfSlot(endSlot - 1)) });
  const buckets = window.buckets
    .filter(({ fromSlot }) => fromSlot < endSlot)
    .map((bucket) => ({ ...bucket, toSlot: Math.min(bucket.toSlot, endSlot) }));
  return { ...window, toSlot: endSlot, buckets };
};

type Asked = { industryId: string; pages: readonly ShownPage[]; units: UnitsById; window: Window };

/** What the pages showed at the end of a window. */
export const momentData = async (
  { industryId, pages, units, window }: Asked,
  source: ReadContext & { nowMs: number },
  past: AlarmPast,
): Promise<DiagramMoment> => {
  const endMs = window.toSlot * SLOT_MS;
  const alarms = alarmsAt(past, industryId, [...units.keys()], endMs);
  const then = { ...asOf(source, window.toSlot), nowMs: endMs };
  return {
    ...(await shownPages({ pages, units, window }, then, firstByUnit(alarms))),
    refreshedAt: isoOfSlot(window.toSlot),
    alarms: alarms.map(({ alarm: { id, unitId, category, priority, raisedAtMs }, state }) => ({
      ...{ id, unitId, category, priority, state },
      raisedAt: new Date(raisedAtMs).toISOString(),
    })),
  };
};
