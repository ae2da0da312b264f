import { expect, it } from 'vitest';
import { dayNumber } from '../../../core/shift.ts';
import { TestPlant } from '../../../test/testPlant.ts';
import { MeasuredReader } from './measuredReader.ts';

it('a day and a month of estimates alone are not known, also where the estimates come to nothing', () => {
  const plant = new TestPlant()
    .addCategory('SOURCE_CATEGORY', ['s'])
    .addUnit({ id: 'clampOn', type: 'flow', subCategoryId: 's' })
    .write('clampOn', 'volume', '2026-06-10', 0, Array(288).fill(0), 'F')
    .write('clampOn', 'volume', '2026-07-10', 0, [...Array(100).fill(0), ...Array(188).fill(5)], 'F')
    .write(
      'clampOn',
      'volume',
      '2026-08-10',
      0,
      [...Array(100).fill(0), ...Array(188).fill(5)],
      'F'.repeat(100) + 'G'.repeat(188),
    );
  const ids = [plant.seriesId('clampOn', 'volume')];
  const reader = new MeasuredReader({
    reader: plant.reader,
    calendars: { of: () => plant.calendar },
    seriesOf: (id) => plant.seriesById(id),
    nowSlot: Number.POSITIVE_INFINITY,
  });
  const sums = (['2026-06-10', '2026-07-10', '2026-08-10'] as const).map((date) => {
    const month = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;
    const [ofDay] = reader.dayTotals(ids, dayNumber(date), dayNumber(date));
    const [ofMonth] = reader.monthTotals(ids, month, month);
    return [ofDay?.sum, ofMonth?.sum];
  });
  expect(sums).toEqual([
    [null, null],
    [null, null],
    [940, 940],
  ]);
});
