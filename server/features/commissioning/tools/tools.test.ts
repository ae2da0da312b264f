import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { decodeSpec } from '../../../contract/model/field.ts';
import { systemClock } from '../../../core/clock.ts';
import { ModbusGateway } from '../../../field/gateway.ts';
import type { SimulatedDevice } from '../../../field/simulator/device.ts';
import type { SimulatedLine } from '../../../field/simulator/line.ts';
import { Simulator } from '../../../field/simulator/simulator.ts';
import { ModbusTools } from '../../../field/tools.ts';
import { addIndustry, type Plant, someConnection, someDevice, someTag, startPlant } from '../../../test/configuredPlant.ts';
import { type Rig, sessionsOf, silent, someCaller, startRig } from '../../../test/httpRig.ts';
import { createTools } from './create.ts';

const COMMISSIONING = new Set(['COMMISSIONING'] as const);
const sessions = sessionsOf({
  tech: { caller: someCaller({ permissions: COMMISSIONING }), panel: false },
  north: { caller: someCaller({ industryId: 'NORTH', permissions: COMMISSIONING }), panel: false },
  viewer: { caller: someCaller({ permissions: new Set(['ALERTS']) }), panel: false },
});
const decode = (fields: object) =>
  decodeSpec.parse({ space: 'holding', address: 0, type: 'float32', wordOrder: 'CDAB', ...fields });

let plant: Plant;
let rig: Rig;
let simulator: Simulator;
let meter: SimulatedDevice;
let line: SimulatedLine;
let gateway: ModbusGateway;
let tools: ReturnType<typeof createTools>;

beforeEach(async () => {
  plant = await startPlant();
  await addIndustry(plant);
  await addIndustry(plant, 'NORTH');
  simulator = new Simulator();
  ({ device: meter, line } = simulator.addDevice({
    slaveId: 7,
    tags: [
      { name: 'flow', kind: 'gauge', decode: decode({}), initial: 42.5 },
      { name: 'total', kind: 'counter', decode: decode({ address: 8, type: 'uint32', scale: 0.1 }), initial: 120_345.6 },
      { name: 'valve', kind: 'state', decode: decode({ address: 20, type: 'uint16', wordOrder: 'ABCD' }), initial: 1 },
    ],
  }));
  await simulator.start();
  const settings = { kind: 'tcp', host: '127.0.0.1', port: line.port, timeoutMs: 500 };
  await plant.connections.create('DEMO', someConnection({ name: 'Gateway', settings }), 'line');
  await plant.devices.create(
    'DEMO',
    someDevice('line', { slaveId: 7, limits: { forbidden: [{ space: 'holding', from: 30, to: 39 }] } }),
    {
      id: 'meter',
    },
  );
  await plant.tags.create('DEMO', someTag('meter', { unitId: null, param: null, decode: decode({}), periodMs: 100 }), 'flow');
  gateway = new ModbusGateway({ clock: systemClock, log: silent });
  gateway.configure(plant.field() ?? { connections: [], devices: [], tags: [] });
  gateway.start();
  tools = createTools({ ...plant, tools: new ModbusTools(gateway, systemClock), clock: systemClock });
  rig = await startRig(tools.routes, { sessions });
  await vi.waitFor(() => expect(gateway.tag('flow')?.quality).toBe('GOOD'), 60_000);
});
afterEach(async () => {
  await rig.stop();
  await tools.stop();
  await gateway.stop();
  await simulator.stop();
  plant.close();
  plant.remove();
});

// biome-ignore lint/suspicious/noExplicitAny: bodies are looked into freely
type Body = any;
const as =
  (token: string) =>
  async (method: string, path: string, body?: object): Promise<{ status: number; body: Body; text: string }> => {
    const headers = { authorization: `Bearer ${token}` };
    const { status, body: answer, text } = await rig.ask(`/api/plant${path}`, { method, headers, ...(body && { body }) });
    return { status, body: answer, text };
  };
const [tech, north, viewer] = [as('tech'), as('north'), as('viewer')];
const ended = async (path: string): Promise<Body> => {
  await vi.waitFor(async () => expect((await tech('GET', path)).body.state).not.toBe('running'), 60_000);
  return (await tech('GET', path)).body;
};
const consent = { pause: true, connection: 'Gateway' };
const at = 'connectionId=line&slaveId=7&space=holding';

describe('a scan', () => {
  it('of a line in use needs consent that names it', async () => {
    const estimate = await tech('POST', '/scan-estimates', { connectionId: 'line', to: 10 });
    expect(estimate.body).toMatchObject({ requests: 10, pauses: 'Gateway', settings: [null] });
    for (const wrong of [
      {},
      { consent: { pause: true, connection: 'Another' } },
      { consent: { pause: false, connection: 'Gateway' } },
    ]) {
      expect((await tech('POST', '/scans', { connectionId: 'line', to: 10, ...wrong })).status).toBe(400);
    }
    expect(gateway.status().channels[0]?.reconnects).toBe(0);
    const { body } = await tech('POST', '/scans', { connectionId: 'line', to: 10, consent });
    expect(body).toMatchObject({ state: 'running', pauses: 'Gateway', startedBy: 'asha' });
    expect(await ended(`/scans/${body.id}`)).toMatchObject({ state: 'done', found: [{ slaveId: 7, answer: 'value' }] });
    await vi.waitFor(() => expect(gateway.tag('flow')?.quality).toBe('GOOD'), 60_000);
  });

  it('is followed, ended at any time, and gives the line back', async () => {
    meter.inject({ kind: 'dead' });
    const { body } = await tech('POST', '/scans', { connectionId: 'line', from: 7, to: 7, timeoutMs: 9000, consent });
    expect((await tech('POST', '/scans', { connectionId: 'line', to: 3, consent })).status).toBe(409);
    expect((await tech('DELETE', `/scans/${body.id}`)).status).toBe(200);
    expect((await tech('GET', `/scans/${body.id}`)).body).toMatchObject({ state: 'cancelled', reason: null });
    const endedAtMs = Date.now();
    meter.clear();
    // a reading made after the scan, not one that was good before it
    const isReadAgain = (): void =>
      expect(gateway.tag('flow')).toMatchObject({ quality: 'GOOD', atMs: expect.toSatisfy((atMs) => atMs >= endedAtMs) });
    await vi.waitFor(isReadAgain, 60_000);
    expect((await tech('GET', '/scans')).body.scans).toHaveLength(1);
  });

  it('of a line that somebody else uses is refused, without telling who', async () => {
    const settings = { kind: 'tcp', host: '127.0.0.1', port: line.port };
    expect((await tech('POST', '/scans', { settings, to: 3 })).body.message).toMatch(/connection Gateway/);
    const foreign = await north('POST', '/scans', { settings, to: 3 });
    expect(foreign.status).toBe(409);
    expect(foreign.text).not.toContain('Gateway');
  });

  it('asks for one line and a range that can be', async () => {
    const serial = { kind: 'serial', path: '/dev/nobody' };
    for (const body of [
      {},
      { connectionId: 'line', settings: serial },
      { connectionId: 'line', from: 9, to: 3 },
      { settings: serial, from: 0 },
    ]) {
      expect((await tech('POST', '/scans', body)).status, JSON.stringify(body)).toBe(400);
    }
    const failed = await tech('POST', '/scans', { settings: serial, to: 3 });
    expect(await ended(`/scans/${failed.body.id}`)).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(/cannot open/),
    });
  });

  it('ends when the server stops', async () => {
    meter.inject({ kind: 'dead' });
    const { body } = await tech('POST', '/scans', { connectionId: 'line', from: 7, to: 7, timeoutMs: 9000, consent });
    await tools.stop();
    await tools.stop();
    expect((await tech('GET', `/scans/${body.id}`)).body.state).toBe('cancelled');
  });
});

describe('registers', () => {
  it('are read, and decoded every way', async () => {
    const read = await tech('GET', `/registers?${at}&address=0&count=2`);
    expect(read.body.words).toEqual([0, 0x422a]);
    const { body } = await tech('GET', `/decode-matrix?${at}&address=0&count=2`);
    const found = body.rows[0].values.find((one: Body) => one.type === 'float32' && one.wordOrder === 'CDAB');
    expect(found.value).toBe(42.5);
    expect(body.rows[1]).toMatchObject({ address: 1, hex: '422A', bits: '0100001000101010', text: 'B*' });
  });

  it('are decoded as far as they are there: a signal may end where the device does', async () => {
    const rows = async (address: number) => {
      const { status, body } = await tech('GET', `/decode-matrix?${at}&address=${address}&count=4`);
      return status === 200 ? body.rows.length : body.message;
    };
    expect(await rows(0)).toBe(2);
    expect(await rows(1)).toBe(1);
    expect(await rows(20)).toBe(1);
    expect(await rows(500)).toMatch(/exception 2/);
    expect(await rows(29)).toMatch(/exception 2/);
    expect(await rows(65_534)).toMatch(/exception 2/);
    expect(await rows(30)).toMatch(/must not be read/);
  });

  it('that are not there, or must not be read, are refused in words', async () => {
    expect((await tech('GET', `/registers?${at}&address=500&count=2`)).body).toMatchObject({
      code: 503,
      message: 'unit 7 refused with exception 2: an address is not there',
    });
    expect((await tech('GET', `/registers?${at}&address=25&count=10`)).body.message).toMatch(/30 to 39, which must not be read/);
    expect((await tech('GET', `/registers?${at}&address=65535&count=2`)).status).toBe(400);
  });

  it('are mapped, and two maps compared: which register the valve moves', async () => {
    const spec = { connectionId: 'line', slaveId: 7, space: 'holding', from: 0, to: 60 };
    const first = (await tech('POST', '/register-maps', spec)).body;
    const map = await ended(`/register-maps/${first.id}`);
    expect(map.runs.filter(({ state }: Body) => state === 'present').map(({ from, to }: Body) => [from, to])).toEqual([
      [0, 1],
      [8, 9],
      [20, 20],
    ]);
    expect(map.runs.find(({ from }: Body) => from === 30)).toMatchObject({ to: 39, state: 'forbidden' });
    meter.set('valve', 4);
    const second = (await tech('POST', '/register-maps', spec)).body;
    await ended(`/register-maps/${second.id}`);
    const { body } = await tech('GET', `/register-map-comparison?before=${first.id}&after=${second.id}`);
    expect(body.changes).toEqual([{ address: 20, before: 1, after: 4, changedBits: [0, 2] }]);
    expect((await tech('GET', '/register-maps')).body.maps).toHaveLength(2);
  });
});

describe('a display match', () => {
  it('looks before the address that the manual counts from 1, though what lies further before is a hole', async () => {
    const target = { connectionId: 'line', slaveId: 7, space: 'holding' };
    // 123.456 as a float, and what follows it
    meter.define('holding', 50, [0x42f6, 0xe979, 0x1111, 0x2222, 0x3333, 0x4444, 0x5555, 0x6666]);
    const { body } = await tech('POST', '/display-matches', { ...target, address: 51, shown: '123.456' });
    expect(body.candidates[0]).toMatchObject({ address: 50, type: 'float32', wordOrder: 'ABCD', scale: 1 });
  });

  it('is refused where nothing around the address may be read', async () => {
    const target = { connectionId: 'line', slaveId: 7, space: 'holding' };
    const { status, body } = await tech('POST', '/display-matches', { ...target, address: 34, shown: '1' });
    expect([status, body.message]).toEqual([400, 'no register around 34 may be read']);
  });

  it('is confirmed once the display has shown three numbers', async () => {
    const target = { connectionId: 'line', slaveId: 7, space: 'holding', address: 9 };
    const first = await tech('POST', '/display-matches', { ...target, shown: '120345.6' });
    expect(first.body).toMatchObject({ readings: 1, confirmed: false });
    expect(first.body.candidates[0]).toMatchObject({ address: 8, type: 'uint32', wordOrder: 'CDAB', scale: 0.1 });
    const show = async (value: number): Promise<Body> => {
      meter.set('total', value);
      return (await tech('POST', `/display-matches/${first.body.id}/readings`, { shown: value.toFixed(1) })).body;
    };
    expect((await show(120_351.2)).confirmed).toBe(false);
    const last = await show(120_399.9);
    expect(last).toMatchObject({
      readings: 3,
      moved: true,
      confirmed: true,
      words: expect.stringMatching(/^Confirmed by 3 readings/),
    });
  });

  it('takes a number that the meter has left behind while somebody typed it', async () => {
    const target = { connectionId: 'line', slaveId: 7, space: 'holding', address: 9 };
    const { body: begun } = await tech('POST', '/display-matches', target);
    expect(begun).toMatchObject({ readings: 0, candidates: [], confirmed: false });
    const isFound = ({ address, scale }: { address: number; scale: number }) => address === 8 && scale === 0.1;
    for (const [readings, shown] of [130_000.1, 130_004.4, 130_009.8].entries()) {
      for (const ahead of [0, 0.4, 0.9]) {
        meter.set('total', shown + ahead);
        await tech('GET', `/display-matches/${begun.id}`);
      }
      const { body } = await tech('POST', `/display-matches/${begun.id}/readings`, { shown: shown.toFixed(1) });
      expect(body.readings).toBe(readings + 1);
      expect(body.candidates.some(isFound)).toBe(true);
    }
    expect((await tech('GET', `/display-matches/${begun.id}`)).body.readings).toBe(3);
  });

  it('says when nothing fits, and takes no text for a number', async () => {
    const target = { connectionId: 'line', slaveId: 7, space: 'holding', address: 0 };
    const none = await tech('POST', '/display-matches', { ...target, shown: '987.654' });
    expect(none.body).toMatchObject({ candidates: [], words: expect.stringMatching(/^Nothing around/) });
    expect((await tech('POST', '/display-matches', { ...target, shown: 'about 9' })).status).toBe(400);
  });
});

describe('a line', () => {
  it('shows its traffic, page by page', async () => {
    await vi.waitFor(() => expect(gateway.line('line')?.traffic.frames().length).toBeGreaterThan(8), 60_000);
    const { body } = await tech('GET', '/connections/line/traffic?limit=3&direction=sent');
    expect(body.frames).toHaveLength(3);
    expect(body.frames[0]).toMatchObject({ unit: 7, functionCode: 3, text: 'unit 7: read holding registers 0 to 1' });
    const next = await tech('GET', `/connections/line/traffic?after=${body.frames[0].sequence}&limit=1`);
    expect(next.body.frames[0].sequence).toBe(body.frames[0].sequence + 1);
    const csv = await tech('GET', '/connections/line/traffic/export?unit=7');
    expect(csv.text.split('\r\n')[0]).toBe('sequence,time_utc,direction,unit,function,hex,text');
  });

  it('has a report and a stress test', async () => {
    expect((await tech('GET', '/connections/line/doctor')).body).toMatchObject({
      name: 'Gateway',
      state: expect.any(String),
      crcPct: 0,
    });
    const { body } = await tech('POST', '/stress-tests', { connectionId: 'line', slaveId: 7, reads: 50 });
    expect(await ended(`/stress-tests/${body.id}`)).toMatchObject({ state: 'done', sent: 50, ok: 50, verdict: 'good' });
  });

  it('belongs to its industry', async () => {
    const { body } = await tech('POST', '/stress-tests', { connectionId: 'line', slaveId: 7, reads: 10 });
    await ended(`/stress-tests/${body.id}`);
    const spec = { connectionId: 'line', slaveId: 7, space: 'holding', from: 0, to: 9, address: 0, shown: '1' };
    for (const [method, path, sent] of [
      ['GET', '/connections/line/traffic'],
      ['GET', '/connections/line/traffic/export'],
      ['GET', '/connections/line/doctor'],
      ['GET', `/registers?${at}&address=0`],
      ['GET', `/decode-matrix?${at}&address=0`],
      ['GET', `/stress-tests/${body.id}`],
      ['DELETE', `/stress-tests/${body.id}`],
      ['POST', '/stress-tests', spec],
      ['POST', '/register-maps', spec],
      ['POST', '/display-matches', spec],
      ['POST', '/scans', { connectionId: 'line', consent }],
    ] as const) {
      expect((await north(method, path, sent)).status, `${method} ${path}`).toBe(404);
      expect((await viewer(method, path, sent)).status, `${method} ${path}`).toBe(401);
    }
    expect((await north('GET', '/stress-tests')).body.tests).toEqual([]);
  });
});

describe('an endpoint', () => {
  it('is tested', async () => {
    const { body } = await tech('POST', '/endpoint-tests', { host: '127.0.0.1', port: line.port, slaveId: 7 });
    expect(body).toMatchObject({ reached: true, answersModbus: true });
    const away = await tech('POST', '/endpoint-tests', { host: '127.0.0.1', port: line.port, slaveId: 9 });
    expect(away.body.words).toMatch(/gateway answers, but unit 9/);
  });
});
