import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../../core/clock.ts';
import type { FieldGateway, TagState } from '../../../core/field/field.ts';
import type { TwinHost } from '../../../core/field/simulation.ts';
import { ModbusGateway } from '../../../field/gateway.ts';
import { LoopbackTwins } from '../../../field/simulator/twinHost.ts';
import { loadTemplates } from '../../../field/templates.ts';
import {
  addIndustry,
  failureOf,
  type Plant,
  someConnection,
  someDevice,
  someTag,
  someUnit,
  startPlant,
} from '../../../test/configuredPlant.ts';
import { silent } from '../../../test/httpRig.ts';
import { FieldConfigurator } from '../fieldConfigurator.ts';
import { TwinService } from './twinService.ts';

const templates = loadTemplates(join(import.meta.dirname, '../../../../resources/devices'));
const tech = { industryId: 'DEMO', username: 'technician' };

let plant: Plant;
let twins: TwinService;
let states: Map<string, TagState>;
let refreshed: number;
beforeEach(async () => {
  plant = await startPlant({ templates });
  await addIndustry(plant);
  await plant.connections.create('DEMO', someConnection(), 'line');
  await plant.devices.create('DEMO', someDevice('line', { name: 'Well meter', slaveId: 7, templateId: 'tuf-2000m' }), {
    id: 'meter',
    templateTags: true,
  });
  states = new Map();
  refreshed = 0;
  twins = new TwinService({
    ...plant,
    host: new LoopbackTwins(systemClock),
    gateway: { tag: (id) => states.get(id) },
  });
  twins.onChange(() => {
    refreshed += 1;
  });
});
afterEach(async () => {
  await twins.stop();
  plant.close();
  plant.remove();
});

const valuesOf = (id: string): Record<string, unknown> =>
  Object.fromEntries(
    twins.list('DEMO').flatMap((one) => (one.id === id ? one.values.map(({ name, value }) => [name, value]) : [])),
  );

/** A gateway of its own that reads the twin as any master would. */
const reading = async (port: number, slaveId: number, work: (gateway: FieldGateway, tagIds: string[]) => Promise<void>) => {
  const gateway = new ModbusGateway({ clock: systemClock, log: silent });
  const tags = plant.registry
    .tagsOn('meter')
    .map(({ id, name, kind, decode }) => ({ id, name, kind, decode, deviceId: 'd', periodMs: 100 }));
  const settings = someConnection({ settings: { kind: 'tcp', host: '127.0.0.1', port, timeoutMs: 300 } }).settings;
  const { limits } = plant.registry.devices.get('meter') ?? someDevice('line');
  gateway.configure({
    connections: [{ id: 'c', name: 'c', settings }],
    devices: [
      {
        id: 'd',
        connectionId: 'c',
        name: 'd',
        slaveId,
        limits: limits ?? { maxRegisters: 125, maxBits: 2000, forbidden: [], atomic: [] },
      },
    ],
    tags,
  });
  gateway.start();
  try {
    await work(
      gateway,
      tags.map(({ id }) => id),
    );
  } finally {
    await gateway.stop();
  }
};

describe('a twin', () => {
  it('are stopped with the server also where they are only starting', async () => {
    const loopback = new LoopbackTwins(systemClock);
    const stopped: number[] = [];
    const host: TwinHost = {
      start: async (device) => {
        const twin = await loopback.start(device);
        return { ...twin, stop: () => twin.stop().then(() => void stopped.push(twin.port)) };
      },
    };
    const service = new TwinService({ ...plant, host, gateway: { tag: () => undefined } });
    const starting = failureOf(() => service.start(tech, 'meter', 'tcp'));
    await service.stop();
    expect((await starting).code).toBe('unavailable');
    expect([stopped.length, service.list('DEMO')]).toEqual([1, []]);
  });

  it('answers Modbus as the device would, every tag of it', async () => {
    const twin = await twins.start(tech, 'meter', 'tcp');
    expect(twin).toMatchObject({ simulated: true, host: '127.0.0.1', slaveId: 7, name: 'Well meter', startedBy: 'technician' });
    expect(refreshed).toBe(1);
    await reading(twin.port, 7, async (gateway, tagIds) => {
      await vi.waitFor(() => expect(tagIds.map((id) => gateway.tag(id)?.quality)).toEqual(tagIds.map(() => 'GOOD')), 60_000);
      const total = plant.registry.tagsOn('meter').find(({ name }) => name === 'Positive total');
      expect(gateway.tag(total?.id ?? '')?.value).toBeCloseTo(Number(valuesOf(twin.id)['Positive total']), 1);
    });
  });

  it('begins where the real device was read last, else at what its model shows', async () => {
    const flow = plant.registry.tagsOn('meter').find(({ name }) => name === 'Flow');
    const state = { tagId: flow?.id ?? '', deviceId: 'meter', quality: 'GOOD', atMs: 1, lastGoodAtMs: 1, raw: null } as const;
    states.set(state.tagId, { ...state, value: 12.5 });
    const { id } = await twins.start(tech, 'meter', 'tcp');
    const model = templates.find((one) => one.id === 'tuf-2000m');
    expect(valuesOf(id).Flow).toBeCloseTo(12.5, 5);
    expect(valuesOf(id)['Signal quality']).toBe(model?.tags.find(({ name }) => name === 'Signal quality')?.typical);
  });

  it('takes values and faults from who trains, and gives them up again', async () => {
    const { id, port } = await twins.start(tech, 'meter', 'tcp');
    expect(valuesOf(id).Flow).not.toBe(99);
    const changed = twins.change('DEMO', id, { values: [{ name: 'Flow', value: 99 }], fault: 'dead' });
    expect(changed.fault).toBe('dead');
    expect(valuesOf(id).Flow).toBe(99);
    const flow = plant.registry.tagsOn('meter').find(({ name }) => name === 'Flow')?.id ?? '';
    await reading(port, 7, async (gateway) => {
      await vi.waitFor(() => expect(gateway.tag(flow)?.quality).toMatch(/TIMEOUT|STALE/), 60_000);
      twins.change('DEMO', id, { values: [], fault: null });
      await vi.waitFor(() => expect(gateway.tag(flow)).toMatchObject({ quality: 'GOOD', value: 99 }), { timeout: 60_000 });
    });
    expect((await failureOf(async () => twins.change('DEMO', id, { values: [{ name: 'No such', value: 1 }] }))).code).toBe(
      'badRequest',
    );
    expect((await failureOf(async () => twins.change('DEMO', id, { values: [{ name: 'Error bits', value: -1 }] }))).code).toBe(
      'badRequest',
    );
  });

  it('keeps a value that was set while the others move', async () => {
    const { id } = await twins.start(tech, 'meter', 'tcp');
    twins.change('DEMO', id, { values: [{ name: 'Flow', value: 50 }] });
    const before = valuesOf(id);
    await vi.waitFor(() => expect(valuesOf(id).Velocity).not.toBe(before.Velocity), 60_000);
    expect(valuesOf(id).Flow).toBe(50);
  });

  it('belongs to its industry, is refused for nothing to simulate, and is counted', async () => {
    await addIndustry(plant, 'NORTH');
    const { id } = await twins.start(tech, 'meter', 'rtuTcp');
    const other = { industryId: 'NORTH', username: 'north' };
    expect(twins.list('NORTH')).toEqual([]);
    expect((await failureOf(async () => twins.change('NORTH', id, { values: [] }))).code).toBe('notFound');
    expect((await failureOf(() => twins.end('NORTH', id))).code).toBe('notFound');
    expect((await failureOf(() => twins.start(other, 'meter', 'tcp'))).code).toBe('notFound');
    await plant.devices.create('DEMO', someDevice('line', { slaveId: 9 }), { id: 'bare' });
    expect((await failureOf(() => twins.start(tech, 'bare', 'tcp'))).code).toBe('badRequest');
    for (let i = 1; i < 10; i += 1) await twins.start(tech, 'meter', 'tcp');
    expect((await failureOf(() => twins.start(tech, 'meter', 'tcp'))).code).toBe('conflict');
    expect((await twins.end('DEMO', id)).id).toBe(id);
    expect(twins.list('DEMO')).toHaveLength(9);
  });

  it('ends with the server: its port is free again', async () => {
    const { port } = await twins.start(tech, 'meter', 'tcp');
    await twins.stop();
    await twins.stop();
    await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow();
    expect(twins.list('DEMO')).toEqual([]);
  });
});

describe('what a twin says', () => {
  it.each(['127.1', '2130706433', '0x7f000001', '0177.0.0.1'])('is known at an address that was stored as %s', async (host) => {
    const { port } = await twins.start(tech, 'meter', 'tcp');
    const { settings } = someConnection({ settings: { kind: 'tcp', host, port } });
    expect(twins.isTwin(settings)).toBe(true);
  });

  it.each([
    ...['127.0.0.1', 'localhost', '0.0.0.0', '::1', '::ffff:127.0.0.1', 'ip6-localhost'],
    ...['0:0:0:0:0:FFFF:127.0.0.1', '::ffff:7f00:1', '0::ffff:7f00:1', '0:0:0:0:0:0:0:1', '0::0'],
  ])('reaches no unit, even when a connection points at it as %s and its tag feeds one', async (host) => {
    const { port, id } = await twins.start(tech, 'meter', 'tcp');
    const bindings: string[][] = [];
    const configurator = new FieldConfigurator({
      ...plant,
      source: {
        readAll: async () => ({
          connections: [...plant.registry.connections.values()],
          devices: [...plant.registry.devices.values()],
          tags: [...plant.registry.tags.values()],
        }),
      },
      twins,
      applyField: () => undefined,
      applyBindings: (all) => bindings.push(all.map(({ tagId }) => tagId)),
    });
    await configurator.start();
    await plant.units.create('DEMO', someUnit(), 'well');
    await plant.connections.create(
      'DEMO',
      someConnection({ name: 'Practice', settings: { kind: 'tcp', host, port } }),
      'practice',
    );
    await plant.devices.create('DEMO', someDevice('practice', { slaveId: 7 }), { id: 'pupil' });
    await plant.tags.create('DEMO', someTag('pupil', { unitId: 'well', param: 'volume' }), 'practised');
    expect(bindings.at(-1)).toEqual([]);
    expect(['pupil', 'meter', 'nobody'].map((id) => twins.isTwinDevice(id))).toEqual([true, false, false]);
    await twins.end('DEMO', id);
    // the port is nobody's now: a device that stands there later is a real one
    expect(bindings.at(-1)).toEqual(['practised']);
    configurator.stop();
  });
});
