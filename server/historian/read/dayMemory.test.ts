import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { monthOfDay } from '../../core/months.ts';
import { emptyBlock } from '../../core/slots.ts';
import { DayMemory } from './dayMemory.ts';

const DAY = 20_000;
const SERIES = {
  id: 7,
  uid: 'u',
  unitId: 'unit',
  industryId: 'plant',
  param: 'flow',
  kind: 'counter',
  measure: 'volume',
} as const;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A store of one value a day, which says how often a day was unpacked. */
const keptDays = () => {
  const stored = { value: 1, revision: 1, unpacked: 0 };
  const memory = new DayMemory(
    {
      load: () => {
        stored.unpacked += 1;
        const block = emptyBlock(0, 288);
        block.values.fill(stored.value);
        return { block, packed: new Uint8Array() };
      },
      monthRevisions: () => new Map([[monthOfDay(DAY), stored.revision]]),
    },
    { isRevised: true, mostDays: undefined },
  );
  return { stored, memory };
};

it('unpacks a closed day once while it is asked for', () => {
  const { stored, memory } = keptDays();
  for (let minute = 0; minute < 10; minute += 1) {
    expect(memory.closed(SERIES, DAY)?.values[3]).toBe(1);
    vi.advanceTimersByTime(60_000);
  }
  expect(stored.unpacked).toBe(1);
});

it('reads a day anew that was corrected', () => {
  const { stored, memory } = keptDays();
  memory.closed(SERIES, DAY);
  Object.assign(stored, { value: 2, revision: 2 });
  expect(memory.closed(SERIES, DAY)?.values[3]).toBe(2);
});

it('lets closed days go that nobody asked for in three minutes', () => {
  const { stored, memory } = keptDays();
  memory.closed(SERIES, DAY);
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(210_000);
  expect(vi.getTimerCount()).toBe(0);
  expect(memory.closed(SERIES, DAY)?.values[3]).toBe(1);
  expect(stored.unpacked).toBe(2);
});

it('lets a closed day go although another one is asked for all the time', () => {
  const { stored, memory } = keptDays();
  memory.closed(SERIES, DAY - 1);
  for (let minute = 0; minute < 4; minute += 1) {
    memory.closed(SERIES, DAY);
    vi.advanceTimersByTime(60_000);
  }
  expect(stored.unpacked).toBe(2);
  memory.closed(SERIES, DAY);
  expect(stored.unpacked).toBe(2);
  memory.closed(SERIES, DAY - 1);
  expect(stored.unpacked).toBe(3);
});
