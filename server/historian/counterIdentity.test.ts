import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayNumber } from '../core/shift.ts';
import { SLOT_MS } from '../core/slots.ts';
import { ReadingsRig } from '../test/readingsRig.ts';
import { TestPlant } from '../test/testPlant.ts';

/**
 * The identity of a totalizer: between two good readings, volume = closing - opening + rollovers x modulus + noted corrections.
 * The water that passed is made here, count by count; what the faults do to the display is made from it. Nothing of the product's
 * rules is used to say what is right.
 */
const SLOTS = 480;
/** At the end nothing flows, so that the last step is confirmed. */
const REST = 3;
const WARM_UP = 100;

/** Something that happens to what is read, from a slot on for some slots. */
const fault = fc.oneof(
  fc.record({ kind: fc.constant('frozen' as const), slots: fc.integer({ min: 1, max: 110 }) }),
  fc.record({ kind: fc.constant('zeros' as const), slots: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ kind: fc.constant('wrong' as const), slots: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ kind: fc.constant('gap' as const), slots: fc.integer({ min: 1, max: 60 }) }),
  fc.record({ kind: fc.constant('longGap' as const), slots: fc.integer({ min: 100, max: 130 }) }),
  fc.record({ kind: fc.constant('backflow' as const), slots: fc.integer({ min: 1, max: 72 }) }),
  fc.record({ kind: fc.constant('wild' as const), slots: fc.constant(1) }),
  fc.record({ kind: fc.constant('noise' as const), slots: fc.integer({ min: 1, max: 60 }) }),
  fc.record({ kind: fc.constant('restart' as const), slots: fc.constant(1) }),
  fc.record({ kind: fc.constant('late' as const), slots: fc.integer({ min: 1, max: 12 }) }),
);
type Fault = typeof fault extends fc.Arbitrary<infer F> ? F : never;

const story = fc.record({
  seed: fc.integer({ min: 1, max: 2 ** 30 }),
  start: fc.integer({ min: 0, max: 99_999 }),
  /** Large enough for a week, small enough that it turns within hours, or so coarse that it steps once in an hour. */
  meter: fc.constantFrom('wide' as const, 'small' as const, 'coarse' as const, 'fast' as const),
  faults: fc.array(fault, { minLength: 1, maxLength: 3 }),
});
type Story = typeof story extends fc.Arbitrary<infer S> ? S : never;

const meters = {
  wide: { modulus: 1_000_000, basePerCount: 100, maxPerHour: 1200, backDeadband: 1 },
  small: { modulus: 5000, basePerCount: 100, maxPerHour: 1200, backDeadband: 1 },
  coarse: { modulus: 1_000_000, basePerCount: 100, maxPerHour: 1200, backDeadband: 1 },
  fast: { modulus: 1_000_000, basePerCount: 100, maxPerHour: 100_000, backDeadband: 1 },
};

const numbers = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
};

/** Where each fault stands, one after the other with good readings between. */
const placed = (faults: readonly Fault[]): (Fault & { from: number })[] => {
  let at = WARM_UP;
  return faults.map((one) => {
    const from = at;
    at += one.slots + 20;
    return { ...one, from };
  });
};

type Shown = { slot: number; value: number | null; isLate: boolean; restart: boolean };

/** Counts that passed through each slot, and what was read of them. */
const play = ({ seed, start, meter: name, faults }: Story): { shown: Shown[]; passed: number } => {
  const { modulus } = meters[name];
  const next = numbers(seed);
  const all = placed(faults);
  const on = (slot: number) => all.find(({ from, slots }) => slot >= from && slot < from + slots);
  const grain = name === 'coarse' ? 500 : 1;
  // a display that has just stepped: before three steps nobody knows that it is coarse
  let total = Math.floor(start / grain) * grain;
  const shown: Shown[] = [];
  let display = 0;
  let first: number | undefined;
  let last = 0;
  for (let slot = 0; slot < SLOTS; slot += 1) {
    const one = on(slot);
    const step = slot >= SLOTS - REST ? 0 : Math.floor(40 + next() * 20);
    total += one?.kind === 'backflow' ? -Math.floor(step / 2) : step;
    const true_ = Math.floor(total / grain) * grain;
    display = ((true_ % modulus) + modulus) % modulus;
    let value: number | null = display;
    if (one?.kind === 'frozen') value = shown[one.from - 1]?.value ?? display;
    if (one?.kind === 'zeros') value = 0;
    if (one?.kind === 'wrong') value = 65_535 % modulus;
    if (one?.kind === 'gap' || one?.kind === 'longGap') value = null;
    if (one?.kind === 'wild') value = Math.floor(display * 1.5) % modulus;
    if (one?.kind === 'noise') value = display + (next() - 0.5) * 1e-9;
    first ??= true_;
    last = true_;
    shown.push({ slot, value, isLate: one?.kind === 'late', restart: one?.kind === 'restart' });
  }
  return { shown, passed: last - (first ?? 0) };
};

const measure = async (one: Story): Promise<{ counts: number; rig: ReadingsRig; id: number }> => {
  const meter = meters[one.meter];
  const plant = new TestPlant({ timezone: 'UTC', startAt: '00:00:00' })
    .addCategory('SOURCE_CATEGORY', ['s'])
    .addUnit({ id: 'in', type: 'flow', subCategoryId: 's', meta: { meter } });
  const from = dayNumber('2026-03-02') * 288;
  const rig = new ReadingsRig(plant, from * SLOT_MS);
  rig.start(['in.volume']);
  const late: Shown[] = [];
  const { shown } = play(one);
  for (const reading of shown) {
    const { slot, value, isLate, restart } = reading;
    if (restart) {
      await rig.ingest.flush();
      rig.restart();
    }
    rig.clock.set((from + slot + 1) * SLOT_MS - 10_000);
    if (isLate) late.push(reading);
    else if (value !== null) rig.send('in.volume', value);
    rig.clock.set((from + slot + 1) * SLOT_MS + 3000);
    if (slot % 5 === 0) await rig.ingest.flush();
    if (!isLate)
      for (const one of late.splice(0)) {
        if (one.value !== null) rig.send('in.volume', one.value, (from + one.slot + 1) * SLOT_MS - 10_000);
        await rig.ingest.flush();
      }
  }
  await rig.ingest.flush();
  const id = rig.id('in', 'volume');
  const { values, quality } = rig.reader.slots(id, from, from + SLOTS);
  const thousandths = values.reduce(
    (sum, value, at) => sum + ('MX'.includes(quality[at] ?? 'M') ? 0 : Math.round(value * 1000)),
    0,
  );
  return { counts: thousandths / 1000 / meter.basePerCount, rig, id };
};

describe('a counter, whatever happens to what is read of it', () => {
  it('has volume = closing - opening + rollovers x modulus, to one count', async () => {
    await fc.assert(
      fc.asyncProperty(story, async (one) => {
        // what a display shows that is small and wrong cannot be told from one that turned: there the value is 0 only
        fc.pre(one.meter !== 'small' || one.faults.every(({ kind }) => !['wild', 'wrong', 'zeros', 'backflow'].includes(kind)));
        const { counts, rig, id } = await measure(one);
        try {
          const events = rig.reader.counterEvents([id], 0, 1e9).map(({ kind, slot }) => `${kind}@${slot % 100_000}`);
          expect(Math.abs(counts - play(one).passed), `${JSON.stringify(events)}`).toBeLessThanOrEqual(1);
        } finally {
          await rig.close();
        }
      }),
      { numRuns: Number(process.env.RUNS ?? 25) },
    );
  }, 600_000);
});
