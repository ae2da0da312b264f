import { describe, expect, it, onTestFinished } from 'vitest';
import { SLOT_MS } from '../core/slots.ts';
import { ReadingsRig } from '../test/readingsRig.ts';
import { TestPlant } from '../test/testPlant.ts';
import { ReadingStore } from './store/readingStore.ts';

const MINUTE_MS = 60_000;
const FIRST_SLOT = 5_900_000;
/** Litres that pass in a minute: 60 m3/h. */
const LITRES_PER_MINUTE = 1000;
const MINUTES = 12 * 60;

/** It begins after the first slot, whose reading is the opening one, and ends before the test does, so that the last step is confirmed. */
const litresAt = (minute: number): number => LITRES_PER_MINUTE * Math.min(Math.max(minute - 5, 0), MINUTES - 25);

type Step = { atMinute: number; byMinutes: number } | { atMinute: number; restart: true };

/** Twelve hours of a steady flow, read each minute, on a server whose clock is set meanwhile. */
const run = async (steps: readonly Step[], begin = 50_000, dayStart = '00:00:00') => {
  const meter = { modulus: 1_000_000, basePerCount: 100, maxPerHour: 2000, backDeadband: 1 };
  const plant = new TestPlant({ timezone: 'UTC', startAt: dayStart })
    .addCategory('SOURCE_CATEGORY', ['s'])
    .addUnit({ id: 'in', type: 'flow', subCategoryId: 's', meta: { meter } });
  const rig = new ReadingsRig(plant, FIRST_SLOT * SLOT_MS + 30_000);
  onTestFinished(() => rig.close());
  const closed: number[] = [];
  rig.bus.on('test', 'slotsClosed', ({ fromSlot, toSlot }) => {
    for (let slot = fromSlot; slot <= toSlot; slot += 1) closed.push(slot);
  });
  const days: string[] = [];
  rig.bus.on('test', 'dayClosed', ({ date }) => {
    days.push(date);
  });
  rig.start(['in.volume']);
  for (let minute = 0; minute <= MINUTES; minute += 1) {
    for (const step of steps.filter(({ atMinute }) => atMinute === minute)) {
      if ('byMinutes' in step) rig.clock.stepWall(step.byMinutes * MINUTE_MS);
      else {
        await rig.ingest.flush();
        rig.restart();
      }
    }
    rig.send('in.volume', (begin + litresAt(minute) / meter.basePerCount) % meter.modulus);
    await rig.ingest.flush();
    rig.clock.advance(MINUTE_MS);
  }
  rig.clock.advance(SLOT_MS);
  await rig.ingest.flush();
  const id = rig.id('in', 'volume');
  const { values, quality } = rig.reader.slots(id, FIRST_SLOT, FIRST_SLOT + 800);
  const litres = values.reduce((sum, value, at) => sum + ('MX'.includes(quality[at] ?? 'M') ? 0 : value), 0);
  return { litres, closed, days, kinds: rig.reader.counterEvents([id], 0, 1e9).map(({ kind }) => kind) };
};

const expected = litresAt(MINUTES);

describe('a server whose clock is set while it measures', () => {
  it.each<[string, number, Step[]]>([
    ['an hour back for good', 1, [{ atMinute: 200, byMinutes: -60 }]],
    [
      'an hour back for two hours',
      2,
      [
        { atMinute: 200, byMinutes: -60 },
        { atMinute: 320, byMinutes: 60 },
      ],
    ],
    [
      'an hour ahead for two hours',
      2,
      [
        { atMinute: 200, byMinutes: 60 },
        { atMinute: 320, byMinutes: -60 },
      ],
    ],
    ['an hour ahead for good', 1, [{ atMinute: 200, byMinutes: 60 }]],
    [
      'an hour slow for 40 minutes',
      2,
      [
        { atMinute: 200, byMinutes: -60 },
        { atMinute: 240, byMinutes: 60 },
      ],
    ],
    ['ten minutes back', 1, [{ atMinute: 200, byMinutes: -10 }]],
    [
      'back and ahead again and again',
      // the ledger has one row of a slot and kind: that of the last step in it
      4,
      [
        { atMinute: 100, byMinutes: -30 },
        { atMinute: 101, byMinutes: 30 },
        { atMinute: 200, byMinutes: 45 },
        { atMinute: 203, byMinutes: -90 },
        { atMinute: 300, byMinutes: 20 },
        { atMinute: 310, byMinutes: 25 },
      ],
    ],
    [
      'an hour back, with a restart soon after it',
      2,
      [
        { atMinute: 200, byMinutes: -60 },
        { atMinute: 215, restart: true },
      ],
    ],
    [
      'an hour back while it was off',
      1,
      [
        { atMinute: 200, byMinutes: -60 },
        { atMinute: 200, restart: true },
      ],
    ],
  ])('%s loses no litre, and the ledger says it', async (_name, rows, steps) => {
    const { litres, closed, kinds } = await run(steps);
    expect(Math.abs(litres - expected)).toBeLessThanOrEqual(100);
    expect(new Set(kinds)).toEqual(new Set(['clock']));
    expect(kinds.length).toBe(rows);
    // a restart may publish the last slot again, never an earlier one
    expect(closed).toEqual(closed.toSorted((a, b) => a - b));
    expect([...new Set(closed)]).toEqual(Array.from({ length: new Set(closed).size }, (_, at) => (closed[0] ?? 0) + at));
  });

  it.each<[string, number]>([
    ['back', -60],
    ['ahead', 60],
    ['a little back', -4],
  ])('that is set %s while the counter rolls over loses no litre, and the rollover is one', async (_name, byMinutes) => {
    // it rolls over at minute 205
    const steps = [
      { atMinute: 204, byMinutes },
      { atMinute: 230, byMinutes: -byMinutes },
    ];
    const { litres, kinds } = await run(steps, 998_000);
    expect(Math.abs(litres - expected)).toBeLessThanOrEqual(100);
    expect(kinds.filter((kind) => kind !== 'clock')).toEqual(['rollover']);
  });

  it('has nothing to say while nobody sets it', async () => {
    const { litres, kinds } = await run([]);
    expect(litres).toBe(expected);
    expect(kinds).toEqual([]);
  });
});

/** @returns what is known of a plant whose PC was off for a while, read for three hours after it */
const afterPause = async (offMs: number, wrong: { byMs: number; minutes: number }) => {
  const meter = { modulus: 1e9, basePerCount: 100, maxPerHour: 2000, backDeadband: 1 };
  const plant = new TestPlant({ timezone: 'UTC', startAt: '00:00:00' })
    .addCategory('SOURCE_CATEGORY', ['s'])
    .addUnit({ id: 'in', type: 'flow', subCategoryId: 's', meta: { meter } });
  const rig = new ReadingsRig(plant, FIRST_SLOT * SLOT_MS + 30_000);
  onTestFinished(() => rig.close());
  let flowedMinutes = 0;
  const flow = async (minutes: number): Promise<void> => {
    for (let at = 0; at < minutes; at += 1) {
      rig.send('in.volume', 50_000 + flowedMinutes * (LITRES_PER_MINUTE / meter.basePerCount));
      await rig.ingest.flush();
      rig.clock.advance(MINUTE_MS);
      flowedMinutes += 1;
    }
  };
  rig.start(['in.volume']);
  await flow(120);
  if (offMs > 0) {
    rig.clock.advance(offMs);
    flowedMinutes += offMs / MINUTE_MS;
    rig.clock.stepWall(wrong.byMs);
    rig.restart();
  } else rig.clock.stepWall(wrong.byMs);
  await flow(wrong.minutes);
  rig.clock.stepWall(-wrong.byMs);
  await flow(180);
  const id = rig.id('in', 'volume');
  const toSlot = Math.ceil(rig.clock.now() / SLOT_MS);
  const { values, quality } = rig.reader.slots(id, FIRST_SLOT, toSlot);
  const litres = values.reduce((sum, value, at) => sum + ('MX'.includes(quality[at] ?? 'M') ? 0 : value), 0);
  const latest = new ReadingStore(rig.readonly.sqlite).newestOpenSlot() ?? 0;
  const unknownLitres = flowedMinutes * LITRES_PER_MINUTE - litres;
  return { unknownLitres, ahead: latest - toSlot, kinds: rig.reader.counterEvents([id], 0, 1e9).map(({ kind }) => kind) };
};

describe('a clock that is off by more than a day for minutes', () => {
  const YEAR_MS = 365 * 1440 * MINUTE_MS;

  it.each<[string, number, { byMs: number; minutes: number }]>([
    ['a year ahead while it measures', 0, { byMs: YEAR_MS, minutes: 1 }],
    ['a year ahead for eight minutes', 0, { byMs: YEAR_MS, minutes: 8 }],
    ['ten years behind after an hour without power', 60 * MINUTE_MS, { byMs: -10 * YEAR_MS, minutes: 3 }],
    ['ten years behind after three days without power', 3 * 1440 * MINUTE_MS, { byMs: -10 * YEAR_MS, minutes: 8 }],
  ])('%s leaves nothing at a time to come, and no litre is lost', async (_name, offMs, wrong) => {
    const { unknownLitres, ahead, kinds } = await afterPause(offMs, wrong);
    // what flowed before the first reading and since the last one
    expect(unknownLitres).toBeLessThanOrEqual(10 * LITRES_PER_MINUTE);
    expect(ahead).toBeLessThan(1);
    expect(new Set(kinds)).toEqual(new Set(['clock']));
  });
});

describe('a clock that is set while a day closes', () => {
  /** 08:00, when the shift day begins here, is 320 minutes after the first reading. */
  const BORDER = 320;
  const cases = [-15, -1, 5, 60, -60, 1440].flatMap((byMinutes) =>
    [-1, 0, 6].map((from) => ({ byMinutes, atMinute: BORDER + from })),
  );

  it.each(cases)(
    'by $byMinutes min at minute $atMinute closes each day once, and no water is lost or counted twice',
    async (step) => {
      const { litres, days, closed } = await run([step], 50_000, '08:00:00');
      expect(litres).toBeCloseTo(expected, 3);
      expect(days.length).toBeGreaterThan(0);
      expect(new Set(days).size).toBe(days.length);
      expect(new Set(closed).size).toBe(closed.length);
    },
  );
});
