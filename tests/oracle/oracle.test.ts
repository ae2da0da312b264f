import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noPdftotext, noPython, python } from '../peers/peers.ts';
import { type RunningServer, startServer } from '../startServer.ts';

const missing = noPython || noPdftotext;
if (missing) console.log(`skipped: ${missing}`);

type Compared = {
  checked: Record<string, number>;
  wrong: Record<string, number>;
  skipped: Record<string, number>;
  examples: Record<string, unknown[]>;
};

const folder = mkdtempSync(join(tmpdir(), 'oracle-'));
const copy = join(folder, 'copy.db');
let server: RunningServer;

type Graph = { version: number; nodes: { id: string; type?: string }[]; edges: { id: string; unitIds: string[] }[] };

const loggedIn = async (): Promise<string> => {
  const login = await fetch(`${server.url}/api/user/user/login`, {
    headers: { LoginType: 'DEFAULT', username: 'admin', password: 'demo-admin' },
  });
  expect(login.status).toBe(200);
  return ((await login.json()) as { access_token: string }).access_token;
};

/** The graph of the balance, as it is or as it was sent. */
const plantGraph = async (access_token: string, sent?: Graph): Promise<Graph> => {
  const answer = await fetch(`${server.url}/api/user/waterBalance/graphEditor`, {
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    ...(sent && { method: 'POST', body: JSON.stringify(sent) }),
  });
  expect(answer.status, await answer.clone().text()).toBe(200);
  return (await answer.json()) as Graph;
};

const compared = async (...options: string[]): Promise<Compared> => {
  const { stdout } = await promisify(execFile)(python, [join(import.meta.dirname, 'oracle.py'), copy, ...options], {
    maxBuffer: 1e8,
  });
  return JSON.parse(stdout) as Compared;
};

describe.skipIf(missing)('ninety days of both demo plants, worked out anew by a program in another language', () => {
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

  it('are the stored slots and days and what the API answers of days, months, totals, balance, RO, neutrality and in reports', async () => {
    const { checked, wrong, skipped, examples } = await compared(server.url);
    const figures = Object.values(checked).reduce((sum, count) => sum + count, 0);
    console.log(`${figures} figures, ${Object.keys(wrong).length} kinds differ`, JSON.stringify({ checked, skipped }));
    expect(examples).toEqual({});
    expect(wrong).toEqual({});
    expect(checked['volume between two readings']).toBeGreaterThan(1_000_000);
    expect(checked['volume of a tank']).toBeGreaterThan(200_000);
    expect(checked['slot of a gap']).toBeGreaterThan(300);
    expect(checked['DAY of a unit']).toBeGreaterThan(2500);
    expect(checked['balance of a day, node: z']).toBeGreaterThan(600);
    expect(checked['RO of a day: recovery']).toBeGreaterThan(85);
    expect(checked['neutrality of a day: index']).toBeGreaterThan(85);
    for (const where of ['in the workbook', 'on paper']) expect(checked[`figure of a report ${where}`]).toBeGreaterThan(4000);
    // the exchanged meter was entered with its readings, so that nothing had to be assumed
    expect(skipped['slots of a reset'] ?? 0).toBe(0);
  }, 600_000);

  it('differ in each kind of figure that holds a slot, once that slot is ten counts off', async () => {
    const { wrong } = await compared(server.url, 'change');
    const kinds = [
      'volume between two readings',
      'sum of a day',
      ...['DAY', 'MONTH', 'CUSTOM'].flatMap((window) =>
        ['a unit', 'the intake', 'a sub-category'].map((what) => `${window} of ${what}`),
      ),
      ...['inKL', 'unaccountedKL', 'z'].map((figure) => `balance of a day, node: ${figure}`),
      'balance of a day, plant: unaccountedKL',
      'balance of a day, edge',
      'RO of a day: volume',
      'RO of a day: recovery',
      'RO of a day: closure',
      'neutrality of a day: debited',
      'neutrality of a day: a unit',
      'neutrality of a range: debited',
      'volume of a meter on paper',
      'volume of a meter in the workbook',
    ];
    expect(kinds.filter((kind) => !wrong[kind])).toEqual([]);
  }, 600_000);

  it('differ once a figure of an answer is two too high, whichever kind of figure it is', async () => {
    const { checked, wrong } = await compared(server.url, 'alter');
    // figures of our own are held against the files alone
    expect(Object.keys(checked).filter((what) => !wrong[what] && !/ of a meter /.test(what))).toEqual([]);
  }, 600_000);

  it('balance nodes together between which nothing is measured any more', async () => {
    const token = await loggedIn();
    const graph = await plantGraph(token);
    // a tank and a main that cannot lose water, for which the tank speaks; the raw tank and the RO train, of which neither does for both
    for (const node of graph.nodes) if (node.id === 'header') node.type = 'junction';
    for (const edge of graph.edges) if (['treatedTank-header', 'rawTank-ro'].includes(edge.id)) edge.unitIds = [];
    await plantGraph(token, { nodes: graph.nodes, edges: graph.edges, version: graph.version });
    const { checked, wrong, examples } = await compared(server.url, 'joined');
    expect(examples).toEqual({});
    expect(wrong).toEqual({});
    expect(checked['joined, plant: unaccountedKL']).toBe(3);
    expect(checked['joined: of nodes that speak']).toBeGreaterThanOrEqual(12);
  }, 600_000);

  it('differ once a figure is printed two too high, in the PDF and in the workbook', async () => {
    const { checked, wrong } = await compared(server.url, 'misprint');
    const figures = Object.keys(checked).filter((what) => !what.startsWith('row of'));
    expect(figures.length).toBeGreaterThan(12);
    for (const what of figures) expect(wrong[what], what).toBe(checked[what]);
  }, 600_000);
});
