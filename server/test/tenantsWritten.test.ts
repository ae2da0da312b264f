import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { bases, type Endpoint } from '../contract/endpoint.ts';
import type { IndustryFacts } from '../contract/model/industryFacts.ts';
import { nowSlotOf } from '../historian/index.ts';
import { samples } from './imageSamples.ts';
import { askAt, bearer, endpoints, listen, nameOf, type PolicyRig, startPolicyRig } from './policyRig.ts';
import { attempts, namesNothing, refusals } from './tenantAttempts.ts';
import { holdsNothing, questionOf, seenIn } from './tenantQuestions.ts';
import { admins, furnish, pastOf, type Things } from './tenantThings.ts';
import { canaries } from './twinIndustries.ts';

/** Two industries in full use: every row that changes something is sent the ids of the other's things. */
let rig: PolicyRig;
let own: Things;
let foreign: Things;
beforeAll(async () => {
  rig = await startPolicyRig();
  await rig.plant.restart(pastOf('DEMO') + pastOf('NORTH'));
  own = await furnish(rig, 'DEMO');
  foreign = await furnish(rig, 'NORTH');
  // no slot ends while the states before and after are compared: figures of the running day change with each
  if (Date.now() % SLOT_MS > SLOT_MS - 30_000) rig.plant.setOffset(40_000);
});
afterAll(() => rig.stop());

const SLOT_MS = 300_000;
const writes = endpoints.filter((row) => row.auth !== 'refresh' && (row.method !== 'get' || row.writes === true));
const rows = writes.filter((row) => attempts[nameOf(row)]).map((row) => [nameOf(row), row] as [string, Endpoint]);
const addressOf = ({ base, path }: Endpoint, place = ''): string =>
  bases[base] + (place.startsWith('?') ? path + place : path.replace(/\{\w+\}/, place));
const read = async (path: string) => (await askAt(rig.plant.url(), path, { headers: bearer(rig.tokens.north) })).body;

/** The thing as its owner reads it: the GET row of the same path, or the list above it. */
const seenByOwner = (row: Endpoint) => {
  const gets = endpoints.filter(({ method, base }) => method === 'get' && base === row.base);
  const get = gets.find(({ path }) => path === row.path) ?? gets.find(({ path }) => path === row.path.replace('/{id}', ''));
  return get && read(questionOf(get, foreign));
};
const sendPhoto = async (url: string, field: string) => {
  const form = new FormData();
  form.set(field, new Blob([samples.png as Uint8Array<ArrayBuffer>], { type: 'image/png' }), 'x.png');
  const response = await fetch(url, { method: 'POST', headers: bearer(rig.tokens.admin), body: form });
  return { status: response.status, text: await response.text() };
};

/** Answers that grow or move by themselves, and those of the server. */
const moving = new Set([
  'GET /api/plant/field',
  'GET /api/plant/overview',
  'GET /api/plant/overview/hours',
  'GET /api/plant/twins',
  'GET /api/plant/registers',
  'GET /api/plant/decode-matrix',
  'GET /api/plant/display-matches/{id}',
  'GET /api/plant/connections/{id}/traffic',
  'GET /api/plant/connections/{id}/traffic/export',
  'GET /api/plant/connections/{id}/doctor',
  'GET /api/user/report',
]);
const still = endpoints.filter(
  (row) =>
    row.method === 'get' && row.auth !== 'refresh' && !row.writes && !holdsNothing[nameOf(row)] && !moving.has(nameOf(row)),
);
/** All that an industry is shown of itself, without the times of answering. */
const stateOf = async (): Promise<Record<string, string>> => {
  const state: Record<string, string> = {};
  for (const row of still) {
    const { text } = await askAt(rig.plant.url(), questionOf(row, foreign), { headers: bearer(rig.tokens.north) });
    // a line that cannot be reached is asked again and again; between two tries its values grow stale
    const withoutTries = text.replaceAll('"quality":"BAD_LINK"', '"quality":"STALE"');
    state[nameOf(row)] = withoutTries.replace(/\d{4}-\d\d-\d\dT[\d:.]+(Z|\+05:30)/g, 'some time');
  }
  return state;
};

describe('a row that changes something', () => {
  it('is sent the id of another industry’s thing, or is said to take none', () => {
    const known = [...Object.keys(attempts), ...Object.keys(namesNothing)];
    expect(known.toSorted()).toEqual(writes.map(nameOf).toSorted());
  });

  const tryAll = async (): Promise<void> => {
    for (const [name, row] of rows) {
      const seen = await seenByOwner(row);
      const { path, body, upload } = attempts[name]?.({ own, foreign, seen }) ?? {};
      const address = addressOf(row, path);
      const asked = { method: row.method.toUpperCase(), headers: bearer(rig.tokens.admin), ...(body && { body }) };
      const url = rig.plant.url();
      const { status, text } = upload === undefined ? await askAt(url, address, asked) : await sendPhoto(url + address, upload);
      expect(status, `${name}: ${text}`).toBe(refusals[name] ?? 404);
      expect(seenIn(text, address + JSON.stringify(body ?? ''), 'NORTH', foreign), `${name}: ${text}`).toEqual([]);
    }
  };
  const slotNow = (): number => nowSlotOf(rig.plant.now());

  it('does to another industry nothing that its own people could see', async () => {
    const twin = await read('/api/plant/twins');
    const compare = async (): Promise<{ before: Record<string, string>; after: Record<string, string> }> => {
      const slot = slotNow();
      const before = await stateOf();
      await tryAll();
      const after = await stateOf();
      // the end of a slot changes sums by itself
      return slotNow() === slot ? { before, after } : compare();
    };
    const { before, after } = await compare();
    for (const name of Object.keys(before)) expect(after[name], name).toBe(before[name]);
    const ids = (one: unknown) => (one as { twins: { id: string; fault: unknown }[] }).twins.map(({ id, fault }) => [id, fault]);
    expect(ids(await read('/api/plant/twins'))).toEqual(ids(twin));
  });
});

describe('a thing of one’s own', () => {
  const send = (method: string, path: string, body: object) =>
    askAt(rig.plant.url(), path, { method, headers: bearer(rig.tokens.admin), body });
  const mine = async (path: string) =>
    (await askAt(rig.plant.url(), path, { headers: bearer(rig.tokens.admin) })).body as Record<string, object>;

  it('cannot be hung on what belongs to another', async () => {
    const [device, tag, unit] = [`devices/${own.deviceId}`, `tags/${own.tagId}`, `units/${own.unitId}`];
    const effluent = `units/${own.effluentUnitId}`;
    const params = { cod: { name: 'x', unit: 'mg/L', lt: null, ht: 1 } };
    const template = { templateId: own.templateId, connectionId: own.connectionId, slaveId: 9, name: 'x' };
    const binding = { tag: `${canaries.DEMO} total`, unitId: foreign.unitId, param: 'volume' };
    const point = {
      deviceId: own.deviceId,
      name: 'x',
      asset: 'X',
      kind: 'setpoint',
      fn: 6,
      address: 1,
      type: 'uint16',
      min: 0,
      max: 1,
    };
    const test = {
      unitId: own.unitId,
      param: 'volume',
      testedAt: '2026-01-03T10:00:00Z',
      testedBy: 'x',
      reference: { instrument: 'x' },
    };
    const virtual = {
      subCategoryId: own.subCategoryId,
      name: 'x',
      type: 'virtual',
      standardCategoryId: 'SOURCE_CATEGORY',
      siUnit: 'KL',
    };
    const { facts, version } = (await mine('/api/plant/industry/facts')) as unknown as { facts: IndustryFacts; version: number };
    const line = (await read(`/api/plant/connections/${foreign.connectionId}`)) as { settings: object };
    const roPlant = { plantId: foreign.subCategoryId, recoveryTargetPct: null, designPermeateM3h: null, membraneAreaM2: null };
    const tries: [status: number, method: string, path: string, body: object][] = [
      [400, 'PUT', device, { ...(await mine(`/api/plant/${device}`)), connectionId: foreign.connectionId }],
      [400, 'PUT', device, { ...(await mine(`/api/plant/${device}`)), templateId: foreign.templateId }],
      [400, 'PUT', tag, { ...(await mine(`/api/plant/${tag}`)), deviceId: foreign.deviceId }],
      [400, 'PUT', tag, { ...(await mine(`/api/plant/${tag}`)), unitId: foreign.unitId }],
      [400, 'PUT', unit, { ...(await mine(`/api/plant/${unit}`)), subCategoryId: foreign.subCategoryId }],
      [400, 'PUT', unit, { ...(await mine(`/api/plant/${unit}`)), meta: { subMeterOf: foreign.unitId } }],
      [400, 'PUT', effluent, { ...(await mine(`/api/plant/${effluent}`)), meta: { params, flowUnitId: foreign.unitId } }],
      [400, 'POST', 'units', { ...virtual, meta: { expression: [{ unitId: foreign.unitId, factor: 1 }] } }],
      [409, 'POST', 'connections', { name: 'x', settings: line.settings }],
      [409, 'POST', 'scans', { settings: line.settings, from: 1, to: 1 }],
      [400, 'POST', 'template-devices', { ...template, connectionId: foreign.connectionId }],
      [400, 'POST', 'template-devices', { ...template, bindings: [binding] }],
      [400, 'POST', 'write-points', { ...point, interlocks: [{ tagId: foreign.tagId, is: 'below', value: 1, text: 'x' }] }],
      [400, 'POST', 'loop-tests', { ...test, points: [{ reference: 10, asFound: 10 }], corrects: foreign.loopTestId }],
      [
        400,
        'PUT',
        'industry/facts',
        { version, facts: { ...facts, rainWater: { ...facts.rainWater, usedUnitIds: [foreign.unitId] } } },
      ],
      [400, 'PUT', 'industry/facts', { version, facts: { ...facts, roPlants: [roPlant] } }],
      [400, 'PUT', 'features/water_ratio', { data: { numerator: [foreign.unitId], denominator: [], product: '' } }],
    ];
    for (const [wanted, method, path, body] of tries) {
      const { status, text } = await send(method, `/api/plant/${path}`, body);
      expect(status, `${method} ${path}: ${text}`).toBe(wanted);
      expect(text).toMatch(/does not exist|not found|is in use by another connection|is no test of/);
      expect(seenIn(text, JSON.stringify(body), 'NORTH', foreign), text).toEqual([]);
    }
  });

  it('does not become another industry’s person, nor is one given an alarm', async () => {
    const before = await read('/api/user/accounts/settings');
    const settings = await mine('/api/user/accounts/settings');
    const user = [...(settings.user as object[]), { id: admins.NORTH, phoneNo: '9000000998', active: false, name: 'x' }];
    expect((await send('POST', '/api/user/accounts/settings', { ...settings, user })).status).toBe(200);
    expect(await read('/api/user/accounts/settings')).toEqual(before);
    const assignee = { notificationId: own.notificationId, assigneeId: foreign.userId };
    expect((await send('POST', '/api/user/notification/assignee', assignee)).status).toBe(404);
  });

  it('is the only one that a live client confirms', async () => {
    const deliveries = `/api/plant/deliveries?notificationId=${foreign.notificationId}`;
    const messagesOf = async (who: 'admin' | 'north', sent: object[]) =>
      (await listen(rig.plant.url(), rig.tokens[who], sent)).received.flatMap((one) => ('id' in one ? [one.id] : []));
    const ids = await vi.waitFor(async () => {
      const received = await messagesOf('north', [{ type: 'resume', after: 0 }]);
      expect(received).not.toEqual([]);
      return received;
    }, 60_000);
    const before = await read(deliveries);
    await messagesOf('admin', [{ type: 'confirm', ids }]);
    expect(await read(deliveries)).toEqual(before);
    await vi.waitFor(async () => {
      await messagesOf('north', [{ type: 'confirm', ids }]);
      expect(await read(deliveries)).not.toEqual(before);
    }, 60_000);
  });
});
