import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noPython, python } from '../peers/peers.ts';
import { type RunningServer, startServer } from '../startServer.ts';

if (noPython) console.log(`skipped: ${noPython}`);

type Compared = {
  checked: Record<string, number>;
  wrong: Record<string, number>;
  skipped: Record<string, number>;
  examples: Record<string, unknown[]>;
};

const folder = mkdtempSync(join(tmpdir(), 'oracle-'));
const copy = join(folder, 'copy.db');
let server: RunningServer;

const compared = async (...options: string[]): Promise<Compared> => {
  const { stdout } = await promisify(execFile)(python, [join(import.meta.dirname, 'oracle.py'), copy, ...options], {
    maxBuffer: 1e8,
  });
  return JSON.parse(stdout) as Compared;
};

describe.skipIf(noPython)('ninety days of both demo plants, worked out anew by a program in another language', () => {
  beforeAll(async () => {
    server = await startServer(['--demo', '--data', join(folder, 'data')]);
    const database = new Database(join(folder, 'data', 'headworks.db'), { readonly: true });
    await database.backup(copy);
    database.close();
  }, 600_000);
  afterAll(async () => {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('are the stored slots and days and what the API answers of days, months, sub-categories and totals', async () => {
    const { checked, wrong, skipped, examples } = await compared(server.url);
    console.log(JSON.stringify({ checked, skipped }));
    expect(examples).toEqual({});
    expect(wrong).toEqual({});
    expect(checked['volume between two readings']).toBeGreaterThan(1_000_000);
    expect(checked['slot of a gap']).toBeGreaterThan(300);
    expect(checked['DAY of a unit']).toBeGreaterThan(2500);
    expect(skipped['slots of a reset']).toBeLessThan(20);
  }, 600_000);

  it('differ once one stored slot is ten counts off', async () => {
    const { wrong } = await compared(server.url, 'change');
    for (const what of ['volume between two readings', 'sum of a day', 'DAY of a unit', 'MONTH of a unit', 'MONTH of the intake'])
      expect(wrong[what], what).toBeGreaterThan(0);
  }, 600_000);

  it('differ once a figure of an answer is two litres off, whichever kind of figure it is', async () => {
    const { checked, wrong } = await compared(server.url, 'alter');
    expect(Object.keys(checked).filter((what) => !wrong[what])).toEqual([]);
  }, 600_000);
});
