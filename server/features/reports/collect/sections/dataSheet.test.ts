import { describe, expect, it } from 'vitest';
import type { Collecting } from '../context.ts';
import type { UnitReading } from '../unitReading.ts';
import { dataSheet } from './dataSheet.ts';

const SLOTS = 288;
const LITRES = 100.4;
const reading = {
  unit: { id: 'a', name: 'Line a' },
  series: { id: 1, kind: 'counter', param: 'volume' },
  measure: { divisor: 1e6, unit: 'ML', places: 5 },
  buckets: Array.from({ length: SLOTS }, () => ({ sum: LITRES, known: 1, quality: 'G' })),
} as unknown as UnitReading;

/** A day of slots of a meter that is shown in megalitres. @param type granular has slots, others have steps. */
const contextOf = (type: string): Collecting =>
  ({
    order: { type },
    window: { fromDay: 0, toDay: 0, buckets: Array.from({ length: SLOTS }, (_, at) => ({ fromSlot: at, toSlot: at + 1 })) },
    calendar: { windowOfDay: () => ({ firstSlot: 0, slots: SLOTS }) },
    source: {
      nowSlot: SLOTS,
      pace: { turn: async () => {} },
      reader: { slots: () => ({ fromSlot: 0, values: Array(SLOTS).fill(LITRES), quality: 'G'.repeat(SLOTS) }) },
    },
  }) as unknown as Collecting;

describe.each(['granular', 'hourly'])('the data sheet of a %s report', (type) => {
  it('adds up to the total also in megalitres, and shows what a step counted', async () => {
    const { columns, rows } = dataSheet([reading], contextOf(type));
    let sum = 0;
    for await (const [, , , , value] of rows()) sum += Number(value);
    expect(sum).toBeCloseTo((SLOTS * LITRES) / 1e6, 8);
    expect(columns.find(({ key }) => key === 'value')?.decimals).toBe(type === 'granular' ? 6 : 5);
  });
});
