import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { MeterSpec } from '../../contract/model/units.ts';
import { dayNumber } from '../../core/shift.ts';
import { counterSlotOf, SLOT_MS } from '../../core/slots.ts';
import { ReadingsRig } from '../../test/readingsRig.ts';
import { TestPlant } from '../../test/testPlant.ts';
import { type MeterChangeAt, type MeterInForce, withMeterChange } from './meterTimeline.ts';

/**
 * Water is made here, meter by meter and count by count; each meter shows it from a reading of its own on and by a scale of its own.
 * Nothing of the product's rules says what is right.
 */
const SLOTS = 40;
const READ_AT_S = 290;
const SLOT_L = 60_000;
const modulus = 1_000_000;
const first: MeterSpec = { modulus, basePerCount: 1000, maxPerHour: 1200 };

const change = fc.record({
  /** Of a slot after the first; 300 is the border to the next. */
  slot: fc.integer({ min: 2, max: SLOTS - 2 }),
  second: fc.constantFrom(0, 1, 150, READ_AT_S, 300),
  basePerCount: fc.constantFrom(undefined, 10, 100, 1000, 5000),
  opening: fc.integer({ min: 0, max: 500_000 }),
});
const story = fc.record({
  seed: fc.integer({ min: 1, max: 2 ** 30 }),
  start: fc.integer({ min: 0, max: 900_000 }),
  changes: fc.uniqueArray(change, { selector: ({ slot }) => slot, minLength: 1, maxLength: 4 }),
  order: fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 4, maxLength: 4 }),
  /** At the border of a shift day, which begins at six; the clocks are set an hour ahead, or back, in the night before. */
  date: fc.constantFrom('2026-03-29', '2026-10-25', '2026-06-10'),
});
type Story = typeof story extends fc.Arbitrary<infer S> ? S : never;
type Entered = Story['changes'][number] & { closing: number };

const numbers = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
};

/** What the display shows at the end of each slot, what was read at each change, and the litres of each slot. */
const play = ({ seed, start, changes }: Pick<Story, 'seed' | 'start' | 'changes'>) => {
  const next = numbers(seed);
  const inTime = changes.toSorted((a, b) => a.slot - b.slot || a.second - b.second);
  let [display, basePerCount] = [start, first.basePerCount];
  const [shown, litres, entered]: [number[], number[], Entered[]] = [[], [], []];
  for (let slot = 0; slot < SLOTS; slot += 1) {
    let sum = 0;
    const flow = (part: number): void => {
      const counts = Math.floor((((0.3 + 0.6 * next()) * SLOT_L) / basePerCount) * part);
      display += counts;
      sum += counts * basePerCount;
    };
    const replace = (one: Story['changes'][number]): void => {
      entered.push({ ...one, closing: display });
      display = one.opening;
      basePerCount = one.basePerCount ?? basePerCount;
    };
    const own = inTime.find((one) => one.slot === slot);
    if (!own) flow(1);
    else if (own.second <= READ_AT_S) {
      flow(0.5);
      replace(own);
      flow(0.5);
    } else flow(1);
    shown.push(display);
    litres.push(sum);
    // nothing flows between the reading and the border
    if (own && own.second > READ_AT_S) replace(own);
  }
  return { shown, litres, entered };
};

const enter = (rig: ReadingsRig, id: number, firstSlot: number, one: Entered, meter: MeterSpec): MeterSpec => {
  const { sqlite } = rig.connection;
  const rows = sqlite
    .prepare(
      `select valid_from_slot fromSlot, modulus, base_per_count basePerCount, max_per_hour maxPerHour, back_deadband backDeadband
       from meter where series_id = ? order by valid_from_slot`,
    )
    .all(id) as MeterInForce[];
  const changes = sqlite
    .prepare(
      'select slot, second, old_base_per_count oldBasePerCount from meter_change where series_id = ? order by slot, second',
    )
    .all(id) as MeterChangeAt[];
  const atMs = (firstSlot + one.slot) * SLOT_MS + one.second * 1000;
  const slot = counterSlotOf(atMs);
  const second = Math.floor((atMs - slot * SLOT_MS) / 1000);
  const timeline = withMeterChange(meter, { rows, changes }, { slot, second, basePerCount: one.basePerCount });
  for (const { fromSlot, meter: fresh } of timeline.rows)
    sqlite
      .prepare('insert or replace into meter values (?, ?, ?, ?, ?, ?)')
      .run(id, fromSlot, modulus, fresh.basePerCount, fresh.maxPerHour, Math.max(1, 0.0002 * fresh.maxPerHour));
  const put = sqlite.prepare(
    `insert into meter_change (series_id, slot, second, closing, opening, old_base_per_count) values (?, ?, ?, ?, ?, ?)
     on conflict do update set old_base_per_count = excluded.old_base_per_count`,
  );
  for (const known of timeline.changes) put.run(id, known.slot, known.second, one.closing, one.opening, known.oldBasePerCount);
  return timeline.now;
};

it('every slot counts the water that passed, whenever its meters were changed and in whatever order that was entered', async () => {
  await fc.assert(
    fc.asyncProperty(story, async ({ order, date, ...one }) => {
      const { shown, litres, entered } = play(one);
      const plant = new TestPlant({ timezone: 'Europe/Berlin', startAt: '06:00:00' })
        .addCategory('SOURCE_CATEGORY', ['s'])
        .addUnit({ id: 'in', type: 'flow', subCategoryId: 's', meta: { meter: first } });
      const firstSlot = plant.calendar.windowOfDay(dayNumber(date)).firstSlot - SLOTS / 2;
      const rig = new ReadingsRig(plant, firstSlot * SLOT_MS);
      try {
        rig.start(['in.volume']);
        const id = rig.id('in', 'volume');
        rig.connection.sqlite.prepare('insert or replace into meter values (?, 0, ?, 1000, 1200, 1)').run(id, modulus);
        for (const [at, value] of shown.entries()) {
          rig.clock.set((firstSlot + at) * SLOT_MS + READ_AT_S * 1000);
          rig.send('in.volume', value);
          rig.clock.set((firstSlot + at + 1) * SLOT_MS + 3000);
          if (at % 7 === 0) await rig.ingest.flush();
        }
        await rig.ingest.flush();
        const ranked = entered.map((change, at) => ({ change, rank: order[at] ?? 0 })).sort((a, b) => a.rank - b.rank);
        let meter = first;
        for (const { change } of ranked) {
          meter = enter(rig, id, firstSlot, change, meter);
          rig.bind(['in.volume']);
          await rig.ingest.flush();
        }
        const { values, quality } = rig.reader.slots(id, firstSlot, firstSlot + SLOTS);
        expect([...values].slice(1)).toEqual(litres.slice(1));
        expect(quality.slice(1)).toBe('G'.repeat(SLOTS - 1));
      } finally {
        await rig.close();
      }
    }),
    { numRuns: 12 },
  );
});
