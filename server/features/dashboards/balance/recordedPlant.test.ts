import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BalanceData } from '../../../contract/user/waterBalance.ts';
import { CooperativeScheduler } from '../../../core/cooperativeScheduler.ts';
import { dateOfDay, dayNumber } from '../../../core/shift.ts';
import { SLOT_MS } from '../../../core/slots.ts';
import { fakeDocuments } from '../../../test/fakeDocuments.ts';
import { ReadingsRig } from '../../../test/readingsRig.ts';
import { readPlantRows } from '../../../test/recordings.ts';
import { TestPlant } from '../../../test/testPlant.ts';
import { BalanceGraphs } from './graphs.ts';
import { BalanceService } from './service.ts';

/** Inside diameters that give the capacities of the recording's description at the tanks' top levels. */
const tanks = {
  T1: [31.3, 5001],
  T2: [20.78, 2001],
  T3: [13.73, 999],
  T4: [11.64, 500],
  T5: [11.89, 500],
  T6: [8.33, 300],
  T7: [7.14, 200],
} as const;
const firstDate = '2014-01-06';
const lastDate = '2014-02-16';
const leakDate = '2014-02-03';
const noSignal = new AbortController().signal;

let rig: ReadingsRig;
let balance: BalanceService;
beforeAll(async () => {
  const meter = { modulus: 10_000_000, basePerCount: 1000, maxPerHour: 1500, backDeadband: 0.3 };
  const plant = new TestPlant({ timezone: 'UTC', startAt: '00:00:00' })
    .addCategory('SOURCE_CATEGORY', ['s'])
    .addUnit({ id: 'intake', type: 'flow', subCategoryId: 's', meta: { meter, meterClass: '2' } })
    .addUnit({ id: 'use', type: 'flow', subCategoryId: 's', meta: { meter, meterClass: '2' } });
  for (const [id, [diameter]] of Object.entries(tanks))
    plant.addUnit({
      id,
      type: 'stock',
      subCategoryId: 's',
      meta: { tank: { shape: 'vertical_cylinder', diameter, height: 10 } },
    });
  const rows = readPlantRows();
  rig = new ReadingsRig(plant, (rows.at(-1)?.fromMs ?? 0) + 3 * 86_400_000);
  const history = rig.history();
  for (const { fromMs, values } of rows) {
    const counter = (name: string): number | null => (values[name] === undefined ? null : Math.round(values[name] * 10) / 10);
    history.acceptSlot(fromMs / SLOT_MS, [
      { seriesId: rig.id('intake', 'volume'), value: counter('FT101_total_m3') },
      { seriesId: rig.id('use', 'volume'), value: counter('FT501_total_m3') },
      ...Object.keys(tanks).map((id) => ({ seriesId: rig.id(id, 'level'), value: values[`LT_${id}_m`] ?? null })),
    ]);
  }
  // a slot of the next day closes the last one
  history.acceptSlot((rows.at(-1)?.fromMs ?? 0) / SLOT_MS + 1, []);
  history.finish();
  const graphs = new BalanceGraphs(fakeDocuments(), plant);
  await graphs.save(
    'DEMO',
    {
      nodes: [
        { id: 'river', type: 'source', label: 'River', unitIds: [], position: { x: 0, y: 0 } },
        { id: 'town', type: 'tank', label: 'Town', unitIds: [], stockUnitIds: Object.keys(tanks), position: { x: 1, y: 0 } },
        { id: 'people', type: 'consumer', label: 'People', unitIds: [], position: { x: 2, y: 0 } },
      ],
      edges: [
        { id: 'in', source: 'river', target: 'town', unitIds: ['intake'] },
        { id: 'out', source: 'town', target: 'people', unitIds: ['use'] },
      ],
      layout: { direction: 'LR', zoom: 1 },
    },
    'asha',
  );
  const calendars = { of: () => plant.calendar };
  balance = new BalanceService({
    graphs,
    directory: plant,
    reader: rig.reader,
    calendars,
    turns: new CooperativeScheduler(),
    clock: rig.clock,
  });
});
afterAll(() => rig?.close());

const dataOf = (date1: string, type: 'HOUR' | 'DATE' = 'HOUR'): Promise<BalanceData> =>
  balance.data({ industryId: 'DEMO', signal: noSignal }, { date1, divisionFactor: 1000, type }, () => undefined);

describe('the recorded plant', () => {
  it('is balanced on every day without a leak, z about 1.1, and loses on every day with one, z about 4', async () => {
    for (let day = dayNumber(firstDate); day <= dayNumber(lastDate); day += 1) {
      const date = dateOfDay(day);
      const [verdict] = await balance.verdicts('DEMO', date, noSignal);
      const isLeak = date >= leakDate;
      expect(verdict, date).toMatchObject({ nodeId: 'town', status: isLeak ? 'loss' : 'balanced' });
      expect(Math.abs((verdict?.z ?? 0) - (isLeak ? 4.05 : 1.1)), date).toBeLessThan(isLeak ? 0.3 : 0.15);
    }
  });

  it('shows the leak against its baseline from the first day to the last, and nothing before', async () => {
    for (let day = dayNumber('2014-01-20'); day <= dayNumber(lastDate); day += 1) {
      const date = dateOfDay(day);
      const [verdict] = await balance.verdicts('DEMO', date, noSignal);
      const baselineZ = verdict?.baselineZ ?? 0;
      if (date < leakDate) expect(Math.abs(baselineZ), date).toBeLessThan(1);
      else {
        expect(baselineZ, date).toBeGreaterThan(13);
        expect(baselineZ, date).toBeLessThan(18);
      }
      // on the second day in alarm
      expect(verdict?.isWarning, date).toBe(date > leakDate);
    }
  });

  it('loses over the leaking fortnight what the days lose together, with an uncertainty that has not shrunk', async () => {
    const data = await dataOf(lastDate, 'DATE');
    const [town] = data.nodes.filter(({ id }) => id === 'town');
    const days = await Promise.all(
      (town?.graph?.labels ?? []).map((label) => dataOf(label.split('/').reverse().join('-')).then(({ nodes }) => nodes[1])),
    );
    expect(days).toHaveLength(16);
    expect(town?.graph?.quality).toBe('G'.repeat(16));
    const sum = (values: readonly (number | null | undefined)[]): number =>
      values.reduce<number>((all, one) => all + (one ?? 0), 0);
    expect(town?.unaccountedKL).toBeCloseTo(sum(days.map((one) => one?.unaccountedKL)), 0);
    expect(sum(town?.graph?.values ?? [])).toBeCloseTo(town?.unaccountedKL ?? 0, 1);
    // 30 m3/h for 14 days, and 1.8 % of meter errors
    expect(town?.unaccountedKL).toBeGreaterThan(30 * 24 * 14);
    const shares = days.map((one) => (one?.uncertaintyKL ?? 0) / (one?.inKL ?? 1));
    expect((town?.uncertaintyKL ?? 0) / (town?.inKL ?? 1)).toBeGreaterThan(0.95 * Math.min(...shares));
    expect(town).toMatchObject({ status: 'loss', leakage: town?.unaccountedKL });
  });

  it('gives hours for display, whose sum is the day', async () => {
    const data = await dataOf('2014-01-22');
    const town = data.nodes.find(({ id }) => id === 'town');
    expect(town?.graph?.values).toHaveLength(24);
    const hours = (town?.graph?.values ?? []).reduce((sum, value) => sum + value, 0);
    expect(hours).toBeCloseTo(town?.unaccountedKL ?? 0, 1);
    expect(data.totals).toMatchObject({ unaccountedKL: town?.unaccountedKL, z: town?.z, status: 'balanced' });
  });

  it('has a worst node, from what is kept until a reading changes', async () => {
    const worst = await balance.worstNode('DEMO', '2014-02-10');
    expect(worst).toMatchObject({ nodeId: 'town', label: 'Town', status: 'loss' });
    expect(await balance.verdicts('DEMO', '2014-02-10')).toBe(await balance.verdicts('DEMO', '2014-02-10'));
  });
});
