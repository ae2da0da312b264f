import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../core/clock.ts';
import { CooperativeScheduler } from '../../core/cooperativeScheduler.ts';
import { chooseWindow, gather, gatherTotals, sourceFor, type Tally } from '../../historian/index.ts';
import { TestPlant } from '../../test/testPlant.ts';
import { completenessOf } from './format/unitBase.ts';
import { trendOf } from './trend/trend.ts';

/** Shift days begin at 06:00 in India: noon is slot 72 of the day. */
const at = (date: string, clock: string): number => Date.parse(`${date}T${clock}:00+05:30`);
const same = (count: number, litres: number): number[] => Array<number>(count).fill(litres);
type Asked = 'DAY' | 'MONTH' | 'YEAR';

/**
 * A plant that joined on 10 June at noon: of the 8th an estimate was taken over and of the 9th half a day; the days from the 10th on have half
 * of their readings each.
 */
const joinedPlant = () => {
  const plant = new TestPlant()
    .addCategory('SOURCE_CATEGORY', ['intake'])
    .addUnit({ id: 'in1', type: 'flow', subCategoryId: 'intake', standardCategoryIds: ['ID_SOURCE'] });
  const industry = plant.industry('DEMO');
  if (industry) industry.joinedAtMs = at('2026-06-10', '12:00');
  plant.write('in1', 'volume', '2026-06-08', 0, same(288, 10), 'E').write('in1', 'volume', '2026-06-09', 0, same(144, 100));
  for (const date of ['2026-06-10', '2026-06-11']) plant.write('in1', 'volume', date, 144, same(144, 100));
  const parts = { directory: plant, reader: plant.reader, calendars: { of: () => plant.calendar } };
  const clock = new ManualClock(at('2026-06-12', '06:00') + 20_000);
  const source = sourceFor({ ...parts, clock }, new CooperativeScheduler(), 'DEMO', new AbortController().signal);
  const id = plant.seriesId('in1', 'volume');
  const gathered = async (type: Asked, date1: string) => {
    const found = (await gather(source, [id], chooseWindow(plant.calendar, type, { date1 }))).get(id);
    if (!found) throw new Error('nothing gathered');
    return found;
  };
  return { plant, source, id, gathered };
};

const partsOf = ({ sum, complete, expected, quality }: Tally) => [sum, complete, expected, quality];

describe('days before the plant joined', () => {
  it('are as complete by hours as they are in a month', async () => {
    const { gathered } = joinedPlant();
    const hours = (await gathered('DAY', '2026-06-09')).total;
    expect(partsOf(hours)).toEqual([14_400, 144, 144, 'E']);
    const month = await gathered('MONTH', '2026-06-11');
    expect(partsOf(month.buckets[8] as Tally)).toEqual(partsOf(hours));
    expect(partsOf((await gathered('DAY', '2026-06-08')).total)).toEqual([2880, 0, 0, 'E']);
    expect(partsOf(month.buckets[7] as Tally)).toEqual([2880, 0, 0, 'E']);
  });

  it('are in the sums of months and years, also where all of one was estimated', async () => {
    const { gathered } = joinedPlant();
    const sum = 2880 + 14_400 + 2 * 14_400;
    expect((await gathered('MONTH', '2026-06-11')).total.sum).toBe(sum);
    expect((await gathered('YEAR', '2026-06-11')).total.sum).toBe(sum);
  });

  it('do not stand in for what is missing after it', async () => {
    const { plant, source, id, gathered } = joinedPlant();
    for (const type of ['MONTH', 'YEAR'] as const) {
      const { total } = await gathered(type, '2026-06-11');
      expect([type, total.complete, total.expected, completenessOf(total)]).toEqual([type, 432, 720, 60]);
    }
    const window = chooseWindow(plant.calendar, 'MONTH', { date1: '2026-06-11' });
    expect((await gatherTotals(source, [id], window, source.nowSlot)).get(id)).toMatchObject({ complete: 432, expected: 720 });
    const unit = plant.unit('DEMO', 'in1');
    const series = plant.seriesById(id);
    if (!unit || !series) throw new Error('no meter');
    const range = { ...window, toDay: window.toDay, wholeDays: true };
    for (const step of ['slot', 'day'] as const) {
      const { figures } = await trendOf({ unit, series }, range, { step, points: 1000, form: 'value' }, source);
      expect([step, figures.completeness]).toEqual([step, 60]);
    }
  });
});
