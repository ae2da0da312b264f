import type { WindowType } from '../../contract/model/common.ts';
import { compareDeviceData } from '../../contract/user/deviceDataCompare.ts';
import { type DeviceDataV1, deviceDataV1 } from '../../contract/user/deviceDataV1.ts';
import { Failure } from '../../core/fail.ts';
import type { ShiftCalendar } from '../../core/shift.ts';
import {
  categoryNamed,
  chooseWindow,
  onlySubCategory,
  type PacedReadServices,
  readingsEtag,
  type Selection,
  selectUnits,
  sourceFor,
  type Window,
  windowsRead,
  yearsUpTo,
} from '../../historian/index.ts';
import { type Route, route } from '../../http/route.ts';
import { compareItems, compareSeries, compareSide } from './compare.ts';
import { deviceDataOfV1 } from './deviceDataV1.ts';
import { unitsToShow } from './deviceDataV2.ts';
import { withoutToday } from './withoutToday.ts';

const HISTORY_DAYS = 7;
const windowTypes: Record<Exclude<DeviceDataV1['type'], 'YEAR'>, WindowType> = { HOUR: 'DAY', DATE: 'MONTH', MONTH: 'YEAR' };

const found = (selection: Selection | undefined, what = 'category'): Selection => {
  if (!selection) throw new Failure('noData', `${what} not found`);
  return selection;
};

/** The first API's device data, and the comparison of the second. */
export const deviceDataRoutes = (parts: PacedReadServices): Route[] => {
  const { directory, reader, calendars } = parts;
  const windowOf = (
    industryId: string,
    calendar: ShiftCalendar,
    type: DeviceDataV1['type'],
    { name, date }: { name: string; date: string },
  ): Window => {
    if (type !== 'YEAR') return chooseWindow(calendar, windowTypes[type], { date1: date }, { date1: name });
    const joinedDay = calendar.dayOf(directory.industry(industryId)?.joinedAtMs ?? 0);
    return yearsUpTo(calendar, joinedDay, date, name);
  };

  return [
    route(deviceDataV1)(async ({ query }, context) => {
      const { industryId } = context.caller;
      const { category, type, divisionFactor } = query;
      const standardId = categoryNamed(category);
      const whole = found(standardId === undefined ? undefined : selectUnits(directory, industryId, standardId));
      const selection =
        query.subCategory === undefined ? whole : found(onlySubCategory(whole, query.subCategory), 'sub-category');
      const now = sourceFor(parts, parts.scheduler, industryId, context.signal);
      const source = query.includeToday ? now : withoutToday(now);
      const one = windowOf(industryId, source.calendar, type, { name: 'date1', date: query.date1 });
      const { date2 } = query;
      const other = date2 === undefined ? undefined : windowOf(industryId, source.calendar, type, { name: 'date2', date: date2 });
      const windows = [one, ...(other ? [other] : [])].flatMap((window) => windowsRead(source.calendar, window));
      if (category === 'quality' && type === 'HOUR')
        windows.push({ fromDay: one.fromDay - HISTORY_DAYS, toDay: one.fromDay - 1, toSlot: one.fromSlot });
      const seriesIds = unitsToShow(selection, source.unitOf).series.map(({ id }) => id);
      context.sharedEtag(
        readingsEtag(directory, reader, { industryId, query, nowMs: now.nowMs, nowSlot: now.nowSlot }, { seriesIds, windows }),
      );
      return deviceDataOfV1(
        { category: category as DeviceDataV1['category'], type, selection, windows: [one, other], divisionFactor },
        source,
      );
    }),
    route(compareDeviceData)(async ({ query }, context) => {
      const { industryId } = context.caller;
      const selection = found(selectUnits(directory, industryId, query.category));
      const source = sourceFor(parts, parts.scheduler, industryId, context.signal);
      const { by, type } = query;
      const divisionFactor = selection.standardCategoryId === 'GROUND_WATER_LEVEL' ? 1 : query.divisionFactor;
      const calendar = calendars.of(industryId);
      const sides = [
        {
          ids: query.ids1,
          window: chooseWindow(
            calendar,
            type,
            { date1: query.dateA1, date2: query.dateA2 },
            { date1: 'dateA1', date2: 'dateA2' },
          ),
        },
        {
          ids: query.ids2,
          window: chooseWindow(
            calendar,
            type,
            { date1: query.dateB1, date2: query.dateB2 },
            { date1: 'dateB1', date2: 'dateB2' },
          ),
        },
      ] as const;
      const seriesIds = sides.flatMap(({ ids }) => compareSeries(compareItems({ selection, ids, by }, source)));
      const windows = sides.map(({ window }) => window);
      context.sharedEtag(
        readingsEtag(
          directory,
          reader,
          { industryId, query, nowMs: source.nowMs, nowSlot: source.nowSlot },
          { seriesIds, windows },
        ),
      );
      const [one, other] = sides;
      return {
        data1: await compareSide({ ...one, selection, by, divisionFactor }, source),
        data2: await compareSide({ ...other, selection, by, divisionFactor }, source),
      };
    }),
  ];
};
