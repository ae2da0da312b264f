import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bases, type Endpoint } from '../contract/endpoint.ts';
import { samples } from './imageSamples.ts';
import { askAt, bearer, endpoints, nameOf, type PolicyRig, startPolicyRig } from './policyRig.ts';
import { attempts, namesNothing, refusals } from './tenantAttempts.ts';
import { holdsNothing, questionOf, seenIn } from './tenantQuestions.ts';
import { furnish, pastOf, type Things } from './tenantThings.ts';

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
}, 30_000);
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
  'GET /api/plant/twins',
  'GET /api/plant/registers',
  'GET /api/plant/decode-matrix',
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
    state[nameOf(row)] = text.replace(/\d{4}-\d\d-\d\dT[\d:.]+(Z|\+05:30)/g, 'some time');
  }
  return state;
};

describe('a row that changes something', () => {
  it('is sent the id of another industry’s thing, or is said to take none', () => {
    const known = [...Object.keys(attempts), ...Object.keys(namesNothing)];
    expect(known.toSorted()).toEqual(writes.map(nameOf).toSorted());
  });

  it('does to another industry nothing that its own people could see', async () => {
    const before = await stateOf();
    const twin = await read('/api/plant/twins');
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
    const after = await stateOf();
    for (const name of Object.keys(before)) expect(after[name], name).toBe(before[name]);
    const ids = (one: unknown) => (one as { twins: { id: string; fault: unknown }[] }).twins.map(({ id, fault }) => [id, fault]);
    expect(ids(await read('/api/plant/twins'))).toEqual(ids(twin));
  });
});
