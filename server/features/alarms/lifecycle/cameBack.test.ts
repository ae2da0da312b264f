import { expect, it } from 'vitest';
import { FIRST_SLOT, highFlowLine } from '../../../test/highFlowLine.ts';

const [HIGH, REST] = [12, 4];

/** A line with a high flow limit, slot by slot. @returns when its alarm was over, and what was said of it. */
const endsOf = async (flows: readonly number[]): Promise<string[]> => {
  const rig = highFlowLine(2);
  const ends: string[] = [];
  let told = 0;
  for (const [at, flow] of flows.entries()) {
    await rig.slot(FIRST_SLOT + at, { 'line.flow': flow });
    const all = rig.all().flatMap(({ id }) => rig.alarms.steps(id));
    for (const { kind, note } of all.slice(told)) if (kind === 'cleared') ends.push(`${at} ${note}`);
    told = all.length;
  }
  return ends;
};

const rest = (slots: number): number[] => Array<number>(slots).fill(REST);
const high = (slots: number): number[] => Array<number>(slots).fill(HIGH);

it('an alarm that came back says how long it lasted since it did', async () => {
  // raised in the second of its slots, over in the second slot of rest
  expect(await endsOf([...high(4), ...rest(2)])).toEqual(['5 Over after 20 min.']);
  // within half an hour: the same alarm, not announced; hours later: announced again
  expect(await endsOf([...high(4), ...rest(5), ...high(3), ...rest(2)])).toEqual([
    '5 Over after 20 min.',
    '13 Over after 15 min.',
  ]);
  expect(await endsOf([...high(4), ...rest(60), ...high(3), ...rest(2)])).toEqual([
    '5 Over after 20 min.',
    '68 Over after 15 min.',
  ]);
});
