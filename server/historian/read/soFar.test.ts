import fc from 'fast-check';
import { expect, it } from 'vitest';
import { totalOf } from '../../core/counters/aggregate.ts';
import { SLOT_MS } from '../../core/slots.ts';
import { startThreeDays } from '../../test/meterAndTank.ts';
import { tallySoFar, totalSoFar } from './soFar.ts';
import { tallySlots } from './tally.ts';

const tags = [
  ['inlet.flow', 'inlet', 'flow'],
  ['inlet.volume', 'inlet', 'volume'],
] as const;

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      what: fc.constant('send' as const),
      ago: fc.integer({ min: 0, max: 300 }),
      value: fc.float({ min: 0, max: 9000, noNaN: true }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant('send' as const),
      ago: fc.integer({ min: 0, max: 3 }),
      value: fc.float({ min: 0, max: 9000, noNaN: true }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constantFrom('flush', 'enter', 'pass', 'back'),
      ago: fc.integer({ min: 1, max: 300 }),
      value: fc.constant(7.5),
    }),
  },
);

it('a day that is gone on with is its slots added up, whatever comes late, is entered or taken back, and as time passes', async () => {
  const { rig, plant, now } = await startThreeDays();
  const ids = [...tags.map(([, unitId, param]) => rig.id(unitId, param)), rig.id('tank', 'volume')];
  let nowSlot = now;
  const { openDays } = rig.ingest;
  const compare = (): void => {
    const { calendar } = plant;
    const day = calendar.dayOfSlot(nowSlot - 1);
    for (const of of [day - 1, day]) {
      const { firstSlot, slots } = calendar.windowOfDay(of);
      const toSlot = Math.min(
        firstSlot + slots,
        of === day ? nowSlot : firstSlot + (nowSlot - calendar.windowOfDay(day).firstSlot),
      );
      for (const id of ids) {
        const kept = rig.reader.kept(id, firstSlot, toSlot);
        if (!kept) continue;
        const plain = tallySlots(rig.reader.slots(id, firstSlot, toSlot), firstSlot, toSlot, nowSlot);
        expect(tallySoFar(kept, firstSlot, toSlot, nowSlot)).toEqual(plain);
        const block = openDays.block(id, of);
        if (!block) continue;
        for (const kind of ['counter', 'gauge', 'stock'] as const) {
          const total = totalSoFar(block, kind, toSlot - firstSlot, openDays.steady(id, of));
          expect(total).toEqual(totalOf(block, kind, toSlot - firstSlot));
        }
      }
    }
  };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      for (const { what, ago, value } of steps) {
        const slot = nowSlot - ago;
        if (what === 'send') for (const [tag] of tags) rig.send(tag, value, slot * SLOT_MS + 150_000);
        if (what === 'flush') await rig.ingest.flush();
        if (what === 'enter') await rig.ingest.enter(ids[0] ?? 0, slot, [value, null], 'by hand');
        if (what === 'back') rig.ingest.retract([{ tagId: 'inlet.flow', fromMs: slot * SLOT_MS, toMs: (slot + 1) * SLOT_MS }]);
        if (what === 'pass') {
          nowSlot += 1;
          rig.clock.set(nowSlot * SLOT_MS + 6000);
          await rig.ingest.flush();
        }
        compare();
      }
    }),
    { numRuns: 60 },
  );
});
