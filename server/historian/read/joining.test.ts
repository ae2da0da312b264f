import { expect, it, vi } from 'vitest';
import { ManualClock } from '../../core/clock.ts';
import { CooperativeScheduler } from '../../core/cooperativeScheduler.ts';
import { dateOfDay, dayNumber } from '../../core/shift.ts';
import { TestPlant } from '../../test/testPlant.ts';
import { joinedWithin } from './joining.ts';
import { sourceFor } from './readContext.ts';

const METERS = 40;
const NOW = Date.parse('2026-06-20T12:00:20+05:30');
const first = dayNumber('2026-05-10');

/** Meters that were set up just now, each with its history from an hour of 10 May 2026 on. */
const takenOver = () => {
  const plant = new TestPlant().addCategory('SOURCE_CATEGORY', ['intake']);
  for (let at = 0; at < METERS; at += 1) {
    plant.addUnit({ id: `m${at}`, type: 'flow', subCategoryId: 'intake', createdAtMs: NOW });
    plant.write(`m${at}`, 'volume', dateOfDay(first), at, new Array<number>(288 - at).fill(1));
    for (let day = first + 1; day < dayNumber('2026-06-20'); day += 1) plant.write(`m${at}`, 'volume', dateOfDay(day), 0, [1, 1]);
  }
  const dayTotals = vi.spyOn(plant.reader, 'dayTotals');
  const clock = new ManualClock(NOW);
  const parts = { directory: plant, reader: plant.reader, calendars: { of: () => plant.calendar }, clock };
  const source = sourceFor(parts, new CooperativeScheduler(), 'DEMO', new AbortController().signal);
  const ids = Array.from({ length: METERS }, (_, at) => plant.seriesId(`m${at}`, 'volume'));
  const slotOf = (date: string): number => plant.calendar.windowOfDay(dayNumber(date)).firstSlot;
  const joined = (from: string, to: string, of = ids) => joinedWithin(source, of, { fromSlot: slotOf(from), toSlot: slotOf(to) });
  return { plant, ids, joined, dayTotals, slotOf };
};

it('history that was taken over is looked up for all meters at once, and once for a stretch', async () => {
  const { joined, dayTotals, ids } = takenOver();
  expect((await joined('2026-06-01', '2026-07-01')).size).toBe(0);
  expect(dayTotals).toHaveBeenCalledTimes(1);
  expect((await joined('2026-06-01', '2026-07-01', ids.toReversed())).size).toBe(0);
  expect(dayTotals).toHaveBeenCalledTimes(1);
});

it('a stretch in which the history begins has each meter from its first slot, and remembers it', async () => {
  const { joined, dayTotals, ids, slotOf } = takenOver();
  const expected = new Map(ids.map((id, at) => [id, slotOf('2026-05-10') + at]));
  expect(await joined('2026-01-01', '2027-01-01')).toEqual(expected);
  const { length } = dayTotals.mock.calls;
  expect(await joined('2026-01-01', '2027-01-01')).toEqual(expected);
  expect(dayTotals).toHaveBeenCalledTimes(length);
});

it('what is entered later of the day before counts at once', async () => {
  const { plant, joined, ids, slotOf } = takenOver();
  expect((await joined('2026-05-10', '2026-06-01')).get(ids[3] ?? -1)).toBe(slotOf('2026-05-10') + 3);
  plant.write('m3', 'volume', '2026-05-09', 7, [1]);
  const since = await joined('2026-05-10', '2026-06-01');
  expect(since.has(ids[3] ?? -1)).toBe(false);
  expect(since.get(ids[4] ?? -1)).toBe(slotOf('2026-05-10') + 4);
});
