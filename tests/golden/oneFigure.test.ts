import { afterAll, beforeAll, expect, it } from 'vitest';
import { loginAt } from '../../server/test/policyRig.ts';
import { askForBytes } from './ask.ts';
import { type FrozenPlant, startFrozenPlant } from './frozenPlant.ts';

const day = '11/11/2026';
let plant: FrozenPlant;
let tokens: Map<string, string>;

beforeAll(async () => {
  plant = await startFrozenPlant();
  tokens = new Map();
  for (const user of ['admin', 'north', 'staff'] as const) tokens.set(user, (await loginAt(plant.url, user)).access_token);
}, 60_000);
afterAll(() => plant.stop());

/** The number at a path of an answer; names of lists are looked up by the ids of their entries. */
const figure = async (user: string, question: string, path: readonly string[]): Promise<unknown> => {
  const { status, bytes } = await askForBytes(`${plant.url}/api/user/${question}`, tokens.get(user));
  expect(status, question).toBe(200);
  const idOf = (entry: Record<string, unknown>): unknown =>
    entry.standardCategoryId ?? entry.category ?? entry.industryId ?? entry.key ?? entry.id;
  return path.reduce<unknown>(
    (found, name) =>
      Array.isArray(found) ? found.find((entry) => idOf(entry) === name) : (found as Record<string, unknown> | undefined)?.[name],
    JSON.parse(Buffer.from(bytes).toString('utf8')),
  );
};

it.each([
  ['admin', 'DEMO'],
  ['north', 'NORTH'],
])('what a plant takes in on a day is one figure, whoever is asked: %s of %s', async (user, industryId) => {
  const ask = (question: string, ...path: string[]): Promise<unknown> => figure(user, question, path);
  const intake = await ask(`deviceDataV2?date1=${day}&category=ID_SOURCE`, 'total');
  expect(intake).toBeGreaterThan(0);
  const asked = {
    v2: await ask(`deviceDataV2?date1=${day}&category=SOURCE_CATEGORY`, 'total'),
    v1: await ask(`deviceData?date1=${day}&category=source&type=HOUR`, 'total1'),
    landing: await ask(`landingPage/userData?date=${day}&type=DAY`, 'categories', 'SOURCE_CATEGORY', 'total', 'value'),
    landingSource: await ask(`landingPage/userData?date=${day}&type=DAY`, 'categories', 'ID_SOURCE', 'total', 'value'),
    summary: await ask(`summaryPage?date1=${day}`, 'categories', 'SOURCE_CATEGORY', 'total', 'value'),
    line: await ask(`summaryPage?date1=${day}`, 'lineGraph', 'source', 'total'),
    executive: await figure('staff', `executiveSummary/data?date=${day}&type=DAY`, [
      'industries',
      industryId,
      'kpis',
      'withdrawalKL',
      'value',
    ]),
  };
  expect(asked).toEqual(Object.fromEntries(Object.keys(asked).map((name) => [name, intake])));
});

it('what a plant uses on a day is one figure, whoever is asked', async () => {
  const used = await figure('admin', `deviceDataV2?date1=${day}&category=ID_CONSUMPTION`, ['total']);
  expect(used).toBeGreaterThan(0);
  const landing = `landingPage/userData?date=${day}&type=DAY`;
  expect([
    await figure('admin', landing, ['categories', 'ID_CONSUMPTION', 'total', 'value']),
    await figure('admin', landing, ['kpis', 'day', 'consumption', 'value']),
    await figure('admin', `summaryPage?date1=${day}`, ['lineGraph', 'consumption', 'total']),
  ]).toEqual([used, used, used]);
});
