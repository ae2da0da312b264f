import type { LandingUserData } from '../../../contract/user/landing.ts';
import type { UnitDirectory } from '../../../plantModel/index.ts';
import { type AlarmRecord, ofUnits, toAlertItem } from '../../alarms/index.ts';

const MOST_LATEST = 10;

const countBy = (records: readonly AlarmRecord[], of: (record: AlarmRecord) => string): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const record of records) counts[of(record)] = (counts[of(record)] ?? 0) + 1;
  return counts;
};

/** Alarms that somebody must act on: open, no insights, not closed by a person and not put aside. */
export const activeAlarms = (open: readonly AlarmRecord[], nowMs: number): AlarmRecord[] =>
  open.filter(
    ({ insight, suppressed, resolvedAtMs, shelvedUntilMs }) =>
      !insight && !suppressed && !resolvedAtMs && (shelvedUntilMs ?? 0) <= nowMs,
  );

/** What was raised in the window and what is open now. */
export const landingAlerts = (
  raised: readonly AlarmRecord[],
  active: readonly AlarmRecord[],
  directory: UnitDirectory,
): NonNullable<LandingUserData['alerts']> => ({
  total: raised.length,
  open: active.length,
  byPriority: countBy(active, ({ priority }) => String(priority)),
  byType: countBy(raised, ({ category }) => category),
  latest: ofUnits(raised)
    .slice(-MOST_LATEST)
    .reverse()
    .map((record) => toAlertItem(record, directory)),
});
