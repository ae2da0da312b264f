import { expect, it, onTestFinished } from 'vitest';
import { SLOT_MS } from '../../../core/slots.ts';
import { AlertRig, feed, settingsWith, slotAt } from '../../../test/alertRig.ts';
import { TestPlant } from '../../../test/testPlant.ts';

const FIRST = slotAt('2026-03-10T00:00:00Z');

/** A line that is watched for steady flow at night; a reminder is due after so many minutes. */
const start = (reAlarmMinutes: number): AlertRig => {
  const plant = new TestPlant({ timezone: 'UTC', startAt: '00:00:00' }).addCategory('SOURCE_CATEGORY', ['s']).addUnit({
    id: 'line',
    name: 'Line',
    type: 'flow',
    subCategoryId: 's',
    meta: { meter: { modulus: 1e6, basePerCount: 1000, maxPerHour: 100 }, alertEnabled: { stable_flow: true } },
    feeds: [feed('line', 'flow')],
  });
  const settings = settingsWith({ stable_flow: { onDelaySlots: 3, reAlarmMinutes }, unit_threshold: { enabled: false } });
  const rig = new AlertRig(plant, FIRST * SLOT_MS - 60_000, { settings });
  onTestFinished(() => rig.close());
  return rig.start(['line.flow']);
};

/** Kinds of the alarm's steps, each with the slot it was written in. */
const stepsOf = async (rig: AlertRig, flows: readonly number[]): Promise<string[]> => {
  const steps: string[] = [];
  for (const [at, flow] of flows.entries()) {
    await rig.slot(FIRST + at, { 'line.flow': flow });
    const all = rig.all().flatMap(({ id }) => rig.alarms.steps(id));
    for (const { kind } of all.slice(steps.length)) steps.push(`${at} ${kind}`);
  }
  return steps;
};

const eight = Array<number>(8).fill(6);

it('a steady flow that other use hides is said once to be unconfirmed, and once to be confirmed when it is seen again', async () => {
  const hiddenFor8 = [12, 6, 14, 12, 20, 6, 6, 6];
  expect(await stepsOf(start(0), [...eight, ...hiddenFor8, ...eight])).toEqual(['2 raised', '8 unconfirmed', '15 confirmed']);
});

it('where a reminder is due in the slot that hides it, that is said in the next slot', async () => {
  expect(await stepsOf(start(30), [...eight, 12, 6, 14, 6])).toEqual(['2 raised', '8 reminded', '9 unconfirmed']);
});
