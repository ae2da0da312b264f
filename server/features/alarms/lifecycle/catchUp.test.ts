import { expect, it, onTestFinished } from 'vitest';
import { SLOT_MS } from '../../../core/slots.ts';
import { AlertRig, feed, settingsWith, slotAt } from '../../../test/alertRig.ts';
import { TestPlant } from '../../../test/testPlant.ts';

const FIRST = slotAt('2026-03-10T00:00:00Z');
const DAY_SLOTS = 288;

/** A line with a limit of 50 m3/h, whose alarm begins and ends with the slot. */
const start = (): AlertRig => {
  const plant = new TestPlant({ timezone: 'UTC', startAt: '00:00:00' }).addCategory('SOURCE_CATEGORY', ['s']).addUnit({
    id: 'line',
    name: 'Line',
    type: 'flow',
    subCategoryId: 's',
    meta: { meter: { modulus: 1e6, basePerCount: 1000, maxPerHour: 100 }, flowHigh: 50 },
    feeds: [feed('line', 'flow')],
  });
  const settings = settingsWith({ flow_rate: { onDelaySlots: 1, offDelaySlots: 1 } });
  const rig = new AlertRig(plant, FIRST * SLOT_MS - 60_000, { settings });
  onTestFinished(() => rig.close());
  rig.readings.start(['line.flow']);
  return rig;
};
/** The readings of a slot, high in some: stored, and evaluated where the engine runs. */
const pass = async (rig: AlertRig, from: number, to: number, highIn: readonly number[]): Promise<void> => {
  for (let at = from; at < to; at += 1) await rig.slot(FIRST + at, { 'line.flow': highIn.includes(at) ? 60 : 6 });
};
/** In which slots an alarm was found. */
const found = (rig: AlertRig): number[] => rig.all().map(({ raisedAtMs }) => raisedAtMs / SLOT_MS - FIRST - 1);

it('a plant that was never evaluated begins with the slot that closed last', async () => {
  for (const highIn of [8, 9]) {
    const rig = start();
    await pass(rig, 0, 9, [highIn]);
    rig.engine.start();
    await pass(rig, 9, 10, [highIn]);
    expect(found(rig)).toEqual([9].filter((at) => at === highIn));
  }
});

it.each([0, 5])(
  'slots that were missed are evaluated for one day, by their own time, and none before it (%i slots)',
  async (more) => {
    const rig = start();
    rig.engine.start();
    await pass(rig, 0, 1, []);
    await rig.engine.stop();
    const last = DAY_SLOTS + more;
    const oldest = last - DAY_SLOTS + 1;
    await pass(rig, 1, last, [oldest - 4, oldest]);
    rig.engine.start();
    await pass(rig, last, last + 1, []);
    expect(found(rig)).toEqual([oldest]);
  },
);
