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

/** Operations that end the session, the server or the plant that is asked, or reach for a line for seconds. */
const left: ReadonlySet<string> = new Set([
  'delete /user/logout',
  'delete /me/sessions/{id}',
  'delete /users/{id}/sessions',
  'post /endpoint-tests',
  'post /scans',
  'post /stress-tests',
]);
/** 503 and 507 say what is not there now; 500 of a command says that it was not delivered. */
const allowed = (row: Endpoint, status: number): boolean =>
  status < 500 || status === 503 || (status === 500 && row.faults.includes('undelivered'));

const schemaOf = (type: z.ZodType | undefined): Schema =>
  type === undefined
    ? { type: 'object' }
    : withoutReferences(z.toJSONSchema(type, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Schema);
const rows: readonly Endpoint[] = [...userEndpoints, ...plantEndpoints].filter(
  ({ method, path, upload }) => upload === undefined && !left.has(`${method} ${path}`),
);

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
    const { access_token } = await plant.tokensOf('admin');
    const input = fc.record({
      params: valuesOf(schemaOf(row.params)),
      query: valuesOf(schemaOf(row.query)),
      headers: valuesOf(schemaOf(row.headers)),
      body: valuesOf(schemaOf(row.body)),
    });
    await fc.assert(
      fc.asyncProperty(input, async ({ params, query, headers, body }) => {
        const named = params as Record<string, unknown>;
        const path = row.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(text(named[name] ?? 'x')));
        const sent = listed(headers as object).filter(
          ([name, value]) => HEADER.test(value) && name.toLowerCase() !== 'authorization',
        );
        const reply = await askAt(plant.url, `${bases[row.base]}${path}?${new URLSearchParams(listed(query as object))}`, {
          method: row.method.toUpperCase(),
          headers: { ...Object.fromEntries(sent), ...(row.auth !== 'none' && { authorization: `Bearer ${access_token}` }) },
          ...(row.body && { body: body as object }),
        });
        expect(allowed(row, reply.status), `${reply.status} ${reply.text.slice(0, 300)}`).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });
});
