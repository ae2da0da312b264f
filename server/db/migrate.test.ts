import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ManualClock } from '../core/clock.ts';
import { addSampleRows, rowsOf, tablesOf } from '../test/sampleRows.ts';
import { migrate, migrations } from './migrate.ts';
import { openDatabase, type Sqlite } from './open.ts';

const clock = new ManualClock(1_700_000_000_000);
const newDatabase = (): Sqlite => {
  const folder = mkdtempSync(join(tmpdir(), 'migrate-'));
  const { sqlite } = openDatabase(join(folder, 'headworks.db'));
  onTestFinished(() => {
    sqlite.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return sqlite;
};
const tables = (sqlite: Sqlite): string[] =>
  sqlite
    .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name")
    .pluck()
    .all() as string[];
const shapeOf = (sqlite: Sqlite): unknown =>
  sqlite.prepare('select type, name, sql from sqlite_master where sql is not null order by 1, 2').all();

/** Steps up to here made the tables of the first release, in which there was no old row. */
const FIRST_RELEASE = 170;

/** A step and rows of the time before it. */
type OldRows = {
  number: number;
  /** Rows as they were written before the step, in SQL. */
  before: string;
  /** What questions answer after it. */
  after: Readonly<Record<string, readonly unknown[]>>;
  /** Tables whose old rows the step changes otherwise than by columns that it adds. */
  changes: readonly string[];
};

/** One for every step after the first release, in their order: a step that has none here fails. */
const oldRows: readonly OldRows[] = [
  {
    number: 180,
    before: `insert into industry (id, name, joined_at) values ('i', 'I', 0);
      insert into category (industry_id, id, display_name, standard_category_id, si_unit) values ('i', 'c', 'C', 'SOURCE_CATEGORY', 'KL');
      insert into sub_category (industry_id, id, category_id, display_name) values ('i', 's', 'c', 'S');
      insert into unit (id, industry_id, sub_category_id, name, type, standard_category_id, si_unit, created_at)
        values ('u', 'i', 's', 'U', 'flow', 'SOURCE_CATEGORY', 'KL', 0);
      insert into series (id, uid, industry_id, unit_id, param, kind, measure) values (1, 'x', 'i', 'u', 'volume', 'counter', 'L');
      insert into meter (series_id, valid_from_slot, modulus, base_per_count, max_per_hour, back_deadband) values (1, 0, 100, 10, 5, 1);
      insert into counter_event (series_id, slot, kind, before, after) values (1, 7, 'counter_reset', 90, 3);`,
    after: {
      'select valid_from_slot, base_per_count from meter': [{ valid_from_slot: 0, base_per_count: 10 }],
      'select slot, kind, before, after from counter_event': [{ slot: 7, kind: 'counter_reset', before: 90, after: 3 }],
      'select count(*) changes from meter_change': [{ changes: 0 }],
    },
    changes: [],
  },
  {
    number: 190,
    before: "insert into industry (id, name, joined_at) values ('i', 'I', 0);",
    after: {
      'select id, name from industry': [{ id: 'i', name: 'I' }],
      'select count(*) pending from audit_pending': [{ pending: 0 }],
    },
    changes: [],
  },
  {
    number: 210,
    before: `insert into industry (id, name, joined_at) values ('i', 'I', 0);
      insert into category (industry_id, id, display_name, standard_category_id, si_unit) values ('i', 'c', 'C', 'SOURCE_CATEGORY', 'KL');
      insert into sub_category (industry_id, id, category_id, display_name) values ('i', 's', 'c', 'S');
      insert into unit (id, industry_id, sub_category_id, name, type, standard_category_id, si_unit, created_at)
        values ('u', 'i', 's', 'U', 'flow', 'SOURCE_CATEGORY', 'KL', 0);
      insert into series (id, uid, industry_id, unit_id, param, kind, measure) values (1, 'x', 'i', 'u', 'volume', 'counter', 'L');
      insert into reading_day (series_id, day, first_slot, slots, packed) values (1, 19000, 5472000, 288, x'0102');
      insert into day_total (series_id, day, sum, expected, complete) values (1, 19000, 5.5, 288, 280);
      insert into reading_open (slot, series_id, value, quality) values (5500000, 1, 2.5, 'G');`,
    after: {
      // sealed later, while the plant runs
      'select day, slots, hex(packed) packed, revision, hash, checksum from reading_day': [
        { day: 19_000, slots: 288, packed: '0102', revision: 1, hash: null, checksum: null },
      ],
      'select sum, complete, checksum from day_total indexed by day_total_day': [{ sum: 5.5, complete: 280, checksum: null }],
      'select slot, value, checksum from reading_open': [{ slot: 5_500_000, value: 2.5, checksum: null }],
      'select count(*) steps from integrity_step': [{ steps: 0 }],
    },
    changes: [],
  },
  {
    number: 220,
    before: "insert into industry (id, name, joined_at) values ('i', 'I', 0);",
    after: {
      'select id, name from industry': [{ id: 'i', name: 'I' }],
      // given when the database is opened to write
      'select count(*) checksums from row_checksum': [{ checksums: 0 }],
      'select count(*) entries from entry': [{ entries: 0 }],
    },
    changes: [],
  },
  {
    number: 230,
    before: `insert into industry (id, name, joined_at) values ('i', 'I', 0);
      insert into plc_command (id, command_id, industry_id, user_id, username, request_id, ip, device_id, asset, command, frame_id, fn, address, raw_out, created_at, outcome, sent, error)
        values ('late', 'c', 'i', 'u', 'u', 'r', '', 'd', '', '', 'f', 6, 1, '', 0, 'REFUSED', 0, 'not sent: its deadline has passed'),
               ('limit', 'c', 'i', 'u', 'u', 'r', '', 'd', '', '', 'g', 6, 2, '', 0, 'REFUSED', 0, '99 is more than 50'),
               ('busy', 'c', 'i', 'u', 'u', 'r', '', 'd', '', '', 'h', 6, 3, '', 0, 'REFUSED', 1, 'not sent on by the gateway'),
               ('done', 'c', 'i', 'u', 'u', 'r', '', 'd', '', '', 'k', 6, 4, '', 0, 'CONFIRMED', 1, '');`,
    after: {
      'select id, undelivered from plc_command order by rowid': [
        { id: 'late', undelivered: 1 },
        { id: 'limit', undelivered: 0 },
        { id: 'busy', undelivered: 0 },
        { id: 'done', undelivered: 0 },
      ],
    },
    changes: [],
  },
  {
    number: 260,
    before: "insert into industry (id, name, joined_at) values ('i', 'I', 0);",
    after: {
      'select id, name from industry': [{ id: 'i', name: 'I' }],
      'select count(*) phones from phone': [{ phones: 0 }],
      'select count(*) walls from wall': [{ walls: 0 }],
    },
    changes: [],
  },
  {
    number: 280,
    before: "insert into industry (id, name, joined_at) values ('i', 'I', 0);",
    after: {
      'select id, name from industry': [{ id: 'i', name: 'I' }],
      'select count(*) hubs from sync_hub': [{ hubs: 0 }],
    },
    changes: [],
  },
  {
    number: 290,
    before: "insert into industry (id, name, joined_at) values ('i', 'I', 0);",
    after: {
      'select id, name from industry': [{ id: 'i', name: 'I' }],
      'select count(*) proposals from sync_proposal': [{ proposals: 0 }],
      'select count(*) policies from sync_policy': [{ policies: 0 }],
    },
    changes: [],
  },
  {
    number: 300,
    before: `insert into industry (id, name, joined_at) values ('i', 'I', 0);
      insert into category (industry_id, id, display_name, standard_category_id, si_unit) values ('i', 'c', 'C', 'SOURCE_CATEGORY', 'KL');
      insert into sub_category (industry_id, id, category_id, display_name) values ('i', 's', 'c', 'S');
      insert into unit (id, industry_id, sub_category_id, name, type, standard_category_id, si_unit, created_at)
        values ('u', 'i', 's', 'U', 'flow', 'SOURCE_CATEGORY', 'KL', 0);
      insert into series (id, uid, industry_id, unit_id, param, kind, measure) values (1, 'x', 'i', 'u', 'flow', 'gauge', 'm3/h');
      insert into reading_open (slot, series_id, value, quality, mark, checksum) values (5500000, 1, 2.5, 'G', 7, 9);`,
    after: {
      // those of slots that are not over are taken from here when the plant first stores something
      'select slot, value, mark, checksum from reading_open': [{ slot: 5_500_000, value: 2.5, mark: 7, checksum: 9 }],
      'select count(*) slots from reading_running': [{ slots: 0 }],
    },
    changes: [],
  },
  {
    number: 310,
    before: "insert into industry (id, name, joined_at) values ('i', 'I', 0);",
    after: {
      'select id, name from industry': [{ id: 'i', name: 'I' }],
      'select count(*) held from sync_held_day': [{ held: 0 }],
    },
    changes: [],
  },
  {
    number: 320,
    before: "insert into industry (id, name, joined_at) values ('i', 'I', 0);",
    after: {
      'select id, name from industry': [{ id: 'i', name: 'I' }],
      'select count(*) gone from sync_gone_day': [{ gone: 0 }],
    },
    changes: [],
  },
  {
    number: 330,
    before: `insert into industry (id, name, joined_at) values ('i', 'I', 0);
      insert into plc_command (id, command_id, industry_id, user_id, username, request_id, ip, device_id, asset, command, frame_id, fn, address, raw_out, created_at, outcome, sent)
        values ('a', 'Mixed-Id', 'i', 'u', 'u', 'r', '', 'd', '', '', 'f', 6, 1, '', 0, 'CONFIRMED', 1);`,
    after: {
      "select id, command_id from plc_command indexed by plc_command_together where industry_id = 'i' and command_id = 'mixed-id' collate nocase":
        [{ id: 'a', command_id: 'Mixed-Id' }],
    },
    changes: [],
  },
  {
    number: 340,
    before: `insert into industry (id, name, joined_at) values ('i', 'I', 0);
      insert into plc_command (id, command_id, industry_id, user_id, username, request_id, ip, device_id, asset, command, frame_id, fn, address, raw_out, created_at, outcome, sent)
        values ('a', 'c', 'i', 'u', 'u', 'r', '', 'd', '', '', 'f', 6, 1, '', 0, 'CONFIRMED', 1);`,
    after: { 'select id, place from plc_command': [{ id: 'a', place: null }] },
    changes: [],
  },
  {
    number: 350,
    before: `insert into industry (id, name, joined_at) values ('i', 'I', 0);
      insert into alarm (id, industry_id, unit_id, category, alert_type, key, param, date, title, body, action, priority, insight, meta, raised_at, cleared_at)
        values ('a', 'i', '', 'flow_rate', 'flow_rate_alert', 'k', 'flow', '1970-01-01', 'A', '', '', 2, 0, '{}', 10, 30);`,
    after: { "select id from alarm indexed by alarm_end where industry_id = 'i' and cleared_at > 20": [{ id: 'a' }] },
    changes: [],
  },
];

describe('migrations', () => {
  it('are numbered upwards, in steps that leave room', () => {
    const numbers = migrations.map(({ number }) => number);
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
    expect(numbers.length).toBeGreaterThan(4);
  });

  it('bring an empty file up to date once, and say when each was applied', () => {
    const sqlite = newDatabase();
    expect(migrate(sqlite, clock)).toEqual(migrations.map(({ number }) => number));
    expect(migrate(sqlite, clock)).toEqual([]);
    expect(sqlite.prepare('select * from migration order by number').all()).toEqual(
      migrations.map(({ number, name }) => ({ number, name, applied_at: clock.now() })),
    );
    expect(tables(sqlite)).toContain('reading_day');
    expect(sqlite.pragma('foreign_key_check')).toEqual([]);
  });

  it.each(migrations.map(({ number, name }, index) => ({ number, name, index })))(
    'up to $number $name and then the rest give the same tables, with an old row of each as it was',
    ({ index }) => {
      const sqlite = newDatabase();
      migrate(sqlite, clock, migrations.slice(0, index + 1));
      const old = addSampleRows(sqlite);
      expect(Object.keys(old).sort()).toEqual(tablesOf(sqlite));
      for (const [table, rows] of Object.entries(old)) expect(rows.length, table).toBeGreaterThan(0);
      const later = migrations.slice(index + 1).flatMap(({ number }) => oldRows.find((each) => each.number === number) ?? []);
      migrate(sqlite, clock);
      // later steps may add columns; what else they change is written in oldRows
      const changed = new Set(later.flatMap(({ changes }) => changes));
      const kept = Object.fromEntries(Object.entries(old).filter(([table]) => !changed.has(table)));
      expect(rowsOf(sqlite, Object.keys(kept))).toMatchObject(kept);
      expect(sqlite.pragma('foreign_key_check')).toEqual([]);
      const fresh = newDatabase();
      migrate(fresh, clock);
      expect(shapeOf(sqlite)).toEqual(shapeOf(fresh));
    },
  );

  it('that came after the first release have each a test with old rows', () => {
    const due = migrations.map(({ number }) => number).filter((number) => number > FIRST_RELEASE);
    expect(oldRows.map(({ number }) => number)).toEqual(due);
  });

  it.for(oldRows)('$number makes of old rows what is written here', ({ number, before, after }) => {
    const sqlite = newDatabase();
    migrate(
      sqlite,
      clock,
      migrations.filter((step) => step.number < number),
    );
    sqlite.exec(before);
    migrate(
      sqlite,
      clock,
      migrations.filter((step) => step.number <= number),
    );
    expect(Object.keys(after).length).toBeGreaterThan(0);
    for (const [sql, rows] of Object.entries(after)) expect(sqlite.prepare(sql).all(), sql).toEqual(rows);
  });

  it('leave no trace of a step that fails, and keep those before it', () => {
    const sqlite = newDatabase();
    const good = { number: 10, name: 'good', sql: 'create table good (id integer)' };
    const bad = { number: 20, name: 'bad', sql: 'create table half (id integer); insert into missing values (1)' };
    expect(() => migrate(sqlite, clock, [good, bad])).toThrow(/no such table: missing/);
    expect(tables(sqlite)).toEqual(['good', 'migration']);
    expect(sqlite.prepare('select number from migration').pluck().all()).toEqual([10]);
    expect(migrate(sqlite, clock, [good, { ...bad, sql: 'create table whole (id integer)' }])).toEqual([20]);
  });

  it('refuse a file of a newer version and change nothing in it', () => {
    const sqlite = newDatabase();
    migrate(sqlite, clock, migrations.slice(0, 2));
    sqlite.prepare('insert into migration values (?, ?, ?)').run(9990, 'future', 0);
    const before = shapeOf(sqlite);
    expect(() => migrate(sqlite, clock)).toThrow(
      expect.objectContaining({
        code: 'newerVersion',
        message: expect.stringMatching(/^database .*headworks\.db holds step 9990 of a newer version/),
      }),
    );
    expect(shapeOf(sqlite)).toEqual(before);
  });
});
