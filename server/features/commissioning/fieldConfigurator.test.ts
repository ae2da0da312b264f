import { describe, expect, it } from 'vitest';
import { addIndustry, failureOf, METER, someConnection, someDevice, someTag, someUnit } from '../../test/configuredPlant.ts';
import { connectionId, deviceId, eachWithDevice, plant, restartPlant, serial, tag } from '../../test/wiredPlant.ts';

eachWithDevice();

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

  it('is read with one decode for all tags that are read alike', async () => {
    const other = await plant.devices.create('DEMO', someDevice(connectionId, { name: 'Meter 2', slaveId: 2 }));
    const same = await tag({ name: 'Same' });
    const alike = await tag({ deviceId: other.id });
    const elsewhere = await tag({ name: 'Elsewhere', decode: { space: 'holding', address: 2, type: 'uint32' } });
    await restartPlant();
    const decodeOf = (id: string) => plant.registry.tags.get(id)?.decode;
    expect(decodeOf(alike.id)).toEqual(alike.decode);
    expect(decodeOf(alike.id)).toBe(decodeOf(same.id));
    expect(decodeOf(elsewhere.id)).toEqual(elsewhere.decode);
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
    await restartPlant();
    expect([
      plant.field(),
      plant.bindings(),
      plant.tags.list('DEMO'),
      plant.devices.list('DEMO'),
      plant.connections.list('DEMO'),
    ]).toEqual(before);
  });

  it('is not applied for a change that failed, nor after the end', async () => {
    const { times } = plant.applied;
    await failureOf(() => tag({ deviceId: 'nowhere' }));
    expect(plant.applied.times).toBe(times);
    plant.configurator.stop();
    plant.configurator.stop();
    await tag();
    expect(plant.applied.times).toBe(times);
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
