import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { plantCategoryEndpoints } from '../../contract/plant/categories.ts';
import { plantFieldConfigurationEndpoints } from '../../contract/plant/commissioning/fieldConfiguration.ts';
import { plantField } from '../../contract/plant/state.ts';
import { plantUnitEndpoints } from '../../contract/plant/units.ts';
import type { FieldStatus } from '../../core/field/field.ts';
import { addIndustry, METER, NOW_MS, type Plant, startPlant } from '../../test/configuredPlant.ts';
import { type Rig, sessionsOf, someCaller, startRig } from '../../test/httpRig.ts';
import { unitRoutes } from '../units/routes.ts';
import { commissioningRoutes } from './routes.ts';
import { stateRoutes } from './stateRoutes.ts';

const COMMISSIONING = new Set(['COMMISSIONING'] as const);
const sessions = sessionsOf({
  tech: { caller: someCaller({ permissions: COMMISSIONING }), panel: false },
  north: { caller: someCaller({ industryId: 'NORTH', permissions: COMMISSIONING }), panel: false },
  viewer: { caller: someCaller({ permissions: new Set(['ALERTS', 'SYSTEM', 'ACCOUNT_SETTINGS']) }), panel: false },
});

let plant: Plant;
let rig: Rig;
let status: FieldStatus;
let ready: boolean;
beforeEach(async () => {
  plant = await startPlant();
  await addIndustry(plant);
  await addIndustry(plant, 'NORTH');
  status = { channels: [], devices: [], tags: [] };
  ready = true;
  const metrics = {
    fieldStatus: () => status,
    ingestLagSeconds: () => 1.5,
    eventLoopDelayP99Ms: () => 4,
    residentBytes: () => 1000,
    databaseBytes: () => 2000,
    backupAgeSeconds: () => 7200,
    diskFreeBytes: () => 5e9,
    diskFullAtSeconds: () => Number.POSITIVE_INFINITY,
  };
  const routes = [
    ...unitRoutes(plant),
    ...commissioningRoutes(plant),
    ...stateRoutes({
      registry: plant.registry,
      metrics,
      metricsToken: 'a-token-of-its-own',
      isReady: () => ready,
      backup: () => ({ lastVerifiedDaysAgo: 0.5, findings: ['noRecoveryKit'] }),
      storage: () => ({ findings: ['diskFullSoon'] }),
      clock: plant.clock,
    }),
  ];
  rig = await startRig(routes, { sessions, trustedProxies: ['127.0.0.1'] });
});
afterEach(async () => {
  await rig.stop();
  plant.close();
  plant.remove();
});

// biome-ignore lint/suspicious/noExplicitAny: bodies are looked into freely
type Body = any;
const as =
  (token: string) =>
  async (method: string, path: string, body?: object): Promise<{ status: number; body: Body }> => {
    const reply = await rig.ask(`/api/plant${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body && { body }),
    });
    return { status: reply.status, body: reply.body };
  };
const tech = as('tech');
const unitBody = {
  subCategoryId: 'DEMO-sub',
  name: 'Main',
  type: 'flow',
  standardCategoryId: 'SOURCE_CATEGORY',
  siUnit: 'KL',
  meta: { meter: METER },
};
const tagBody = {
  name: 'Total',
  kind: 'counter',
  decode: { space: 'holding', address: 8, type: 'uint32', wordOrder: 'CDAB' },
  periodMs: 5000,
};

const wireOne = async () => {
  const unit = (await tech('POST', '/units', unitBody)).body;
  const line = (await tech('POST', '/connections', { name: 'Line', settings: { kind: 'tcp', host: 'plc.local' } })).body;
  const device = (await tech('POST', '/devices', { connectionId: line.id, name: 'Meter', slaveId: 3 })).body;
  const tag = (await tech('POST', '/tags', { ...tagBody, deviceId: device.id, unitId: unit.id, param: 'volume' })).body;
  return { unit, line, device, tag };
};

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
    const shift = { timezone: 'Asia/Nowhere', startAt: '06:00', version: 1 };
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

describe('the field', () => {
  it('shows what is configured before it was read, and what was read', async () => {
    const { line, device, tag } = await wireOne();
    expect((await tech('GET', '/field')).body).toMatchObject({
      channels: [{ connectionId: line.id, state: 'stopped', since: null }],
      devices: [{ deviceId: device.id, health: 'unknown', plan: [] }],
      tags: [{ tagId: tag.id, value: null, quality: null, ageSeconds: null }],
    });
    const figures = {
      requests: 9,
      ok: 8,
      timeouts: 1,
      crcErrors: 0,
      exceptions: { 2: 1 },
      badAnswers: 0,
      skippedBlocks: 0,
      rttMsP50: 3,
      rttMsP95: null,
    };
    status = {
      channels: [
        {
          connectionId: line.id,
          state: 'ready',
          reason: null,
          sinceMs: NOW_MS - 1000,
          reconnects: 2,
          lateAnswers: 0,
          bytesDropped: 0,
          violations: 0,
          utilisationPct: 40,
          queueDepth: [1, 2, 3],
        },
      ],
      devices: [
        {
          ...figures,
          deviceId: device.id,
          connectionId: line.id,
          health: 'good',
          lastGoodAtMs: NOW_MS,
          lastError: { atMs: NOW_MS, message: 'timeout of unit 3 at 8' },
          plan: [{ space: 'holding', address: 8, count: 2, periodMs: 5000, tagIds: [tag.id] }],
          learntForbidden: [],
        },
      ],
      tags: [
        {
          tagId: tag.id,
          deviceId: device.id,
          value: null,
          quality: 'BAD_TIMEOUT',
          atMs: NOW_MS,
          lastGoodAtMs: NOW_MS - 12_340,
          raw: [1, 2],
        },
      ],
    };
    expect((await tech('GET', '/field')).body).toMatchObject({
      at: '2026-11-10T03:30:00.000Z',
      channels: [
        { name: 'Line', state: 'ready', since: '2026-11-10T03:29:59.000Z', queueDepth: { commands: 1, polls: 2, scans: 3 } },
      ],
      devices: [
        {
          name: 'Meter',
          slaveId: 3,
          exceptions: { 2: 1 },
          plan: [{ address: 8, tagIds: [tag.id] }],
          lastError: { message: 'timeout of unit 3 at 8' },
        },
      ],
      tags: [{ name: 'Total', param: 'volume', quality: 'BAD_TIMEOUT', ageSeconds: 12.3, raw: [1, 2] }],
    });
    const { text } = await rig.ask('/metrics');
    expect(text).toContain(`headworks_device_requests_total{device="${device.id}",connection="${line.id}",name="Meter"} 9`);
    expect(text).toContain(
      `headworks_device_exceptions_total{device="${device.id}",connection="${line.id}",name="Meter",exception="2"} 1`,
    );
    expect(text).toContain(`headworks_channel_state{connection="${line.id}",name="Line",state="ready"} 1`);
    expect(text).toContain(`headworks_channel_state{connection="${line.id}",name="Line",state="down"} 0`);
    expect(text).toContain(`headworks_channel_utilisation_ratio{connection="${line.id}",name="Line"} 0.4`);
    expect(text).not.toContain('headworks_device_rtt_p95_seconds{');
  });
});

describe('health and metrics', () => {
  it('say whether the server is ready', async () => {
    expect(await rig.ask('/api/plant/health')).toMatchObject({ status: 200, body: { status: 'ok' } });
    ready = false;
    expect(await rig.ask('/api/plant/health')).toMatchObject({ status: 503, body: { code: 503 } });
  });

  it('are text for Prometheus, to this machine itself', async () => {
    const reply = await rig.ask('/metrics');
    expect(reply.status).toBe(200);
    expect(reply.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
    for (const line of [
      'headworks_ingest_lag_seconds 1.5',
      'headworks_event_loop_delay_p99_seconds 0.004',
      'headworks_resident_bytes 1000',
      'headworks_database_bytes 2000',
    ])
      expect(reply.text.split('\n')).toContain(line);
  });

  it.each([
    ['no token', {}, 401],
    ['another token', { authorization: 'Bearer something-else' }, 401],
    ['a session token', { authorization: 'Bearer tech' }, 401],
    ['its token', { authorization: 'Bearer a-token-of-its-own' }, 200],
  ])('from elsewhere with %s', async (_, headers, expected) => {
    // the proxy on this machine is trusted, so the address is that of the client behind it
    expect((await rig.ask('/metrics', { headers: { 'x-forwarded-for': '10.1.2.3', ...headers } })).status).toBe(expected);
    // and one that pretends to be this machine is not believed
    expect((await rig.ask('/metrics', { headers: { 'x-forwarded-for': '127.0.0.1', ...headers } })).status).toBe(expected);
  });
});
