import Database, { type Statement } from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SLOT_MS } from '../../../core/slots.ts';
import { AlertRig, feed, slotAt } from '../../../test/alertRig.ts';
import { TestPlant } from '../../../test/testPlant.ts';

/** Half an hour before a shift day ends. */
const FIRST = slotAt('2026-03-10T23:30:00Z');
const SLOTS = 16;
const faults = ['SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'SQLITE_IOERR_FSYNC'] as const;
type Fault = (typeof faults)[number];

let watched: Database.Database | undefined;
let countdown = 0;
let fault: Fault = 'SQLITE_FULL';
let struck = '';
type Method = (this: Statement, ...values: unknown[]) => unknown;
let statement: Record<'run' | 'all' | 'get', Method>;
const real = new Map<'run' | 'all' | 'get', Method>();

/** Counts the statements that write, commits among them, and fails the one that the count falls on as SQLite would. */
beforeAll(() => {
  statement = Object.getPrototypeOf(new Database(':memory:').prepare('select 1'));
  for (const name of ['run', 'all', 'get'] as const) {
    const method = statement[name];
    real.set(name, method);
    statement[name] = function (...values) {
      const isWriting = !this.readonly && this.database === watched && !/^(begin|rollback|pragma)/i.test(this.source);
      if (watched && isWriting && countdown > 0) {
        countdown -= 1;
        if (countdown === 0) {
          struck = this.source;
          if (fault === 'SQLITE_FULL' && watched.inTransaction) watched.exec('rollback');
          throw new Database.SqliteError(fault === 'SQLITE_FULL' ? 'database or disk is full' : 'disk I/O error', fault);
        }
      }
      return method.apply(this, values);
    };
  }
});
afterAll(() => {
  for (const [name, method] of real) statement[name] = method;
});

const plant = (): TestPlant => {
  const made = new TestPlant({ timezone: 'UTC', startAt: '00:00:00' }).addCategory('SOURCE_CATEGORY', ['s']);
  const meter = { modulus: 1000, basePerCount: 1000, maxPerHour: 100 };
  return made.addUnit({
    id: 'a',
    name: 'A',
    type: 'flow',
    subCategoryId: 's',
    meta: { meter, flowHigh: 50 },
    feeds: [feed('a', 'flow'), feed('a', 'volume')],
  });
};

/** A day ends, a meter turns over, an alarm is raised and goes; the write that the count falls on fails. */
const run = async (failAt: number): Promise<object> => {
  const rig = new AlertRig(plant(), FIRST * SLOT_MS - 60_000);
  try {
    rig.start(['a.flow', 'a.volume']);
    watched = rig.readings.connection.sqlite;
    [countdown, struck] = [failAt, ''];
    for (let at = 0; at < SLOTS; at += 1)
      await rig.slot(FIRST + at, { 'a.flow': at > 2 && at < 9 ? 60 : 5, 'a.volume': (994 + at) % 1000 });
    countdown = 0;
    // what could not be stored is stored with what comes next
    for (let at = SLOTS; at < SLOTS + 3; at += 1) await rig.slot(FIRST + at, { 'a.flow': 5, 'a.volume': (994 + at) % 1000 });
    const slots = rig.readings.reader.slots(rig.readings.id('a', 'volume'), FIRST, FIRST + SLOTS + 3);
    const table = (sql: string): unknown[] => watched?.prepare(sql).raw().all() ?? [];
    return {
      values: [...slots.values],
      quality: slots.quality,
      totals: table('select series_id, day, sum from day_total order by 1, 2'),
      events: table('select series_id, slot, kind, before, after from counter_event order by 1, 2, 3'),
      alarms: rig.all().map(({ title, raisedAtMs, count, clearedAtMs }) => ({ title, raisedAtMs, count, clearedAtMs })),
      steps: table('select kind from alarm_step order by rowid'),
    };
  } finally {
    watched = undefined;
    await rig.close();
  }
};

describe.each(faults)('%s in what the server writes by itself', (kind) => {
  it('loses no reading, no total, no event and no alarm, and raises none twice, whichever write it strikes', async () => {
    const whole = await run(0);
    fault = kind;
    let failures = 0;
    for (let at = 1; ; at += 1) {
      const found = await run(at);
      if (struck === '') break;
      failures += 1;
      expect(found, `write ${at}: ${struck}`).toEqual(whole);
    }
    expect(failures).toBeGreaterThan(20);
  });
});
