/** A PC that is lost with its folder: a new one takes its place, with the plant as its hub has it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { userEndpoints } from '../../server/contract/index.ts';
import { systemClock } from '../../server/core/clock.ts';
import { openDatabase } from '../../server/db/open.ts';
import { exitCodes } from '../../server/exitCodes.ts';
import { Simulator } from '../../server/field/simulator/simulator.ts';
import { missingPostgres } from '../../server/hub/testing/postgresRig.ts';
import { loginAt } from '../../server/test/policyRig.ts';
import { askForBytes } from '../golden/ask.ts';
import { askedAtMs, startFrozen } from '../golden/frozenPlant.ts';
import { groups } from '../golden/requests.ts';
import { startServer } from '../startServer.ts';
import { type PlantState, type SyncedHub, startSyncedHub } from './syncedHub.ts';

const command = resolve(import.meta.dirname, '../../server/commands/restore.ts');
const PASSWORD = 'seven quiet pumps under a bridge';

/** Reads of readings whose windows hold closed days alone. */
const reads = userEndpoints.filter(({ method }) => method === 'get').map(({ path }) => `/api/user${path}`);
const ofDays = /(deviceDataV2|granular\/unit|summaryPage|neutrality|waterBalance|scada|deviceData|rain|groundWater)/;
const questions = Object.values(groups)
  .flat()
  .map(({ path }) => path)
  .filter((path) => reads.includes(path.split('?')[0] ?? '') && ofDays.test(path) && /date1=(0\d|10|11)\/11\/2026/.test(path))
  .filter((path) => !/1[2-9]\/11\/2026/.test(path));
const days = ['01/11/2026', '05/11/2026', '10/11/2026'].flatMap((day) => [
  ...['ID_SOURCE', 'ID_CONSUMPTION'].map((category) => `/api/user/deviceDataV2?date1=${day}&category=${category}`),
  ...['demo-line1', 'demo-rawTank', 'demo-discharge'].map((unit) => `/api/user/granular/unit?date1=${day}&unitId=${unit}`),
  ...['summaryPage?type=DATE&', 'waterBalance/data?', 'scada/data?'].map((path) => `/api/user/${path}date1=${day}`),
]);
const asked = [...new Set([...questions, ...days])];
const settled = (body: Uint8Array): string =>
  Buffer.from(body)
    .toString()
    .replace(/"(requestId)":"[^"]*"/g, '"$1":"any"');

const fieldOf = (folder: string): Record<string, unknown[]> => {
  const { sqlite } = openDatabase(join(folder, 'headworks.db'), { readonly: true });
  try {
    const tables = [
      'connection',
      'device',
      'tag',
      'write_point',
      'loop_test',
      'unit',
      'series',
      'audit',
      'entry',
      'plc_command',
      'alarm',
    ];
    return Object.fromEntries(tables.map((table) => [table, sqlite.prepare(`select * from "${table}" order by 1, 2`).all()]));
  } finally {
    sqlite.close();
  }
};

describe.skipIf(missingPostgres)(`a PC that replaces a lost one${missingPostgres ? ` (${missingPostgres})` : ''}`, () => {
  const root = mkdtempSync(join(tmpdir(), 'headworks-lost-'));
  const [kept, fresh] = [join(root, 'kept'), join(root, 'fresh')];
  const simulator = new Simulator();
  let rig: SyncedHub;
  const before = new Map<string, string>();
  beforeAll(async () => {
    // the command believes the clock of its PC
    const { line, device } = simulator.addDevice({ slaveId: 1, tags: [] });
    // what the meter of the first borewell is asked for
    device.define(
      'holding',
      3000,
      Array.from({ length: 40 }, () => 0),
    );
    await simulator.start();
    rig = await startSyncedHub(systemClock, (writer) => {
      const [enable, command] = [
        writer.prepare(
          `update connection set enabled = 1, settings = json_set(settings, '$.port', ?) where id = 'demo-wellfield'`,
        ),
        writer.prepare(`insert into plc_command (id, command_id, industry_id, user_id, username, request_id, ip, device_id, asset, command,
          frame_id, fn, address, raw_out, outcome, created_at) values (?, 'c', 'DEMO', 'u', 'operator', 'r', '127.0.0.1', 'd', 'pump', 'START',
          'f', 5, 1, '', 'CONFIRMED', ?)`),
      ];
      writer.run((tx) => {
        enable.run(tx, line.port);
        for (const id of ['second', 'first']) command.run(tx, id, askedAtMs - 1000);
      });
    });
    expect(rig.state.lastError).toBeNull();
    const token = (await loginAt(rig.plant.url, 'admin')).access_token;
    for (const path of asked) {
      const { status, bytes } = await askForBytes(rig.plant.url + path, token);
      before.set(path, `${status} ${settled(bytes)}`);
    }
    await rig.plant.stop();
    // the old PC comes back later
    cpSync(rig.plantFolder, kept, { recursive: true });
  }, 240_000);
  afterAll(async () => {
    await rig?.stop();
    await simulator.stop();
    rmSync(root, { recursive: true, force: true });
  });

  const post = (url: string, path: string, body: object, token = '') =>
    fetch(`${url}/api/plant${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });
  /** The command as a person runs it. @returns what it printed and how it ended. */
  const restore = async (code: string, onWords: (words: string) => Promise<unknown>) => {
    const child = spawn(process.execPath, [command, '--hub', code, '--data', fresh], { stdio: ['ignore', 'pipe', 'pipe'] });
    let printed = '';
    let confirming: Promise<unknown> | undefined;
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (piece: Buffer) => {
        printed += piece.toString();
        const words = /confirm these words: ([a-z ]+)\n/.exec(printed)?.[1];
        if (words) confirming ??= onWords(words);
      });
    const [exit] = await once(child, 'exit');
    await confirming;
    return { printed, exit };
  };

  it('asks by a code for this plant alone, and nothing of the lost PC is left on it', async () => {
    rmSync(rig.plantFolder, { recursive: true });
    const pairing = await rig.asOwner<{ code: string }>('POST', '/codes');
    const refused = await restore(pairing.code, async () => undefined);
    expect(refused).toMatchObject({ exit: exitCodes.configuration, printed: expect.stringContaining('This code pairs a plant') });
    const { code } = await rig.asOwner<{ code: string }>('POST', `/plants/${rig.state.site}/replacement`);
    const { printed, exit } = await restore(code, async (words) => {
      await expect(rig.asOwner('POST', `/plants/${rig.state.site}/confirm`, { words: 'some other words' })).rejects.toThrow(
        '400',
      );
      await rig.asOwner('POST', `/plants/${rig.state.site}/confirm`, { words });
    });
    expect(exit, printed).toBe(0);
    expect(printed).toContain(`the words of the one that was lost: ${rig.state.words}`);
    for (const { industryId, closedTo } of rig.state.industries)
      if (closedTo) expect(printed).toContain(`${industryId}: closed days up to ${closedTo} are those that the lost PC signed`);
    expect(printed).toContain('its configuration is what the lost PC signed');
  }, 240_000);

  it('has every line, device, tag, unit, alarm, command and entry of the logs', () => {
    const [old, now] = [fieldOf(kept), fieldOf(fresh)];
    for (const [table, rows] of Object.entries(old)) {
      if (table === 'audit' || table === 'entry') {
        // what the lost PC did after its last round is not at the hub
        expect(now[table]?.length, table).toBeGreaterThan(0);
        expect(rows.slice(0, now[table]?.length), table).toEqual(now[table]);
      } else expect(now[table], table).toEqual(rows);
    }
    for (const table of ['connection', 'device', 'tag', 'write_point', 'plc_command'])
      expect(old[table]?.length, table).toBeGreaterThan(1);
    expect(existsSync(join(fresh, 'keys', 'site.json'))).toBe(true);
  });

  it('answers about closed days as the lost PC did, once its owner is in by the setup code', async () => {
    const lines: string[] = [];
    const plant = await startFrozen(fresh, askedAtMs, lines);
    try {
      const setupCode = /restored: setup code ([0-9A-Z-]+)/.exec(lines.join('\n'))?.[1] ?? '';
      const owner = { username: 'admin', password: PASSWORD, name: 'Admin', email: 'admin@example.com' };
      const industry = { id: 'DEMO', name: 'Demo' };
      expect((await post(plant.url, '/setup', { code: setupCode, industry: { ...industry, id: 'OTHER' }, owner })).status).toBe(
        400,
      );
      expect((await post(plant.url, '/setup', { code: setupCode, industry, owner })).status).toBe(200);
      const headers = { LoginType: 'DEFAULT', username: 'admin', password: PASSWORD };
      const login = await fetch(`${plant.url}/api/user/user/login`, { headers });
      const { access_token: token } = (await login.json()) as { access_token: string };
      expect(asked.length).toBeGreaterThan(30);
      for (const path of asked) {
        const { status, bytes } = await askForBytes(plant.url + path, token);
        expect(`${status} ${settled(bytes)}`, path).toBe(before.get(path));
      }
      // the next round finds nothing to send again, and the hub proves the same days in the new epoch
      await post(plant.url, '/sync/runs', {}, token);
      const state = await rig.settledAt(plant.url, token);
      expect(state).toMatchObject({ lastError: null, site: rig.state.site, refusals: [] });
      expect(state.industries.map(({ provedTo }) => provedTo)).toEqual(rig.state.industries.map(({ provedTo }) => provedTo));
    } finally {
      await plant.stop();
    }
    const blocks = await rig.postgres.asAdmin(
      async (admin) => (await admin.query('select count(*)::int n, max(revision)::int r from block')).rows,
    );
    const { sqlite } = openDatabase(join(fresh, 'headworks.db'), { readonly: true });
    expect(blocks).toEqual([sqlite.prepare('select count(*) n, max(revision) r from reading_day').get()]);
    expect(sqlite.pragma('foreign_key_check')).toEqual([]);
    sqlite.close();
  }, 240_000);

  it('polls the devices of the lost PC, and writes to none before its owner allows it', async () => {
    const server = await startServer(['--data', fresh]);
    try {
      const headers = { LoginType: 'DEFAULT', username: 'admin', password: PASSWORD };
      const login = (await (await fetch(`${server.url}/api/user/user/login`, { headers })).json()) as { access_token: string };
      const read = async () => {
        const response = await fetch(`${server.url}/api/plant/field`, {
          headers: { authorization: `Bearer ${login.access_token}` },
        });
        const { tags, devices } = (await response.json()) as {
          tags: { deviceId: string; quality: string | null }[];
          devices: { deviceId: string; lastGoodAt: string | null }[];
        };
        return { device: devices.find(({ deviceId }) => deviceId === 'demo-borewell1Meter'), tags };
      };
      await vi.waitFor(async () => expect((await read()).device?.lastGoodAt).toEqual(expect.any(String)), {
        timeout: 60_000,
        interval: 500,
      });
      const good = (await read()).tags.filter(
        ({ deviceId, quality }) => deviceId === 'demo-borewell1Meter' && quality === 'GOOD',
      );
      expect(good.length).toBeGreaterThan(0);
    } finally {
      await server.stop();
    }
    const { sqlite } = openDatabase(join(fresh, 'headworks.db'), { readonly: true });
    expect(sqlite.prepare("select value from plc_site where name = 'readOnly'").pluck().get()).toBe('on');
    sqlite.close();
  }, 120_000);

  it('is the only one: the lost PC is refused when it comes back', async () => {
    const old = await startFrozen(kept, askedAtMs);
    try {
      const token = (await loginAt(old.url, 'admin')).access_token;
      await post(old.url, '/sync/runs', {}, token);
      const state: PlantState & { hub?: { state: string } } = await rig.settledAt(old.url, token);
      expect(state.lastError).toContain('another PC took the place of this one');
      expect(state.hub?.state).toBe('forked');
    } finally {
      await old.stop();
    }
  }, 120_000);
});
