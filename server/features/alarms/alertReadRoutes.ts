import { alertCategories } from '../../contract/model/alertCategories.ts';
import {
  type AlertsReply,
  alertsByType,
  alertsOfAll,
  alertsOfRange,
  alertsUnitGraph,
  listAlerts,
} from '../../contract/user/alerts.ts';
import { listNotifications, notificationRange } from '../../contract/user/notifications.ts';
import type { Caller } from '../../core/caller.ts';
import { Failure } from '../../core/fail.ts';
import { ResponseCache } from '../../core/responseCache.ts';
import { SLOT_MS } from '../../core/slots.ts';
import { dmyOf } from '../../core/time.ts';
import { chooseWindow, toTimeWindow, type Window } from '../../historian/index.ts';
import { created, type Route, route } from '../../http/route.ts';
import { inSteps, raisedWithin } from './alertSpans.ts';
import { alertsTag } from './alertsTag.ts';
import { type AlertReadParts, allIndustries } from './allIndustries.ts';
import { type AlertFilter, byCategory, matches, offsetTime, ofUnits, toAlertItem, toNotification } from './answers.ts';
import { type DaySpan, daySpan, lastDays, spanUpTo } from './rules/windows.ts';
import { unitCounts } from './unitGraph.ts';

/** A month of a troubled plant is some megabytes. */
const REPLIES_KEPT = 4;

const isCategory = (name: string): boolean => (alertCategories as readonly string[]).includes(name);

/** Alerts and notifications of the User API as they are read; they change nothing. */
export const alertReadRoutes = (parts: AlertReadParts): Route[] => {
  const { alarms, directory, calendars, clock } = parts;
  const raisedIn = raisedWithin(alarms);
  const replies = new ResponseCache<AlertsReply>(REPLIES_KEPT);
  const listOf = (
    { caller: { industryId }, etag }: { caller: Caller; etag(tag: string): void },
    span: DaySpan,
    date: string,
    filter: AlertFilter,
  ): Promise<AlertsReply> => {
    const tag = tagOf(industryId, { span, date, ...filter });
    etag(tag);
    const make = async () => {
      const found = await raisedIn(industryId, span, filter.unitId === undefined ? undefined : [filter.unitId]);
      return byCategory(
        dmyOf(date),
        found.filter((record) => matches(record, filter)),
        directory,
      );
    };
    return replies.of(tag, make);
  };
  const tagOf = (industryId: string, query: object): string => alertsTag(directory, industryId, query, alarms.revision());
  const notifications = async (industryId: string, span: DaySpan) => {
    const nowMs = clock.now();
    const { timezone } = calendars.of(industryId).windowOfDay(calendars.of(industryId).dayOf(nowMs));
    const found = (await inSteps(span, (fromMs, toMs) => ofUnits(alarms.between(industryId, fromMs, toMs)))).reverse();
    const body = {
      status: 'success' as const,
      notifications: found.map((record) => toNotification(record, directory, timezone)),
      date: offsetTime(nowMs, timezone),
    };
    return found.length === 0 ? created(body) : body;
  };
  /** A gateway is no unit: its last alarm has its name. */
  const nameIn = (industryId: string, unitId: string, buckets: Window['buckets']): string => {
    const [fromMs, toMs] = [(buckets[0]?.fromSlot ?? 0) * SLOT_MS, (buckets.at(-1)?.toSlot ?? 0) * SLOT_MS];
    const named = (): string => String(alarms.briefs(industryId, fromMs, toMs, [unitId]).at(-1)?.meta.unit ?? unitId);
    return directory.unit(industryId, unitId)?.name ?? named();
  };
  return [
    route(listAlerts)(({ query }, context) =>
      listOf(context, spanUpTo(calendars.of(context.caller.industryId), query.date, query.type), query.date, query),
    ),
    route(alertsOfRange)(({ query }, context) =>
      listOf(context, daySpan(calendars.of(context.caller.industryId), query.startDate, query.endDate), query.endDate, query),
    ),
    route(alertsUnitGraph)(async ({ query }, { caller: { industryId } }) => {
      const window = chooseWindow(calendars.of(industryId), query.type, { date1: query.date1, date2: query.date2 });
      const { unitId: unitIds, alertType: types } = query;
      const units = await unitCounts({ alarms, industryId, buckets: window.buckets, unitIds, types });
      return {
        type: query.type,
        window: toTimeWindow(window, clock.now()),
        buckets: window.buckets.map(({ label }) => label),
        units: units.map((one) => ({ ...one, unitName: nameIn(industryId, one.unitId, window.buckets) })),
        total: units.reduce((sum, { total }) => sum + total, 0),
      };
    }),
    route(alertsByType)(async ({ query }, { caller: { industryId }, etag }) => {
      const wrong = query.categories.find((name) => !isCategory(name));
      if (wrong !== undefined || query.categories.length === 0)
        throw new Failure('parameter', `categories: "${wrong ?? ''}" is none of ${alertCategories.join(', ')}`);
      const span = daySpan(calendars.of(industryId), query.startDate, query.endDate ?? query.startDate);
      etag(tagOf(industryId, query));
      const records = await raisedIn(industryId, span, query.unit_ids);
      return Object.fromEntries(
        query.categories.map((name) => {
          const own = records.filter(({ category }) => category === name).map((record) => toAlertItem(record, directory));
          return [name, { meta: { totalAlerts: own.length }, alerts: own }];
        }),
      );
    }),
    route(alertsOfAll)(({ query }, { caller }) => allIndustries(parts, query, caller)),
    route(listNotifications)(({ query }, { caller: { industryId } }) =>
      notifications(industryId, lastDays(calendars.of(industryId), clock.now(), query.days)),
    ),
    route(notificationRange)(({ query }, { caller: { industryId } }) =>
      notifications(industryId, daySpan(calendars.of(industryId), query.startDate, query.endDate)),
    ),
  ];
};
