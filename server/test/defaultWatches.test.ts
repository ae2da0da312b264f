import { describe, expect, it } from 'vitest';
import { readRecording } from './recordings.ts';
import { demoLines, type Line, leaksSeen } from './watchYears.ts';

const isLong = process.env.HEADWORKS_WATCHES === 'long';
const DAY_SLOTS = 288;
const [seeds, days] = isLong ? [[1, 2, 3, 4, 5], 365] : [[1], 60];

/** A hole of so many m3/h from a day on. */
const leaking = (line: Line, fromDay: number, m3h: number): Line => ({
  ...line,
  flow: line.flow.map((m3, at) => (at >= fromDay * DAY_SLOTS ? m3 + m3h / 12 : m3)),
});

/** A hole that a watch can see: beyond what a meter of that size can tell from rest, and beyond what its nights differ by. */
const holeOf = ({ maxCapacity }: Line): number => Math.max(0.5, 0.25 * ((maxCapacity ?? 0) / 24));

describe('the watch that a new line has by default', () => {
  it.each(seeds)(
    `is silent over ${days} days of every line of the demo's plants without an incident (seed %i)`,
    (seed) => {
      const { fromSlot, lines } = demoLines(seed, days);
      expect(lines.length).toBeGreaterThan(25);
      const alarms = lines.flatMap((line) => leaksSeen(line, fromSlot));
      expect(alarms.map(({ unit, slot, finding }) => `${unit} day ${slot / DAY_SLOTS} ${finding.text} ${finding.value}`)).toEqual(
        [],
      );
    },
    600_000,
  );

  it('finds a hole that it can see within eight days, but on a line whose nights differ by more and one that hardly ever has water', () => {
    const fromDay = 40;
    const { fromSlot, lines } = demoLines(7, fromDay + 10);
    const missed = lines
      .map((line) => leaking(line, fromDay, holeOf(line)))
      .filter(
        (line) => !leaksSeen(line, fromSlot).some(({ slot }) => slot >= fromDay * DAY_SLOTS && slot < (fromDay + 8) * DAY_SLOTS),
      )
      .map(({ unit }) => unit);
    expect(missed).toEqual(['line1', 'recharge']);
  });

  it('is silent over the 61 recorded days of a flat, whose toilets leak on none of them', () => {
    const flow = Float64Array.from(readRecording('domestic_5min'), ({ total_L }) => Number(total_L) / 1000);
    const line = { unit: 'flat', maxCapacity: null, flow };
    expect(leaksSeen(line, 5_000_000, { zoneSlots: 0 })).toEqual([]);
  });
});
