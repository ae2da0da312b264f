import { describe, expect, it } from 'vitest';
import { plantCategoryEndpoints } from '../../contract/plant/categories.ts';
import { plantFieldConfigurationEndpoints } from '../../contract/plant/commissioning/fieldConfiguration.ts';
import { plantField } from '../../contract/plant/state.ts';
import { plantUnitEndpoints } from '../../contract/plant/units.ts';
import { as, plant, rig, serveCommissioning, tagBody, tech, unitBody, wireOne } from '../../test/servedCommissioning.ts';

serveCommissioning();

describe('the plant API', () => {
  it('takes a meter from nothing to a bound tag, and takes it away again', async () => {
    const { unit, line, device, tag } = await wireOne();
    expect(line).toMatchObject({
      enabled: true,
      version: 1,
      settings: { kind: 'tcp', host: 'plc.local', port: 502, timeoutMs: 1000 },
    });
    expect(plant.bindings()).toMatchObject([{ tagId: tag.id, unitId: unit.id, param: 'volume' }]);
    const { body } = await tech('GET', '/units');
    expect(body.units).toHaveLength(1);
    expect(body.units[0].series[0]).toMatchObject({ param: 'volume', measure: 'L', tag: { tagId: tag.id, deviceId: device.id } });
    expect(body.units[0].series[1]).toMatchObject({ param: 'flow', tag: null });

    const { id: _id, version, ...spec } = (await tech('GET', `/tags/${tag.id}`)).body;
    expect((await tech('PUT', `/tags/${tag.id}`, { ...spec, periodMs: 1000, version })).body).toMatchObject({
      periodMs: 1000,
      version: 2,
    });
    expect((await tech('PUT', `/tags/${tag.id}`, { ...spec, version })).status).toBe(409);
    for (const path of [`/tags/${tag.id}?version=2`, `/devices/${device.id}`, `/connections/${line.id}`, `/units/${unit.id}`])
      expect(await tech('DELETE', path)).toMatchObject({ status: 200, body: { status: 'success' } });
    expect((await tech('GET', '/tags')).body).toEqual({ tags: [] });
  });

  it('answers a broken rule with 400 and a broken shape with 1430, each naming the field', async () => {
    const { device } = await wireOne();
    const wrong = { ...tagBody, name: 'Wrong', deviceId: device.id, decode: { ...tagBody.decode, type: 'uint16' } };
    expect(await tech('POST', '/tags', wrong)).toMatchObject({
      status: 400,
      body: { code: 400, errors: [{ path: 'decode.wordOrder', message: expect.stringContaining('does not fit uint16') }] },
    });
    expect(await tech('POST', '/tags', { ...wrong, decode: { ...wrong.decode, wordOrder: 'ACBD' } })).toMatchObject({
      status: 400,
      body: { code: 1430, errors: [{ path: 'decode.wordOrder' }] },
    });
    expect(await tech('POST', '/tags', { ...wrong, decode: { ...tagBody.decode, address: 70_000 } })).toMatchObject({
      body: { code: 1430, errors: [{ path: 'decode.address' }] },
    });
    expect(await tech('POST', '/devices', { connectionId: device.connectionId, name: 'Twin', slaveId: 3 })).toMatchObject({
      status: 409,
      body: { code: 409, errors: [{ path: 'slaveId' }] },
    });
    const shift = { timezone: 'Asia/Nowhere', startAt: '06:00', endAt: '06:00:00', shiftName: 'Day', version: 1 };
    expect((await tech('PUT', '/industry/shift', shift)).body).toMatchObject({
      code: 400,
      errors: [{ path: 'timezone' }, { path: 'startAt' }],
    });
    const table = {
      shape: 'table',
      rows: [
        [0, 0],
        [1, 5],
        [1, 6],
      ],
    };
    expect((await tech('POST', '/units', { ...unitBody, type: 'stock', meta: { tank: table } })).body).toMatchObject({
      code: 1430,
      errors: [{ path: 'meta.tank.rows.2' }],
    });
  });

  it('changes the shift by a date in the written form of the API', async () => {
    const changed = await tech('PUT', '/industry/shift', {
      validFrom: '01/12/2026',
      timezone: 'Asia/Kolkata',
      startAt: '07:00:00',
      endAt: '07:00:00',
      shiftName: 'Day',
      version: 1,
    });
    expect(changed).toMatchObject({
      status: 200,
      body: { version: 2, shifts: [{ validFrom: '01/01/2026' }, { validFrom: '01/12/2026', endAt: '07:00:00' }] },
    });
  });

  it('opens no configuration without the permission, nor without a token', async () => {
    const rows = [...plantUnitEndpoints, ...plantCategoryEndpoints, ...plantFieldConfigurationEndpoints, plantField];
    expect(rows.length).toBeGreaterThan(30);
    for (const { method, path } of rows) {
      const at = path.replace('{id}', 'x');
      expect([path, method, await as('viewer')(method.toUpperCase(), at)]).toMatchObject([
        path,
        method,
        { status: 401, body: { reason: 'permission' } },
      ]);
      expect([path, method, await as('nobody')(method.toUpperCase(), at)]).toMatchObject([
        path,
        method,
        { status: 401, body: { reason: 'token' } },
      ]);
    }
  });

  it('shows another industry nothing', async () => {
    const { unit, line, device, tag } = await wireOne();
    const north = as('north');
    for (const path of [`/units/${unit.id}`, `/connections/${line.id}`, `/devices/${device.id}`, `/tags/${tag.id}`]) {
      expect((await north('GET', path)).status).toBe(404);
      expect((await north('DELETE', path)).status).toBe(404);
    }
    for (const path of [
      '/units',
      '/connections',
      '/devices',
      '/tags',
      '/field',
      `/devices?connectionId=${line.id}`,
      `/tags?deviceId=${device.id}`,
    ]) {
      const text = JSON.stringify((await north('GET', path)).body);
      for (const { id } of [unit, line, device, tag]) expect(text).not.toContain(id);
    }
  });
});

describe('the standard categories view', () => {
  it('is served to any user of the industry', async () => {
    await wireOne();
    const reply = await rig.ask('/api/user/standardCategoryView/', { headers: { authorization: 'Bearer viewer' } });
    expect(reply).toMatchObject({
      status: 200,
      body: { standardCategories: [{ standardCategoryId: 'SOURCE_CATEGORY', subCategories: [{ group: 'Supply' }] }] },
    });
  });
});
