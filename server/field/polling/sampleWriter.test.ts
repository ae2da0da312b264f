import { expect, it, vi } from 'vitest';
import { ManualClock } from '../../core/clock.ts';
import type { FieldTag } from '../../core/field/field.ts';
import { device, tag } from '../testing/make.ts';
import { DevicePlan } from './devicePlan.ts';
import { PollSchedule } from './pollSchedule.ts';
import { SampleWriter } from './sampleWriter.ts';
import { TagStates } from './tags/tagTable.ts';
import { HeldAnswer } from './trust/heldAnswer.ts';

const AT_MS = 999_000;

/** A device of one tag with an answer that has come and is not shown to be its own yet. */
const withHeld = () => {
  const before = tag('d', 7);
  const table = new TagStates(new ManualClock(1_000_000));
  table.configure([before]);
  const plan = new DevicePlan(device(1), [before], {
    maxGapRegisters: 0,
    gridOf: (periodMs) => new PollSchedule(periodMs, 0, 0),
  });
  const [run] = plan.runs;
  if (!run) throw new Error('no block');
  let isStopped = false;
  const [publish, retract, onRefused] = [vi.fn(), vi.fn(), vi.fn()];
  const writer = new SampleWriter({ table, publish, retract, isStopped: () => isStopped });
  const held = new HeldAnswer({ shape: 1, block: 1, bytes: '', atMs: 1, isDoubtful: false });
  writer.words(run, { address: 7, words: [40_000], atMs: AT_MS, held }, onRefused);
  /** The device goes on with another reader. */
  const reconfigure = (tags: FieldTag[]): void => {
    isStopped = true;
    table.configure(tags);
  };
  return { table, writer, held, plan, publish, retract, onRefused, reconfigure };
};

it('an answer that is shown to be its own gives its tags their values', () => {
  const { table, held, publish } = withHeld();
  held.keep();
  expect(publish).toHaveBeenCalledExactlyOnceWith([
    { tagId: 'd/7', value: 40_000, quality: 'GOOD', atMs: AT_MS, isRevocable: true },
  ]);
  expect(table.get('d/7')).toMatchObject({ value: 40_000, quality: 'GOOD' });
});

it.each<[string, (answer: ReturnType<typeof withHeld>) => void]>([
  ['is shown to be its own', ({ held }) => held.keep()],
  ['is refused', ({ held }) => held.withdraw()],
  ['was followed by silence', ({ writer, plan }) => writer.failedRuns(plan.runs, 'BAD_TIMEOUT', true)],
])('an answer to an earlier configuration that %s afterwards says nothing of the tags of now', (_, happens) => {
  const answer = withHeld();
  answer.reconfigure([tag('d', 7, { type: 'int16' })]);
  const unknown = answer.table.get('d/7');
  happens(answer);
  expect(answer.table.get('d/7')).toEqual(unknown);
  expect(unknown).toMatchObject({ value: null, quality: 'STALE' });
  expect([answer.publish, answer.onRefused].map(({ mock }) => mock.calls)).toEqual([[], []]);
});

it('what was published of an earlier configuration is taken back all the same', () => {
  const { table, held, retract, publish, onRefused, reconfigure } = withHeld();
  held.keep();
  reconfigure([tag('d', 7), tag('d', 8)]);
  expect(table.get('d/7')).toMatchObject({ value: 40_000, quality: 'GOOD' });
  held.withdraw();
  expect(retract).toHaveBeenCalledExactlyOnceWith([{ tagId: 'd/7', fromMs: AT_MS, toMs: AT_MS }]);
  expect(table.get('d/7')).toMatchObject({ value: null, quality: 'BAD_ANSWER' });
  expect([publish.mock.calls.length, onRefused.mock.calls.length]).toEqual([1, 0]);
});
