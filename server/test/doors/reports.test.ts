import { afterEach, expect, it } from 'vitest';
import type { IndustryFacts } from '../../contract/model/industryFacts.ts';
import type { DailySummary } from '../../contract/user/reportRows.ts';
import { enterReadings } from './corrections.ts';
import { NaivePlant, type Span } from './naive.ts';
import { Faults, naiveShare } from './naiveChecks.ts';
import { type RandomPlant, startRandomPlant } from './randomPlant.ts';
import { bookOf, type ShownBook, type ShownTable, tablesOfHtml } from './shownReport.ts';

let plant: RandomPlant | undefined;
afterEach(async () => {
  await plant?.stop();
  plant = undefined;
});

type Section = DailySummary['sections'][number];
/** A report, its days so many before the running one. */
type Asked = { type: string; query: string };

const daysBack = (date: string, days: number): string =>
  new Date(Date.parse(date.split('/').reverse().join('-')) - days * 86_400_000)
    .toISOString()
    .slice(0, 10)
    .split('-')
    .reverse()
    .join('/');

/** Names that a page, a formula or a reader of numbers could take for something else. */
const names: Record<string, string> = {
  'in-a': '<b>a & b</b>',
  'in-b': '=cmd|"/c calc"!A1',
  'well-1': '-2',
  recycled: '_x0041_',
  'use-a': 'بئر المياه 3',
  'use-b': `${'long '.repeat(19)}end`,
  back: 'two\nlines',
  gauge: '12/11/2026',
};

const rename = async ({ ask }: RandomPlant): Promise<void> => {
  for (const [id, name] of Object.entries(names)) {
    const { body } = await ask(`/api/plant/units/${id}`);
    const { id: _id, series: _series, feeds: _feeds, hints: _hints, createdAt: _at, categoryId: _in, ...spec } = body as Spec;
    const { status, text } = await ask(`/api/plant/units/${id}`, { method: 'PUT', body: { ...spec, name } });
    expect(status, text).toBe(200);
  }
};
type Spec = Record<string, unknown>;

/** Names are kept on one line. */
const idOf = (name: unknown): string =>
  Object.entries(names).find(([, given]) => given.replaceAll('\n', ' ') === name)?.[0] ?? String(name);
const headOf = ({ name, unit }: Section['columns'][number]): string => (unit ? `${name} (${unit})` : name);
const isTime = (value: unknown): boolean => typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value);

/** Holds a table as it is shown against what the API says of it. */
const checkTable = (about: string, section: Section, shown: ShownTable | undefined, faults: Faults): void => {
  if (!shown) {
    faults.check(`${about} is shown`, 'no', section.rows.length === 0 ? 'no' : 'yes');
    return;
  }
  for (const [at, row] of section.rows.entries()) {
    const cells = shown.rows[at] ?? [];
    const isGroup = section.columns.slice(1).every(({ key }) => row[key] === null) && cells.length === 1;
    for (const column of isGroup ? section.columns.slice(0, 1) : section.columns) {
      const value = row[column.key] ?? null;
      const cell = cells[shown.heads.indexOf(headOf(column))];
      const what = `${about} row ${at + 1} ${column.key}`;
      if (cell === undefined) {
        // a column that says nothing is left out on paper
        faults.check(`${what} left out`, value || null, null);
        continue;
      }
      if (isTime(value)) continue;
      const text = cell.text === null || typeof value !== 'number' ? cell.text : Number(cell.text);
      // a name is one line in a table
      faults.check(what, text, value === '' ? null : value, 1e-9);
      const isLast = at === section.rows.length - 1 && row[section.columns[0]?.key ?? ''] === 'Total';
      if (!isLast) faults.check(`${what} starred`, String(cell.isStarred), String(isStarred(row, column.key)));
    }
  }
};

const isStarred = (row: Section['rows'][number], key: string): boolean =>
  String(row.estimatedColumns ?? '')
    .split(',')
    .includes(key);

/** What an amount in a unit of measure is of its stored one. */
const stored: Record<string, number> = { L: 1, KL: 1e3, m3: 1e3, ML: 1e6, kWh: 1e3, MWh: 1e6, mm: 1 };
/** Half of the last place that is printed. */
const noise: Record<string, number> = { L: 0.501, KL: 0.00501, m3: 0.00501, ML: 5.01e-6, kWh: 0.0501, MWh: 5.01e-5, mm: 0.0501 };
const params: Record<string, string> = { volume: 'volume', energy: 'energy', rain: 'rain' };

/** Holds the amounts of meters in a table against what their slots come to. */
const checkAmounts = (about: string, { columns, rows }: Section, span: Span, { naive, faults }: Work): void => {
  const [column] = columns.filter(({ key }) => params[key] !== undefined);
  const unit = column?.unit ?? '';
  if (!column || stored[unit] === undefined) return;
  for (const row of rows) {
    const key = `${idOf(row.unit)}.${params[column.key]}`;
    if (!naive.units.some(({ id }) => id === idOf(row.unit))) continue;
    const sum = naive.sum(key, span);
    faults.check(`${about} ${key}`, row[column.key], sum === null ? null : sum / (stored[unit] ?? 1), noise[unit]);
    const { complete, expected } = naive.completeness(key, span);
    if (sum === null || key.startsWith('byHand')) continue;
    faults.check(`${about} ${key} complete`, row.complete, naiveShare(complete, expected), 0.0501);
    faults.check(`${about} ${key} starred`, String(isStarred(row, column.key)), String(complete < expected));
  }
};

/** Holds the totals of steps, and the sheet of data, against what slots come to. */
const checkSteps = (about: string, sections: readonly Section[], { data }: ShownBook, span: Span, work: Work): void => {
  const { naive, faults } = work;
  for (const { columns, rows } of sections.filter(({ title }) => title.startsWith('By '))) {
    const total = rows.find(({ at }) => at === 'Total');
    for (const { key, name, unit = '' } of columns.slice(1)) {
      const sum = naive.sum(`${idOf(name)}.volume`, span);
      if (total && stored[unit] !== undefined)
        faults.check(`${about} steps of ${name}`, total[key], sum === null ? null : sum / (stored[unit] ?? 1), noise[unit]);
    }
  }
  const listed = Map.groupBy(data, ({ cells: [, id, , param, , unit] }) => `${id}.${param}|${unit}`);
  for (const [name, rows] of listed) {
    const [key = '', unit = ''] = name.split('|');
    const isAmount = params[key.split('.')[1] ?? ''] !== undefined && naive.units.find(({ id }) => key.startsWith(`${id}.`));
    if (!isAmount || isAmount.type === 'stock' || stored[unit] === undefined) continue;
    const known = rows.flatMap(({ cells: [, , , , value] }) => (typeof value === 'number' ? [value] : []));
    const sum = naive.sum(key, span);
    const shown = known.length === 0 ? null : known.reduce((total, value) => total + value, 0);
    faults.check(`${about} data of ${key}`, shown, sum === null ? null : sum / (stored[unit] ?? 1), (noise[unit] ?? 0) / 10);
  }
};

type Work = { naive: NaivePlant; faults: Faults };

const checkReport = async ({ ask }: RandomPlant, { type, query }: Asked, work: Work): Promise<void> => {
  const asked = `reportType=${type}&service=summary&format=v2&${query}`;
  const summary = await ask(`/api/user/report/dailySummary?${asked}`);
  expect(summary.status, summary.text).toBe(200);
  const { sections, window } = summary.body as DailySummary;
  const page = await ask(`/api/user/report?reportFormat=html&${asked}`);
  const { bytes } = await ask(`/api/user/report?reportFormat=xlsx&${asked}`);
  if (!bytes) throw new Error('no workbook');
  const book = await bookOf(bytes);
  const [printed, span] = [
    tablesOfHtml(page.text),
    { from: Date.parse(window.from) / 300_000, to: Date.parse(window.to) / 300_000 },
  ];
  for (const section of sections) {
    const about = `${type} ${section.title}`;
    // on paper a limit that was kept is in the table of its meter
    if (section.title !== 'Limits and permits') checkTable(`${about} on paper`, section, find(printed, section), work.faults);
    checkTable(`${about} in the workbook`, section, find(book.tables, section), work.faults);
    checkAmounts(about, section, span, work);
  }
  checkSteps(type, sections, book, span, work);
};

const find = (tables: readonly ShownTable[], { title, rows }: Section): ShownTable | undefined =>
  rows.length === 0 ? undefined : tables.find((one) => one.title === title);

const month: Asked[] = [
  { type: 'daily', query: 'startDate=2' },
  { type: 'monthly', query: 'startDate=0' },
];
const longDay: Asked[] = [{ type: 'hourly', query: 'startDate=2&endDate=2' }];

// megalitres, and kilolitres on a day of 25 hours; shifts at other times
it.each([
  [4, month, 2500],
  [1, longDay, 2500],
])('reports of plant %d show on paper and in workbooks what the API says and its slots come to', async (seed, asked, least) => {
  plant = await startRandomPlant(seed);
  const { lastDate } = plant;
  await enterReadings(plant, daysBack(lastDate, 2));
  const { text } = await plant.ask(`/api/plant/readings/export?startDate=${daysBack(lastDate, 8)}&endDate=${lastDate}`);
  const { facts } = (await plant.ask('/api/plant/industry/facts')).body as { facts: IndustryFacts };
  const work = { naive: new NaivePlant(plant.sketch, text, facts), faults: new Faults() };
  await rename(plant);
  for (const { type, query } of asked) {
    const dated = query.replace(/\d+/g, (days) => daysBack(lastDate, Number(days)));
    await checkReport(plant, { type, query: dated }, work);
  }
  expect(work.faults.found).toEqual([]);
  expect(work.faults.count).toBeGreaterThan(least);
});
