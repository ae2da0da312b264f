import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endpoint } from '../contract/endpoint.ts';
import { type Rig, startRig } from '../test/httpRig.ts';
import type { TripwireHit } from './dispatch.ts';
import { route } from './route.ts';
import { looksInjected } from './tripwire.ts';

const first = [
  'Tank',
  'Union',
  "O'Neil",
  'RO',
  "D'Souza",
  'Select',
  'Block',
  'Pump',
  'Line',
  'Drop',
  'North',
  'Update',
  'Créche',
  'टंकी',
  'Well',
  'Create',
  'Table',
  'Delta',
  'Or',
  'And',
  'Execution',
  'Insert',
  'Alter',
  'Where',
  'Attach',
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
  '"B"',
  'select committee',
  '10:30',
  'inlet; outlet',
  'a=b',
  'drop point',
  '1 or 2',
  'union',
  'x',
  'C++ lab',
  '* spare',
  '25% / 75%',
  'all = 4',
  "'s",
  'master',
  'by order',
  'into sump',
  'set 4',
  'values',
  'database room',
  'end;',
  ';',
  '//',
  '\\\\server',
  '$5',
  '{7}',
  '[8]',
  '<9>',
];
const names = first.flatMap((a) => second.map((b) => `${a} ${b}`));

const injections = [
  "1' OR '1'='1",
  '1 or 1=1',
  "x' or 1=1--",
  'x") or ("a"="a',
  "1'; DROP TABLE unit;--",
  '1;delete from unit',
  '1; attach database "x" as y',
  "' UNION SELECT password_hash FROM user --",
  '1/**/union/**/all/**/select/**/1',
  '1 UNION\tALL\nSELECT 1',
  "' and 1=1",
  'x (select name from sqlite_master)',
  "admin'--",
  "admin' --",
  '1;pragma table_info(user)',
  'load_extension(1)',
];

describe('the tripwire', () => {
  it.each(injections)('sees %s', (value) => expect(looksInjected(value)).toBe(true));

  it('passes a thousand names that people give to tanks and wells', () => {
    expect(names.length).toBeGreaterThanOrEqual(1000);
    expect(names.filter(looksInjected)).toEqual([]);
  });

  it('ends for any length; one look per piece would take longer than a test may', () => {
    const long = ["'", ';', '/*', '*/', ' or ', '=', 'union ', '('].map((piece) => piece.repeat(100_000));
    for (const text of long) looksInjected(text);
    expect(long.every((text) => text.length >= 100_000)).toBe(true);
  });
});

describe('over HTTP', () => {
  let rig: Rig | undefined;
  afterEach(() => rig?.stop());

  const row = endpoint({
    base: 'user',
    method: 'post',
    path: '/unit/{unitId}',
    summary: 'x',
    auth: 'none',
    limit: 'none',
    faults: [],
    params: z.object({ unitId: z.string() }),
    query: z.object({ category: z.string().optional(), search: z.string().optional().meta({ freeText: true }) }),
    headers: z.object({ name: z.string().optional() }),
    body: z.object({ name: z.string() }),
    reply: z.unknown(),
  });
  const evil = "1' OR '1'='1";

  it('answers 405 with Allow for identifiers and adds it to the audit log, and leaves names, headers and bodies alone', async () => {
    const hits: TripwireHit[] = [];
    rig = await startRig([route(row)(() => 'ok')], { onTripwire: (hit) => hits.push(hit) });
    const post = (path: string, headers: Record<string, string> = {}, name = 'x') =>
      rig?.ask(path, { method: 'POST', body: { name }, headers });
    for (const path of [`/api/user/unit/${encodeURIComponent(evil)}`, `/api/user/unit/1?category=${encodeURIComponent(evil)}`]) {
      const answer = await post(path);
      expect([answer?.status, answer?.headers['x-service-code'], answer?.headers.allow]).toEqual([405, '405', 'POST']);
    }
    expect(hits).toMatchObject([
      { parameter: 'unitId', path: '/unit/{unitId}', ip: '127.0.0.1', userId: null },
      { parameter: 'category' },
    ]);
    expect((await post(`/api/user/unit/1?search=${encodeURIComponent(evil)}`))?.status).toBe(200);
    expect((await post('/api/user/unit/1', { name: evil }, evil))?.status).toBe(200);
    expect(hits).toHaveLength(2);
  });
});
