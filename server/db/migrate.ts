import type { Clock } from '../core/clock.ts';
import { Failure } from '../core/fail.ts';
import type { Migration } from './migration.ts';
import { tenants } from './migrations/0010-tenants.ts';
import { units } from './migrations/0020-units.ts';
import { field } from './migrations/0030-field.ts';
import { readings } from './migrations/0040-readings.ts';
import { sessions } from './migrations/0050-sessions.ts';
import { audit } from './migrations/0060-audit.ts';
import { logins } from './migrations/0070-logins.ts';
import { accounts } from './migrations/0080-accounts.ts';
import { documents } from './migrations/0090-documents.ts';
import { live } from './migrations/0095-live.ts';
import { alarms } from './migrations/0100-alarms.ts';
import { outbox } from './migrations/0105-outbox.ts';
import { plc } from './migrations/0110-plc.ts';
import { commissioning } from './migrations/0120-commissioning.ts';
import { ro } from './migrations/0130-ro.ts';
import { rain } from './migrations/0140-rain.ts';
import { executive } from './migrations/0150-executive.ts';
import { reports } from './migrations/0160-reports.ts';
import { maintenance } from './migrations/0170-maintenance.ts';
import { meterChanges } from './migrations/0180-meterChanges.ts';
import { auditPending } from './migrations/0190-audit-pending.ts';
import { dayHashes } from './migrations/0210-dayHashes.ts';
import { rowChecksums } from './migrations/0220-rowChecksums.ts';
import { undelivered } from './migrations/0230-undelivered.ts';
import { phonesAndWalls } from './migrations/0260-phonesAndWalls.ts';
import { sync } from './migrations/0280-sync.ts';
import { proposals } from './migrations/0290-proposals.ts';
import { runningSlots } from './migrations/0300-runningSlots.ts';
import { heldDays } from './migrations/0310-heldDays.ts';
import { goneSeries } from './migrations/0320-goneSeries.ts';
import { commandIds } from './migrations/0330-commandIds.ts';
import { commandPlaces } from './migrations/0340-commandPlaces.ts';
import { alarmEnds } from './migrations/0350-alarmEnds.ts';
import { databaseFailure, type Sqlite } from './open.ts';

export const migrations: readonly Migration[] = [
  tenants,
  units,
  field,
  readings,
  sessions,
  audit,
  logins,
  accounts,
  documents,
  live,
  alarms,
  outbox,
  plc,
  commissioning,
  ro,
  rain,
  executive,
  reports,
  maintenance,
  meterChanges,
  auditPending,
  dayHashes,
  rowChecksums,
  undelivered,
  phonesAndWalls,
  sync,
  proposals,
  runningSlots,
  heldDays,
  goneSeries,
  commandIds,
  commandPlaces,
  alarmEnds,
];

const appliedSteps = (sqlite: Sqlite): number[] =>
  sqlite.prepare('select number from migration order by number').pluck().all() as number[];

/** Whether a step has yet to be taken. */
export const isBehind = (sqlite: Sqlite, steps: readonly Migration[] = migrations): boolean => {
  const applied = new Set(appliedSteps(sqlite));
  return steps.some(({ number }) => !applied.has(number));
};

/**
 * Brings the database up to the newest step, each in a transaction of its own.
 * @throws Failure `newerVersion` when the file was written by a newer version; `storageFull` or `unavailable` when a step cannot be
 * written, with all steps before it kept.
 */
export const migrate = (sqlite: Sqlite, clock: Clock, steps: readonly Migration[] = migrations): number[] => {
  const applied = appliedSteps(sqlite);
  const known = new Set(steps.map((step) => step.number));
  const future = applied.filter((number) => !known.has(number));
  if (future.length > 0)
    throw new Failure(
      'newerVersion',
      `database ${sqlite.name} holds step ${future.join(', ')} of a newer version of Headworks: install that version again, or put back a backup of this one: npm run restore`,
    );
  const due = steps.filter((step) => !applied.includes(step.number));
  for (const step of due) apply(sqlite, clock, step);
  return due.map((step) => step.number);
};

const apply = (sqlite: Sqlite, clock: Clock, { number, name, sql }: Migration): void => {
  const step = sqlite.transaction(() => {
    sqlite.exec(sql);
    sqlite.prepare('insert into migration (number, name, applied_at) values (?, ?, ?)').run(number, name, clock.now());
  });
  try {
    step.immediate();
  } catch (error) {
    throw databaseFailure(sqlite.name, error);
  }
};
