import type { z } from 'zod';
import type { AlertItem, alertsOfAll } from '../../contract/user/alerts.ts';
import type { Caller } from '../../core/caller.ts';
import type { Clock } from '../../core/clock.ts';
import { Failure } from '../../core/fail.ts';
import { dmyOf } from '../../core/time.ts';
import type { Calendars, UnitDirectory } from '../../plantModel/index.ts';
import { raisedWithin } from './alertSpans.ts';
import { isForAdmins, toAlertItem } from './answers.ts';
import type { AlarmHistory } from './model.ts';
import { type DaySpan, daySpan, spanUpTo } from './rules/windows.ts';

export type AlertReadParts = {
  alarms: AlarmHistory;
  directory: UnitDirectory;
  calendars: Calendars;
  /** Left out of the list over all industries. */
  testIndustries: readonly string[];
  clock: Clock;
};

type Query = z.output<(typeof alertsOfAll)['query']>;

/** Alerts of every industry. @throws Failure `permission` for who is no internal user, `parameter` for a range without an end. */
export const allIndustries = async (
  { alarms, directory, calendars, testIndustries }: AlertReadParts,
  query: Query,
  caller: Pick<Caller, 'internal' | 'industryId'>,
) => {
  const raisedIn = raisedWithin(alarms);
  if (!caller.internal) throw new Failure('permission', 'for internal users only');
  if (query.type === 'dateRange' && query.endDate === undefined) throw new Failure('parameter', 'endDate missing');
  const active = directory.industries().filter(({ id, disabled }) => !disabled && !testIndustries.includes(id));
  const spanOf = (industryId: string): DaySpan => {
    const calendar = calendars.of(industryId);
    return query.type === 'dateRange'
      ? daySpan(calendar, query.startDate, query.endDate ?? query.startDate)
      : spanUpTo(calendar, query.startDate, query.type, 'startDate');
  };
  const byIndustry: [string, { industryName: string; alerts: AlertItem[] }][] = [];
  for (const { id, name } of active) {
    const records = (await raisedIn(id, spanOf(id))).filter((record) => !query.adminAlerts || isForAdmins(record));
    byIndustry.push([id, { industryName: name, alerts: records.map((record) => toAlertItem(record, directory)) }]);
  }
  const span = spanOf(caller.industryId);
  return {
    totalAlerts: byIndustry.reduce((sum, [, { alerts }]) => sum + alerts.length, 0),
    totalIndustries: byIndustry.length,
    startDate: dmyOf(span.fromDate),
    endDate: dmyOf(span.toDate),
    fetchType: query.type,
    excludedIndustries: [...testIndustries],
    adminAlertsOnly: query.adminAlerts,
    alertsByIndustry: Object.fromEntries(byIndustry),
  };
};
