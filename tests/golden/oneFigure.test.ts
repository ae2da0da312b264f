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
});
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

const yesterday = `date1=${day}`;
type Graph = { unit: string; values: number[]; quality: string; min: number | null; max: number | null; avg: number | null };

const answerOf = async (user: string, question: string): Promise<unknown> => figure(user, question, []);

it('what fresh water is, and what a plant owes for, is one figure', async () => {
  const fresh = await figure('staff', `executiveSummary/data?date=${day}&type=DAY`, [
    'industries',
    'DEMO',
    'kpis',
    'freshKL',
    'value',
  ]);
  expect(fresh).toBeGreaterThan(0);
  expect(await figure('admin', `neutrality?${yesterday}&date2=${day}`, ['debited', 'value'])).toBe(fresh);
});

it('kWh per KL of an RO plant is its energy over its permeate, on its page and in the executive summary', async () => {
  const [plant] = (await figure('admin', `roEfficiency?${yesterday}`, ['data1', 'plants'])) as {
    energy: { kWh: number; specificKWhPerKL: number };
    permeate: { volumeKL: number };
  }[];
  expect(plant?.energy.kWh).toBeGreaterThan(0);
  const ratio = (plant?.energy.kWh ?? 0) / (plant?.permeate.volumeKL ?? 0);
  // the parts are rounded, to 0.05 kWh and 5 L
  expect(Math.abs((plant?.energy.specificKWhPerKL ?? 0) - ratio)).toBeLessThan(0.001);
});

type ReportSections = { title: string; key: string; rows: Record<string, number | string | null>[] }[];

it('a report prints the same intake, and displays whose difference is the volume beside them', async () => {
  const { kpis, sections } = (await answerOf('admin', `report/dailySummary?startDate=${day}&service=water`)) as {
    kpis: Record<string, { value: number; completeness: number }>;
    sections: ReportSections;
  };
  const intake = await figure('admin', `deviceDataV2?${yesterday}&category=ID_SOURCE`, ['total']);
  expect(kpis.intake?.value).toBe(intake);
  expect(kpis.intake?.completeness).toBe(await figure('admin', `deviceDataV2?${yesterday}&category=ID_SOURCE`, ['completeness']));
  const rows = sections
    .flatMap((section) => section.rows)
    .filter(({ open, close, volume }) => open != null && close != null && volume != null);
  expect(rows.length).toBeGreaterThan(5);
  for (const { unit, open, close, volume, counterUnit } of rows)
    if (counterUnit === undefined || counterUnit === 'm³')
      // the volume is printed to 10 L, the displays to the litre
      expect(Math.abs(Number(close) - Number(open) - Number(volume)), String(unit)).toBeLessThan(0.0061);
});

it.each(['HOUR', 'DATE', 'MONTH'])('least, most and mean of a graph are of what it shows: %s', async (type) => {
  const graphs: Graph[] = [];
  for (const category of ['source', 'stock', 'quality', 'energy']) {
    const { subCategories } = (await answerOf('admin', `deviceData?${yesterday}&category=${category}&type=${type}`)) as {
      subCategories: { units: { series1: Graph }[] }[];
    };
    graphs.push(...subCategories.flatMap(({ units }) => units.map(({ series1 }) => series1)));
  }
  expect(graphs.length).toBeGreaterThan(20);
  for (const { values, quality, min, max, avg } of graphs) {
    const known = values.filter((_, at) => quality[at] !== 'M' && quality[at] !== 'X');
    expect([min, max]).toEqual(known.length > 0 ? [Math.min(...known), Math.max(...known)] : [null, null]);
    if (avg !== null) expect(Math.abs(avg - known.reduce((sum, value) => sum + value, 0) / known.length)).toBeLessThan(0.06);
  }
});
