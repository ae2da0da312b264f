import { describe, expect, it, onTestFinished } from 'vitest';
import { dayNumber } from '../core/shift.ts';
import { SLOT_MS } from '../core/slots.ts';
import { ReadingsRig } from '../test/readingsRig.ts';
import { TestPlant } from '../test/testPlant.ts';

const meter = { modulus: 100_000, basePerCount: 100, maxPerHour: 2000, backDeadband: 1 };
/** Slots before and after the border that are measured. */
const AROUND = 40;

/** Counts in a slot, by how far it is from the border of the days. */
type Flow = (fromBorder: number) => number;
type Case = { name: string; flow: Flow; start?: number; gap?: readonly [from: number, to: number]; kinds: readonly string[] };

const back =
  (from: number, to: number): Flow =>
  (at) =>
    at >= from && at < to ? -17 : 50;

const cases: Case[] = [
  { name: 'water that runs back over it', flow: back(-24, 24), kinds: ['backflow', 'reverse_flow', 'rejected'] },
  { name: 'a single step back at it', flow: back(0, 1), kinds: ['backflow', 'reverse_flow', 'rejected'] },
  { name: 'a counter that rolls over at it', flow: () => 50, start: 100_000 - 50 * AROUND + 20, kinds: ['rollover'] },
  { name: 'a counter that rolls over before it', flow: () => 50, start: 100_000 - 50 * (AROUND - 1) + 20, kinds: ['rollover'] },
  { name: 'a gap over it', flow: () => 50, gap: [-6, 6], kinds: [] },
  { name: 'a rollover in a gap over it', flow: () => 50, start: 100_000 - 50 * AROUND, gap: [-6, 6], kinds: ['rollover'] },
];

const zones = [
  ['an ordinary day', 'Asia/Kolkata', '06:00:00', '2026-06-10'],
  ['a day of 25 hours', 'Europe/Berlin', '00:00:00', '2026-10-26'],
  ['a day of 23 hours', 'America/New_York', '00:00:00', '2026-03-09'],
  ['a shift that begins in the hour that is left out', 'Europe/Berlin', '02:30:00', '2026-03-29'],
] as const;

describe.each(zones)('at the border of a day after %s', (_, timezone, startAt, date) => {
  it.each(cases)('$name is water of the day that it passed in', async ({ flow, start = 5000, gap = [0, 0], kinds }) => {
    const plant = new TestPlant({ timezone, startAt })
      .addCategory('SOURCE_CATEGORY', ['s'])
      .addUnit({ id: 'in', type: 'flow', subCategoryId: 's', meta: { meter } });
    const day = dayNumber(date);
    const border = plant.calendar.windowOfDay(day).firstSlot;
    const rig = new ReadingsRig(plant, (border - AROUND) * SLOT_MS);
    onTestFinished(() => rig.close());
    rig.start(['in.volume']);
    const total = { before: 0, after: 0 };
    let count = start;
    for (let at = -AROUND; at < AROUND; at += 1) {
      // the first reading is the opening one, and the last must be confirmed
      const counted = at === -AROUND || at > AROUND - 4 ? 0 : flow(at);
      count += counted;
      total[at < 0 ? 'before' : 'after'] += counted;
      const isRead = at < gap[0] || at >= gap[1];
      const display = ((count % meter.modulus) + meter.modulus) % meter.modulus;
      await rig.slot(border + at, { 'in.volume': isRead ? display : null });
    }
    await rig.ingest.flush();
    const id = rig.id('in', 'volume');
    const sumOf = (of: number): number => {
      const { firstSlot, slots } = plant.calendar.windowOfDay(of);
      const { values, quality } = rig.reader.slots(id, firstSlot, firstSlot + slots);
      return values.reduce((sum, value, at) => sum + ('MX'.includes(quality[at] ?? 'M') ? 0 : value), 0) / meter.basePerCount;
    };
    // a gap is shared out evenly, to the millilitre a slot
    expect(sumOf(day - 1)).toBeCloseTo(total.before, 3);
    expect(sumOf(day)).toBeCloseTo(total.after, 3);
    const said = new Set(rig.reader.counterEvents([id], 0, 1e9).map(({ kind }) => kind));
    expect([...said].filter((kind) => !kinds.includes(kind))).toEqual([]);
    expect(said.has('rollover')).toBe(kinds.includes('rollover'));
  });
});
