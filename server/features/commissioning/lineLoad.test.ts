import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  addIndustry,
  failureOf,
  type Plant,
  someConnection,
  someDevice,
  someTag,
  startPlant,
} from '../../test/configuredPlant.ts';

const serial = (baudRate: number) => ({ kind: 'serial', path: '/dev/ttyUSB0', baudRate });
const rs485 = (baudRate: number, fields = {}) => someConnection({ name: 'RS-485', settings: serial(baudRate), ...fields });

let plant: Plant;
beforeEach(async () => {
  plant = await startPlant();
  await addIndustry(plant);
  await plant.connections.create('DEMO', rs485(9600), 'line');
  await plant.devices.create('DEMO', someDevice('line', { slaveId: 1 }), { id: 'meter' });
});
afterEach(() => {
  plant.close();
  plant.remove();
});

const free = { unitId: null, param: null } as const;
/** One read of one register takes about 40 ms at 9600 baud. */
const every = (periodMs: number, address: number) =>
  someTag('meter', { ...free, name: `at ${address}`, periodMs, decode: { space: 'holding', address, type: 'uint16' } });

describe('a serial line', () => {
  it('is not given more to read than it can carry', async () => {
    await plant.tags.create('DEMO', every(100, 0), 'first');
    await plant.tags.create('DEMO', every(101, 300), 'second');
    const { code, message } = await failureOf(() => plant.tags.create('DEMO', every(103, 600), 'third'));
    expect(code).toBe('badRequest');
    expect(message).toMatch(/RS-485 would need 1\d\d(\.\d)? % of its time/);
    await plant.tags.create('DEMO', every(10_000, 600), 'third');
    expect((await failureOf(() => plant.tags.change('DEMO', 'third', every(103, 600)))).code).toBe('badRequest');
    expect((await plant.tags.change('DEMO', 'second', every(5000, 300))).periodMs).toBe(5000);
  });

  it('that is overfull already may be relieved step by step', async () => {
    await plant.tags.create('DEMO', every(100, 0), 'first');
    await plant.tags.create('DEMO', every(101, 300), 'second');
    const { settings } = someConnection({ settings: serial(1200) });
    plant.registry.connections.set('line', { ...plant.connections.read('DEMO', 'line'), settings });
    expect((await plant.tags.change('DEMO', 'second', every(200, 300))).periodMs).toBe(200);
    expect((await failureOf(() => plant.tags.change('DEMO', 'second', every(150, 300)))).code).toBe('badRequest');
  });

  it('is not made too slow for what is read over it, nor switched on with too much', async () => {
    await plant.tags.create('DEMO', every(100, 0), 'first');
    await plant.tags.create('DEMO', every(101, 300), 'second');
    const slower = await failureOf(() => plant.connections.change('DEMO', 'line', rs485(1200)));
    expect(slower).toMatchObject({ code: 'badRequest', errors: [{ path: 'settings.baudRate' }] });
    expect(slower.message).toMatch(/RS-485 would need \d{3}(\.\d)? % of its time/);
    expect((await plant.connections.change('DEMO', 'line', rs485(19_200))).version).toBe(2);
    await plant.connections.change('DEMO', 'line', rs485(1200, { enabled: false }));
    expect((await failureOf(() => plant.connections.change('DEMO', 'line', rs485(1200)))).code).toBe('badRequest');
  });

  it('says what its reads take, with a warning above 70 %', async () => {
    await plant.tags.create('DEMO', every(100, 0), 'first');
    const fair = plant.connections.load('DEMO', 'line');
    expect(fair?.pct).toBeGreaterThan(30);
    expect(fair).toMatchObject({ pct: expect.toSatisfy((pct: number) => pct < 70), warning: null });
    await plant.tags.create('DEMO', every(101, 300), 'second');
    const much = plant.connections.load('DEMO', 'line');
    expect(much?.warning).toMatch(new RegExp(`^RS-485 needs ${much?.pct} % of its time`));
    await plant.connections.change('DEMO', 'line', rs485(9600, { enabled: false }));
    expect(plant.connections.load('DEMO', 'line')).toBeNull();
  });

  it('counts a device only while it is read', async () => {
    await plant.tags.create('DEMO', every(100, 0), 'first');
    await plant.tags.create('DEMO', every(101, 300), 'second');
    await plant.devices.change('DEMO', 'meter', someDevice('line', { slaveId: 1, enabled: false }));
    await plant.tags.create('DEMO', every(103, 600), 'third');
    const back = await failureOf(() => plant.devices.change('DEMO', 'meter', someDevice('line', { slaveId: 1 })));
    expect(back.message).toMatch(/RS-485 would need/);
  });
});

describe('a network line', () => {
  it('is refused nothing: its time on the wire is not known', async () => {
    await plant.connections.create('DEMO', someConnection({ name: 'TCP' }), 'net');
    await plant.devices.create('DEMO', someDevice('net', { slaveId: 1 }), { id: 'plc' });
    for (const address of [0, 300, 600, 900, 1200, 1500, 1800])
      await plant.tags.create(
        'DEMO',
        { ...every(100 + address, address), deviceId: 'plc', periodMs: 100 + address / 300 },
        `t${address}`,
      );
    expect(plant.registry.tagsOn('plc')).toHaveLength(7);
  });
});
