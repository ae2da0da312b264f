/**
 * A plant that had no line for 30 days of 1,000 series sends them: 30,000 days of single series from its database to the rows of a hub in
 * PostgreSQL, by the code of both, over HTTP on this machine, until both have the same root. The recorded plant of the golden answers
 * stands for it, its units copied as often as it takes. Needs PostgreSQL of Debian; says so where it is missing.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { loadIdentity } from '../server/bundle/identity.ts';
import { readConfig } from '../server/config.ts';
import { Bus } from '../server/core/bus.ts';
import { systemClock } from '../server/core/clock.ts';
import type { Jobs } from '../server/core/jobs.ts';
import { openDatabase, type Sqlite } from '../server/db/open.ts';
import { openWriter, rawConnectionOf } from '../server/db/writer.ts';
import { answerSync } from '../server/features/sync/answerStore.ts';
import { askByJobs, syncQuestion } from '../server/features/sync/questions.ts';
import { SyncService } from '../server/features/sync/service.ts';
import { SyncStore } from '../server/features/sync/syncStore.ts';
import { createOpenSlots } from '../server/features/sync/ticks/openSlotsStore.ts';
import { HubApplication } from '../server/hub/hubApplication.ts';
import { installed } from '../server/hub/testing/installed.ts';
import { missingPostgres, startPostgres } from '../server/hub/testing/postgresRig.ts';
import { createLog } from '../server/log.ts';
import { goal } from '../server/test/readingsLoad.ts';

const BLOCKS = 30_000;
const MOST_SECONDS = 90;
const MOST_BYTES_A_READING = 3;
const quiet = createLog('error', { write: () => undefined });
const recorded = join(import.meta.dirname, '../tests/golden/plant.db.br');

/** Every unit with its series and days once more. */
const copyUnits = (sqlite: Sqlite, copy: number): void => {
  const columnsOf = (table: string): string[] =>
    sqlite.prepare('select name from pragma_table_info(?)').pluck().all(table) as string[];
  const offset = copy * 100_000;
  const again = (table: string, changed: Record<string, string>, where: string): void => {
    const columns = columnsOf(table);
    const values = columns.map((name) => changed[name] ?? name);
    sqlite.exec(`insert into ${table} (${columns.join()}) select ${values.join()} from ${table} where ${where}`);
  };
  const unit = `id || '-c${copy}'`;
  again('unit', { id: unit }, "id not like '%-c%'");
  const uid =
    "lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-8' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))";
  again('series', { id: `id + ${offset}`, uid, unit_id: `unit_id || '-c${copy}'` }, 'id < 100000');
  again('reading_day', { series_id: `series_id + ${offset}`, checksum: 'null' }, 'series_id < 100000');
  again('day_total', { series_id: `series_id + ${offset}` }, 'series_id < 100000');
};

const makePlant = (folder: string): number => {
  const path = join(folder, 'headworks.db');
  writeFileSync(path, brotliDecompressSync(readFileSync(recorded)));
  const { writer } = openWriter(path, systemClock);
  const sqlite = rawConnectionOf(writer);
  // rows are copied whole, their keys with them
  sqlite.pragma('foreign_keys = off');
  const count = sqlite.prepare('select count(*) from reading_day').pluck();
  const once = count.get() as number;
  for (let copy = 1; (count.get() as number) + once <= BLOCKS + once / 2; copy += 1) copyUnits(sqlite, copy);
  sqlite.exec(`delete from reading_open;
    insert or ignore into day_node (industry_id, day) select distinct s.industry_id, d.day from reading_day d join series s on s.id = d.series_id;
    update day_node set hash = null`);
  const blocks = count.get() as number;
  writer.close();
  return blocks;
};

const run = async (): Promise<void> => {
  const root = mkdtempSync(join(tmpdir(), 'hub-sync-'));
  const folders = { plant: join(root, 'plant'), hub: join(root, 'hub') };
  for (const folder of Object.values(folders)) mkdirSync(folder);
  const rig = await startPostgres();
  writeFileSync(join(folders.hub, 'headworks.json'), JSON.stringify({ hub: { postgres: rig.url, name: 'Hub' } }));
  const config = readConfig(['--hub', '--data', folders.hub, '--port', '0', '--host', '127.0.0.1'], {});
  const hub = new HubApplication({ config, clock: systemClock, log: quiet, ...installed });
  const blocks = makePlant(folders.plant);
  const url = await hub.start();
  const { writer } = openWriter(join(folders.plant, 'headworks.db'), systemClock);
  const reading = openDatabase(join(folders.plant, 'headworks.db'), { readonly: true });
  const jobs: Jobs = {
    run: (_, input, { signal }) => answerSync(reading.sqlite, folders.plant, syncQuestion.parse(input), signal),
  };
  const sync = new SyncService({
    ...{ dataFolder: folders.plant, identity: loadIdentity(join(folders.plant, 'keys'), Date.now()), program: '1.0.0' },
    ...{ store: new SyncStore(writer), ask: askByJobs(jobs), clock: systemClock, log: quiet, bus: new Bus(quiet) },
    ...{ plantName: () => 'Plant', random: () => 0.5, latest: () => [], openSlots: createOpenSlots(writer) },
  });
  try {
    const asOwner = async (path: string, body: object): Promise<{ code: string }> => {
      const token = readFileSync(join(folders.hub, 'keys', 'hub-owner-token'), 'utf8').trim();
      const headers = { Authorization: `Bearer ${token}` };
      return (await (
        await fetch(`${url}/api/hub/admin${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      ).json()) as { code: string };
    };
    const industries = reading.sqlite.prepare('select id from industry').pluck().all() as string[];
    const share = { industries, alarms: false, audit: false, commands: false, people: false, ticks: false, live: false };
    sync.pair((await asOwner('/codes', {})).code, { share, bytesPerHour: null, by: 'admin' });
    await sync.settled();
    const { site, words } = sync.state();
    await asOwner(`/plants/${site}/confirm`, { words });
    const [fromMs, cpu, postgres] = [performance.now(), process.cpuUsage(), rig.processorMs()];
    sync.begin();
    await sync.settled();
    const seconds = (performance.now() - fromMs) / 1000;
    const { user, system } = process.cpuUsage(cpu);
    const state = sync.state();
    const isProved = state.industries.every(({ closedTo, provedTo }) => closedTo === provedTo);
    if (state.lastError !== null || !isProved)
      throw new Error(`not everything was sent: ${state.lastError ?? 'the roots differ'}`);
    const [{ bytes, readings } = { bytes: 0, readings: 1 }] = await rig.asAdmin(
      async (admin) =>
        (
          await admin.query<{ bytes: number; readings: number }>(
            'select (select sum(bytes)::float8 from upload) bytes, (select sum(slots)::float8 from block) readings',
          )
        ).rows,
    );
    console.log(
      `${blocks} days of series; processor time: ${((user + system) / 1e6).toFixed(1)} s of plant and hub, ${((rig.processorMs() - postgres) / 1000).toFixed(1)} s of PostgreSQL`,
    );
    goal('30 days of 1,000 series caught up', seconds, 's', (one) => one <= MOST_SECONDS, `<= ${MOST_SECONDS}`);
    goal('bytes of a reading', bytes / readings, 'bytes', (one) => one <= MOST_BYTES_A_READING, `<= ${MOST_BYTES_A_READING}`);
  } finally {
    await sync.stop();
    await hub.stop();
    reading.sqlite.close();
    writer.close();
    rig.stop();
    rmSync(root, { recursive: true, force: true });
  }
};

if (missingPostgres) console.log(`not run: ${missingPostgres}`);
else await run();
