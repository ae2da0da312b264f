import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { permissions } from '../../server/contract/permissions.ts';
import { ManualClock } from '../../server/core/clock.ts';
import { openDatabase } from '../../server/db/open.ts';
import { createReadOnlyPlant } from '../../server/hub/replica/readOnlyPlant.ts';
import { type Rig, sessionsOf, silent, someCaller, startRig } from '../../server/test/httpRig.ts';
import { loginAt } from '../../server/test/policyRig.ts';
import { askForBytes } from './ask.ts';
import { askedAtMs, databaseFile, type FrozenPlant, resources, startFrozen } from './frozenPlant.ts';
import { groups } from './requests.ts';
import { isServedByCopy } from './servedByCopy.ts';

const folder = mkdtempSync(join(tmpdir(), 'headworks-copy-'));
let plant: FrozenPlant;
let rig: Rig;
const tokens = new Map<string, string>();
let close: () => void;

beforeAll(async () => {
  const file = join(folder, 'headworks.db');
  writeFileSync(file, brotliDecompressSync(readFileSync(databaseFile)));
  plant = await startFrozen(folder, askedAtMs);
  for (const user of ['operator', 'north'] as const) tokens.set(user, (await loginAt(plant.url, user)).access_token);
  const clock = new ManualClock(askedAtMs);
  const connection = openDatabase(file, { readonly: true });
  close = () => connection.sqlite.close();
  const copy = createReadOnlyPlant({ connection, resources, dataFolder: folder, version: '0.0.0', clock, log: silent });
  await copy.model.directory.load();
  const caller = (industryId: string) =>
    someCaller({ industryId, homeIndustryId: industryId, permissions: new Set(permissions) });
  rig = await startRig(copy.routes, {
    clock,
    sessions: sessionsOf({
      operator: { caller: caller('DEMO'), panel: false },
      north: { caller: caller('NORTH'), panel: false },
    }),
  });
});

afterAll(async () => {
  await rig.stop();
  close();
  await plant.stop();
  rmSync(folder, { recursive: true, force: true });
});

const asked = Object.values(groups)
  .flat()
  .filter(({ user, path }) => (user === 'operator' || user === 'north') && isServedByCopy(path) && !path.includes('{'));

/** Ids of requests are drawn anew for each. */
const settled = (body: string): string => body.replace(/"(requestId)":"[^"]*"/g, '"$1":"any"');

/** A copy has no field, and says of no device that it is off line; the frozen plant polls none, and says so of all. */
const withoutOffline = (path: string, body: string): string => {
  if (!path.startsWith('/api/user/landingPage/userData')) return body;
  const answer = JSON.parse(body) as { summary: { text: string }[]; devices: object };
  const summary = answer.summary.filter(({ text }) => !/^\d+ of \d+ devices are off line/.test(text));
  return JSON.stringify({ ...answer, summary, devices: { ...answer.devices, offline: [] } });
};

describe('a copy of a plant', () => {
  it('is asked enough', () => {
    expect(asked.length).toBeGreaterThan(60);
  });

  it.each(asked.map(({ user, path }) => [user, path] as const))('answers %s %s as the plant does', async (user, path) => {
    const reply = await rig.ask(path, { headers: { authorization: `Bearer ${user}` } });
    const { status, bytes } = await askForBytes(plant.url + path, tokens.get(user));
    expect(reply.status).toBe(status);
    expect(settled(reply.text)).toBe(settled(withoutOffline(path, Buffer.from(bytes).toString())));
  });

  it('has no operation that changes anything', async () => {
    const reply = await rig.ask('/api/user/waterBalance/graphEditor', {
      method: 'POST',
      body: {},
      headers: { authorization: 'Bearer operator' },
    });
    expect(reply.status).toBe(405);
  });
});
