import { describe, expect, it } from 'vitest';
import type { WindowType } from '../../../contract/model/common.ts';
import { ManualClock } from '../../../core/clock.ts';
import { CooperativeScheduler } from '../../../core/cooperativeScheduler.ts';
import { dayNumber } from '../../../core/shift.ts';
import { chooseWindow } from '../../../historian/read/window.ts';
import { edge, graph, node } from '../../../test/balanceRig.ts';
import { fakeDocuments } from '../../../test/fakeDocuments.ts';
import { TestPlant } from '../../../test/testPlant.ts';
import { BalanceGraphs } from '../balance/graphs.ts';
import { BalanceService } from '../balance/service.ts';
import { NeutralityService } from '../neutrality/service.ts';
import { crossDashboardKpis } from './crossDashboardKpis.ts';

const meter = { modulus: 1e9, basePerCount: 1000, maxPerHour: 1e6 };
const HALF = 144;
const MONTH_DAYS = 18;
const YEAR_DAYS = 169;

/** On the 19th: all water comes in the second half, and half of it goes lost and half is given back then. */
const plantOf = async (siUnit = 'KL') => {
  const plant = new TestPlant().addCategory('SOURCE_CATEGORY', ['s'], { siUnit });
  const flow = (id: string, standardCategoryIds: string[], early: number, late: number): void => {
    plant.addUnit({ id, type: 'flow', subCategoryId: 's', standardCategoryIds, meta: { meter } });
    for (const date of ['2025-06-19', '2026-05-19', '2026-06-19'])
      plant.write(id, 'volume', date, 0, [...Array(HALF).fill(early), ...Array(HALF).fill(late)]);
    for (const [from, days] of [
      ['2025-01-01', YEAR_DAYS],
      ['2026-05-01', MONTH_DAYS],
    ] as const)
      plant.write(id, 'volume', from, 0, Array(days * 2 * HALF).fill(100));
  };
  flow('well', ['ID_WATER_DEBITED'], 100, 300);
  flow('use', ['ID_WATER_CREDITED'], 100, 150);
  const clock = new ManualClock(plant.calendar.windowOfDay(dayNumber('2026-06-20')).fromMs + HALF * 300_000 + 10_000);
  const calendars = { of: () => plant.calendar };
  const serving = { directory: plant, reader: plant.reader, calendars, turns: new CooperativeScheduler(), clock };
  const graphs = new BalanceGraphs(fakeDocuments(), plant);
  const nodes = [node('a', 'source'), node('b', 'process'), node('c', 'consumer')];
  await graphs.save('DEMO', graph(nodes, [edge('in', 'a>b', ['well']), edge('out', 'b>c', ['use'])]), 'u');
  const nothing = { recovery: { sum: 0, weight: 0 }, specific: { sum: 0, weight: 0 }, targetPct: null };
  const others = crossDashboardKpis({
    balance: new BalanceService({ ...serving, graphs }),
    neutrality: new NeutralityService(serving),
    ro: { kpis: async () => nothing, meters: () => ({ feed: [], permeate: [], reject: [], energy: [] }) },
    version: async () => '',
  });
  return { others, windowOf: (type: WindowType, date: string) => chooseWindow(plant.calendar, type, { date1: date }) };
};

describe('a window that is compared with a running one', () => {
  it.each([
    ['DAY', '2026-06-19', 0],
    ['MONTH', '2026-05-19', 28.8 * MONTH_DAYS],
    ['YEAR', '2025-06-19', 28.8 * YEAR_DAYS],
  ] as const)('counts a %s as far as the running one has come', async (type, date, daysBeforeKL) => {
    const { others, windowOf } = await plantOf();
    const window = windowOf(type, date);
    const half = window.toSlot - HALF;
    const sum = (last: number): unknown => expect.closeTo(daysBeforeKL + last, 6);
    expect(await others.neutrality('DEMO', window, half)).toEqual({ top: sum(14.4), bottom: sum(14.4) });
    expect(await others.neutrality('DEMO', window, window.toSlot)).toEqual({ top: sum(36), bottom: sum(57.6) });
    expect(await others.neutrality('DEMO', window, window.toSlot - 2 * HALF)).toEqual(
      type === 'DAY' ? { top: null, bottom: null } : { top: sum(0), bottom: sum(0) },
    );
  });

  it.each([
    ['DAY', '2026-06-19'],
    ['MONTH', '2026-05-19'],
    ['YEAR', '2025-06-19'],
  ] as const)('counts the loss of a %s as far as the running one has come', async (type, date) => {
    const { others, windowOf } = await plantOf();
    const window = windowOf(type, date);
    expect(await others.loss('DEMO', window, window.toSlot - HALF)).toMatchObject({ top: expect.closeTo(0, 6) });
    expect(await others.loss('DEMO', window, window.toSlot)).toMatchObject({ top: expect.closeTo(21.6, 6) });
  });
});

it.each(['L', 'KL', 'm3', 'ML'])(
  'credits, debits and losses of several plants add up, also of one that shows its water in %s',
  async (siUnit) => {
    const { others, windowOf } = await plantOf(siUnit);
    const window = windowOf('DAY', '2026-06-19');
    expect(await others.neutrality('DEMO', window, window.toSlot)).toEqual({ top: 36, bottom: 57.6 });
    expect(await others.loss('DEMO', window, window.toSlot)).toEqual({ top: 21.6, bottom: 57.6 });
  },
);
