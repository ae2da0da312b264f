import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Application } from '../application.ts';
import { readConfig } from '../config.ts';
import { decodeSpec } from '../contract/model/field.ts';
import type { Trend } from '../contract/plant/readings/trend.ts';
import { type Clock, systemClock } from '../core/clock.ts';
import { SLOT_MS } from '../core/slots.ts';
import { SimulatedLine } from '../field/simulator/line.ts';
import { silent } from './httpRig.ts';
import { askAt, bearer, loginAt } from './policyRig.ts';
import { idsOf } from './twinIndustries.ts';
import { makeWholePlant } from './wholePlant.ts';

/** Display of the meter at the end of each slot, litres by 100; the old meter was taken off at 5034, the new one began at 120. */
const shown = [5000, 5010, 5020, 5030, 128, 138, 148, 158, 168, 178, 188, 198, 208, 218, 228, 228];
const changedIn = 4;
const [closing, opening] = [5034, 120];
const litresPerCount = 100;

const folder = mkdtempSync(join(tmpdir(), 'meter-change-'));
const line = new SimulatedLine({ kind: 'tcp' }, systemClock);
/** The first slot begins at a whole one, so that it is known which reading is in which. */
const startMs = Math.ceil(systemClock.now() / SLOT_MS) * SLOT_MS;
let aheadMs = 0;
const clock: Clock = { now: () => systemClock.now() + aheadMs, monotonicMs: () => systemClock.monotonicMs() + aheadMs };
let application: Application;
let url: string;
let token: string;

const ask = async (method: string, path: string, body?: object) => {
  const reply = await askAt(url, `/api/plant${path}`, { method, headers: bearer(token), ...(body && { body }) });
  if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`);
  // biome-ignore lint/suspicious/noExplicitAny: bodies are looked into freely
  return reply.body as any;
};
const iso = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;
const passed = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
/** The plant's time is moved on to a second of a slot. */
const moveTo = (slot: number, second: number): void => {
  aheadMs += Math.max(0, startMs + slot * SLOT_MS + second * 1000 - clock.now());
};

const name = 'Main that gets another meter';
const wait = 60_000;
let unitId = '';
let meter: ReturnType<SimulatedLine['addDevice']>;
/** Open alarms about a counter that began anew. */
const asking = async (): Promise<object[]> =>
  // biome-ignore lint/suspicious/noExplicitAny: bodies are looked into freely
  (await ask('GET', '/alarms')).alarms.filter(({ title, clearedAt }: any) => clearedAt === null && title.includes('began anew'));
/** The meter stands still from one slot to another; the ledger is looked at once an hour. */
const goOn = async (from: number, to: number): Promise<void> => {
  for (let slot = from; slot < to; slot += 1) {
    moveTo(slot, 200);
    await passed(400);
    moveTo(slot, 280);
    await passed(400);
  }
  moveTo(to, 30);
};
const trendOf = (): Promise<Trend> =>
  ask('GET', `/trend?unitId=${unitId}&from=${iso(startMs)}&to=${iso(startMs + shown.length * SLOT_MS)}`);
/** Volume of the slots in litres, with their letters; of the first one it depends on when the meter was first read. */
const slots = async (): Promise<string> => {
  const { values, quality, unit } = await trendOf();
  const factor = unit === 'KL' ? 1000 : 1;
  return `${quality.slice(1)} ${values
    .slice(1)
    .map((value) => (value === null ? '-' : Math.round(value * factor)))
    .join(' ')}`;
};

beforeAll(async () => {
  await makeWholePlant(folder);
  const config = readConfig(['--data', folder, '--port', '0', '--host', '127.0.0.1'], {});
  const resources = resolve(import.meta.dirname, '../../resources');
  application = new Application({ config, clock, log: silent, resources, panelFolder: folder, version: '0.0.0' });
  url = await application.start();
  token = (await loginAt(url, 'admin')).access_token;
  const decode = decodeSpec.parse({ space: 'holding', address: 0, type: 'uint32' });
  meter = line.addDevice({ slaveId: 5, tags: [{ name: 'total', kind: 'gauge', decode, initial: shown[0] ?? 0 }] });
  await line.start();
  const { id: connectionId } = await ask('POST', '/connections', {
    name: 'the meter’s line',
    settings: { kind: 'tcp', host: '127.0.0.1', port: line.port },
  });
  const { id: deviceId } = await ask('POST', '/devices', { connectionId, name: 'a meter', slaveId: 5 });
  const { subCategoryId } = idsOf('DEMO');
  const unit = await ask('POST', '/units', {
    subCategoryId,
    name,
    type: 'flow',
    standardCategoryId: 'SOURCE_CATEGORY',
    siUnit: 'KL',
    meta: { meter: { modulus: 1_000_000, basePerCount: litresPerCount, maxPerHour: 2000, backDeadband: 1 } },
  });
  unitId = unit.id;
  await ask('POST', '/tags', { deviceId, name: 'total', kind: 'counter', decode, periodMs: 100, unitId, param: 'volume' });
  for (const [slot, value] of shown.entries()) {
    moveTo(slot, 200);
    meter.set('total', value);
    moveTo(slot, 280);
    await passed(400);
  }
  moveTo(shown.length, 30);
});

afterAll(async () => {
  await application?.stop();
  await line.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('a meter that is changed, over the whole server', () => {
  it('is a new start of the counter until somebody says what both meters showed', async () => {
    // what the new meter showed before is no water
    await vi.waitFor(
      async () => expect(await slots()).toBe(`GGGM${'G'.repeat(11)} 1000 1000 1000 -${' 1000'.repeat(10)} 0`),
      wait,
    );
    expect((await trendOf()).events.map(({ kind }) => kind)).toEqual(['counter_reset']);
  });

  it('asks by an alarm of the plant what both meters showed', async () => {
    await goOn(shown.length, shown.length + 14);
    await vi.waitFor(
      async () =>
        expect(await asking()).toMatchObject([
          { title: `${name}: counter began anew`, category: 'device_status', insight: false, clearedAt: null },
        ]),
      wait,
    );
  });

  it('has the volume of both, from the closing and the opening reading, and no water from the difference', async () => {
    await ask('POST', `/units/${unitId}/meter-changes`, {
      at: iso(startMs + changedIn * SLOT_MS + 60_000),
      closing,
      opening,
      basePerCount: { old: litresPerCount, new: 1000 },
    });
    // (5034 - 5030) x 100 L and (128 - 120) x 1000 L; from there on each count is 1000 L
    await vi.waitFor(
      async () => expect(await slots()).toBe(`${'G'.repeat(15)} 1000 1000 1000 8400${' 10000'.repeat(10)} 0`),
      wait,
    );
    const { events, figures } = await trendOf();
    expect(events.map(({ kind, before, after }) => [kind, before, after])).toEqual([['meter_change', closing, opening]]);
    expect(figures.total).toBeCloseTo(3 + 8.4 + 100, 6);
  });

  it('has no such alarm once the readings are entered', async () => {
    await goOn(shown.length + 14, shown.length + 28);
    await vi.waitFor(async () => expect(await asking()).toEqual([]), wait);
  });

  it.each([
    ['in the future', { at: iso(startMs + 10 * 86_400_000) }],
    ['a closing reading that the display cannot show', { closing: 1_000_000 }],
    ['another count of the old meter than it was entered with', { basePerCount: { old: 7 } }],
  ])('is refused with %s', async (_, fields) => {
    const body = { at: iso(startMs + changedIn * SLOT_MS), closing, opening, ...fields };
    const { status } = await askAt(url, `/api/plant/units/${unitId}/meter-changes`, {
      method: 'POST',
      headers: bearer(token),
      body,
    });
    expect(status).toBe(400);
  });
});
