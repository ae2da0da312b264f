import type { Sqlite } from '../../db/open.ts';

/** First shift day of which anything is kept, as days since 1970-01-01; null where there is none. */
export const firstStoredDay = (sqlite: Sqlite): (() => number | null) => {
  const statement = sqlite.prepare('select min(day) from day_revision').pluck();
  return () => statement.get() as number | null;
};

/** When the oldest entry of the audit log was written; null where there is none. */
export const firstAuditMs = (sqlite: Sqlite): (() => number | null) => {
  const statement = sqlite.prepare('select at from audit order by id limit 1').pluck();
  return () => (statement.get() as number | undefined) ?? null;
};
