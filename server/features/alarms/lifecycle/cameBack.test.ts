import { expect, it, onTestFinished } from 'vitest';
import { SLOT_MS } from '../../../core/slots.ts';
import { AlertRig, feed, settingsWith, slotAt } from '../../../test/alertRig.ts';
import { TestPlant } from '../../../test/testPlant.ts';

const FIRST = slotAt('2026-03-10T00:00:00Z');
const [HIGH, REST] = [12, 4];

/** A line with a high flow limit, slot by slot. @returns when its alarm was over, and what was said of it. */
const endsOf = async (flows: readonly number[]): Promise<string[]> => {
  const plant = new TestPlant({ timezone: 'UTC', startAt: '00:00:00' }).addCategory('SOURCE_CATEGORY', ['s']).addUnit({
    id: 'line',
    name: 'Line',
    type: 'flow',
    subCategoryId: 's',
    meta: { meter: { modulus: 1e6, basePerCount: 1000, maxPerHour: 100 }, flowHigh: 10, alertEnabled: { flow_rate: true } },
    feeds: [feed('line', 'flow')],
  });
  const settings = settingsWith({ flow_rate: { onDelaySlots: 2, offDelaySlots: 2 }, unit_threshold: { enabled: false } });
  const rig = new AlertRig(plant, FIRST * SLOT_MS - 60_000, { settings });
  onTestFinished(() => rig.close());
  rig.start(['line.flow']);
  const ends: string[] = [];
  let told = 0;
  for (const [at, flow] of flows.entries()) {
    await rig.slot(FIRST + at, { 'line.flow': flow });
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
