import type { Events } from '../../core/bus.ts';
import type { ShiftCalendar } from '../../core/shift.ts';
import type { SlotSpan } from '../slots/slotRanges.ts';
import type { Revised } from '../store/revisedStore.ts';

type Stretch = { series: { info: { id: number; industryId: string } }; from: number; to: number };

const rowOf = (industryId: string, stretches: readonly Stretch[]): Revised => ({
  industryId,
  fromSlot: Math.min(...stretches.map(({ from }) => from)),
  toSlot: Math.max(...stretches.map(({ to }) => to)),
  seriesIds: [...new Set(stretches.map(({ series }) => series.info.id))],
});

/**
 * Rows that make a store repeatable after a crash, made before it begins: for each industry the range of slots with changed readings,
 * including closed days within it, and one row for each other closed day that changes with them.
 */
export const revisedRows = (
  late: readonly Stretch[],
  changedDays: readonly (Stretch & { day: number })[],
  calendars: { of(industryId: string): ShiftCalendar },
): Revised[] => {
  const industryOf = ({ series }: Stretch): string => series.info.industryId;
  const byIndustry = Map.groupBy(late, industryOf);
  const changedBy = Map.groupBy(changedDays, industryOf);
  return [...new Set([...byIndustry.keys(), ...changedBy.keys()])].flatMap((industryId) => {
    const own = byIndustry.get(industryId) ?? [];
    const changed = changedBy.get(industryId) ?? [];
    const calendar = calendars.of(industryId);
    const [firstDay, lastDay] =
      own.length > 0
        ? [calendar.dayOfSlot(Math.min(...own.map(({ from }) => from))), calendar.dayOfSlot(Math.max(...own.map(({ to }) => to)))]
        : [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    const isAmong = ({ day }: { day: number }): boolean => day >= firstDay && day <= lastDay;
    const apart = Map.groupBy(
      changed.filter((one) => !isAmong(one)),
      ({ day }) => day,
    );
    const rows = [...apart.values()].map((stretches) => rowOf(industryId, stretches));
    return own.length > 0 ? [...rows, rowOf(industryId, [...own, ...changed.filter(isAmong)])] : rows;
  });
};

/** Spans of one series whose readings changed. */
export type RevisedSeries = {
  series: Stretch['series'] & { revised: { add(from: number, to: number): void } };
  spans: readonly SlotSpan[];
};

/** Of each industry, the slots of its open day that changed after their `slotsClosed`; changes of closed days are published by day. */
export const revisedSlots = (
  revised: readonly RevisedSeries[],
  publishedSlot: number,
  calendars: { of(industryId: string): ShiftCalendar },
): Events['slotsRevised'][] =>
  [...Map.groupBy(revised, ({ series }) => series.info.industryId)].flatMap(([industryId, own]) => {
    const calendar = calendars.of(industryId);
    const today = calendar.windowOfDay(calendar.dayOfSlot(publishedSlot));
    const changed = own.flatMap(({ series, spans }) => {
      const span = spans.find(({ from, to }) => to >= today.firstSlot && from <= publishedSlot);
      return span ? [{ id: series.info.id, fromSlot: Math.max(span.from, today.firstSlot) }] : [];
    });
    if (changed.length === 0) return [];
    const fromSlot = Math.min(...changed.map((one) => one.fromSlot));
    return [{ industryId, fromSlot, seriesIds: changed.map(({ id }) => id) }];
  });
