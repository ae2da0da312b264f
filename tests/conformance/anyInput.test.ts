import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { bases, type Endpoint } from '../../server/contract/endpoint.ts';
import { plantEndpoints, userEndpoints } from '../../server/contract/index.ts';
import { askAt } from '../../server/test/policyRig.ts';
import { type ConformancePlant, startDemo } from './plants.ts';
import { type Schema, valuesOf, withoutReferences } from './valuesOf.ts';

/** Inputs tried for each operation; more with HEADWORKS_INPUT_RUNS. */
const RUNS = Number(process.env.HEADWORKS_INPUT_RUNS ?? 3);

type Body = Record<string, unknown>;
/** A name that no network knows, or a port of this machine that nobody serves. */
const nowhere = (at: Body): Body =>
  typeof at.host !== 'string'
    ? at
    : at.host.length % 2 === 0
      ? { ...at, host: '127.0.0.1', port: 9 }
      : { ...at, host: `${at.host.slice(0, 200)}.invalid` };
/** Operations that reach for a line: what they are asked is kept, but nothing answers and they give up at once. */
const reaching: Readonly<Record<string, (body: Body) => Body>> = {
  'post /endpoint-tests': (body) => ({ ...nowhere(body), timeoutMs: 100 }),
  'post /scans': (body) => ({
    ...body,
    ...(typeof body.settings === 'object' && { settings: nowhere(body.settings as Body) }),
    timeoutMs: 20,
  }),
  'post /stress-tests': (body) => ({ ...body, reads: 10 }),
};
/** 503 and 507 say what is not there now; 500 of a command says that it was not delivered. */
const allowed = (row: Endpoint, status: number): boolean =>
  status < 500 || status === 503 || (status === 500 && row.faults.includes('undelivered'));

/** Operations that end the session that asks, which is one of their own. */
const endsSessions: ReadonlySet<string> = new Set([
  'delete /user/logout',
  'delete /me/sessions/{id}',
  'delete /users/{id}/sessions',
]);
const tokenFor = async ({ method, path }: Endpoint): Promise<string> => {
  if (!endsSessions.has(`${method} ${path}`)) return (await plant.tokensOf('admin')).access_token;
  const { body } = await plant.login({ LoginType: 'DEFAULT', username: 'admin', password: 'demo-admin' });
  return (body as { access_token: string }).access_token;
};

const schemaOf = (type: z.ZodType | undefined): Schema =>
  type === undefined
    ? { type: 'object' }
    : withoutReferences(z.toJSONSchema(type, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Schema);
/** Uploads are in anyUpload.test.ts. */
const rows: readonly Endpoint[] = [...userEndpoints, ...plantEndpoints].filter(({ upload }) => upload === undefined);

let plant: ConformancePlant;
beforeAll(async () => {
  plant = await startDemo();
});
afterAll(() => plant.stop());

const text = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));
const listed = (values: object): [string, string][] =>
  Object.entries(values).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one): [string, string] => [name, text(one)]),
  );
const HEADER = /^[\t\x20-\x7e]*$/;

describe('no input that a schema admits is a fault of the server', () => {
  it.each(rows.map((row) => [`${row.method} ${bases[row.base]}${row.path}`, row] as const))('%s', async (_name, row) => {
    const input = fc.record({
      params: valuesOf(schemaOf(row.params)),
      query: valuesOf(schemaOf(row.query)),
      headers: valuesOf(schemaOf(row.headers)),
      body: valuesOf(schemaOf(row.body)),
    });
    await fc.assert(
      fc.asyncProperty(input, async ({ params, query, headers, body }) => {
        const access_token = await tokenFor(row);
        const named = params as Record<string, unknown>;
        const path = row.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(text(named[name] ?? 'x')));
        const sent = listed(headers as object).filter(
          ([name, value]) => HEADER.test(value) && name.toLowerCase() !== 'authorization',
        );
        const reply = await askAt(plant.url, `${bases[row.base]}${path}?${new URLSearchParams(listed(query as object))}`, {
          method: row.method.toUpperCase(),
          headers: { ...Object.fromEntries(sent), ...(row.auth !== 'none' && { authorization: `Bearer ${access_token}` }) },
          ...(row.body && { body: (reaching[`${row.method} ${row.path}`] ?? ((one) => one))(body as Body) }),
        });
        expect(allowed(row, reply.status), `${reply.status} ${reply.text.slice(0, 300)}`).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });
});
