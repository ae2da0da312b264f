import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '../contract/endpoint.ts';
import { askAt, bearer, endpoints, nameOf, type PolicyRig, pathOf, queryOf, startPolicyRig } from './policyRig.ts';
import { idsOf } from './twinIndustries.ts';

const SLOT_MS = 300_000;
/** Shift days begin at 06:00 of India. */
const DAY_BEGINS_MS = 30 * 60_000;
/** Runs where it is taken for markup; in a sheet, where it is taken for a formula. */
const SCRIPT = '<img src=x onerror=alert(1)>';
const texts: Readonly<Record<string, readonly string[]>> = {
  industry: ['name'],
  category: ['display_name'],
  sub_category: ['display_name'],
  unit: ['name'],
  user: ['name'],
  connection: ['name'],
  device: ['name'],
  tag: ['name'],
  alarm: ['title', 'body', 'action'],
};

let rig: PolicyRig;
beforeAll(async () => {
  rig = await startPolicyRig();
  await rig.plant.restart(
    Object.entries(texts)
      .map(
        ([table, columns]) =>
          `update ${table} set ${columns.map((column) => `${column} = '${SCRIPT}' || ${column}`).join(', ')};`,
      )
      .join('\n'),
  );
});
afterAll(() => rig.stop());

type Schema = {
  type?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  additionalProperties?: Schema | boolean;
};
const schemaOf = (type: z.ZodType): Schema => z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }) as Schema;

/** A value of the least that a schema has, with one text where it takes one. */
const filled = (schema: Schema, text: string, depth = 0): unknown => {
  const one = schema.anyOf?.[0] ?? schema;
  if (depth > 6) return null;
  switch (one.type) {
    case 'string':
      return text;
    case 'array':
      return [filled(one.items ?? {}, text, depth + 1)];
    case 'object':
      return Object.fromEntries(
        Object.entries(one.properties ?? {}).map(([name, inner]) => [name, filled(inner, text, depth + 1)]),
      );
    default:
      return one.type === 'boolean' ? true : 1;
  }
};
/** How many texts a value holds. */
const countTexts = (value: unknown): number =>
  typeof value === 'string'
    ? 1
    : typeof value === 'object' && value !== null
      ? Object.values(value).reduce((sum: number, one) => sum + countTexts(one), 0)
      : 0;

/** Each text of a value by itself made hostile, the others left as they were. */
const oneByOne = function* (value: unknown, hostile: string): Generator<unknown> {
  if (typeof value === 'string') yield hostile;
  else if (Array.isArray(value)) for (const one of oneByOne(value[0], hostile)) yield [one];
  else if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value))
      for (const one of oneByOne(inner, hostile)) yield { ...value, [name]: one };
};

const rows = endpoints.filter((row) => row.auth !== 'refresh' && !/logout/.test(row.path));
/** Headers that a row cannot do without. */
const neededBy = ({ headers }: Endpoint): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers?.shape ?? {}).flatMap(([name, schema]) =>
      name === 'Authorization' || (schema as z.ZodType).safeParse(undefined).success ? [] : [[name, 'x1']],
    ),
  );
/** Paths with names of a fixed form or list. */
const goodPath = (row: Endpoint): string =>
  pathOf(
    {
      ...row,
      path: row.path.replace('{channel}', 'email').replace('{name}', '20260101T000000Z').replace('{featureData}', 'GWI'),
    },
    idsOf('DEMO'),
  );
const ask = (row: Endpoint, path: string, body?: object) =>
  askAt(rig.plant.url(), path, {
    method: row.method.toUpperCase(),
    headers: { ...neededBy(row), ...bearer(rig.tokens.admin) },
    ...(body && { body }),
  });
const controls = ['x\u0000y', 'x\u001b[2Jy', 'x\u009b2Jy', 'x\u202ey'];

describe('control characters', () => {
  it('are refused in every text of every body of the contract, before anything else is looked at', async () => {
    const bodies = rows.filter(({ body }) => body);
    let asked = 0;
    for (const row of bodies) {
      const whole = filled(schemaOf(row.body ?? z.never()), 'x');
      const all = [...oneByOne(whole, controls[asked % controls.length] ?? '')];
      for (const body of all.slice(0, 25)) {
        asked += 1;
        const { status, text } = await ask(row, goodPath(row), body as object);
        expect(status, `${nameOf(row)}: ${text}`).toBe(400);
        expect(text, nameOf(row)).toContain('1430');
        expect(text, nameOf(row)).toMatch(/control a terminal/);
      }
    }
    expect(bodies.length).toBeGreaterThan(50);
    expect(asked).toBeGreaterThan(250);
  });

  it('are refused in the path and the query of every row', async () => {
    for (const [at, row] of rows.entries()) {
      const sign = encodeURIComponent(controls[at % controls.length] ?? '');
      const plain = pathOf(row, idsOf('DEMO'));
      const paths = [
        ...(row.params ? [pathOf({ ...row, path: row.path.replace(/\{\w+\}/, sign) }, idsOf('DEMO'))] : []),
        ...Object.keys(row.query?.shape ?? {}).map((name) => `${plain}?${name}=${sign}`),
      ];
      for (const path of paths) {
        const { status, text } = await ask(row, path);
        expect([400, 401, 404], `${nameOf(row)} ${path}: ${text}`).toContain(status);
        expect(text).not.toContain('\u0000');
      }
    }
  });
});

describe('a name that is a script', () => {
  it('is taken as text by the schemas that take free text, letter by letter', () => {
    const taking = rows.filter(({ body }) => body && countTexts(filled(schemaOf(body), 'x')) > 0);
    expect(taking.length).toBeGreaterThan(40);
    const name = endpoints.find((row) => row.path === '/walls' && row.method === 'post')?.body;
    expect(name?.parse({ name: SCRIPT })).toEqual({ name: SCRIPT });
  });

  // archives and reports are made by processes that have what others leave of the processor
  it('comes out of no row as markup, whatever the row answers', { timeout: 600_000 }, async () => {
    let shown = 0;
    for (const row of rows.filter(({ method, writes }) => method === 'get' && !writes)) {
      const { headers, text } = await ask(row, pathOf(row, idsOf('DEMO')) + queryOf(row, idsOf('DEMO')));
      const type = String(headers['content-type'] ?? '');
      if (text.includes('onerror=alert(1)')) shown += 1;
      if (!text.includes('<img src=x')) continue;
      expect(type, nameOf(row)).not.toMatch(/html|xml|svg/);
      expect(headers['x-content-type-options'], nameOf(row)).toBe('nosniff');
      expect(String(headers['content-security-policy']), nameOf(row)).toContain("default-src 'none'");
      if (!/json|^text\/plain/.test(type)) expect(headers['content-disposition'], nameOf(row)).toMatch(/^attachment/);
    }
    expect(shown).toBeGreaterThan(15);
  });

  it('is shown by the report as the text that it is', async () => {
    const slotMs = Math.floor(Date.now() / SLOT_MS - 2) * SLOT_MS;
    const from = `${new Date(slotMs).toISOString().slice(0, 19)}Z`;
    const headers = bearer(rig.tokens.admin);
    const entered = await askAt(rig.plant.url(), '/api/plant/readings/manual', {
      method: 'POST',
      headers,
      body: { unitId: idsOf('DEMO').unitId, from, values: [1], note: SCRIPT },
    });
    expect(entered.status, entered.text).toBeLessThan(300);
    const day = new Date(slotMs - DAY_BEGINS_MS).toISOString().slice(0, 10).split('-').reverse().join('/');
    const report = await askAt(rig.plant.url(), `/api/user/report?startDate=${day}`, { headers });
    expect(report.status, report.text).toBe(200);
    expect(report.headers['content-security-policy']).toContain('sandbox');
    expect(report.text).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(report.text).not.toContain('<img src=x');
  });
});
