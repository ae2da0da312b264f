import { describe, expect, it } from 'vitest';
import { failureOf, someConnection, someDevice } from '../../test/configuredPlant.ts';
import { connectionId, deviceId, eachWithDevice, plant, serial, tag } from '../../test/wiredPlant.ts';

eachWithDevice();

describe('a device', () => {
  it('is refused when its unit id is in use on the same line, but not when on another line', async () => {
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
