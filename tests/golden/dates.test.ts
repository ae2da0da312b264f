import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { bases, type Endpoint } from '../../server/contract/endpoint.ts';
import { plantEndpoints, userEndpoints } from '../../server/contract/index.ts';
import { loginAt } from '../../server/test/policyRig.ts';
import { askForBytes } from './ask.ts';
import { type FrozenPlant, startFrozenPlant } from './frozenPlant.ts';
import { groups } from './requests.ts';

let plant: FrozenPlant;
let token: string;
beforeAll(async () => {
  plant = await startFrozenPlant();
  token = (await loginAt(plant.url, 'admin')).access_token;
});
afterAll(() => plant.stop());

const DATE = /\d{2}\/\d{2}\/\d{4}/g;
/** Moments and dates as ISO 8601 writes them. */
const ISO = /\d{4}-\d{2}-\d{2}(?=T|&|$)/g;
const MONTH = /month=\d{2}\/\d{4}/g;
/** One question of each operation and type of window that takes a date. */
/** Dates that the golden questions leave out. */
const more = [
  '/api/plant/alarms?startDate=05/11/2026&endDate=11/11/2026',
  '/api/plant/commands?before=2026-11-11T00:00:00Z',
  '/api/plant/connections/demo-utilities/traffic?from=2026-11-11T00:00:00Z&until=2026-11-12T00:00:00Z',
  '/api/plant/connections/demo-utilities/traffic/export?from=2026-11-11T00:00:00Z&until=2026-11-12T00:00:00Z',
];
const questions = [
  ...new Map(
    Object.values(groups)
      .flat()
      .map(({ path }) => path)
      .concat(more)
      .filter((path) => (/\d{2}\/\d{4}/.test(path) || /\d{4}-\d{2}-\d{2}/.test(path)) && !/reportFormat=(pdf|xlsx)/.test(path))
      .map((path) => [`${path.split('?')[0]} ${/type=\w+/.exec(path)?.[0]} ${/category=\w+/.exec(path)?.[0]}`, path]),
  ).values(),
];

/** Fields of a query that take a date, a moment or a month. */
const dated = ({ query }: Endpoint): string[] =>
  query === undefined
    ? []
    : Object.entries((z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' }) as { properties?: object }).properties ?? {})
        .filter(([, field]) => /d\{4\}|date-time|"date"/.test(JSON.stringify(field)))
        .map(([name]) => name);

it('every operation that reads a date is among the questions', () => {
  const rows = [...userEndpoints, ...plantEndpoints].filter(
    (row) => row.method === 'get' && !row.writes && dated(row).length > 0,
  );
  expect(rows.length).toBeGreaterThan(30);
  const asked = questions.map((path) => path.split('?')[0]);
  const left = rows.filter(({ base, path }) => {
    const pattern = new RegExp(`^${bases[base]}${path.replace(/\{\w+\}/g, '[^/]+')}$`);
    return !asked.some((one) => pattern.test(one ?? ''));
  });
  expect(left.map(({ path }) => path)).toEqual([]);
});

it.each(['01/01/0001', '31/12/1969', '01/01/1970', '29/02/2024', '29/03/2026', '25/10/2026', '30/12/9999', '31/12/9999'])(
  'no question with the valid date %s ends in a fault of the server',
  async (date) => {
    expect(questions.length).toBeGreaterThan(40);
    const faults: string[] = [];
    for (const question of questions) {
      const iso = date.split('/').toReversed().join('-');
      const every = question
        .replace(ISO, iso)
        .replace(DATE, date)
        .replace(MONTH, `month=${date.slice(3)}`);
      // all dates of a question, and each of them alone: a window may begin or end at the edge
      const [first] = question.match(DATE) ?? [];
      const last = question.match(DATE)?.at(-1);
      const alone = [first, last].flatMap((one) => (one && first !== last ? [question.replace(one, date)] : []));
      for (const path of [every, ...alone]) {
        const { status } = await askForBytes(plant.url + path, token);
        if (status >= 500) faults.push(`${status} ${path}`);
      }
    }
    expect(faults).toEqual([]);
  },
  120_000,
);
