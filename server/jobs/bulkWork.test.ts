import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../core/clock.ts';
import { CooperativeScheduler, TimeSlice } from '../core/cooperativeScheduler.ts';
import { parseApart, parseFile } from '../features/commissioning/bulk/parsedFile.ts';
import { silent } from '../test/httpRig.ts';
import { askAt, bearer, loginAt } from '../test/policyRig.ts';
import { rowsWorkbook } from '../test/rowsWorkbook.ts';
import { startWholePlant, type WholePlant } from '../test/wholePlant.ts';
import { ForkHost } from './forkHost.ts';
import { JobPool } from './pool.ts';

const folder = mkdtempSync(join(tmpdir(), 'bulk-work-'));
const jobs = new JobPool({
  host: new ForkHost({ dataFolder: folder, resources: folder, memoryBytes: 400 * 1_048_576 }),
  log: silent,
});
const { signal } = new AbortController();
const pace = () => new TimeSlice(new CooperativeScheduler(), systemClock, signal);
let plant: WholePlant;
let token: string;
beforeAll(async () => {
  plant = await startWholePlant();
  token = (await loginAt(plant.url(), 'admin')).access_token;
});
afterAll(async () => {
  jobs.stop();
  await plant.stop();
  rmSync(folder, { recursive: true });
});

describe('a file with a configuration', () => {
  it('comes back from a job process as it would be read here, in batches', async () => {
    const csv = Buffer.from(`kind,id,name\n${Array.from({ length: 1234 }, (_, i) => `tag,t${i},name ${i}\n`).join('')}`);
    const json = Buffer.from('{"format":"headworks-field","formatVersion":1,"tags":[{"id":"a"},{"id":"b"}]}');
    for (const bytes of [csv, json, await rowsWorkbook(1600)])
      expect(await parseApart(jobs)(bytes, pace(), signal)).toEqual(await parseFile(bytes, pace(), signal));
  });

  it('is refused by what the job process says of it', async () => {
    await expect(parseApart(jobs)(Buffer.from('{'), pace(), signal)).rejects.toMatchObject({ code: 'badRequest' });
    await expect(parseApart(jobs)(await rowsWorkbook(40_100), pace(), signal)).rejects.toThrow('more than 40000 rows');
  });

  it('of 900,000 rows is refused while its rows are counted, and neither memory nor other answers are the price', async () => {
    const bomb = await rowsWorkbook(900_000);
    const send = async (): Promise<[number, string]> => {
      const form = new FormData();
      form.set('file', new Blob([Uint8Array.from(bomb)]), 'field.xlsx');
      const reply = await fetch(`${plant.url()}/api/plant/configuration/import?dryRun=true`, {
        method: 'POST',
        headers: bearer(token),
        body: form,
      });
      return [reply.status, await reply.text()];
    };
    const sent = Promise.all(Array.from({ length: 4 }, send));
    // CPU time of this thread, which a busy machine does not lengthen
    const usedMs = (): number => process.threadCpuUsage().user / 1000;
    let longestMs = 0;
    let isDone = false;
    void sent.finally(() => {
      isDone = true;
    });
    while (!isDone) {
      const startedMs = usedMs();
      await delay(10);
      longestMs = Math.max(longestMs, usedMs() - startedMs);
    }
    for (const [status, text] of await sent) {
      expect(status).toBe(400);
      expect(text).toContain('more than 40000 rows');
    }
    // read in this process one turn takes seconds
    expect(longestMs).toBeLessThan(500);
  });

  it('is written by a job process with what is stored', async () => {
    for (const format of ['csv', 'json', 'xlsx']) {
      const { status, text } = await askAt(plant.url(), `/api/plant/configuration/export?format=${format}`, {
        headers: bearer(token),
      });
      expect([status, text.length > 200]).toEqual([200, true]);
      if (format === 'json') expect(JSON.parse(text).tags.length).toBeGreaterThan(0);
    }
  });
});
