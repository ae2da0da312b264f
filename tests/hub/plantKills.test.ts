/**
 * A plant that is killed while it sends: it goes on after the next start, and the hub has all of it, once.
 * Some kills here; HEADWORKS_HUB_KILLS=100 makes it a hundred.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renewIdentity } from '../../server/bundle/identity.ts';
import { readConfig } from '../../server/config.ts';
import { systemClock } from '../../server/core/clock.ts';
import { uniformAt } from '../../server/core/random.ts';
import { openWriter } from '../../server/db/openWriter.ts';
import { rawConnectionOf } from '../../server/db/writer.ts';
import { HubApplication } from '../../server/hub/hubApplication.ts';
import { installed } from '../../server/hub/testing/installed.ts';
import { missingPostgres, type PostgresRig, startPostgres } from '../../server/hub/testing/postgresRig.ts';
import { createLog } from '../../server/log.ts';
import { databaseFile } from '../golden/frozenPlant.ts';

const KILLS = Number(process.env.HEADWORKS_HUB_KILLS ?? 6);
/** Longer than a round takes, so that some kills find it between two. */
const LONGEST_MS = 1500;
const SERIES = 20;
const quiet = createLog('error', { write: () => undefined });
type Told = {
  lastError: string | null;
  site: string;
  words: string;
  industries: { closedTo: string | null; provedTo: string | null }[];
  refusals: object[];
};

describe.skipIf(missingPostgres)(`a plant that is killed${missingPostgres ? ` (${missingPostgres})` : ''}`, () => {
  const root = mkdtempSync(join(tmpdir(), 'plant-kills-'));
  const folders = { plant: join(root, 'plant'), hub: join(root, 'hub') };
  const seed = Number(process.env.HEADWORKS_TEST_SEED ?? 1);
  let rig: PostgresRig;
  let hub: HubApplication;
  let url = '';
  let code = '';
  let child: ChildProcess | undefined;
  beforeAll(async () => {
    for (const folder of Object.values(folders)) mkdirSync(folder);
    writeFileSync(join(folders.plant, 'headworks.db'), brotliDecompressSync(readFileSync(databaseFile)));
    renewIdentity(join(folders.plant, 'keys'), Date.now());
    inPlant(`delete from reading_open;
      delete from reading_day where series_id not in (select id from series order by id limit ${SERIES});
      delete from day_total where series_id not in (select id from series order by id limit ${SERIES});
      delete from day_node;
      insert or ignore into day_node (industry_id, day)
        select distinct s.industry_id, d.day from reading_day d join series s on s.id = d.series_id`);
    rig = await startPostgres();
    writeFileSync(join(folders.hub, 'headworks.json'), JSON.stringify({ hub: { postgres: rig.url, name: 'Hub' } }));
    const config = readConfig(['--hub', '--data', folders.hub, '--port', '0', '--host', '127.0.0.1'], {});
    hub = new HubApplication({ config, clock: systemClock, log: quiet, ...installed });
    url = await hub.start();
    ({ code } = (await asOwner('/codes', {})) as { code: string });
  });
  afterAll(async () => {
    child?.kill('SIGKILL');
    await hub?.stop();
    rig?.stop();
    rmSync(root, { recursive: true, force: true });
  });

  const asOwner = async (path: string, body: object): Promise<object> => {
    const owner = readFileSync(join(folders.hub, 'keys', 'hub-owner-token'), 'utf8').trim();
    const headers = { Authorization: `Bearer ${owner}` };
    const response = await fetch(`${url}/api/hub/admin${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await response.json()) as object;
  };
  /** While the plant does not run. */
  function inPlant(sql: string): void {
    const { writer } = openWriter(join(folders.plant, 'headworks.db'), systemClock);
    rawConnectionOf(writer).exec(sql);
    writer.close();
  }
  const start = (): AsyncIterator<string> => {
    const script = join(import.meta.dirname, 'sendingProcess.ts');
    child = spawn(process.execPath, [script, folders.plant, code], { stdio: ['ignore', 'pipe', 'inherit'] });
    return createInterface({ input: child.stdout as NonNullable<ChildProcess['stdout']> })[Symbol.asyncIterator]();
  };
  const kill = async (): Promise<void> => {
    if (!child || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };
  const told = async (lines: AsyncIterator<string>): Promise<Told> => JSON.parse(String((await lines.next()).value)) as Told;
  const stored = () =>
    rig.asAdmin(async (client) => {
      const { rows } = await client.query<{ line: string }>(
        `select s.uid || ' ' || b.day || ' ' || b.revision line from block b join series s using (plant_id, series_no) order by 1`,
      );
      return rows.map(({ line }) => line);
    });
  const kept = (): string[] => {
    const { writer } = openWriter(join(folders.plant, 'headworks.db'), systemClock);
    const days = rawConnectionOf(writer)
      .prepare(`select s.uid || ' ' || d.day || ' ' || d.revision from reading_day d join series s on s.id = d.series_id`)
      .pluck()
      .all() as string[];
    writer.close();
    return days.toSorted();
  };
  const isProved = ({ lastError, industries }: Told): boolean =>
    lastError === null && industries.length > 0 && industries.every(({ closedTo, provedTo }) => closedTo === provedTo);

  it(`is complete at the hub after ${KILLS} kills, with every correction of its days, and the hub has none that it did not send`, async () => {
    const first = start();
    const { site, words } = await told(first);
    await asOwner(`/plants/${site}/confirm`, { words });
    await kill();
    let unfinished = 0;
    for (let number = 1; number <= KILLS; number += 1) {
      // some days are corrected, so that there is always something to send
      inPlant(`update reading_day set revision = revision + 1, hash = null, checksum = null where (series_id * 31 + day) % 7 = ${number % 7};
        update day_node set hash = null`);
      const lines = start();
      await wait(300 + Math.floor(uniformAt(seed, 0, number) * LONGEST_MS));
      await kill();
      await lines.return?.();
      const [here, there] = [kept(), await stored()];
      if (here.join() !== there.join()) unfinished += 1;
      // of each day the hub has one revision, and none that the plant has not had
      expect(new Set(there.map((line) => line.replace(/ \d+$/, ''))).size).toBe(there.length);
    }
    expect(unfinished).toBeGreaterThan(0);
    const lines = start();
    let last = await told(lines);
    for (let rounds = 0; rounds < 10 && !isProved(last); rounds += 1) last = await told(lines);
    await kill();
    expect(last).toMatchObject({ lastError: null, refusals: [] });
    expect(isProved(last)).toBe(true);
    expect(await stored()).toEqual(kept());
  }, 3_600_000);
});
