/** A plant of many series with days of history, and a hub with PostgreSQL in a process of its own to which it is paired: nothing is sent yet. */

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { loadIdentity } from '../server/bundle/identity.ts';
import { Bus } from '../server/core/bus.ts';
import { hashOfBlock } from '../server/core/bytes/blockHash.ts';
import { unpack } from '../server/core/bytes/packing.ts';
import { dayChecksum } from '../server/core/bytes/rowChecksum.ts';
import { systemClock } from '../server/core/clock.ts';
import type { Jobs } from '../server/core/jobs.ts';
import { SLOTS_PER_DAY } from '../server/core/slots.ts';
import { openDatabase, type Sqlite } from '../server/db/open.ts';
import { openWriter } from '../server/db/openWriter.ts';
import { rawConnectionOf } from '../server/db/writer.ts';
import { answerSync } from '../server/features/sync/answerStore.ts';
import { askByJobs, syncQuestion } from '../server/features/sync/questions.ts';
import { SyncService } from '../server/features/sync/service.ts';
import { SyncStore } from '../server/features/sync/syncStore.ts';
import { createOpenSlots } from '../server/features/sync/ticks/openSlotsStore.ts';
import { DayTree, keepDayHashes } from '../server/historian/store/dayTreeStore.ts';
import { type PostgresRig, startPostgres } from '../server/hub/testing/postgresRig.ts';
import { createLog } from '../server/log.ts';
import { withoutEngine } from '../server/test/sync/withoutEngine.ts';
import { startServer } from '../tests/startServer.ts';

const quiet = createLog('error', { write: () => undefined });
const recorded = join(import.meta.dirname, '../tests/golden/plant.db.br');
type Size = { series: number; days: number };

/** Rows of a table once more, with other values in some columns. */
const copyRows = (sqlite: Sqlite, table: string, changed: Record<string, string>, where: string): void => {
  const columns = sqlite.prepare('select name from pragma_table_info(?)').pluck().all(table) as string[];
  const values = columns.map((name) => changed[name] ?? name);
  sqlite.exec(`insert into ${table} (${columns.join()}) select ${values.join()} from ${table} where ${where}`);
};

/** The recorded days again in the days before them, each with the hash that it has there. */
const copyDays = (sqlite: Sqlite, wanted: number): void => {
  const extent = sqlite.prepare('select min(day) "from", max(day) "to" from reading_day').get() as { from: number; to: number };
  const recordedDays = extent.to - extent.from + 1;
  for (let copy = 1; copy * recordedDays < wanted; copy += 1) {
    const days = copy * recordedDays;
    const where = `day >= ${extent.from}`;
    copyRows(
      sqlite,
      'reading_day',
      { day: `day - ${days}`, first_slot: `first_slot - ${days * SLOTS_PER_DAY}`, hash: 'null', checksum: 'null' },
      where,
    );
    copyRows(sqlite, 'day_total', { day: `day - ${days}` }, where);
  }
  for (const table of ['reading_day', 'day_total']) sqlite.exec(`delete from ${table} where day <= ${extent.to - wanted}`);
  type Row = { id: number; day: number; firstSlot: number; slots: number; packed: Buffer };
  const rows = sqlite.prepare(
    'select series_id id, day, first_slot firstSlot, slots, packed from reading_day where hash is null',
  );
  const put = sqlite.prepare('update reading_day set hash = ? where series_id = ? and day = ?');
  for (const { id, day, firstSlot, slots, packed } of rows.all() as Row[])
    put.run(hashOfBlock(unpack(packed, firstSlot, slots)), id, day);
};

/** Every unit with its series and days once more. */
const copyUnits = (sqlite: Sqlite, copy: number): void => {
  const offset = copy * 100_000;
  const uid =
    "lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-8' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))";
  copyRows(sqlite, 'unit', { id: `id || '-c${copy}'` }, "id not like '%-c%'");
  copyRows(sqlite, 'series', { id: `id + ${offset}`, uid, unit_id: `unit_id || '-c${copy}'` }, 'id < 100000');
  copyRows(sqlite, 'reading_day', { series_id: `series_id + ${offset}`, checksum: 'null' }, 'series_id < 100000');
  copyRows(sqlite, 'day_total', { series_id: `series_id + ${offset}` }, 'series_id < 100000');
};

/** Says of each row that it is whole, as a plant does when it closes a day. */
const seal = (sqlite: Sqlite): void => {
  type Row = { seriesId: number; day: number; revision: number; firstSlot: number; slots: number; hash: Buffer | null };
  const columns = 'series_id seriesId, day, revision, first_slot firstSlot, slots, hash';
  const put = sqlite.prepare('update reading_day set checksum = ? where series_id = ? and day = ?');
  for (const row of sqlite.prepare(`select ${columns} from reading_day`).all() as Row[])
    put.run(row.hash && dayChecksum({ ...row, hash: row.hash }), row.seriesId, row.day);
};

const makePlant = (folder: string, { series, days }: Size): number => {
  const path = join(folder, 'headworks.db');
  writeFileSync(path, brotliDecompressSync(readFileSync(recorded)));
  const { writer } = openWriter(path, systemClock);
  const sqlite = rawConnectionOf(writer);
  // rows are copied whole, their keys with them
  sqlite.pragma('foreign_keys = off');
  const count = sqlite.prepare('select count(distinct series_id) from reading_day').pluck();
  sqlite.exec('begin');
  copyDays(sqlite, days);
  const once = count.get() as number;
  for (let copy = 1; copy * once < series; copy += 1) copyUnits(sqlite, copy);
  seal(sqlite);
  sqlite.exec(`delete from reading_open; delete from day_node;
    insert into day_node (industry_id, day) select distinct s.industry_id, d.day from reading_day d join series s on s.id = d.series_id;
    commit`);
  // as a plant has done within minutes after a day is closed
  keepDayHashes(new DayTree(sqlite), writer, Number.MAX_SAFE_INTEGER);
  const blocks = sqlite.prepare('select count(*) from reading_day').pluck().get() as number;
  writer.close();
  return blocks;
};

type SentPlant = {
  blocks: number;
  root: string;
  rig: PostgresRig;
  sync: SyncService;
  /** Processor time of the hub's process, ms. */
  hubMs(): number;
  /** Of what a plant does in job processes; here it is done in this one. */
  jobsMs(): number;
  asOwner(path: string, body: object): Promise<{ code: string }>;
  stop(): Promise<void>;
};

const TICK_MS = 10;

export const startSentPlant = async (size: Size): Promise<SentPlant> => {
  const root = mkdtempSync(join(tmpdir(), 'hub-sync-'));
  const folders = { plant: join(root, 'plant'), hub: join(root, 'hub') };
  for (const folder of Object.values(folders)) mkdirSync(folder);
  const rig = await startPostgres();
  writeFileSync(join(folders.hub, 'headworks.json'), JSON.stringify({ hub: { postgres: rig.url, name: 'Hub' } }));
  const hub = await startServer(['--hub', '--data', folders.hub, '--host', '127.0.0.1']);
  const blocks = makePlant(folders.plant, size);
  const { writer } = openWriter(join(folders.plant, 'headworks.db'), systemClock);
  const reading = openDatabase(join(folders.plant, 'headworks.db'), { readonly: true });
  let jobsMs = 0;
  const jobs: Jobs = {
    run: async (_, input, { signal }) => {
      const answered = await answerSync(reading.sqlite, folders.plant, syncQuestion.parse(input), signal);
      jobsMs += answered.processorMs;
      return answered;
    },
  };
  const sync = new SyncService({
    ...{ dataFolder: folders.plant, identity: loadIdentity(join(folders.plant, 'keys'), Date.now()), program: '1.0.0' },
    ...{ store: new SyncStore(writer), ask: askByJobs(jobs), clock: systemClock, log: quiet, bus: new Bus(quiet) },
    ...{ plantName: () => 'Plant', random: () => 0.5, latest: () => [] },
    ...{ openSlots: createOpenSlots(writer), restored: withoutEngine(writer) },
  });
  const asOwner = async (path: string, body: object): Promise<{ code: string }> => {
    const token = readFileSync(join(folders.hub, 'keys', 'hub-owner-token'), 'utf8').trim();
    const headers = { Authorization: `Bearer ${token}` };
    const response = await fetch(`${hub.url}/api/hub/admin${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await response.json()) as { code: string };
  };
  const industries = reading.sqlite.prepare('select id from industry').pluck().all() as string[];
  const share = { industries, alarms: false, audit: false, commands: false, people: false, ticks: false, live: false };
  sync.pair((await asOwner('/codes', {})).code, { share, bytesPerHour: null, by: 'admin' });
  await sync.settled();
  const { site, words } = sync.state();
  await asOwner(`/plants/${site}/confirm`, { words });
  return {
    ...{ blocks, root, rig, sync, asOwner, jobsMs: () => jobsMs },
    hubMs: () => {
      const text = readFileSync(`/proc/${hub.process.pid}/stat`, 'utf8');
      const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
      return TICK_MS * (Number(fields[11]) + Number(fields[12]));
    },
    stop: async () => {
      await sync.stop();
      await hub.stop();
      reading.sqlite.close();
      writer.close();
      rig.stop();
      rmSync(root, { recursive: true, force: true });
    },
  };
};

/** Sends everything. @throws Error unless both have the same roots then. */
export const sendAll = async ({ sync }: SentPlant, how: 'atOnce' | 'atPace' = 'atOnce'): Promise<void> => {
  if (how === 'atPace') sync.beginAtPace();
  else sync.begin();
  await sync.settled();
  const { lastError, industries } = sync.state();
  const isProved = industries.every(({ closedTo, provedTo }) => closedTo === provedTo);
  if (lastError !== null || !isProved) throw new Error(`not everything was sent: ${lastError ?? 'the roots differ'}`);
};
