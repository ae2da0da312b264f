import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { bases, type Endpoint } from './endpoint.ts';
import { faults } from './errors.ts';
import { plantEndpoints, userEndpoints } from './index.ts';
import { reportQuestion } from './user/reportRows.ts';

const rows: readonly Endpoint[] = [...userEndpoints, ...plantEndpoints];
const nameOf = ({ method, base, path }: Endpoint): string => `${method} ${bases[base]}${path}`;
const named = rows.map((row) => [nameOf(row), row] as const);

/** Rows that answer without a token. */
const open = [
  'get /api/user/user/login',
  'post /api/user/user/otplogin',
  'get /api/plant/health',
  'get /api/plant/setup',
  'post /api/plant/setup',
  'get /metrics',
  'get /files/industry-logo/{name}',
  // whoever was handed the one-time link has no password yet
  'post /api/plant/password-links/use',
  // the public certificate that clients have to trust
  'get /api/plant/tls/authority',
  // a phone that is not paired yet; it shows a proof
  'post /api/plant/phone-claims',
  // its query carries a ticket in place of a token
  'get /api/user/executiveSummary/virtualLogin',
];

describe('the contract', () => {
  it('has no two rows with one method and path', () => {
    const places = rows.map((row) => nameOf(row).replace(/\{[^}]+\}/g, '{}'));
    expect(places.length).toBeGreaterThan(5);
    expect(places.filter((place, index) => places.indexOf(place) !== index)).toEqual([]);
  });

  it('lists each row under its own API', () => {
    expect(userEndpoints.filter(({ base }) => base !== 'user')).toEqual([]);
    expect(plantEndpoints.filter(({ base }) => base === 'user')).toEqual([]);
  });

  it('opens nothing without a token but what is meant to be open', () => {
    expect(
      rows
        .filter(({ auth }) => auth === 'none')
        .map(nameOf)
        .filter((name) => !open.includes(name)),
    ).toEqual([]);
    expect(rows.filter(({ auth }) => auth === 'refresh').map(nameOf)).toEqual(['get /api/user/user/refresh']);
  });

  it.each(named)('%s says what it does, in one line', (_, { summary, path }) => {
    expect(summary).toMatch(/^[A-Z0-9].{5,118}[^.]$/);
    expect(path).toMatch(/^(\/[\w-]+|\/\{\w+\})+$/);
  });

  it.each(named)('%s declares exactly the parameters of its path', (_, { path, params }) => {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((found) => found[1]);
    expect(Object.keys(params?.shape ?? {}).sort()).toEqual(inPath.sort());
  });

  it.each(named)('%s states faults that exist, each once', (_, row) => {
    expect(row.faults.filter((fault) => !(fault in faults))).toEqual([]);
    expect(new Set(row.faults).size).toBe(row.faults.length);
  });

  it.each(named)('%s has schemas that JSON can carry', (_, row) => {
    const inputs = [row.query, row.headers, row.params, row.body].flatMap((schema) => schema ?? []);
    const outputs = [row.reply, row.reply201].flatMap((schema) => schema ?? []);
    const written = [
      ...inputs.map((schema) => z.toJSONSchema(schema, { io: 'input' })),
      ...outputs.map((schema) => z.toJSONSchema(schema, { io: 'output' })),
    ];
    expect(JSON.parse(JSON.stringify(written))).toEqual(written);
  });

  it('takes a whole number of a query as decimal digits alone', () => {
    const fields = [...rows.map((row) => [nameOf(row), row.query] as const), ['report', reportQuestion] as const].flatMap(
      ([name, query]) => Object.entries<z.ZodType>(query?.shape ?? {}).map(([field, schema]) => ({ name, field, schema })),
    );
    const whole = fields.filter(({ schema }) => z.toJSONSchema(schema, { io: 'input' }).type === 'integer');
    expect(whole.length).toBeGreaterThan(25);
    const usual = whole.filter(({ schema }) => typeof schema.safeParse(undefined).data === 'number');
    expect(usual.length).toBeGreaterThan(15);
    for (const { name, field, schema } of usual)
      expect(z.toJSONSchema(schema, { io: 'input' }).default, `${name} ${field}`).toBe(schema.parse(undefined));
    for (const { name, field, schema } of whole)
      for (const sent of [' ', '0x10', '1e3', '+10', '10 ', '\t10', '0b1', 'Infinity'])
        expect(schema.safeParse(sent).success, `${name} ${field}=${sent}`).toBe(false);
  });

  it('has a body only where a body can be sent', () => {
    const withBody = named.filter(([, { method, body }]) => method === 'get' && body !== undefined);
    expect(withBody.map(([name]) => name)).toEqual([]);
  });
});

describe('the table of faults', () => {
  it.each(Object.entries(faults))('%s has an HTTP status that Node can send', (_, { http, code }) => {
    expect(http).toBeGreaterThanOrEqual(400);
    expect(http).toBeLessThan(600);
    if (code < 1000) expect(http).toBe(code);
  });
});
