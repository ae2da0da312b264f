import ExcelJS from 'exceljs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { returnKinds } from '../../../contract/plant/returns.ts';
import { systemClock } from '../../../core/clock.ts';
import { CooperativeScheduler } from '../../../core/cooperativeScheduler.ts';
import { dateOfDay } from '../../../core/shift.ts';
import { sourceFor } from '../../../historian/read/readContext.ts';
import { ForkHost } from '../../../jobs/forkHost.ts';
import { JobPool } from '../../../jobs/pool.ts';
import { madeDemo, openDemo, removeFolder, resources } from '../../../test/demoRig.ts';
import { type Rig, sessionsOf, silent, someCaller, startRig } from '../../../test/httpRig.ts';
import { paramStretch } from '../../readings/qualityHistory.ts';
import { createReports, type Reports } from '../create.ts';
import { helperNote } from './collect.ts';
import { fiscalDays, fiscalYearOf } from './fiscal.ts';

type Row = Record<string, string | number | null>;
type Column = { key: string; name: string; unit?: string };
type Answer = {
  completeness: number;
  footnotes: string[];
  kpis: { key: string; value: number | null }[];
  sections: { key: string; columns: Column[]; rows: Row[] }[];
};

let dataFolder: string;
let plant: Awaited<ReturnType<typeof openDemo>>;
let pool: JobPool;
let reports: Reports;
let rig: Rig;
let today: number;

const dmy = (day: number): string => dateOfDay(day).split('-').reverse().join('/');
const get = (path: string, token = 'operator', more: Record<string, string> = {}) =>
  rig.ask(`/api/plant/returns/${path}`, { headers: { authorization: `Bearer ${token}`, ...more } });
const read = async (path: string): Promise<Answer> => {
  const reply = await get(`${path}${path.includes('?') ? '&' : '?'}format=json`);
  expect(reply.status, reply.text.slice(0, 300)).toBe(200);
  return JSON.parse(reply.text);
};
const rowsOf = ({ sections }: Answer, key: string): Row[] => sections.find((section) => section.key === key)?.rows ?? [];
const columnsOf = ({ sections }: Answer, key: string): Column[] => sections.find((section) => section.key === key)?.columns ?? [];
const days = (from: number, to = from): string => `startDate=${dmy(from)}&endDate=${dmy(to)}`;
const source = () =>
  sourceFor({ ...plant, clock: systemClock }, new CooperativeScheduler(), 'DEMO', new AbortController().signal);
const sumKL = (unitId: string, from: number, to: number): number =>
  plant.reader.dayTotals([plant.seriesId(unitId, 'volume')], from, to).reduce((sum, one) => sum + (one.sum ?? 0), 0) / 1000;

beforeAll(async () => {
  dataFolder = await madeDemo({ days: 4 });
  plant = await openDemo(dataFolder);
  await plant.ingest.flush();
  pool = new JobPool({ host: new ForkHost({ dataFolder, resources, memoryBytes: 400 * 1_048_576 }), log: silent });
  reports = createReports({
    ...plant,
    writer: plant.storage.writer,
    readerKysely: plant.storage.reader.kysely,
    dataFolder,
    jobs: pool,
    settings: plant.accounts.settings,
    email: undefined,
    clock: systemClock,
    log: silent,
  });
  reports.service.start();
  const session = (caller: ReturnType<typeof someCaller>) => ({ caller, panel: false });
  rig = await startRig(reports.routes, {
    clock: systemClock,
    sessions: sessionsOf({
      operator: session(someCaller({ username: 'operator' })),
      staff: session(someCaller({ username: 'staff', industryId: 'INTERNAL', internal: true })),
      north: session(someCaller({ username: 'north', industryId: 'NORTH' })),
    }),
  });
  today = plant.calendars.of('DEMO').dayOf(systemClock.now());
});
afterAll(async () => {
  await rig?.stop();
  pool?.stop();
  await reports?.stop();
  await plant?.stop();
  if (dataFolder) removeFolder(dataFolder);
});

describe('returns', () => {
  it.each(returnKinds)('%s names itself a helper and no legal advice, in every format', async (kind) => {
    const query = kind === 'groundwater' || kind === 'effluent' ? `${days(today - 2, today - 1)}&` : '';
    expect((await read(`${kind}?${query}`)).footnotes[0]).toBe(helperNote);
    const html = await get(`${kind}?${query}format=html`);
    expect(html.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(html.text).toContain('not legal advice');
    const xlsx = await get(`${kind}?${query}format=xlsx`);
    expect(xlsx.headers['content-disposition']).toMatch(new RegExp(`DEMO ${kind} return .*\\.xlsx`));
    expect((await get(`${kind}?${query}format=pdf`)).text.startsWith('%PDF-')).toBe(true);
  });

  it('give abstraction by its meters, day by day, with displays that continue from one another', async () => {
    const answer = await read(`groundwater?${days(today - 2, today - 1)}&unitIds=demo-borewell1`);
    const [well] = rowsOf(answer, 'abstraction');
    expect(well?.volume).toBeCloseTo(sumKL('demo-borewell1', today - 2, today - 1), 1);
    const [first, second, total] = rowsOf(answer, 'log1');
    expect(first?.when).toBe(dmy(today - 2));
    expect(first?.close).toBe(second?.open);
    expect([well?.open, well?.close]).toEqual([first?.open, second?.close]);
    expect(total?.volume).toBeCloseTo(Number(first?.volume) + Number(second?.volume), 1);
    for (const key of ['abstraction', 'log1'])
      expect(
        columnsOf(answer, key).filter(({ name }) => name.endsWith('reading')),
        key,
      ).toEqual([
        { key: 'open', name: 'Opening reading', unit: 'm³' },
        { key: 'close', name: 'Closing reading', unit: 'm³' },
      ]);
    const noc = plant.directory.unit('DEMO', 'demo-borewell1')?.meta.well?.noc;
    expect(rowsOf(answer, 'structures')[0]?.noc).toBe(noc?.number);
    const permittedKL = 2 * Math.min(noc?.permittedKLD ?? 0, (noc?.permittedKLY ?? 0) / 365);
    expect(well?.permitted).toBeCloseTo(permittedKL, 1);
    expect(well?.used).toBeCloseTo((100 * Number(well?.volume)) / permittedKL, 0);
  });

  it('evaluate effluent as the quality pages do', async () => {
    const answer = await read(`effluent?${days(today - 2, today - 1)}`);
    const parameters = rowsOf(answer, 'parameters');
    expect(parameters.length).toBeGreaterThan(4);
    const { calendar } = source();
    const { firstSlot } = calendar.windowOfDay(today - 2);
    const toSlot = calendar.windowOfDay(today).firstSlot;
    for (const row of parameters) {
      const unit = plant.directory.units('DEMO').find(({ name }) => name === row.unit);
      const series = unit?.series.find(({ param }) => unit.meta.params?.[param]?.name === row.param);
      if (!unit || !series) throw new Error(`no ${row.unit} ${row.param}`);
      expect(row.minutes ?? 0).toBe(paramStretch(unit, series, { fromSlot: firstSlot, toSlot }, source()).minutesOut);
      const listed = rowsOf(answer, 'exceedances').filter((one) => one.unit === row.unit && one.param === row.param);
      expect(listed.reduce((sum, { minutes }) => sum + Number(minutes), 0)).toBe(row.minutes ?? 0);
    }
  });

  it('give BRSR and GRI the same water, once in kilolitres and once in megalitres', async () => {
    const [brsr, gri] = [await read('brsr'), await read('gri303')];
    const figure = ({ kpis }: Answer, key: string): number => kpis.find((kpi) => kpi.key === key)?.value ?? Number.NaN;
    for (const key of ['withdrawal', 'discharge', 'consumption'])
      expect(figure(gri, key) * 1000).toBeCloseTo(figure(brsr, key), 1);
    expect(figure(brsr, 'consumption')).toBeCloseTo(figure(brsr, 'withdrawal') - figure(brsr, 'discharge'), 3);
    const rows = rowsOf(brsr, 'withdrawal');
    const from = Math.max(today - 9, fiscalDays(fiscalYearOf(today, 4), 4).fromDay);
    const ofSources = rows.slice(0, 5).reduce((sum, { now }) => sum + Number(now), 0);
    expect(ofSources).toBeCloseTo(Number(rows[5]?.now), 1);
    expect(rows[1]?.now).toBeCloseTo(sumKL('demo-borewell1', from, today) + sumKL('demo-borewell2', from, today), 1);
    expect(rows[3]?.now).toBeNull();
  });

  it('have the same numbers in a spreadsheet, as numbers and dates', async () => {
    const query = `groundwater?${days(today - 2, today - 1)}&unitIds=demo-borewell1`;
    const [log] = [rowsOf(await read(query), 'log1')];
    const reply = await fetch(`http://127.0.0.1:${rig.port}/api/plant/returns/${query}&format=xlsx`, {
      headers: { authorization: 'Bearer operator' },
    });
    const book = new ExcelJS.Workbook();
    await book.xlsx.load(await reply.arrayBuffer());
    const sheet = book.worksheets.at(-1);
    const heads = Array.from((sheet?.getRow(1).values ?? []) as unknown[], String);
    const column = (name: string): number => heads.findIndex((head) => head.startsWith(name));
    const volume = sheet?.getRow(2).getCell(column('Abstraction')).value;
    expect(volume).toBeTypeOf('number');
    expect(Number(volume).toFixed(2)).toBe(Number(log[0]?.volume).toFixed(2));
    expect(sheet?.getRow(2).getCell(column('Date')).value).toBeInstanceOf(Date);
  });

  it('answer 1401 where there is nothing to report, and for units of somebody else', async () => {
    for (const path of [
      'brsr?fiscalYear=2020',
      'gri303?fiscalYear=2020',
      'groundwater?unitIds=north-intake',
      'effluent?unitIds=demo-borewell1',
    ])
      expect(await get(path), path).toMatchObject({ status: 404, body: { code: 1401 } });
  });

  it.each(['nope', 'brsr?format=doc', 'brsr?fiscalYear=x', 'brsr?unitIds=demo-borewell1', 'effluent?startDate=31/02/2026'])(
    'refuse %s with 400',
    async (path) => {
      expect((await get(path)).status).toBe(400);
    },
  );

  it('are of the caller’s own industry, unless staff ask for another', async () => {
    const target = { targetIndustryId: 'DEMO' };
    const [own, staff] = [await get('brsr?format=json', 'north', target), await get('brsr?format=json', 'staff', target)];
    expect(own.text).not.toContain('Borewell 1');
    expect(staff.text).toContain('Borewell 1');
  });
});
