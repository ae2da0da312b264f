import { expect, it, vi } from 'vitest';
import { CooperativeScheduler } from '../../core/cooperativeScheduler.ts';
import { dayNumber } from '../../core/shift.ts';
import type { DayFigures, Figures } from '../../historian/read/knownFigures.ts';
import { sourceFor } from '../../historian/read/readContext.ts';
import { TestPlant } from '../../test/testPlant.ts';
import { DayCurves } from './dayCurves.ts';

const date = '2026-06-01';
const day = dayNumber(date);
const litres = 0.1;

/** So many counters; of all of them the first hour of the day is missing, and of the first one the second as well. */
const plantOf = (count: number) => {
  const plant = new TestPlant().addCategory('SOURCE_CATEGORY', ['intake']);
  for (let at = 0; at < count; at += 1) {
    plant.addUnit({ id: `m${at}`, type: 'flow', subCategoryId: 'intake', standardCategoryIds: ['ID_SOURCE'] });
    const missing = at === 0 ? 24 : 12;
    const letters = 'M'.repeat(missing) + 'G'.repeat(288 - missing);
    plant.write(`m${at}`, 'volume', date, 0, new Array<number>(288).fill(litres), letters);
  }
  const rows = new Map<string, Figures>();
  const figures: DayFigures = {
    of:
      ({ kind, subject }) =>
      (of, basis) => {
        const key = `${kind} ${subject} ${of} ${basis}`;
        return { known: rows.get(key), keep: (made) => void rows.set(key, JSON.parse(JSON.stringify(made)) as Figures) };
      },
    ofMonths: () => () => ({ known: undefined, keep: () => undefined }),
    ofStretch: () => ({ known: undefined, keep: () => undefined }),
    contents: () => new Map(),
    firstDay: () => 0,
  };
  const reader = Object.assign(plant.reader, { figures });
  const slots = vi.spyOn(reader, 'slots');
  const clock = { now: () => Date.parse('2026-06-03T12:00:00+05:30'), monotonicMs: () => 0 };
  const industryId = plant.industries()[0]?.id ?? '';
  const source = sourceFor(
    { directory: plant, reader, calendars: { of: () => plant.calendar }, clock },
    new CooperativeScheduler(),
    industryId,
    new AbortController().signal,
  );
  const series = plant.units(industryId).flatMap((unit) => unit.series.slice(0, 1));
  const readsOf = async <T>(work: () => Promise<T>): Promise<{ answer: T; reads: number }> => {
    slots.mockClear();
    const answer = await work();
    return { answer, reads: slots.mock.calls.length };
  };
  return { source, series, readsOf };
};

it('the curve of a closed day is read once in the life of a plant, and is the same after a restart, to the last bit', async () => {
  const { source, series, readsOf } = plantOf(40);
  const at = async (slots: number) => {
    const curves = new DayCurves();
    return readsOf(() => curves.upTo({ name: 'plant intake', series }, { day, slots }, source));
  };
  const first = await at(14);
  expect(first.reads).toBe(40);
  expect(first.answer).toBeCloseTo(39 * 2 * litres, 9);
  expect(await at(14)).toEqual({ answer: first.answer, reads: 0 });
  expect(await at(12)).toEqual({ answer: null, reads: 0 });
  const whole = await at(288);
  expect(whole.reads).toBe(0);
  expect(whole.answer).toBeCloseTo((39 * 276 + 264) * litres, 6);
});

it('a curve with a meter more or less is another one', async () => {
  const { source, series, readsOf } = plantOf(40);
  await new DayCurves().upTo({ name: 'plant intake', series }, { day, slots: 288 }, source);
  const fewer = await readsOf(() =>
    new DayCurves().upTo({ name: 'plant intake', series: series.slice(1) }, { day, slots: 288 }, source),
  );
  expect(fewer.reads).toBe(39);
  expect(fewer.answer).toBeCloseTo(39 * 276 * litres, 6);
});

it('of few series no curve is kept, because it would take more room than it saves time', async () => {
  const { source, series, readsOf } = plantOf(5);
  await new DayCurves().upTo({ name: 'plant intake', series }, { day, slots: 288 }, source);
  expect((await readsOf(() => new DayCurves().upTo({ name: 'plant intake', series }, { day, slots: 288 }, source))).reads).toBe(
    5,
  );
});
