import { describe, expect, it } from 'vitest';
import { readPlantRows, readRecording } from './recordings.ts';
import { demoLines, type Line, leaksSeen } from './watchYears.ts';

const isLong = process.env.HEADWORKS_WATCHES === 'long';
const DAY_SLOTS = 288;
const [seeds, days] = isLong ? [[1, 2, 3, 4, 5], 365] : [[1], 60];

/** A hole of so many m3/h from a day on. */
const leaking = (line: Line, fromDay: number, m3h: number): Line => ({
  ...line,
  flow: line.flow.map((m3, at) => (at >= fromDay * DAY_SLOTS ? m3 + m3h / 12 : m3)),
});

/** A hole that a watch can see: beyond what a meter of that size can distinguish from rest, and beyond what its nights differ by. */
const holeOf = ({ maxCapacity }: Line): number => Math.max(0.5, 0.25 * ((maxCapacity ?? 0) / 24));

const flat: Line = {
  plant: 'flat',
  unit: 'flat',
  maxCapacity: null,
  flow: Float64Array.from(readRecording('domestic_5min'), ({ total_L }) => Number(total_L) / 1000),
};

const recordedRows = readPlantRows();
const fromRecorded = Math.floor((recordedRows[0]?.fromMs ?? 0) / 300_000);

/** What a counter of the recorded network passed, m3 a slot; not known over the gap, the rollover, the exchange and the false zero. */
const recorded = (name: string): Line => {
  const totals = recordedRows.map(({ values }) => values[name] ?? Number.NaN);
  const steps = totals.map((total, at) => total - (totals[at - 1] ?? Number.NaN));
  const flow = Float64Array.from(steps, (step) => (step >= 0 && step < 300 ? step : Number.NaN));
  return { plant: 'network', unit: name, maxCapacity: null, flow };
};

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

  it.each([20_260, 7])(
    'finds the leak of line 3 in the ninety days of the demo, with all that happens in them, and nothing else (seed %i)',
    (seed) => {
      const days = 90;
      const { fromSlot, lines } = demoLines(seed, days, { withIncidents: true });
      const found = lines.flatMap((line) => leaksSeen(line, fromSlot));
      expect(found.map(({ unit }) => unit)).toEqual(['line3']);
      const hours = ((found[0]?.slot ?? 0) - (days - 9) * DAY_SLOTS) / 12 - 5;
      expect(hours).toBeGreaterThan(0);
      expect(hours).toBeLessThan(24);
    },
    120_000,
  );

  it('finds a tap that drips in the flat within four days, whenever it begins, and does not end it while it drips', () => {
    for (const [fromDay, m3h] of [
      [20, 0.006],
      [35, 0.03],
      [50, 0.06],
    ] as const) {
      const found = leaksSeen(leaking(flat, fromDay, m3h), 5_000_000, { zoneSlots: 0 });
      expect(found).toHaveLength(1);
      expect(((found[0]?.slot ?? 0) - fromDay * DAY_SLOTS) / DAY_SLOTS).toBeLessThan(4);
      expect(found[0]?.finding.value).toBeCloseTo(m3h, 2);
    }
  });

  it.each(['FT101_total_m3', 'FT501_total_m3'])(
    'is silent on %s of the 42 days of the recorded network outside its faults, and holds a burst open from its third night on',
    (name) => {
      const line = recorded(name);
      expect(leaksSeen(line, fromRecorded, { zoneSlots: 0 })).toEqual([]);
      const fromDay = 25;
      const found = leaksSeen(leaking(line, fromDay, 300), fromRecorded, { zoneSlots: 0 });
      expect(found.map(({ slot, finding }) => [Math.floor(slot / DAY_SLOTS), finding.text])).toEqual([
        [fromDay + 2, 'nightFlow'],
      ]);
    },
  );

  it('is silent over the 61 recorded days of a flat, whose toilets leak on none of them', () => {
    expect(leaksSeen(flat, 5_000_000, { zoneSlots: 0 })).toEqual([]);
  });
});
