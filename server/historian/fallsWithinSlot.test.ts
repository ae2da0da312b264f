import { describe, expect, it, onTestFinished } from 'vitest';
import type { UnitMeta } from '../contract/model/units.ts';
import { SLOT_MS } from '../core/slots.ts';
import { eventsOf, first, slotsOf } from '../test/ingestPlant.ts';
import { ReadingsRig } from '../test/readingsRig.ts';
import { TestPlant } from '../test/testPlant.ts';

const meter = { modulus: 1_000_000, basePerCount: 1000, maxPerHour: 1200, backDeadband: 0.5 };
const WEEK_SLOTS = 2016;

/** 0.333 counts pass in a second at most. */
const POLL_MS = 10_000;
const POLLS_PER_SLOT = SLOT_MS / POLL_MS;
/** Counts per poll at 6 counts a slot. */
const USUAL = 6 / POLLS_PER_SLOT;

/** What a display shows at each poll of a slot that it begins at `from`; `wrong` says which polls show something else. */
const slotFrom = (from: number, wrong: Record<number, number> = {}): number[] =>
  Array.from({ length: POLLS_PER_SLOT }, (_, poll) => wrong[poll] ?? from + USUAL * (poll + 1));

/** As `slotFrom`, and it begins again at `to` with poll `at`. */
const restarting = (from: number, at: number, to: number): number[] =>
  slotFrom(from).map((shown, poll) => (poll < at ? shown : to + USUAL * (poll - at + 1)));

const poll = async (rig: ReadingsRig, slot: number, shown: readonly (number | null)[]): Promise<void> => {
  for (const [index, raw] of shown.entries()) {
    rig.clock.set((first + slot) * SLOT_MS + (index + 1) * POLL_MS - 1000);
    if (raw !== null) rig.send('inlet.volume', raw);
  }
  await rig.ingest.flush();
};

/** Polls an hour at 6 counts a slot, up to a display, and then these slots; all are closed. The week before had 6 counts a slot too. */
const polled = async (
  from: number,
  slots: readonly (readonly (number | null)[])[],
  meta: UnitMeta = { meter },
): Promise<ReadingsRig> => {
  const plant = new TestPlant({ timezone: 'UTC', startAt: '00:00:00' })
    .addCategory('SOURCE_CATEGORY', ['s'])
    .addUnit({ id: 'inlet', type: 'flow', subCategoryId: 's', meta });
  const rig = new ReadingsRig(plant, (first - WEEK_SLOTS) * SLOT_MS);
  onTestFinished(() => rig.close());
  rig.start(['inlet.volume']);
  for (let slot = 11; slot < 18; slot += 1) await poll(rig, slot - WEEK_SLOTS, [from - 72 + 6 * (slot - 17)]);
  for (let slot = 0; slot < 12; slot += 1) await poll(rig, slot, slotFrom(from + 6 * (slot - 12)));
  for (const [index, shown] of slots.entries()) await poll(rig, 12 + index, shown);
  rig.clock.set((first + 12 + slots.length) * SLOT_MS + 60_000);
  await rig.ingest.flush();
  return rig;
};

const shownBy = (rig: ReadingsRig, slots: number): string[] => slotsOf(rig, 'inlet', 'volume', 12, 12 + slots);

describe('a counter that begins again within a slot and ends it above the reading before', () => {
  it('at a display that it had kept is cited, and the slot is an estimate', async () => {
    const rig = await polled(1000, [restarting(1000, 28, 1000), slotFrom(1000.4), slotFrom(1006.4)]);
    expect(shownBy(rig, 3)).toEqual(['F 6000', 'G 6000', 'G 6000']);
    expect(rig.reader.counterEvents([rig.id('inlet', 'volume')], 0, 1e9)).toEqual([
      expect.objectContaining({
        kind: 'counter_reset',
        slot: first + 12,
        before: 1000,
        after: 1000.4,
        note: 'fell within these five minutes; volume up to this reading is not known',
      }),
    ]);
  });

  it('at 0 counts what it shows, as it would over the border of two slots', async () => {
    const low = await polled(200, [restarting(200, 28, 0), slotFrom(0.4), restarting(6.4, 28, 0), slotFrom(0.4), slotFrom(6.4)]);
    expect(shownBy(low, 5)).toEqual(['F 400', 'G 6000', 'F 400', 'G 6000', 'G 6000']);
    expect(eventsOf(low, 'inlet')).toEqual(['counter_reset@12', 'counter_reset@14']);
  });

  it('since the last reading of the slot before is cited too', async () => {
    const rig = await polled(1000, [slotFrom(1000), restarting(1006, 0, 1001), slotFrom(1007), slotFrom(1013)]);
    expect(shownBy(rig, 4)).toEqual(['G 6000', 'F 6000', 'G 6000', 'G 6000']);
    expect(eventsOf(rig, 'inlet')).toEqual(['counter_reset@13']);
  });

  it('with its last readings is known by those of the next slot', async () => {
    const rig = await polled(1000, [restarting(1000, 29, 1000.5), slotFrom(1000.7), slotFrom(1006.7)]);
    expect(shownBy(rig, 3)).toEqual(['F 6000', 'G 6000', 'G 6000']);
  });

  it('is the same after a crash and worked out anew', async () => {
    const rig = await polled(1000, [restarting(1000, 28, 1000), slotFrom(1000.4), slotFrom(1006.4)]);
    rig.restart();
    await rig.ingest.flush();
    await rig.ingest.recompute('DEMO', '2024-05-06');
    expect(shownBy(rig, 3)).toEqual(['F 6000', 'G 6000', 'G 6000']);
    expect(eventsOf(rig, 'inlet')).toEqual(['counter_reset@12']);
  });

  it('while two slots follow each other so loses neither of them', async () => {
    const rig = await polled(1000, [
      restarting(1000, 28, 1000),
      restarting(1000.4, 28, 1000.4),
      slotFrom(1000.8),
      slotFrom(1006.8),
    ]);
    expect(shownBy(rig, 4)).toEqual(['F 6000', 'F 6000', 'G 6000', 'G 6000']);
  });
});

describe('no beginning again', () => {
  const back = slotFrom(1000);
  it.each<[string, (number | null)[]]>([
    ['one wrong reading below', slotFrom(1000, { 20: 17 })],
    [
      'many of them, as a fault of minutes shows them',
      slotFrom(1000, Object.fromEntries(back.slice(5, 25).map((_, at) => [at + 5, 12]))),
    ],
    ['an older value now and then', back.map((raw, at) => (at % 2 === 0 && at > 9 ? raw - USUAL * 6 : raw))],
    ['one far above', slotFrom(1000, { 12: 9999, 25: 65_535 })],
    ['one little above', slotFrom(1000, { 12: 1009 })],
    ['some far above', slotFrom(1000, Object.fromEntries(back.slice(5, 25).map((raw, at) => [at + 5, raw + 5000])))],
    ['some little above', slotFrom(1000, Object.fromEntries(back.slice(5, 15).map((raw, at) => [at + 5, raw + 20])))],
    ['a last one far above', slotFrom(1000, { 28: 9999 })],
    ['a little play', back.map((raw, at) => raw - ((at + 1) % 3) * 0.2)],
    ['silence', back.map((raw, at) => (at > 4 && at < 20 ? null : raw))],
  ])('is %s', async (_, shown) => {
    const rig = await polled(1000, [shown, slotFrom(1006), slotFrom(1012)]);
    expect(shownBy(rig, 3)).toEqual(['G 6000', 'G 6000', 'G 6000']);
    expect(eventsOf(rig, 'inlet')).toEqual([]);
  });

  it('is known of a meter whose largest flow nobody knows', async () => {
    const slots = [restarting(1000, 28, 1000), slotFrom(1000.4, { 9: 900 }), slotFrom(1006.4)];
    const rig = await polled(1000, slots, {});
    expect(shownBy(rig, 3)).toEqual(['G 400', 'G 6000', 'G 6000']);
    expect(eventsOf(rig, 'inlet').filter((event) => event.startsWith('counter'))).toEqual([]);
  });

  it('is a rollover', async () => {
    const rolled = slotFrom(999_997).map((raw) => raw % 1_000_000);
    const rig = await polled(999_997, [rolled, slotFrom(3), slotFrom(9)]);
    expect(shownBy(rig, 3)).toEqual(['G 6000', 'G 6000', 'G 6000']);
    expect(eventsOf(rig, 'inlet')).toEqual(['rollover@12']);
  });

  it.each([12, 800])('is a fault that lasts from one slot into the next and shows %d', async (wrong) => {
    const faulty = (from: number, polls: readonly number[]) => slotFrom(from, Object.fromEntries(polls.map((at) => [at, wrong])));
    const rig = await polled(1000, [faulty(1000, [25, 26, 27]), faulty(1006, [0, 1, 2, 3, 4, 26, 27, 28]), slotFrom(1012)]);
    expect(shownBy(rig, 3)).toEqual(['G 6000', 'G 6000', 'G 6000']);
    expect(eventsOf(rig, 'inlet')).toEqual([]);
  });

  it('is a last reading far above that the next slot shows to have been wrong', async () => {
    const rig = await polled(1000, [slotFrom(1000, { 29: 9990 }), slotFrom(1006), slotFrom(1012)]);
    expect(shownBy(rig, 3)).toEqual(['E 6000', 'E 6000', 'G 6000']);
    expect(eventsOf(rig, 'inlet')).toEqual(['rejected@12']);
  });
});
