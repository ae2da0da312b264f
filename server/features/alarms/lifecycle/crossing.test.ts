import { expect, it, onTestFinished } from 'vitest';
import { SLOT_MS } from '../../../core/slots.ts';
import { AlertRig, feed, settingsWith, slotAt } from '../../../test/alertRig.ts';
import { TestPlant } from '../../../test/testPlant.ts';
import { alarmMetrics } from './metrics.ts';

const FIRST = slotAt('2026-03-10T00:00:00Z');

/** What became of a line's high flow over some slots, with delays of so many. */
const storyOf = async (flows: readonly number[], delaySlots: number) => {
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
  const rig = new AlertRig(plant, FIRST * SLOT_MS - 60_000, { settings });
  onTestFinished(() => rig.close());
  rig.start(['line.flow']);
  for (const [at, flow] of flows.entries()) await rig.slot(FIRST + at, { 'line.flow': flow });
  const records = rig.all();
  const steps = records.flatMap(({ id }) => rig.alarms.steps(id));
  const kinds = (kind: string): number => steps.filter((step) => step.kind === kind).length;
  const span = { fromMs: FIRST * SLOT_MS, toMs: (FIRST + flows.length + 1) * SLOT_MS, nowMs: (FIRST + flows.length) * SLOT_MS };
  const { chattering } = alarmMetrics(records, [], span, ({ id }) =>
    rig.alarms.steps(id).flatMap(({ kind, at }) => (kind === 'rejoined' ? [at] : [])),
  );
  return {
    counts: records.map(({ count }) => count),
    raised: kinds('raised'),
    rejoined: kinds('rejoined'),
    cleared: kinds('cleared'),
    announced: rig.announced.length,
    chattering: chattering.map(({ activations }) => activations),
  };
};

const alternating = (slots: number): number[] => Array.from({ length: slots }, (_, at) => (at % 2 === 0 ? 12 : 4));

it('a flow that crosses its limit in every slot is one alarm, announced once, that chatters', async () => {
  expect(await storyOf(alternating(24), 1)).toEqual({
    counts: [12],
    raised: 1,
    rejoined: 11,
    cleared: 12,
    announced: 1,
    chattering: [12],
  });
});

it('and is none where it has to stay for two', async () => {
  expect(await storyOf(alternating(24), 2)).toMatchObject({ counts: [], announced: 0 });
});

it('that comes back after a quarter of an hour twice was active three times within half an hour, to the slot', async () => {
  const everyThird = Array.from({ length: 7 }, (_, at) => (at % 3 === 0 ? 12 : 4));
  expect(await storyOf(everyThird, 1)).toMatchObject({ counts: [3], chattering: [3] });
});
