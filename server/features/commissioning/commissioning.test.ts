import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DeviceTemplate } from '../../contract/model/deviceTemplates.ts';
import { deviceTemplate } from '../../contract/model/deviceTemplates.ts';
import {
  addIndustry,
  failureOf,
  METER,
  type Plant,
  someConnection,
  someDevice,
  someTag,
  someUnit,
  startPlant,
} from '../../test/configuredPlant.ts';

const template: DeviceTemplate = deviceTemplate.parse({
  id: 'acme-flow',
  manufacturer: 'Acme',
  model: 'Flow',
  category: 'flow',
  source: 'made for this test',
  verified: true,
  timeoutMs: 400,
  limits: { maxRegisters: 20 },
  tags: [
    {
      name: 'Total',
      kind: 'counter',
      measure: 'm3',
      param: 'volume',
      periodMs: 10_000,
      decode: { space: 'holding', address: 0, type: 'uint32' },
      grade: 'A',
      typical: 5,
    },
    {
      name: 'Flow',
      kind: 'gauge',
      measure: 'm3/h',
      param: 'flow',
      periodMs: 5000,
      decode: { space: 'holding', address: 4, type: 'float32' },
      grade: 'A',
      typical: 12,
    },
  ],
});

let plant: Plant;
let connectionId: string;
let deviceId: string;
beforeEach(async () => {
  plant = await startPlant({ templates: [template] });
  await addIndustry(plant);
  connectionId = (await plant.connections.create('DEMO', someConnection())).id;
  deviceId = (await plant.devices.create('DEMO', someDevice(connectionId))).id;
});
afterEach(() => {
  plant.close();
  plant.remove();
});

const tag = (fields: Record<string, unknown> = {}) => plant.tags.create('DEMO', someTag(deviceId, fields));
const serial = { kind: 'serial', path: '/dev/ttyUSB0' };

describe('a connection', () => {
  it.each([
    ['host and port', { kind: 'tcp', host: 'gateway.local' }, 'settings.host'],
    ['host in another case, for another protocol', { kind: 'rtuTcp', host: 'GateWay.Local', port: 502 }, 'settings.host'],
  ])('is refused when another one has its %s', async (_, settings, path) => {
    await plant.connections.create('DEMO', someConnection({ settings: { kind: 'tcp', host: 'gateway.local' } }));
    expect(await failureOf(() => plant.connections.create('DEMO', someConnection({ settings })))).toMatchObject({
      code: 'conflict',
      errors: [{ path }],
    });
    await plant.connections.create('DEMO', someConnection({ settings: { ...settings, port: 503 } }));
  });

  it('to a line of another industry is refused without saying whose it is', async () => {
    await addIndustry(plant, 'NORTH');
    await plant.connections.create('DEMO', someConnection({ name: 'Secret line', settings: serial }));
    const failure = await failureOf(() => plant.connections.create('NORTH', someConnection({ settings: serial })));
    expect(failure).toMatchObject({ code: 'conflict', errors: [{ path: 'settings.path' }] });
    expect(JSON.stringify(failure)).not.toMatch(/Secret|DEMO/);
  });

  it('stays while it has devices', async () => {
    expect(await failureOf(() => plant.connections.delete('DEMO', connectionId))).toMatchObject({
      code: 'conflict',
      message: 'Line 1 has 1 device',
    });
    await plant.devices.delete('DEMO', deviceId);
    await plant.connections.delete('DEMO', connectionId);
    expect(plant.field()).toEqual({ connections: [], devices: [], tags: [] });
  });

  it('does not become serial under a device that only TCP can name', async () => {
    await plant.devices.create('DEMO', someDevice(connectionId, { name: 'Gateway', slaveId: 255 }));
    const failure = await failureOf(() => plant.connections.change('DEMO', connectionId, someConnection({ settings: serial })));
    expect(failure).toMatchObject({
      code: 'badRequest',
      errors: [{ path: 'settings.kind', message: expect.stringMatching(/Gateway.*255/) }],
    });
    expect(plant.connections.read('DEMO', connectionId).settings.kind).toBe('tcp');
  });

  it('keeps its own line when it is changed, and tells a late writer', async () => {
    const changed = await plant.connections.change('DEMO', connectionId, someConnection({ name: 'Renamed' }), 1);
    expect(changed).toMatchObject({ name: 'Renamed', version: 2 });
    expect(await failureOf(() => plant.connections.change('DEMO', connectionId, someConnection(), 1))).toMatchObject({
      code: 'conflict',
    });
  });
});

describe('a device', () => {
  it('is refused when its unit id stands on the line already, but not on another line', async () => {
    expect(await failureOf(() => plant.devices.create('DEMO', someDevice(connectionId, { name: 'Twin' })))).toMatchObject({
      code: 'conflict',
      errors: [{ path: 'slaveId', message: 'slaveId 1 is that of Meter 1 on the same line' }],
    });
    const other = await plant.connections.create('DEMO', someConnection({ settings: serial }));
    await plant.devices.create('DEMO', someDevice(other.id));
    const second = await plant.devices.create('DEMO', someDevice(connectionId, { slaveId: 2 }));
    expect(await failureOf(() => plant.devices.change('DEMO', second.id, someDevice(connectionId)))).toMatchObject({
      code: 'conflict',
    });
  });

  it.each([
    ['tcp', 0, true],
    ['tcp', 255, true],
    ['tcp', 248, false],
    ['serial', 0, false],
    ['serial', 247, true],
    ['serial', 248, false],
  ])('on a %s line with unit id %i: allowed is %s', async (kind, slaveId, allowed) => {
    const line =
      kind === 'tcp' ? connectionId : (await plant.connections.create('DEMO', someConnection({ settings: serial }))).id;
    const outcome = plant.devices.create('DEMO', someDevice(line, { slaveId }));
    if (allowed) await expect(outcome).resolves.toMatchObject({ slaveId });
    else expect(await failureOf(() => outcome)).toMatchObject({ code: 'badRequest', errors: [{ path: 'slaveId' }] });
  });

  it('takes limits, timeout and tags from its template, where it brings none itself', async () => {
    const spec = { slaveId: 7, templateId: 'acme-flow' };
    const made = await plant.devices.create('DEMO', someDevice(connectionId, spec), { templateTags: true });
    expect(made).toMatchObject({ timeoutMs: 400, limits: { maxRegisters: 20 } });
    expect(plant.tags.list('DEMO', made.id).map(({ name, kind, unitId }) => [name, kind, unitId])).toEqual([
      ['Total', 'counter', null],
      ['Flow', 'gauge', null],
    ]);
    const own = await plant.devices.create(
      'DEMO',
      someDevice(connectionId, { ...spec, slaveId: 8, timeoutMs: null, limits: {} }),
    );
    expect(own).toMatchObject({ timeoutMs: null, limits: { maxRegisters: 125 } });
    expect(plant.tags.list('DEMO', own.id)).toEqual([]);
  });

  it('is refused with an unknown template or line, or with tags of no template', async () => {
    const refused = (fields: Record<string, unknown>, templateTags = false) =>
      failureOf(() => plant.devices.create('DEMO', someDevice(connectionId, { slaveId: 9, ...fields }), { templateTags }));
    expect(await refused({ templateId: 'nobody' })).toMatchObject({ code: 'badRequest', errors: [{ path: 'templateId' }] });
    expect(await refused({ connectionId: 'nowhere' })).toMatchObject({ code: 'badRequest', errors: [{ path: 'connectionId' }] });
    expect(await refused({}, true)).toMatchObject({ code: 'badRequest', errors: [{ path: 'templateTags' }] });
  });

  it('does not get limits that its tags break', async () => {
    await tag({ name: 'Flow', kind: 'gauge', decode: { space: 'holding', address: 100, type: 'float64' } });
    for (const limits of [{ maxRegisters: 2 }, { forbidden: [{ space: 'holding', from: 102, to: 102 }] }])
      expect(await failureOf(() => plant.devices.change('DEMO', deviceId, someDevice(connectionId, { limits })))).toMatchObject({
        code: 'badRequest',
        errors: [{ path: 'limits', message: expect.stringContaining('tag Flow') }],
      });
    await plant.devices.change('DEMO', deviceId, someDevice(connectionId, { limits: { maxRegisters: 4 } }));
  });

  it('stays while it has tags', async () => {
    const { id } = await tag();
    expect(await failureOf(() => plant.devices.delete('DEMO', deviceId))).toMatchObject({
      code: 'conflict',
      message: 'Meter 1 has 1 tag',
    });
    await plant.tags.delete('DEMO', id);
    await plant.devices.delete('DEMO', deviceId);
  });
});

describe('a tag is refused with field and reason', () => {
  const holding = (fields: object) => ({ decode: { space: 'holding', address: 0, type: 'uint32', ...fields } });
  it.each<[string, Record<string, unknown>, string, RegExp]>([
    ['past the last register', holding({ address: 65_535 }), 'decode.address', /65535/],
    [
      'a word order that does not fit',
      holding({ type: 'uint16', wordOrder: 'CDAB' }),
      'decode.wordOrder',
      /CDAB does not fit uint16/,
    ],
    ['a bit without its number', holding({ type: 'bit' }), 'decode.bit', /needed/],
    ['in a forbidden range', holding({ address: 49 }), 'decode.address', /must not be read/],
    ['wider than the device gives', { kind: 'gauge', ...holding({ type: 'float64' }) }, 'decode.type', /at most 3/],
    ['a text that counts', holding({ type: 'string', length: 2 }), 'kind', /does not fit decode.type string/],
    ['a bit that counts', holding({ type: 'bit', bit: 3 }), 'kind', /does not fit decode.type bit/],
    ['a device that does not exist', { deviceId: 'nowhere' }, 'deviceId', /does not exist/],
    ['a unit that does not exist', { unitId: 'nowhere', param: 'volume' }, 'unitId', /does not exist/],
    ['a unit without a parameter', { unitId: 'nowhere' }, 'param', /missing/],
    ['a parameter without a unit', { param: 'volume' }, 'unitId', /missing/],
  ])('%s', async (_, fields, path, message) => {
    const limits = { maxRegisters: 3, forbidden: [{ space: 'holding', from: 50, to: 60 }] };
    await plant.devices.change('DEMO', deviceId, someDevice(connectionId, { limits }));
    const failure = await failureOf(() => tag(fields));
    expect(failure.code).toBe('badRequest');
    expect(failure.errors).toContainEqual({ path, message: expect.stringMatching(message) });
    expect(plant.tags.list('DEMO')).toEqual([]);
  });

  it('a parameter that another tag feeds already, a name that the device has already', async () => {
    const unit = await plant.units.create('DEMO', someUnit());
    const target = { unitId: unit.id, param: 'volume' };
    await tag(target);
    expect(await failureOf(() => tag({ name: 'Other', ...target }))).toMatchObject({
      code: 'conflict',
      errors: [{ path: 'param', message: 'param volume of Borewell main is already fed by tag Total' }],
    });
    expect(await failureOf(() => tag())).toMatchObject({ code: 'conflict', errors: [{ path: 'name' }] });
    const flow = await tag({ name: 'Flow', kind: 'gauge', unitId: unit.id, param: 'flow' });
    const moved = someTag(deviceId, { name: 'Flow', ...target });
    expect(await failureOf(() => plant.tags.change('DEMO', flow.id, moved))).toMatchObject({ code: 'conflict' });
  });

  it('a version that is no longer the present one', async () => {
    const { id } = await tag();
    await plant.tags.change('DEMO', id, someTag(deviceId, { periodMs: 1000 }), 1);
    expect(await failureOf(() => plant.tags.change('DEMO', id, someTag(deviceId), 1))).toMatchObject({ code: 'conflict' });
    expect(await failureOf(() => plant.tags.delete('DEMO', id, 1))).toMatchObject({ code: 'conflict' });
    await plant.tags.delete('DEMO', id, 2);
  });
});

describe('what is configured', () => {
  it('reaches the field and the readings after every change, in order', async () => {
    const unit = await plant.units.create('DEMO', someUnit());
    const { id } = await tag({ unitId: unit.id, param: 'volume' });
    expect(plant.field()?.tags).toEqual([
      { id, deviceId, name: 'Total', kind: 'counter', decode: someTag(deviceId).decode, periodMs: 5000 },
    ]);
    const volume = {
      tagId: id,
      seriesId: unit.series[0]?.id,
      industryId: 'DEMO',
      unitId: unit.id,
      param: 'volume',
      kind: 'counter',
    };
    expect(plant.bindings()).toEqual([volume]);
    expect(plant.directory.unit('DEMO', unit.id)?.feeds).toEqual([
      { tagId: id, deviceId, name: 'Total', param: 'volume', kind: 'counter', measure: '', periodMs: 5000 },
    ]);
    const spec = someTag(deviceId, { kind: 'gauge', unitId: unit.id, param: 'flow' });
    await plant.tags.change('DEMO', id, spec);
    expect(plant.bindings()).toEqual([{ ...volume, seriesId: unit.series[1]?.id, param: 'flow', kind: 'gauge' }]);
    await plant.tags.delete('DEMO', id);
    expect([plant.bindings(), plant.field()?.tags]).toEqual([[], []]);
  });

  it('leaves out disabled lines and devices, and binds nothing to retired units', async () => {
    const unit = await plant.units.create('DEMO', someUnit());
    await tag({ unitId: unit.id, param: 'volume' });
    const counts = () => {
      const { connections = [], devices = [], tags = [] } = plant.field() ?? {};
      return [connections.length, devices.length, tags.length, plant.bindings()?.length];
    };
    await plant.devices.change('DEMO', deviceId, someDevice(connectionId, { enabled: false }));
    expect(counts()).toEqual([1, 0, 0, 0]);
    await plant.devices.change('DEMO', deviceId, someDevice(connectionId));
    await plant.connections.change('DEMO', connectionId, someConnection({ enabled: false }));
    expect(counts()).toEqual([0, 0, 0, 0]);
    await plant.connections.change('DEMO', connectionId, someConnection());
    expect(counts()).toEqual([1, 1, 1, 1]);
    await plant.units.change('DEMO', unit.id, someUnit({ deployed: false, meta: { meter: METER } }));
    expect(counts()).toEqual([1, 1, 1, 0]);
  });

  it('holds the lines of all industries together', async () => {
    await addIndustry(plant, 'NORTH');
    await plant.connections.create('NORTH', someConnection({ settings: serial }));
    expect(plant.field()?.connections).toHaveLength(2);
    expect(plant.connections.list('NORTH')).toHaveLength(1);
  });

  it('is the same after a restart', async () => {
    const unit = await plant.units.create('DEMO', someUnit());
    await tag({ unitId: unit.id, param: 'volume' });
    const before = [
      plant.field(),
      plant.bindings(),
      plant.tags.list('DEMO'),
      plant.devices.list('DEMO'),
      plant.connections.list('DEMO'),
    ];
    const { folder } = plant;
    plant.close();
    plant = await startPlant({ folder, templates: [template] });
    expect([
      plant.field(),
      plant.bindings(),
      plant.tags.list('DEMO'),
      plant.devices.list('DEMO'),
      plant.connections.list('DEMO'),
    ]).toEqual(before);
  });

  it('is not applied for a change that failed, nor after the end', async () => {
    const times = plant.applied.field.length;
    await failureOf(() => tag({ deviceId: 'nowhere' }));
    expect(plant.applied.field).toHaveLength(times);
    plant.configurator.stop();
    plant.configurator.stop();
    await tag();
    expect(plant.applied.field).toHaveLength(times);
  });
});

describe('another industry', () => {
  it('finds none of it, neither to read nor to hang something on', async () => {
    await addIndustry(plant, 'NORTH');
    const { id: tagId } = await tag();
    const line = (await plant.connections.create('NORTH', someConnection({ settings: serial }))).id;
    const device = (await plant.devices.create('NORTH', someDevice(line))).id;
    const unit = await plant.units.create('DEMO', someUnit());
    const attempts = [
      () => Promise.resolve().then(() => plant.connections.read('NORTH', connectionId)),
      () => plant.connections.change('NORTH', connectionId, someConnection()),
      () => plant.connections.delete('NORTH', connectionId),
      () => plant.devices.change('NORTH', deviceId, someDevice(line)),
      () => plant.devices.delete('NORTH', deviceId),
      () => plant.tags.change('NORTH', tagId, someTag(device)),
      () => plant.tags.delete('NORTH', tagId),
    ];
    for (const attempt of attempts) expect((await failureOf(attempt)).code).toBe('notFound');
    expect(await failureOf(() => plant.devices.create('NORTH', someDevice(connectionId, { slaveId: 3 })))).toMatchObject({
      errors: [{ path: 'connectionId' }],
    });
    expect(await failureOf(() => plant.tags.create('NORTH', someTag(deviceId)))).toMatchObject({
      errors: [{ path: 'deviceId' }],
    });
    const stolen = someTag(device, { unitId: unit.id, param: 'volume' });
    expect(await failureOf(() => plant.tags.create('NORTH', stolen))).toMatchObject({ errors: [{ path: 'unitId' }] });
  });
});
