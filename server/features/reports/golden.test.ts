import { describe, expect, it } from 'vitest';
import { round } from '../../core/round.ts';
import { dateOfDay } from '../../core/shift.ts';
import { collectStored } from '../../jobs/reportWork.ts';
import { expectBuckets, expectMeter, rowsByUnit, tablesOf, unitsOf } from '../../test/reportGolden.ts';
import {
  DAYS,
  dashboard,
  dataFolder,
  open,
  openReports,
  order,
  report,
  server,
  signal,
  yesterday,
} from '../../test/reportNumbers.ts';
import type { Cell } from './model.ts';

openReports();

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
    expect(round(kpi?.value ?? null, 2)).toBe(intake.total);
    expect(round(kpi?.previous ?? null, 2)).toBe(intake.previous?.total);
    const use = await dashboard('ID_CONSUMPTION', 'DAY', yesterday);
    expect(round(model.kpis.find(({ key }) => key === 'consumption')?.value ?? null, 2)).toBe(use.total);
    const stock = await dashboard('STOCK_CATEGORY', 'DAY', yesterday);
    expect(round(model.kpis.find(({ key }) => key === 'stock')?.value ?? null, 2)).toBe(stock.total);
    const tanks = rowsByUnit(model, 'draw');
    for (const { displayName, stock: day } of unitsOf(stock)) {
      const cells = tanks.get(displayName);
      expect([cells?.open, cells?.fill, cells?.draw], displayName).toEqual([day?.openingKL, day?.fillKL, day?.drawKL]);
      expect(round(Number(cells?.close), 2), displayName).toBe(day?.closingKL);
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
    const meters = rowsByUnit(model, 'volume');
    for (const unit of unitsOf(await dashboard('SOURCE_CATEGORY', 'DAY', yesterday)).filter(({ total }) => total !== null))
      expectMeter(meters.get(unit.displayName), unit);
    expect(model.completenessPct).toBeGreaterThan(90);
    // roofs and other nodes without meters are not what the balance is judged by
    expect(model.kpis.find(({ key }) => key === 'unaccounted')?.completenessPct).toBeGreaterThan(90);
    const flow = model.sections.find(({ kind }) => kind === 'flow');
    expect(flow).toMatchObject({ links: shown.sankey.links, nodes: shown.sankey.nodes });
    const nodes = tablesOf(model).find(({ key }) => key === 'nodes');
    expect(nodes?.rows.map(({ cells }) => cells.unaccounted)).toEqual(shown.nodes.map(({ unaccountedKL }) => unaccountedKL));
  });

  it('are those of whole days in the balance of a report of some hours', async () => {
    const of = async (service: 'water' | 'water_balance', hours: { from: number; to: number } | null) => {
      const { model, balance } = await report(order('hourly', service, { fromDay: yesterday - 1, hours }));
      const rowsOf = (key: string) =>
        tablesOf(model)
          .find((table) => table.key === key)
          ?.rows.map(({ cells }) => cells);
      return { balance, nodes: rowsOf('nodes') };
    };
    for (const service of ['water', 'water_balance'] as const) {
      const whole = await of(service, null);
      expect(whole.balance?.unaccountedKL).toEqual(expect.any(Number));
      expect(await of(service, { from: 18, to: 6 })).toEqual(whole);
      expect(await of(service, { from: 3, to: 5 })).toEqual(whole);
    }
  });

  it('are those of whole days in the tanks of a report of some hours, and in the stock above them', async () => {
    const of = async (hours: { from: number; to: number } | null) => {
      const { model } = await report(order('hourly', 'water', { hours }));
      const stock = tablesOf(model).find(({ key }) => key === 'stock');
      return { rows: stock?.rows, total: stock?.total, kpi: model.kpis.find(({ key }) => key === 'stock')?.value };
    };
    const whole = await of(null);
    expect(whole.kpi).toEqual(expect.any(Number));
    expect(await of({ from: 3, to: 5 })).toEqual(whole);
  });

  it('are those of the neutrality and the RO page, in a report of a month', async () => {
    const request = { industryId: 'DEMO', signal };
    const fromDay = yesterday - Number(dateOfDay(yesterday).slice(8)) + 1;
    const { model } = await report(order('monthly', 'water', { fromDay }));
    const cellsOf = (key: string) =>
      tablesOf(model)
        .find((table) => table.key === key)
        ?.rows.map(({ cells }) => cells) ?? [];
    const [date1, date2] = [dateOfDay(fromDay), dateOfDay(yesterday)];
    const neutral = await server.dashboards.neutrality.data(request, { date1, date2, divisionFactor: 1000 });
    const { credited, debited, index, uncertainty, gapKL } = neutral;
    expect(debited.value).toBeGreaterThan(0);
    expect(cellsOf('neutrality')).toEqual([
      expect.objectContaining({ credited: credited.value, debited: debited.value, index, uncertainty, gap: gapKL }),
    ]);
    expect(model.kpis.find(({ key }) => key === 'neutrality')?.value).toBe(index);
    expect(cellsOf('neutralityUnits').map(({ unit, counted }) => [unit, counted])).toEqual(
      [...neutral.creditedUnits, ...neutral.debitedUnits].map(({ unitName, counted }) => [unitName, counted]),
    );
    const { plants } = (await server.dashboards.ro.data(request, { date1: date2, type: 'MONTH' })).data1;
    expect(plants[0]?.recoveryPct).toBeGreaterThan(0);
    expect(cellsOf('ro')).toEqual(
      plants.map(({ plantName, recoveryPct, feed, permeate, energy, normalized, completeness }) =>
        expect.objectContaining({
          plant: plantName,
          recovery: recoveryPct,
          feed: feed.volumeKL,
          permeate: permeate.volumeKL,
          sec: energy?.specificKWhPerKL ?? null,
          flow: normalized?.permeateFlowPct ?? null,
          salt: normalized?.saltPassagePct ?? null,
          complete: completeness,
        }),
      ),
    );
    const filtered = await report(order('monthly', 'water', { fromDay, unitIds: [neutral.debitedUnits[0]?.unitId ?? ''] }));
    expect(tablesOf(filtered.model).map(({ key }) => key)).not.toContain('neutrality');
    expect(tablesOf((await report(order('daily', 'water'))).model).map(({ key }) => key)).not.toContain('ro');
  });

  it('are the night flows of the daily reports, in a report of a month', async () => {
    const fromDay = yesterday - Number(dateOfDay(yesterday).slice(8)) + 1;
    const { model } = await report(order('monthly', 'water', { fromDay }));
    const nights = new Map<string, number[]>();
    for (let day = yesterday - DAYS; day <= yesterday; day += 1) {
      if (day < fromDay) continue;
      const daily = await report(order('daily', 'water', { fromDay: day, toDay: day })).catch(() => undefined);
      for (const [unit, { night }] of daily ? rowsByUnit(daily.model, 'night') : [])
        if (typeof night === 'number') nights.set(unit, [...(nights.get(unit) ?? []), night]);
    }
    const rows = rowsByUnit(model, 'nights');
    expect([...rows.values()].some(({ most }) => Number(most) > 0)).toBe(true);
    for (const [unit, { nights: count, least, most }] of rows) {
      const known = nights.get(unit) ?? [];
      expect([count, least, most], unit).toEqual(
        known.length > 0 ? [known.length, Math.min(...known), Math.max(...known)] : [0, null, null],
      );
    }
    const quality = rowsByUnit(model, 'letters');
    for (const [unit, cells] of rowsByUnit(model, 'volume')) expect(quality.get(unit)?.complete, unit).toBe(cells.complete);
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
            const { volume = null, previous = null } = total?.sums ?? {};
            if (key === 'change' && volume !== null && previous)
              expect(sum).toBeCloseTo((100 * (volume - previous)) / previous, 4);
            // a change in percent is that of the sums, not a sum
            if (key === 'change') continue;
            expect(sum ?? 0, `${type} ${service} ${title} ${key}`).toBeCloseTo(
              known.reduce((a, b) => a + b, 0),
              4,
            );
            totals += 1;
          }
      }
    expect(totals).toBeGreaterThan(100);
  });

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

  it('say in what unit displays count, of water and of energy', async () => {
    for (const [service, unit] of [
      ['water', 'm³'],
      ['energy', 'kWh'],
      ['borewell', 'm³'],
    ] as const) {
      const { model } = await report(order('daily', service));
      const shown = tablesOf(model).filter(({ rows }) =>
        rows.some(({ cells }) => typeof cells.close === 'number' && cells.counterUnit),
      );
      expect(shown.length, service).toBeGreaterThan(0);
      for (const { columns, title } of shown)
        for (const key of ['open', 'close']) expect(columns.find((column) => column.key === key)?.unit, title).toBe(unit);
    }
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
