import { describe, expect, it, onTestFinished } from 'vitest';
import { SLOT_MS } from '../core/slots.ts';
import { ReadingsRig } from '../test/readingsRig.ts';
import { TestPlant } from '../test/testPlant.ts';

const meter = { modulus: 1_000_000, basePerCount: 1000, maxPerHour: 1200, backDeadband: 0.5 };
const weeks = 5;
const lastDate = '2024-05-06';

/** Litres of a slot of the day: nothing at night, a ramp by day; each week has a little more. */
const usual = (place: number, week: number): number => (place < 72 ? 0 : place - 72 + week);

/** Five Mondays' worth of history of one meter, read at the end of each slot, then live up to noon of the last Monday. */
const withHistory = (): { rig: ReadingsRig; monday: number; shown: () => number; pass: (litres: number) => void } => {
  const plant = new TestPlant({ timezone: 'UTC', startAt: '00:00:00' })
    .addCategory('SOURCE_CATEGORY', ['s'])
    .addUnit({ id: 'line', type: 'flow', subCategoryId: 's', meta: { meter } });
  const monday = plant.calendar.window(lastDate).firstSlot;
  const rig = new ReadingsRig(plant, (monday + 144) * SLOT_MS);
  onTestFinished(() => rig.close());
  let litres = 0;
  const history = rig.history();
  const first = monday - weeks * 2016;
  for (let slot = first; slot < monday + 144; slot += 1) {
    litres += usual((slot - monday + weeks * 2016) % 288, Math.floor((slot - first) / 2016));
    history.acceptSlot(slot, [{ seriesId: rig.id('line', 'volume'), value: litres / 1000 }]);
  }
  history.finish();
  rig.start(['line.volume']);
  const pass = (more: number): void => {
    litres += more;
  };
  return { rig, monday, shown: () => litres / 1000, pass };
};

const lettersOf = (rig: ReadingsRig, from: number, to: number): string =>
  rig.reader.slots(rig.id('line', 'volume'), from, to).quality;
const valuesOf = (rig: ReadingsRig, from: number, to: number): number[] => [
  ...rig.reader.slots(rig.id('line', 'volume'), from, to).values,
];

describe('a gap of more than two hours', () => {
  it('takes the mean shape of the same slots of the four Mondays before, scaled to what the counter says', async () => {
    const { rig, monday, shown, pass } = withHistory();
    pass(26_000);
    await rig.slot(monday + 144 + 25, { 'line.volume': shown() });
    const [from, to] = [monday + 144, monday + 144 + 26];
    expect(lettersOf(rig, from, to)).toBe('E'.repeat(26));
    const filled = valuesOf(rig, from, to);
    expect(filled.reduce((sum, value) => sum + Math.round(value * 1000), 0)).toBe(26_000_000);
    // weeks 1 to 4 of the history are the four before the last Monday
    const shape = filled.map((_, index) => usual(144 + index, 2.5));
    const whole = shape.reduce((sum, value) => sum + value, 0);
    for (const [index, value] of filled.entries()) expect(value).toBeCloseTo((26_000 * (shape[index] ?? 0)) / whole, 2);
  });

  it('of just two hours is even', async () => {
    const { rig, monday, shown, pass } = withHistory();
    pass(25_000);
    await rig.slot(monday + 144 + 24, { 'line.volume': shown() });
    expect(new Set(valuesOf(rig, monday + 144, monday + 169))).toEqual(new Set([1000]));
  });

  it('without a counter takes the profile as it is, and is estimated as to its volume', async () => {
    const { rig, monday, shown } = withHistory();
    const old = shown();
    // a new counter that starts far above what can have passed
    await rig.slot(monday + 144 + 2, { 'line.volume': old + 500_000 });
    await rig.slot(monday + 144 + 3, { 'line.volume': old + 500_001 });
    expect(lettersOf(rig, monday + 144, monday + 148)).toBe('FFFG');
    expect(valuesOf(rig, monday + 144, monday + 147)).toEqual([144, 145, 146].map((place) => usual(place, 2.5)));
    const [total] = rig.reader.dayTotals([rig.id('line', 'volume')], monday / 288, monday / 288);
    expect(total?.estimated).toBe(usual(144, 2.5) + usual(145, 2.5) + usual(146, 2.5));
    expect(rig.reader.counterEvents([rig.id('line', 'volume')], 0, 1e9)).toMatchObject([
      { kind: 'counter_reset', slot: monday + 146 },
    ]);
  });

  it('follows what comes late to the days that gave it its shape, without touching its sum', async () => {
    const { rig, monday, shown, pass } = withHistory();
    pass(26_000);
    await rig.slot(monday + 144 + 25, { 'line.volume': shown() });
    const before = valuesOf(rig, monday + 144, monday + 170);
    // a week ago slot 150 was read too low, slot 151 made up for it
    const lastWeek = monday - 2016 + 150;
    const reading = valuesOf(rig, monday - weeks * 2016, lastWeek + 1).reduce((sum, value) => sum + value, 0) / 1000;
    rig.send('line.volume', reading - 0.05, (lastWeek + 1) * SLOT_MS);
    await rig.ingest.flush();
    const after = valuesOf(rig, monday + 144, monday + 170);
    expect(after).not.toEqual(before);
    expect(after.reduce((sum, value) => sum + Math.round(value * 1000), 0)).toBe(26_000_000);
    expect(await rig.ingest.recompute('DEMO', lastDate)).toEqual([]);
  });
});
