import { readTrend } from '../../contract/plant/readings/trend.ts';
import { deviceDataV2 } from '../../contract/user/deviceData.ts';
import { granularCategory, granularUnit } from '../../contract/user/granular.ts';
import { Failure } from '../../core/fail.ts';
import {
  chooseWindow,
  displayUnitOf,
  mainSeries,
  nowSlotOf,
  onlyUnit,
  type PacedReadServices,
  readingsEtag,
  selectUnits,
  sourceFor,
  unitsOfSubCategory,
  windowsRead,
} from '../../historian/index.ts';
import { type Route, route } from '../../http/route.ts';
import type { SeriesInfo } from '../../plantModel/index.ts';
import { deviceDataRoutes } from './deviceDataRoutes.ts';
import { deviceData, unitsToShow } from './deviceDataV2.ts';
import { granularDay, together } from './granular.ts';
import { liveNowRoute } from './liveNow.ts';
import { rawDocuments } from './rawDocuments.ts';
import { trendRange } from './trend/range.ts';
import { seriesAsked, trendOf } from './trend/trend.ts';
import { watchRoutes } from './watch/routes.ts';

/** The readings part of the User API. */
export const readingRoutes = (parts: PacedReadServices): Route[] => {
  const { directory, reader, calendars, scheduler, clock } = parts;
  /** The days of a granular answer, unless the client has them. */
  const granular = (
    context: { caller: { industryId: string }; sharedEtag(tag: string): void },
    query: { date1: string; date2?: string | undefined; divisionFactor: number },
    { series, siUnit }: { series: readonly SeriesInfo[]; siUnit: string },
  ) => {
    const { industryId } = context.caller;
    const calendar = calendars.of(industryId);
    const nowMs = clock.now();
    const windows = [query.date1, query.date2].flatMap((date) =>
      date === undefined ? [] : [chooseWindow(calendar, 'DAY', { date1: date })],
    );
    const nowSlot = nowSlotOf(nowMs);
    const asked = { industryId, query, nowMs, nowSlot };
    context.sharedEtag(readingsEtag(directory, reader, asked, { seriesIds: series.map(({ id }) => id), windows }));
    const measure = displayUnitOf(series[0]?.measure ?? '', query.divisionFactor, siUnit);
    const day = (date: string) => granularDay(reader, calendar, series, { date, measure, nowSlot });
    return { siUnit: measure.unit, data1: day(query.date1), ...(query.date2 !== undefined && { data2: day(query.date2) }) };
  };

  return [
    ...deviceDataRoutes(parts),
    ...watchRoutes(parts),
    liveNowRoute(parts),
    route(granularUnit)(({ query }, context) => {
      const unit = directory.unit(context.caller.industryId, query.unitId);
      if (!unit) throw new Failure('noData', 'unit not found');
      const main = mainSeries(unit);
      return granular(context, query, { series: main ? [main] : [], siUnit: unit.siUnit });
    }),
    route(granularCategory)(({ query }, context) => {
      const units = unitsOfSubCategory(directory, context.caller.industryId, query);
      const categories = directory.categories(context.caller.industryId);
      const siUnit = categories.find(({ id }) => id === units[0]?.categoryId)?.siUnit ?? '';
      return granular(context, query, { series: together(units), siUnit });
    }),
    route(deviceDataV2)(async ({ query }, context) => {
      const { industryId } = context.caller;
      const source = sourceFor(parts, scheduler, industryId, context.signal);
      const found = selectUnits(directory, industryId, query.category);
      if (!found) throw new Failure('noData', 'category not found');
      const selection = query.unitId === undefined ? found : onlyUnit(found, query.unitId);
      if (!selection) throw new Failure('noData', 'unit not found in the category');
      const window = chooseWindow(source.calendar, query.type, { date1: query.date1, date2: query.date2 });
      const { shown, series } = unitsToShow(selection, source.unitOf);
      const read = { seriesIds: series.map(({ id }) => id), windows: windowsRead(source.calendar, window) };
      context.sharedEtag(
        readingsEtag(directory, reader, { industryId, query, nowMs: source.nowMs, nowSlot: source.nowSlot }, read),
      );
      if (!query.formattedOutput)
        return rawDocuments(
          shown.map(({ unit }) => unit),
          window,
          source,
        );
      const divisionFactor = selection.standardCategoryId === 'GROUND_WATER_LEVEL' ? 1 : query.divisionFactor;
      return deviceData({ selection, window, divisionFactor, v2: query.v2, nowMs: source.nowMs }, source);
    }),
    route(readTrend)(({ query }, context) => {
      const { industryId } = context.caller;
      const unit = directory.unit(industryId, query.unitId);
      if (!unit) throw new Failure('noData', 'unit not found');
      const series = seriesAsked(unit, query.param);
      if (!series) throw new Failure('noData', 'the unit has no such parameter');
      const source = sourceFor(parts, scheduler, industryId, context.signal);
      return trendOf({ unit, series }, trendRange(source.calendar, query), query, source);
    }),
  ];
};
