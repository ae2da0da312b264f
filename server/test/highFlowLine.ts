import { onTestFinished } from 'vitest';
import { SLOT_MS } from '../core/slots.ts';
import { AlertRig, feed, settingsWith, slotAt } from './alertRig.ts';
import { TestPlant } from './testPlant.ts';

/** The first slot that is given to `highFlowLine`. */
export const FIRST_SLOT = slotAt('2026-03-10T00:00:00Z');

/** The alarms of a line whose high flow begins above 10 m3/h, just before its first slot. */
export const highFlowLine = (delaySlots: number): AlertRig => {
  const plant = new TestPlant({ timezone: 'UTC', startAt: '00:00:00' }).addCategory('SOURCE_CATEGORY', ['s']).addUnit({
    id: 'line',
    name: 'Line',
    type: 'flow',
    subCategoryId: 's',
    meta: { meter: { modulus: 1e6, basePerCount: 1000, maxPerHour: 100 }, flowHigh: 10, alertEnabled: { flow_rate: true } },
    feeds: [feed('line', 'flow')],
  });
  const delays = { onDelaySlots: delaySlots, offDelaySlots: delaySlots };
  const settings = settingsWith({ flow_rate: delays, unit_threshold: { enabled: false } });
  const rig = new AlertRig(plant, FIRST_SLOT * SLOT_MS - 60_000, { settings });
  onTestFinished(() => rig.close());
  rig.start(['line.flow']);
  return rig;
};
