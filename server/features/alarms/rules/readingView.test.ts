import { describe, expect, it } from 'vitest';
import { dayNumber } from '../../../core/shift.ts';
import type { DayTotal } from '../../../historian/index.ts';
import { TestPlant } from '../../../test/testPlant.ts';
import { DaySums, keepingDays, ReadingView, type SlotSource } from './readingView.ts';

const DATE = '2026-03-10';
const plantOf = (timezone = 'UTC', startAt = '06:00:00'): TestPlant =>
  new TestPlant({ timezone, startAt }).addCategory('SOURCE_CATEGORY', ['s']).addUnit({
    id: 'line',
    type: 'flow',
    subCategoryId: 's',
    meta: { meter: { modulus: 1e6, basePerCount: 10, maxPerHour: 100 } },
  });

const viewOf = (plant: TestPlant, at: number, source: Partial<SlotSource> = {}): ReadingView => {
  const { reader, calendar } = plant;
  const parts = {
    calendar,
    sums: new DaySums(),
    source: {
      slots: reader.slots.bind(reader),
      dayTotals: reader.dayTotals.bind(reader),
      counterEvents: reader.counterEvents.bind(reader),
      ...source,
    },
  };
  return new ReadingView(parts, calendar.window(DATE).firstSlot + at);
};

describe('slots as a rule reads them', () => {
  const plant = plantOf();
  const id = plant.seriesId('line', 'volume');
  const first = plant.calendar.window(DATE).firstSlot;
  plant.write('line', 'volume', '2026-03-09', 287, [50]).write('line', 'volume', DATE, 0, [1, 2, 3, 4, 5, 6, 7, 8], 'GEFBMRXG');
  const view = viewOf(plant, 6);

  it('have a value unless they are missing or were rejected', () => {
    expect([0, 1, 2, 3, 4, 5, 6].map((at) => view.value(id, first + at))).toEqual([1, 2, 3, 4, Number.NaN, 6, Number.NaN]);
    expect(view.value(id, first - 1)).toBe(50);
    expect(view.value(id, first - 2)).toBeNaN();
  });

  it('are measured unless they are estimated, missing or rejected', () => {
    expect([0, 1, 2, 3, 4, 5, 6].map((at) => view.isMeasured(id, first + at))).toEqual([
      true,
      false,
      false,
      true,
      false,
      true,
      false,
    ]);
    expect([0, 4, 6].map((at) => view.isRejected(id, first + at))).toEqual([false, false, true]);
  });

  it('end with the one that has just closed', () => {
    expect([view.value(id, first + 7), view.isMeasured(id, first + 7), view.isRejected(id, first + 7)]).toEqual([
      Number.NaN,
      false,
      false,
    ]);
  });

  it('add up to a day so far, of which nothing may be known', () => {
    const { day } = view.today;
    expect(view.today).toEqual({ day: dayNumber(DATE), date: DATE, firstSlot: first, endSlot: first + 288 });
    expect(view.daySum(id, day)).toBe(16);
    expect([view.daySum(id, day - 1), view.daySum(id, day - 2), view.daySum(id, day + 1)]).toEqual([50, null, null]);
    expect(viewOf(plantOf(), 6).daySum(id, day)).toBeNull();
    const missing = plantOf().write('line', 'volume', DATE, 0, [0], 'G');
    expect(viewOf(missing, 0).daySum(id, day)).toBe(0);
  });
});

it.each([
  ['UTC', '06:00:00', 0, { minute: 360, weekday: 2 }],
  ['Asia/Kolkata', '06:00:00', 0, { minute: 360, weekday: 2 }],
  ['Asia/Kolkata', '00:00:00', 287, { minute: 1435, weekday: 2 }],
  ['Asia/Kolkata', '06:00:00', 216, { minute: 0, weekday: 3 }],
  ['America/Los_Angeles', '06:00:00', 1, { minute: 365, weekday: 2 }],
] as const)('in %s with a shift from %s slot %i begins at %j on the wall', (timezone, startAt, at, local) => {
  const view = viewOf(plantOf(timezone, startAt), at);
  expect(view.localTime(view.slot)).toEqual(local);
});

it('the ledger is shown for an hour up to the slot, or for as long as is asked for', () => {
  const asked: number[][] = [];
  const counterEvents: SlotSource['counterEvents'] = (_, from, to) => {
    asked.push([from, to]);
    return [];
  };
  const view = viewOf(plantOf(), 100, { counterEvents });
  view.counterEvents(1);
  view.counterEvents(1, 288);
  expect(asked).toEqual([
    [view.slot - 11, view.slot + 1],
    [view.slot - 287, view.slot + 1],
  ]);
});

it('a stored day is read once, and again when the next unit is looked at', () => {
  const plant = plantOf().write('line', 'volume', DATE, 0, [1, 2, 3]);
  const id = plant.seriesId('line', 'volume');
  let reads = 0;
  const slots: SlotSource['slots'] = (...asked) => {
    reads += 1;
    return plant.reader.slots(...asked);
  };
  const view = viewOf(plant, 2, { slots });
  for (let times = 0; times < 3; times += 1) for (let ago = 0; ago < 3; ago += 1) view.value(id, view.slot - ago);
  expect(reads).toBe(1);
  view.value(id, view.slot - 288);
  view.value(id, view.slot);
  view.value(id, view.slot - 288);
  expect(reads).toBe(2);
  view.release();
  view.value(id, view.slot);
  expect(reads).toBe(3);
});

it('a source that keeps days reads each once for all views', () => {
  const plant = plantOf().write('line', 'volume', DATE, 0, [1, 2, 3]);
  const id = plant.seriesId('line', 'volume');
  let reads = 0;
  const source: SlotSource = {
    slots: (...asked) => {
      reads += 1;
      return plant.reader.slots(...asked);
    },
    dayTotals: plant.reader.dayTotals.bind(plant.reader),
    counterEvents: plant.reader.counterEvents.bind(plant.reader),
  };
  const kept = keepingDays(source, plant.calendar);
  for (const at of [0, 1, 2]) expect(viewOf(plant, at, kept).value(id, plant.calendar.window(DATE).firstSlot + at)).toBe(at + 1);
  expect(reads).toBe(1);
});

describe('sums of closed days', () => {
  const rig = () => {
    const asked: string[] = [];
    const totals = new Map<string, number>();
    const reader = {
      dayTotals: ([seriesId = 0]: readonly number[], fromDay: number, toDay: number): DayTotal[] => {
        asked.push(`${seriesId}: ${fromDay} to ${toDay}`);
        return [...totals].flatMap(([key, sum]) => {
          const [id, day] = key.split(' ').map(Number);
          return id === seriesId && day !== undefined && day >= fromDay && day <= toDay ? [{ day, sum } as DayTotal] : [];
        });
      },
    };
    return { asked, totals, reader, sums: new DaySums() };
  };

  it('are read by the five weeks before a day, once', () => {
    const { asked, totals, reader, sums } = rig();
    totals.set('1 100', 5).set('1 65', 7);
    expect(sums.of(reader, 1, 100)).toBe(5);
    expect([sums.of(reader, 1, 99), sums.of(reader, 1, 65)]).toEqual([null, 7]);
    expect(asked).toEqual(['1: 65 to 100']);
    expect(sums.of(reader, 1, 64)).toBeNull();
    expect(asked).toHaveLength(2);
  });

  it('that could not be read are not taken for days without any', () => {
    const { totals, reader, sums } = rig();
    totals.set('1 100', 5);
    const broken = {
      dayTotals: () => {
        throw new Error('the disk does not answer');
      },
    };
    expect(() => sums.of(broken, 1, 100)).toThrow('the disk');
    expect(sums.of(reader, 1, 100)).toBe(5);
  });

  it('of a series whose day changed are read again, and those of others are kept', () => {
    const { asked, totals, reader, sums } = rig();
    totals.set('1 100', 5).set('2 100', 6);
    expect([sums.of(reader, 1, 100), sums.of(reader, 2, 100)]).toEqual([5, 6]);
    totals.set('1 100', 50).set('2 100', 60);
    sums.forget([1, 3]);
    expect([sums.of(reader, 1, 100), sums.of(reader, 2, 100)]).toEqual([50, 6]);
    sums.clear();
    expect([sums.of(reader, 1, 100), sums.of(reader, 2, 100)]).toEqual([50, 60]);
    expect(asked).toHaveLength(5);
  });
});
