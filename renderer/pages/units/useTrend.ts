import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { OverviewUnit } from '../../../server/contract/plant/overview.ts';
import type { DeviceDataV2, UnitV2 } from '../../../server/contract/user/deviceData.ts';
import { unitDataQuery, unitDocumentQuery, unitSlotsQuery } from '../../api/queries.ts';
import { useServices } from '../../state/services.ts';
import { apiPeriod, dayBeforeOf, isRunning, lastDayOf, type PeriodKey, stepStarts } from './period.ts';
import { type Grain, pointsOfRun, pointsOfSeries, pointsOfSlots, type Trend, type TrendPoint } from './trend.ts';

const slotMs = 300_000;
const hourMs = 3_600_000;

/** Units whose readings add up. */
const isVolume = ({ type }: Pick<OverviewUnit, 'type'>): boolean => type !== 'stock' && type !== 'level' && type !== 'quality';

const unitIn = (reply: DeviceDataV2 | undefined, unitId: string): UnitV2 | undefined =>
  reply?.categories
    .flatMap(({ subCategories }) => subCategories.flatMap(({ units }) => units))
    .find((unit) => unit.unitId === unitId);

const seriesOf = (unit: UnitV2 | undefined, param: string | null) =>
  param === null ? unit?.graph : unit?.quality?.params[param]?.series;

export type TrendChoice = {
  period: PeriodKey;
  /** Any date of the period, and the running shift date. */
  date: string;
  today: string;
  /** The parameter of a quality unit. */
  param: string | null;
  /** A day by hours instead of slots. */
  byHour: boolean;
};

/**
 * Everything the unit's page shows of one period: the steps with those of the period before, the unit's figures and the
 * meter's events.
 */
export const useTrend = (unit: OverviewUnit, { period, date, today, param, byHour }: TrendChoice) => {
  const { session } = useServices();
  const { unitId, standardCategoryId } = unit;
  const grain: Grain = period === 'day' ? (byHour ? 'hour' : 'slot') : period === 'month' ? 'day' : 'month';
  const bySlot = grain === 'slot';
  const live = isRunning(period, date, today);
  const before = dayBeforeOf(period, date);
  const common = { unitId, standardCategoryId };

  const figures = useQuery(
    unitDataQuery(session, { ...common, period: apiPeriod[period], date: lastDayOf(period, date, today), live }),
  );
  const figuresBefore = useQuery({
    ...unitDataQuery(session, { ...common, period: apiPeriod[period], date: before, live: false }),
    enabled: !bySlot,
  });
  const slots = useQuery({ ...unitSlotsQuery(session, { unitId, date, before, live }), enabled: bySlot && param === null });
  const document = useQuery({ ...unitDocumentQuery(session, { ...common, date, live }), enabled: period === 'day' });
  const documentBefore = useQuery({
    ...unitDocumentQuery(session, { ...common, date: before, live: false }),
    enabled: bySlot && param !== null,
  });

  const own = unitIn(figures.data, unitId);
  const points = useMemo((): TrendPoint[] | undefined => {
    if (grain !== 'slot') {
      const series = seriesOf(unitIn(figures.data, unitId), param);
      if (series === undefined) return figures.data === undefined ? undefined : [];
      const starts =
        grain === 'hour'
          ? series.values.map((_, hour) => Date.parse(series.start) + hour * hourMs)
          : stepStarts(grain === 'day' ? 'month' : 'year', date);
      return pointsOfSeries(series, starts, seriesOf(unitIn(figuresBefore.data, unitId), param));
    }
    if (param === null) return slots.data === undefined ? undefined : pointsOfSlots(slots.data.data1, slots.data.data2);
    if (document.data === undefined) return undefined;
    const run = document.data?.params?.[param];
    if (document.data === null || run === undefined) return [];
    const startMs = Date.parse(document.data.start);
    return pointsOfRun(run, { startMs, stepMs: slotMs, before: documentBefore.data?.params?.[param] });
  }, [grain, param, date, unitId, figures.data, figuresBefore.data, slots.data, document.data, documentBefore.data]);

  const shownIn = param === null ? unit.siUnit : (own?.quality?.params[param]?.unit ?? '');
  const shape = isVolume(unit) ? 'bars' : 'line';
  const trend = useMemo(
    (): Trend | undefined => (points === undefined ? undefined : { points, shape, unit: shownIn, grain }),
    [points, shape, shownIn, grain],
  );

  const needed = bySlot ? [figures, param === null ? slots : document] : [figures];
  return {
    trend,
    unit: own,
    reply: figures.data,
    events: document.data?.events ?? [],
    error: needed.find(({ error, data }) => error !== null && data === undefined)?.error ?? null,
    busy: needed.some(({ isFetching }) => isFetching),
    retry: () => {
      for (const query of needed) if (query.error !== null) void query.refetch();
    },
  };
};
