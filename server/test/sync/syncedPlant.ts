import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { onTestFinished } from 'vitest';
import { loadIdentity, renewIdentity } from '../../bundle/identity.ts';
import type { Share } from '../../contract/hub/pairing.ts';
import type { SyncState } from '../../contract/plant/sync.ts';
import { Bus, type LiveUpdate } from '../../core/bus.ts';
import { ManualClock } from '../../core/clock.ts';
import type { Jobs } from '../../core/jobs.ts';
import { openDatabase, type Sqlite } from '../../db/open.ts';
import { openWriter } from '../../db/openWriter.ts';
import { rawConnectionOf } from '../../db/writer.ts';
import type { AuditEntry } from '../../features/audit/index.ts';
import { answerSync } from '../../features/sync/answerStore.ts';
import { askByJobs, syncQuestion } from '../../features/sync/questions.ts';
import { SyncService } from '../../features/sync/service.ts';
import type { SyncParts } from '../../features/sync/serviceParts.ts';
import { SyncStore } from '../../features/sync/syncStore.ts';
import { createOpenSlots } from '../../features/sync/ticks/openSlotsStore.ts';
import { quietLog } from '../readingsRig.ts';
import { StandInHub } from './standInHub.ts';
import { withoutEngine } from './withoutEngine.ts';

/** A demo plant of some weeks, as a file. */
const frozenPlant = join(import.meta.dirname, '../../../tests/golden/plant.db.br');
export const startMs = Date.parse('2026-11-23T02:00:00Z');
/** Kept of the frozen plant: a few series of a few weeks are enough here. */
const KEPT_SERIES = 12;

export const share: Share = {
  ...{ industries: ['DEMO', 'NORTH'], alarms: true, audit: true, commands: true },
  ...{ people: true, ticks: false, live: false },
};

/** The file of the plant from which each test has a copy. */
const makeTemplate = (): Buffer => {
  const folder = mkdtempSync(join(tmpdir(), 'sync-template-'));
  const path = join(folder, 'headworks.db');
  writeFileSync(path, brotliDecompressSync(readFileSync(frozenPlant)));
  const { writer } = openWriter(path, new ManualClock(startMs));
  const sqlite = rawConnectionOf(writer);
  const rest = `series_id not in (select id from series order by industry_id, id limit ${KEPT_SERIES})`;
  sqlite.exec(`delete from reading_day where ${rest}; delete from day_total where ${rest}`);
  // as sealing does in the background
  sqlite.exec(
    `insert or ignore into day_node (industry_id, day)
     select distinct s.industry_id, d.day from reading_day d join series s on s.id = d.series_id;
     delete from day_node where (industry_id, day) not in
       (select s.industry_id, d.day from reading_day d join series s on s.id = d.series_id)`,
  );
  const industries = sqlite.prepare('select id from industry order by id').pluck().all();
  share.industries.splice(0, share.industries.length, ...industries.map(String));
  sqlite.pragma('wal_checkpoint(truncate)');
  writer.close();
  const template = readFileSync(path);
  rmSync(folder, { recursive: true });
  return template;
};

// the files that use it may share a process, which tells nobody when it ends
let template: Buffer | undefined;
/** A plant of its own with a hub of its own. @param keys the key folder of another plant, of which this is a copy. */
export const started = async (
  change: (sqlite: Sqlite) => void = () => undefined,
  keys?: string,
  more: Partial<Pick<SyncParts, 'rest'>> = {},
) => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'sync-'));
  template ??= makeTemplate();
  writeFileSync(join(dataFolder, 'headworks.db'), template);
  const clock = new ManualClock(startMs);
  const { writer } = openWriter(join(dataFolder, 'headworks.db'), clock);
  change(rawConnectionOf(writer));
  const reading = openDatabase(join(dataFolder, 'headworks.db'), { readonly: true });
  const hub = new StandInHub();
  await hub.start();
  const jobs: Jobs = {
    run: (_, input, { signal }) => answerSync(reading.sqlite, dataFolder, syncQuestion.parse(input), signal),
  };
  const store = new SyncStore(writer);
  if (keys) cpSync(keys, join(dataFolder, 'keys'), { recursive: true });
  else renewIdentity(join(dataFolder, 'keys'), startMs);
  const identity = loadIdentity(join(dataFolder, 'keys'), startMs);
  /** What the plant measures now, by industry. */
  const live: { latest(industryId: string): LiveUpdate[] } = { latest: () => [] };
  /** Entries of the audit log that sync itself made. */
  const audited: AuditEntry[] = [];
  const restored = withoutEngine(writer, audited);
  const create = (as = identity) =>
    new SyncService({
      ...{ dataFolder, identity: as, program: '1.0.0', store, ask: askByJobs(jobs), clock, log: quietLog(), restored },
      ...{ plantName: () => 'Frozen plant', bus: new Bus(quietLog()), random: () => 0.5, againAfterMs: [1, 1, 1] },
      ...{
        latest: (industryId) => live.latest(industryId),
        liveEveryMs: 50,
        openSlots: createOpenSlots(writer),
        ticksEveryMs: 50,
        ...more,
      },
    });
  const sync = create();
  onTestFinished(async () => {
    await sync.stop();
    await hub.stop();
    reading.sqlite.close();
    writer.close();
    rmSync(dataFolder, { recursive: true, force: true });
  });
  const round = async (of = sync): Promise<void> => {
    clock.advance(60_000);
    of.begin();
    await of.settled();
  };
  const pair = async (): Promise<void> => {
    sync.pair(hub.code, { share, bytesPerHour: null, by: 'admin' });
    await sync.settled();
  };
  const own = { dataFolder, clock, writer, sqlite: rawConnectionOf(writer), hub, store, identity };
  return { ...own, live, restored, audited, sync, create, round, pair };
};

/** Every row of every table that is not of sync. */
export const rowsOf = (sqlite: Sqlite): Record<string, unknown[]> => {
  const tables = sqlite
    .prepare(
      "select name from sqlite_schema where type = 'table' and name not like 'sync_%' and name not like 'sqlite_%' order by name",
    )
    .pluck()
    .all() as string[];
  return Object.fromEntries(
    tables.map((name) => [
      name,
      sqlite.prepare(`select * from "${name}" ${name === 'row_checksum' ? "where name not like 'sync_%'" : ''}`).all(),
    ]),
  );
};

export const stateOf = ({ sync }: { sync: SyncService }): SyncState => sync.state();
export const blocksOf = (sqlite: Sqlite): number => sqlite.prepare('select count(*) from reading_day').pluck().get() as number;
