import { expect, it } from 'vitest';
import { dayNumber } from '../../core/shift.ts';
import { reportGiven } from '../../test/reportGiven.ts';
import { tablesOf } from '../../test/reportGolden.ts';
import { reportOrder } from '../../test/reportOrders.ts';
import { TestPlant } from '../../test/testPlant.ts';
import { QualityInLimit } from '../dashboards/landing/index.ts';
import { collect } from './collect/collect.ts';
import { collectReturn } from './returns/collect.ts';

const [fromDay, toDay] = [dayNumber('2026-06-10'), dayNumber('2026-06-12')];

/** Three shift days from 05:05 on; out of the limit from 05:00 to 05:15 of the second one, a quarter hour that its start divides. */
const plantOf = (): TestPlant => {
  const params = { ph: { name: 'pH', unit: '', lt: null, ht: 9 } };
  const plant = new TestPlant({ timezone: 'UTC', startAt: '05:05:00' })
    .addCategory('QUALITY_CATEGORY', ['q'])
    .addUnit({ id: 'lab', type: 'quality', subCategoryId: 'q', meta: { params, dischargeTo: 'river', underConsent: true } });
  for (const date of ['2026-06-10', '2026-06-11', '2026-06-12']) plant.write('lab', 'ph', date, 0, Array(288).fill(7));
  return plant.write('lab', 'ph', '2026-06-10', 287, [10, 10, 10]);
};

it('a quarter hour that a shift’s start divides is of no day, and of each stretch that holds all of it', async () => {
  const plant = plantOf();
  const { given, nowMs } = reportGiven(plant, toDay);
  const asked = async (first: number, last: number) => {
    const report = reportOrder({
      industryId: 'DEMO',
      type: 'daily_range',
      service: 'summary',
      fromDay: first,
      toDay: last,
      nowMs,
    });
    const order = { kind: 'effluent' as const, report, fiscalYear: 2026, fiscalStartMonth: 4 };
    const effluent = tablesOf((await collectReturn({ ...given, order })).model);
    const summary = tablesOf((await collect({ ...given, order: report, withSlots: false })).model);
    const rows = (tables: typeof summary, key: string) =>
      (tables.find((one) => one.key === key)?.rows ?? []).filter(({ isGroup }) => !isGroup).map(({ cells }) => cells);
    return {
      effluent: rows(effluent, 'parameters').map(({ quarters, minutes }) => [quarters, minutes]),
      days: rows(effluent, 'days1').map(({ date, valid, minutes, max }) => [date, valid, minutes, max]),
      summary: rows(summary, 'quality').map(({ out }) => out),
      inLimit: await new QualityInLimit(plant).over('DEMO', first, last, given.source),
    };
  };
  expect(await asked(fromDay, fromDay)).toMatchObject({ effluent: [[95, 0]], summary: [0], inLimit: { evaluated: 95, out: 0 } });
  expect(await asked(fromDay, toDay)).toEqual({
    effluent: [[287, 15]],
    days: [
      ['2026-06-10', 100, 0, 7],
      ['2026-06-11', 100, 0, 7],
      ['2026-06-12', 100, 0, 7],
    ],
    summary: [15],
    inLimit: { evaluated: 287, out: 1 },
  });
});
