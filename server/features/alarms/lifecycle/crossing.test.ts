import { expect, it } from 'vitest';
import { SLOT_MS } from '../../../core/slots.ts';
import { FIRST_SLOT, highFlowLine } from '../../../test/highFlowLine.ts';
import { alarmMetrics } from './metrics.ts';

/** What became of a line's high flow over some slots, with delays of so many. */
const storyOf = async (flows: readonly number[], delaySlots: number) => {
  const rig = highFlowLine(delaySlots);
  for (const [at, flow] of flows.entries()) await rig.slot(FIRST_SLOT + at, { 'line.flow': flow });
  const records = rig.all();
  const steps = records.flatMap(({ id }) => rig.alarms.steps(id));
  const kinds = (kind: string): number => steps.filter((step) => step.kind === kind).length;
  const span = {
    fromMs: FIRST_SLOT * SLOT_MS,
    toMs: (FIRST_SLOT + flows.length + 1) * SLOT_MS,
    nowMs: (FIRST_SLOT + flows.length) * SLOT_MS,
  };
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
