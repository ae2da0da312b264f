import { expect, it } from 'vitest';
import { type IndustryFacts, industryFacts } from '../../../contract/model/industryFacts.ts';
import { dayNumber } from '../../../core/shift.ts';
import { returnOn } from '../../../test/returnOn.ts';
import { TestPlant } from '../../../test/testPlant.ts';

type Production = IndustryFacts['production'];
const made = (month: string, unit: 't' | 'KL' = 't'): Production[number] => ({ month, product: 'cola', quantity: 100, unit });

/** A well of 100 litres a slot since it was set up on the 21st of June 2025, in a plant that makes things since May. */
const outputOf = async (production: Production, withYearBefore = false, daysOfWater = 81) => {
  const plant = new TestPlant().addCategory('SOURCE_CATEGORY', ['s']);
  Object.assign(plant.industry('DEMO') ?? {}, { meta: { facts: industryFacts.parse({ production }) } });
  const createdAtMs = plant.calendar.windowOfDay(dayNumber('2025-06-21')).fromMs;
  plant
    .addUnit({ id: 'well', type: 'flow', subCategoryId: 's', standardCategoryIds: ['ID_SOURCE'], createdAtMs })
    .write('well', 'volume', '2024-07-01', 0, Array(withYearBefore ? 31 * 288 : 0).fill(100))
    .write('well', 'volume', '2025-06-21', 0, Array(daysOfWater * 288).fill(100));
  const { sections } = await returnOn(plant, '2025-09-10', 'brsr');
  const table = sections.find(({ key }) => key === 'intensity');
  const row = table?.kind === 'table' ? table.rows.find(({ cells }) => cells.what === 'Withdrawal per physical output') : null;
  return { unit: row?.cells.unit, now: row?.cells.now, before: row?.cells.before };
};

const klOf = (days: number): number => (days * 288 * 100) / 1000;

it('water per output is of months in which both are known, of all of the month', async () => {
  const months = ['2025-05', '2025-06', '2025-07', '2025-08'].map((month) => made(month));
  const found = await outputOf(months);
  expect(found).toMatchObject({ unit: 'KL per t', before: null });
  expect(found.now).toBeCloseTo(klOf(62) / 200, 9);
});

it('water per output of months without water alone is not known', async () => {
  expect(await outputOf([made('2025-05')])).toMatchObject({ now: null });
});

it.each([
  ['t', klOf(31) / 100],
  ['KL', null],
] as const)('water per output of the year before is known of what was counted alike: %s', async (unit, before) => {
  const found = await outputOf([made('2024-07', unit), made('2025-07'), made('2025-08')], true);
  expect(found).toMatchObject({ unit: 'KL per t' });
  expect(found.before === null ? null : Number(found.before).toFixed(6)).toBe(before === null ? null : before.toFixed(6));
});

it('water per output leaves out a month of which much of the water is not known', async () => {
  // up to the 19th of August
  const found = await outputOf([made('2025-07'), made('2025-08')], false, 60);
  expect(found.now).toBeCloseTo(klOf(31) / 100, 9);
});
