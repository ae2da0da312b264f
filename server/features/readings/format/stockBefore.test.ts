import { expect, it } from 'vitest';
import type { LandingQuery, LandingUserData } from '../../../contract/user/landing.ts';
import { ManualClock } from '../../../core/clock.ts';
import { CooperativeScheduler } from '../../../core/cooperativeScheduler.ts';
import { dateOfDay, dayNumber } from '../../../core/shift.ts';
import { sourceFor } from '../../../historian/read/readContext.ts';
import { chooseWindow } from '../../../historian/read/window.ts';
import { selectUnits } from '../../../historian/units/selection.ts';
import { landingOf } from '../../../test/landingRig.ts';
import { reportOrder } from '../../../test/reportOrders.ts';
import { TestPlant } from '../../../test/testPlant.ts';
import { collect } from '../../reports/collect/collect.ts';
import type { ReportModel } from '../../reports/model.ts';
import { deviceDataAndChange } from '../deviceDataV2.ts';

const DAY = 288;
const tank = { shape: 'rectangular', length: 2, width: 5, height: 5, compartments: 1 } as const;
const { signal } = new AbortController();
const date = '2026-06-09';

/** Two tanks at 1.5 m at the end of the 8th and at 2 m at that of the 9th; one was by half of its ground until then. */
const plantOf = () => {
  const plant = new TestPlant().addCategory('STOCK_CATEGORY', ['tanks']);
  for (const [id, oldPerM] of [['t1', 5000] as const, ['t2', 10_000] as const]) {
    plant.addUnit({ id, type: 'stock', subCategoryId: 'tanks', maxCapacity: 50, meta: { tank } });
    for (const [at, day] of ['2026-06-08', date].entries()) {
      const levels = Array.from({ length: DAY }, (_, slot) => Math.fround(1 + 0.5 * at + (0.5 * (slot + 1)) / DAY));
      const perM = at === 0 ? oldPerM : 10_000;
      plant.write(id, 'level', day, 0, levels).write(
        id,
        'volume',
        day,
        0,
        levels.map((level) => Math.fround(perM * level)),
      );
    }
  }
  const clock = new ManualClock(plant.calendar.windowOfDay(dayNumber('2026-06-10')).fromMs + 60_000);
  const calendars = { of: () => plant.calendar };
  const parts = { directory: plant, reader: plant.reader, calendars, clock };
  return { plant, parts, source: sourceFor(parts, new CooperativeScheduler(), 'DEMO', signal), nowMs: clock.now() };
};

it('the stock before is by the shape that its tanks have now, in lists', async () => {
  const { plant, source, nowMs } = plantOf();
  const selection = selectUnits(plant, 'DEMO', 'STOCK_CATEGORY');
  if (!selection) throw new Error('no tanks');
  const window = chooseWindow(plant.calendar, 'DAY', { date1: date });
  const { data, changePct } = await deviceDataAndChange({ selection, window, divisionFactor: 1000, v2: true, nowMs }, source);
  expect([data.total, data.previous?.total, changePct]).toEqual([40, 30, expect.closeTo(33.3, 1)]);
});

const reportOf = async ({ plant, source, nowMs }: ReturnType<typeof plantOf>): Promise<ReportModel> => {
  const [industry] = plant.industries();
  if (!industry) throw new Error('no plant');
  const day = dayNumber(date);
  const { model } = await collect({
    order: reportOrder({ industryId: 'DEMO', type: 'daily', service: 'summary', fromDay: day, toDay: day, nowMs }),
    ...{ industry, directory: plant, source, withEstimates: null, logo: null, proved: null, withSlots: false, signal },
    ...{ basePerCount: () => 1000, alarms: { openWithin: () => [], steps: () => [] } },
    ...{ balance: async () => null, neutrality: async () => null, ro: async () => null },
  });
  return model;
};

it('and in reports', async () => {
  const { kpis } = await reportOf(plantOf());
  const stock = kpis.find(({ key }) => key === 'stock');
  expect([stock?.value, stock?.previous, stock?.changePct]).toEqual([40, 30, expect.closeTo(33.333, 2)]);
});

it('and so are the same weekdays that a report holds it against', async () => {
  const made = plantOf();
  // both at 2 m, one of them by half of its ground
  for (let week = 1; week <= 4; week += 1)
    for (const [id, litres] of [['t1', 10_000] as const, ['t2', 20_000] as const]) {
      const like = dateOfDay(dayNumber(date) - 7 * week);
      made.plant.write(id, 'level', like, 0, Array<number>(DAY).fill(2));
      made.plant.write(id, 'volume', like, 0, Array<number>(DAY).fill(litres));
    }
  const { firstPage } = await reportOf(made);
  const stock = firstPage?.figures.find(({ name }) => name === 'Stock');
  expect(stock).toMatchObject({ value: 40, like: 40, changePct: 0, usual: { middle: 40, days: 4 } });
});

it('and on the landing page', async () => {
  const landing = landingOf(plantOf().parts);
  const query: LandingQuery = {
    date,
    type: 'DAY',
    summaryData: false,
    pastThreeMonthsEnabled: false,
    alertsEnabled: false,
    formatter: 'default',
  };
  const page = (await landing.userData('DEMO', query, () => undefined)) as LandingUserData;
  const stock = page.categories.find(({ standardCategoryId }) => standardCategoryId === 'STOCK_CATEGORY');
  expect(stock?.total).toMatchObject({ value: 40, previous: 30, changePct: 33.3 });
});

it.each([
  ['of the stretch before', ['2026-06-07']],
  ['of both', ['2026-06-07', date]],
])('a tank that was silent at the end %s is by its last stock there', async (_, silentOn) => {
  const { plant, source, nowMs } = plantOf();
  for (const [id, oldL] of [['t1', 10_000] as const, ['t2', 20_000] as const]) {
    for (const [day, litres] of [['2026-06-06', oldL] as const, ['2026-06-08', 20_000] as const]) {
      plant.write(id, 'level', day, 0, Array<number>(DAY).fill(2));
      plant.write(id, 'volume', day, 0, Array<number>(DAY).fill(litres));
    }
    for (const day of silentOn)
      for (const param of ['level', 'volume']) plant.write(id, param, day, 0, Array<number>(DAY).fill(0), 'M');
  }
  const selection = selectUnits(plant, 'DEMO', 'STOCK_CATEGORY');
  if (!selection) throw new Error('no tanks');
  const window = chooseWindow(plant.calendar, 'CUSTOM', { date1: '2026-06-08', date2: date });
  const { data, changePct } = await deviceDataAndChange({ selection, window, divisionFactor: 1000, v2: true, nowMs }, source);
  expect([data.total, data.previous?.total, changePct]).toEqual([40, 40, 0]);
});
