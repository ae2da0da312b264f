import { describe, expect, it } from 'vitest';
import { failureOf, someDevice, someTag, someUnit } from '../../test/configuredPlant.ts';
import { connectionId, deviceId, eachWithDevice, plant, tag } from '../../test/wiredPlant.ts';

eachWithDevice();

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
