import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../../core/clock.ts';
import { dayNumber } from '../../../core/shift.ts';
import { edge, graph, node } from '../../../test/balanceRig.ts';
import { fakeDocuments } from '../../../test/fakeDocuments.ts';
import { TestPlant } from '../../../test/testPlant.ts';
import { Turns } from '../../readings/pace.ts';
import { chooseWindow } from '../../readings/window.ts';
import { BalanceGraphs } from '../balance/graphs.ts';
import { BalanceService } from '../balance/service.ts';
import { NeutralityService } from '../neutrality/service.ts';
import { othersOf } from './others.ts';

const meter = { modulus: 1e9, basePerCount: 1000, maxPerHour: 1e6 };
const HALF = 144;

/** 19 June: all water comes in the second half, and half of it goes lost and half is given back then. */
const plantOf = async () => {
  const plant = new TestPlant().addCategory('SOURCE_CATEGORY', ['s']);
  const flow = (id: string, standardCategoryIds: string[], early: number, late: number): void => {
    plant.addUnit({ id, type: 'flow', subCategoryId: 's', standardCategoryIds, meta: { meter } });
    plant.write(id, 'volume', '2026-06-19', 0, [...Array(HALF).fill(early), ...Array(HALF).fill(late)]);
  };
  flow('well', ['ID_WATER_DEBITED'], 100, 300);
  flow('use', ['ID_WATER_CREDITED'], 100, 150);
  const clock = new ManualClock(plant.calendar.windowOfDay(dayNumber('2026-06-20')).fromMs + HALF * 300_000 + 10_000);
  const calendars = { of: () => plant.calendar };
  const serving = { directory: plant, reader: plant.reader, calendars, turns: new Turns(), clock };
  const graphs = new BalanceGraphs(fakeDocuments(), plant);
  const nodes = [node('a', 'source'), node('b', 'process'), node('c', 'consumer')];
  await graphs.save('DEMO', graph(nodes, [edge('in', 'a>b', ['well']), edge('out', 'b>c', ['use'])]), 'u');
  const nothing = { recovery: { sum: 0, weight: 0 }, specific: { sum: 0, weight: 0 }, targetPct: null };
  const others = othersOf({
    balance: new BalanceService({ ...serving, graphs }),
    neutrality: new NeutralityService(serving),
    ro: { kpis: async () => nothing },
    version: async () => '',
  });
  return { others, window: chooseWindow(plant.calendar, 'DAY', '2026-06-19') };
};

describe('a day that is compared with a running one', () => {
  it('counts as far as the running one has come', async () => {
    const { others, window } = await plantOf();
    expect(await others.neutrality('DEMO', window, window.fromSlot + HALF)).toEqual({ top: 14.4, bottom: 14.4 });
    expect(await others.neutrality('DEMO', window, window.toSlot)).toEqual({ top: 36, bottom: 57.6 });
    expect(await others.loss('DEMO', window, window.fromSlot + HALF)).toEqual({ top: 0, bottom: 14.4 });
    expect(await others.loss('DEMO', window, window.toSlot)).toEqual({ top: 21.6, bottom: 57.6 });
  });
});
