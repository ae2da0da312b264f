import { round, roundSingle } from '../../../core/round.ts';
import { emptyTally, gather, type ServingContext, type Tally, type Window } from '../../../historian/index.ts';
import type { SeriesKind } from '../../../plantModel/index.ts';
import type { AlarmRecord } from '../../alarms/index.ts';
import type { LandingFamily } from './families.ts';

export type RawDictionary = { raw: true; [key: string]: unknown };
type Work = {
  source: ServingContext;
  window: Window;
  families: readonly LandingFamily[];
  raised: readonly AlarmRecord[];
  active: readonly AlarmRecord[];
};

type Total = Omit<Tally, 'lastSlot'>;

/** Counters to the thousandth; gauges and tanks as far as single precision goes. */
const shownOf = (total: Total, kind: SeriesKind): Total => {
  const shown = (value: number | null): number | null =>
    value === null ? null : kind === 'counter' ? round(value, 3) : roundSingle(value);
  const { sum, min, max, avg, last } = total;
  return { ...total, sum: shown(sum), min: shown(min), max: shown(max), avg: shown(avg), last: shown(last) };
};

/** Everything that the page is made from as it is stored: litres, watt-hours, metres, to their last stored digit; slots count 300 s from the epoch. */
export const rawDictionary = async ({ source, window, families, raised, active }: Work): Promise<RawDictionary> => {
  const units = new Map(families.flatMap(({ shown }) => shown.map(({ unit }) => [unit.id, unit] as const)));
  const series = [...units.values()].flatMap((unit) => unit.series);
  const gathered = await gather(
    source,
    series.map(({ id }) => id),
    window,
  );
  const entries: [string, unknown][] = [];
  for (const unit of units.values()) {
    await source.pace.turn();
    const params = unit.series.map((one) => {
      const { lastSlot: _, ...total } = gathered.get(one.id)?.total ?? emptyTally;
      return [
        one.param,
        { kind: one.kind, measure: one.measure, total: shownOf(total, one.kind), latest: source.reader.latest(one.id) ?? null },
      ];
    });
    entries.push([
      unit.id,
      { name: unit.name, type: unit.type, online: source.isOnline(unit), params: Object.fromEntries(params) },
    ]);
  }
  const { fromDay, toDay, fromSlot, toSlot, type } = window;
  return {
    raw: true,
    window: { type, fromDay, toDay, fromSlot, toSlot, nowSlot: source.nowSlot },
    categories: Object.fromEntries(families.map(({ id, shown }) => [id, shown.map(({ unit }) => unit.id)])),
    units: Object.fromEntries(entries),
    alerts: raised,
    openAlerts: active,
  };
};
