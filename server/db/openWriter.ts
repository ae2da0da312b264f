import type { Clock } from '../core/clock.ts';
import { damagedRows } from './compareRows.ts';
import type { DiskRoom } from './diskRoom.ts';
import { isBehind, migrate, migrations } from './migrate.ts';
import type { Migration } from './migration.ts';
import { openDatabase } from './open.ts';
import { RowChecks } from './rowChecks.ts';
import { Writer } from './writer.ts';

/** Opens the plant's database to write and brings it up to date. @throws Failure as `openDatabase` and `migrate`. */
export const openWriter = (
  path: string,
  clock: Clock,
  room?: DiskRoom,
  steps: readonly Migration[] = migrations,
): { writer: Writer; applied: number[] } => {
  const { sqlite } = openDatabase(path);
  try {
    const damaged = isBehind(sqlite, steps) ? damagedRows(sqlite) : [];
    const applied = migrate(sqlite, clock, steps);
    const checks = new RowChecks(sqlite);
    if (applied.length > 0 || !checks.isSealed) checks.sealAll(clock.now(), damaged);
    return { writer: new Writer(sqlite, { settle: () => checks.settle(clock.now()), ...(room && { room }) }), applied };
  } catch (error) {
    sqlite.close();
    throw error;
  }
};
