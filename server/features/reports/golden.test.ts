import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DeviceDataV2 } from '../../contract/deviceData.ts';
import { systemClock } from '../../core/clock.ts';
import { dateOfDay } from '../../core/shift.ts';
import { type OpenReading, openReading } from '../../jobs/openReading.ts';
import { collectStored } from '../../jobs/reportWork.ts';
import { madeDemo, openDemo, removeFolder } from '../../test/demoRig.ts';
import { expectBuckets, expectMeter, rowsByUnit, tablesOf, unitsOf } from '../../test/reportGolden.ts';
import { deviceData } from '../readings/deviceDataV2.ts';
import { Turns } from '../readings/pace.ts';
import { selectUnits } from '../readings/selection.ts';
import { sourceFor } from '../readings/source.ts';
import { chooseWindow } from '../readings/window.ts';
import type { Cell, ReportService, ReportType } from './model.ts';
import type { ReportOrder } from './order.ts';
import type { Collected } from './parts.ts';

const DAYS = 4;
const { signal } = new AbortController();
const nowMs = systemClock.now();
let dataFolder: string;
let open: OpenReading;
let server: Awaited<ReturnType<typeof openDemo>>;
let yesterday: number;

beforeAll(async () => {
  dataFolder = await madeDemo({ days: DAYS });
  server = await openDemo(dataFolder);
  await server.ingest.flush();
  open = openReading({ dataFolder });
  yesterday = server.calendars.of('DEMO').dayOf(nowMs) - 1;
}, 60_000);
afterAll(async () => {
  open?.sqlite.close();
  await server?.stop();
  if (dataFolder) removeFolder(dataFolder);
});

const order = (type: ReportType, service: ReportService, more: Partial<ReportOrder> = {}): ReportOrder => ({
  industryId: 'DEMO',
  type,
  service,
  template: 'v2',
  fromDay: yesterday,
  toDay: yesterday,
  hours: null,
  unitIds: null,
  subCategories: null,
  useShift: true,
  divisionFactor: 1000,
  generatedBy: 'operator',
  userNames: {},
  nowMs,
  ...more,
});

const report = (asked: ReportOrder): Promise<Collected> => collectStored(open, asked, { dataFolder, withSlots: true, signal });

/** What the dashboards answer for the same window. */
const dashboard = async (category: string, type: 'DAY' | 'MONTH' | 'CUSTOM', from: number, to = from): Promise<DeviceDataV2> => {
  const { directory, reader, calendars } = server;
  const selection = selectUnits(directory, 'DEMO', category);
  if (!selection) throw new Error(`no category ${category}`);
  const source = sourceFor(
    { directory, reader, calendars, clock: { ...systemClock, now: () => nowMs } },
    new Turns(),
    'DEMO',
    signal,
  );
  const window =
    type === 'CUSTOM'
      ? chooseWindow(source.calendar, type, dateOfDay(from), dateOfDay(to))
      : chooseWindow(source.calendar, type, dateOfDay(from));
  return deviceData({ selection, window, divisionFactor: 1000, v2: true, nowMs }, source);
};

describe('the numbers of reports on the demo plant', () => {
  it('are those of the dashboards: water of a day', async () => {
    const { model } = await report(order('daily', 'water'));
    const rows = rowsByUnit(model, 'volume');
    const shown = await dashboard('SOURCE_CATEGORY', 'DAY', yesterday);
    const meters = unitsOf(shown).filter(({ total }) => total !== null);
    expect(meters.length).toBeGreaterThan(20);
    for (const unit of meters) expectMeter(rows.get(unit.displayName), unit);
    const intake = await dashboard('ID_SOURCE', 'DAY', yesterday);
    const kpi = model.kpis.find(({ key }) => key === 'intake');
    expect(Number(kpi?.value?.toFixed(2))).toBe(intake.total);
    expect(Number(kpi?.previous?.toFixed(2))).toBe(intake.previous?.total);
    const use = await dashboard('ID_CONSUMPTION', 'DAY', yesterday);
    expect(Number(model.kpis.find(({ key }) => key === 'consumption')?.value?.toFixed(2))).toBe(use.total);
    const stock = await dashboard('STOCK_CATEGORY', 'DAY', yesterday);
    expect(Number(model.kpis.find(({ key }) => key === 'stock')?.value?.toFixed(2))).toBe(stock.total);
    const tanks = rowsByUnit(model, 'draw');
    for (const { displayName, stock: day } of unitsOf(stock)) {
      const cells = tanks.get(displayName);
      expect([cells?.open, cells?.fill, cells?.draw], displayName).toEqual([day?.openingKL, day?.fillKL, day?.drawKL]);
      expect(Number(Number(cells?.close).toFixed(2)), displayName).toBe(day?.closingKL);
    }
  });

  it('are those of the dashboards: hours, days of the month and days of a range', async () => {
    const hourly = await report(order('hourly', 'water'));
    expect(expectBuckets(hourly.model, unitsOf(await dashboard('SOURCE_CATEGORY', 'DAY', yesterday)))).toBeGreaterThan(400);
    const monthStart = yesterday - Number(dateOfDay(yesterday).slice(8)) + 1;
    const monthly = await report(order('monthly', 'water', { fromDay: monthStart }));
    const month = unitsOf(await dashboard('SOURCE_CATEGORY', 'MONTH', yesterday));
    expect(expectBuckets(monthly.model, month)).toBeGreaterThan(20);
    const rows = rowsByUnit(monthly.model, 'volume');
    for (const unit of month.filter(({ total }) => total !== null)) expectMeter(rows.get(unit.displayName), unit);
    const range = await report(order('daily_range', 'smart_city', { fromDay: yesterday - 2 }));
    const custom = unitsOf(await dashboard('SOURCE_CATEGORY', 'CUSTOM', yesterday - 2, yesterday));
    expect(expectBuckets(range.model, custom)).toBeGreaterThan(60);
    const months = await report(order('monthly_range', 'water', { fromDay: yesterday - 2 }));
    const sums = rowsByUnit(months.model, 'volume');
    for (const unit of custom.filter(({ total }) => total !== null)) expectMeter(sums.get(unit.displayName), unit);
  });

  it('are those of the dashboards: energy, wells, quality, levels and rain', async () => {
    const energy = rowsByUnit((await report(order('daily', 'energy'))).model, 'energy');
    for (const unit of unitsOf(await dashboard('ENERGY_CATEGORY', 'DAY', yesterday))) {
      const cells = energy.get(unit.displayName);
      expectMeter(cells, unit, 'energy', 1);
      const { kVAh, pf, maxDemandKVA, cost, kgCO2, secKWhPerKL } = unit.energy ?? {};
      expect([cells?.apparent, cells?.pf, cells?.demand, cells?.cost, cells?.carbon, cells?.sec]).toEqual([
        kVAh,
        pf,
        maxDemandKVA,
        cost,
        kgCO2,
        secKWhPerKL,
      ]);
    }
    const wells = rowsByUnit((await report(order('daily', 'borewell'))).model, 'static');
    const shownWells = unitsOf(await dashboard('GROUND_WATER_LEVEL', 'DAY', yesterday));
    expect(shownWells.length).toBeGreaterThan(0);
    for (const { displayName, borewell } of shownWells.filter((unit) => unit.borewell)) {
      const cells = wells.get(displayName);
      expect([cells?.static, cells?.pumping, cells?.abstraction, cells?.hours], displayName).toEqual([
        borewell?.swlMbgl,
        borewell?.pwlMbgl,
        borewell?.abstractionKL,
        borewell?.runHours,
      ]);
    }
    const quality = tablesOf((await report(order('daily', 'quality'))).model).find(({ key }) => key === 'quality');
    const analysers = unitsOf(await dashboard('QUALITY_CATEGORY', 'DAY', yesterday)).filter((unit) => unit.quality);
    const parameters = analysers.reduce((sum, { quality: shown }) => sum + Object.keys(shown?.params ?? {}).length, 0);
    expect(quality?.rows).toHaveLength(parameters);
    const rain = rowsByUnit((await report(order('daily', 'rain_water'))).model, 'rain');
    expect(rain.size).toBeGreaterThan(0);
    const levels = await report(order('daily', 'level'));
    expect(tablesOf(levels.model).find(({ key }) => key === 'levels')?.rows.length).toBeGreaterThan(5);
  });

  it('are those of the balance page, and its picture', async () => {
    const { model, balance } = await report(order('daily', 'water_balance'));
    const request = { industryId: 'DEMO', signal };
    const query = { date1: dateOfDay(yesterday), divisionFactor: 1000, type: 'HOUR' } as const;
    const shown = await server.dashboards.balance.data(request, query, () => {});
    expect(balance).toEqual(shown.totals);
    const flow = model.sections.find(({ kind }) => kind === 'flow');
    expect(flow).toMatchObject({ links: shown.sankey.links, nodes: shown.sankey.nodes });
    const nodes = tablesOf(model).find(({ key }) => key === 'nodes');
    expect(nodes?.rows.map(({ cells }) => cells.unaccounted)).toEqual(shown.nodes.map(({ unaccountedKL }) => unaccountedKL));
  });

  it('hold every slot of a granular report, with its letter', async () => {
    const unit = server.directory.units('DEMO').find(({ name }) => name === 'RO feed');
    const { model, dataRows } = await report(order('granular', 'water', { unitIds: [unit?.id ?? ''] }));
    const id = server.seriesId(unit?.id ?? '', 'volume');
    const { firstSlot, slots } = server.calendars.of('DEMO').windowOfDay(yesterday);
    const run = server.reader.slots(id, firstSlot, firstSlot + slots);
    const rows: (readonly Cell[])[] = [];
    for await (const row of model.data.rows()) if (row[1] === unit?.id) rows.push(row);
    expect(dataRows).toBe(slots);
    expect(rows.map((row) => row[6]).join('')).toBe(run.quality);
    expect(rows.map((row) => row[4])).toEqual(
      [...run.values].map((value, at) => (run.quality[at] === 'M' ? null : value / 1000)),
    );
    const table = tablesOf(model).find(({ key }) => key.startsWith('slots'));
    expect(table?.rows.map(({ cells }) => cells.quality).join('')).toBe(run.quality);
  });

  it('total what their rows say, in every table of every type and service', async () => {
    const types = ['daily', 'hourly', 'daily_range', 'monthly', 'monthly_range', 'granular'] as const;
    const services = ['water', 'smart_city', 'energy', 'quality', 'level', 'borewell', 'rain_water', 'summary', 'alert'] as const;
    let totals = 0;
    for (const type of types)
      for (const service of services) {
        const { model } = await collectStored(open, order(type, service), { dataFolder, withSlots: false, signal });
        for (const { rows, total, title } of tablesOf(model))
          for (const [key, sum] of Object.entries(total?.sums ?? {})) {
            const values = rows.filter(({ isGroup }) => !isGroup).map(({ cells }) => cells[key]);
            const known = values.filter((value) => typeof value === 'number');
            expect(sum ?? 0, `${type} ${service} ${title} ${key}`).toBeCloseTo(
              known.reduce((a, b) => a + b, 0),
              4,
            );
            totals += 1;
          }
      }
    expect(totals).toBeGreaterThan(100);
  }, 60_000);

  it('are by calendar days from midnight when the shift is left out', async () => {
    const unit = server.directory.units('DEMO').find(({ name }) => name === 'Municipal inlet');
    const { model } = await report(order('daily', 'water', { useShift: false, unitIds: [unit?.id ?? ''] }));
    const id = server.seriesId(unit?.id ?? '', 'volume');
    const midnight = Date.parse(`${dateOfDay(yesterday)}T00:00:00+05:30`) / 300_000;
    const run = server.reader.slots(id, midnight, midnight + 288);
    const cells = rowsByUnit(model, 'volume').get('Municipal inlet');
    expect(cells?.volume).toBeCloseTo(run.values.reduce((sum, value) => sum + value, 0) / 1000, 5);
    expect(model.period.shift).toBe('Calendar days, 00:00 to 00:00');
    expect(cells?.open).toBeNull();
  });

  it('have no data where no unit asked for was read', async () => {
    await expect(report(order('daily', 'water', { fromDay: yesterday - 500, toDay: yesterday - 500 }))).rejects.toMatchObject({
      code: 'noData',
    });
    await expect(report(order('daily', 'water', { subCategories: ['none'] }))).rejects.toMatchObject({ code: 'noData' });
    const alarm = await report(order('daily', 'alert', { industryId: 'NORTH' }));
    expect(alarm.model.title).toBe('Daily alarm report');
  });
});
