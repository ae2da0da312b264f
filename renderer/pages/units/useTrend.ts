import { useQuery } from '@tanstack/react-query';
import type { UnitV2 } from '../../../server/contract/deviceData.ts';
import type { OverviewUnit } from '../../../server/contract/overview.ts';
import { unitDataQuery, unitDocumentQuery, unitSlotsQuery } from '../../api/queries.ts';
import { useServices } from '../../state/services.ts';
import { apiPeriod, dayBeforeOf, isRunning, lastDayOf, type PeriodKey, stepStarts } from './period.ts';
import { pointsOfRun, pointsOfSeries, pointsOfSlots, type Trend, type TrendPoint } from './trend.ts';

const slotMs = 300_000;

/** Units whose readings add up. */
export const isVolume = ({ type }: Pick<OverviewUnit, 'type'>): boolean =>
  type !== 'stock' && type !== 'level' && type !== 'quality';

/**
 * Everything the unit's page shows of one period: the steps with those of the period before, the unit's figures and the
 * meter's events. `param` picks a parameter of a quality unit.
 */
export const useTrend = (
  unit: OverviewUnit,
  { period, date, today, param }: { period: PeriodKey; date: string; today: string; param: string | null },
) => {
  const { session } = useServices();
  const { unitId, standardCategoryId } = unit;
  const live = isRunning(period, date, today);
  const before = dayBeforeOf(period, date);
  const byDay = period === 'day';
  const ofParam = unit.type === 'quality' ? param : null;
  const to = lastDayOf(period, date, today);

  const figures = useQuery(unitDataQuery(session, { unitId, standardCategoryId, period: apiPeriod[period], date: to, live }));
  const figuresBefore = useQuery({
    ...unitDataQuery(session, { unitId, standardCategoryId, period: apiPeriod[period], date: before, live: false }),
    enabled: !byDay,
  });
  const slots = useQuery({ ...unitSlotsQuery(session, { unitId, date, before, live }), enabled: byDay && ofParam === null });
  const document = useQuery({ ...unitDocumentQuery(session, { unitId, standardCategoryId, date, live }), enabled: byDay });
  const documentBefore = useQuery({
    ...unitDocumentQuery(session, { unitId, standardCategoryId, date: before, live: false }),
    enabled: byDay && ofParam !== null,
  });

  const own = unitIn(figures.data, unitId);
  const seriesOf = (from: UnitV2 | undefined) => (ofParam === null ? from?.graph : from?.quality?.params[ofParam]?.series);
  const series = seriesOf(own);
  const ownUnit = ofParam === null ? unit.siUnit : (own?.quality?.params[ofParam]?.unit ?? '');

  const points = (): TrendPoint[] | undefined => {
    if (!byDay)
      return series === undefined
        ? undefined
        : pointsOfSeries(series, stepStarts(period, date), seriesOf(unitIn(figuresBefore.data, unitId)));
    if (ofParam === null) return slots.data === undefined ? undefined : pointsOfSlots(slots.data.data1, slots.data.data2);
    if (document.data === undefined) return undefined;
    const run = document.data?.params?.[ofParam];
    if (document.data === null || run === undefined) return [];
    const startMs = Date.parse(document.data.start);
    return pointsOfRun(run, { startMs, stepMs: slotMs, before: documentBefore.data?.params?.[ofParam] });
  };

  const needed = byDay ? [figures, ofParam === null ? slots : document] : [figures];
  const made = points();
  const trend: Trend | undefined =
    made === undefined ? undefined : { points: made, shape: isVolume(unit) ? 'bars' : 'line', unit: ownUnit };
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

const unitIn = (
  reply: { categories: { subCategories: { units: UnitV2[] }[] }[] } | undefined,
  unitId: string,
): UnitV2 | undefined =>
  reply?.categories
    .flatMap(({ subCategories }) => subCategories.flatMap(({ units }) => units))
    .find((unit) => unit.unitId === unitId);
