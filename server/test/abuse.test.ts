import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tripped } from '../http/tripwire.ts';
import { faultsOf, malformed, sendAllRaw, sendRaw } from './malformed.ts';
import { bearer, endpoints, nameOf, type PolicyRig, pathOf, startPolicyRig } from './policyRig.ts';
import { idsOf } from './twinIndustries.ts';

const REQUESTS = 1500;

let rig: PolicyRig;
let port: number;
beforeAll(async () => {
  rig = await startPolicyRig();
  port = Number(new URL(rig.plant.url()).port);
});
afterAll(() => rig.stop());

describe(`${REQUESTS} malformed requests`, () => {
  it('get no 5xx, nothing of the inside, and leave the server as it was', async () => {
    const { viewer, operator, technician } = rig.tokens;
    const { faults, statuses } = await sendAllRaw(port, malformed(20_261, REQUESTS, [viewer, operator, technician, undefined]));
    expect(faults).toEqual([]);
    // they came to all kinds of ends, so that they were not all refused at the same door
    for (const status of [200, 400, 401, 404, 405, 431]) expect([...statuses.keys()]).toContain(status);
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
    expect(Reflect.get({}, 'isAdmin')).toBeUndefined();
    expect((await rig.ask('/api/plant/health')).body).toMatchObject({ status: 'ok' });
    expect((await rig.ask('/api/plant/overview', { headers: bearer(viewer) })).status).toBe(200);
  });

  it('are of all kinds, the same for the same seed', () => {
    const of = (seed: number): string[] => [...malformed(seed, 300, ['t'])].map((bytes) => bytes.toString('latin1'));
    expect(of(1)).toEqual(of(1));
    expect(of(1)).not.toEqual(of(2));
    expect(new Set(of(1)).size).toBeGreaterThan(200);
  });

  it('would be found out if they were answered badly', () => {
    const answer = (text: string) =>
      faultsOf({ sent: 'x', text, statuses: [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, code]) => Number(code)) });
    for (const bad of ['HTTP/1.1 500 x', 'at run (/a/b.ts:3:4)', 'no such table: user', 'CNRYNOR well', 'a\r\nX-Injected: 1'])
      expect(answer(bad), bad).not.toEqual([]);
    expect(answer('HTTP/1.1 400 Bad Request\r\n\r\n{"message":"date1 missing"}')).toEqual([]);
  });
});

const first = [
  'Tank',
  'Union',
  "O'Neil",
  'RO',
  "D'Souza",
  'Select',
  'Block',
  'Pump',
  'Drop',
  'Update',
  'Créche',
  'टंकी',
  'Well',
  'Create',
];
const more = [
  'Table',
  'Delta',
  'Or',
  'And',
  'Execution',
  'Insert',
  'Alter',
  'Where',
  'Attach',
  'Grant',
  'Delete',
  'Exec',
  'Cast',
  'Null',
];
const second = [
  '#3',
  'Street',
  'well',
  'and UF outlet',
  '; Zone 2',
  '-- old',
  '(50% full)',
  '1=2 mixing',
  'house/2',
  '& Sons',
  'from tank',
  'or 2',
];
const others = [
  '"B"',
  'select committee',
  '10:30',
  'a=b',
  'drop point',
  '1 or 2',
  'union',
  'x',
  'C++ lab',
  '* spare',
  '25% / 75%',
  'as built',
];
const third = ['', ' east', ' new'];
const names = [...first, ...more].flatMap((a) => [...second, ...others].flatMap((b) => third.map((c) => `${a} ${b}${c}`)));

describe('names that people give to things', () => {
  it('are taken for an injection in no field of any row', () => {
    expect(new Set(names).size).toBeGreaterThan(1000);
    let asked = 0;
    const taken: string[] = [];
    for (const row of endpoints)
      for (const part of ['params', 'query'] as const)
        for (const field of Object.keys(row[part]?.shape ?? {}))
          for (const name of names) {
            const sent = { [field]: name };
            asked += 1;
            if (tripped(row, part === 'params' ? sent : {}, part === 'query' ? sent : {}))
              taken.push(`${nameOf(row)} ${field}: ${name}`);
          }
    expect(asked).toBeGreaterThan(50 * 1000);
    expect(taken).toEqual([]);
  });

  it('are answered by the server with anything but 405, in path, query, body and headers', async () => {
    let at = 0;
    const next = (): string => names[(at++ * 7) % names.length] ?? '';
    for (const row of endpoints) {
      if (/logout|refresh/.test(row.path)) continue;
      for (let round = 0; round < 4; round += 1) {
        const path = pathOf({ ...row, path: row.path.replace(/\{\w+\}/g, () => encodeURIComponent(next())) }, idsOf('DEMO'));
        const query = new URLSearchParams(Object.keys(row.query?.shape ?? {}).map((field) => [field, next()]));
        const body = row.body ? { name: next(), displayName: next(), group: next(), version: 1 } : undefined;
        const headers = {
          ...bearer(rig.tokens.technician),
          referer: `http://x/${encodeURIComponent(next())}`,
          'x-name': encodeURIComponent(next()),
        };
        const { status, text } = await rig.ask(`${path}?${query}`, {
          method: row.method.toUpperCase(),
          headers,
          ...(body && { body }),
        });
        expect(status, `${nameOf(row)} ${path}?${query}: ${text}`).not.toBe(405);
        expect(status, text).toBeLessThan(500);
      }
    }
    expect(at).toBeGreaterThan(300);
  });
});

describe('a connection', () => {
  it('is answered once for every request that came on it', async () => {
    const { statuses } = await sendRaw(port, Buffer.from('GET /api/plant/health HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(3)));
    expect(statuses).toEqual([200, 200, 200]);
  });
});
