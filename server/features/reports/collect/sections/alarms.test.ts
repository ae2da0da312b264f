import { expect, it } from 'vitest';
import type { AlarmRecord, AlarmStep } from '../../../alarms/index.ts';
import type { Collecting } from '../context.ts';
import { alarmFigures, alarmTable } from './alarms.ts';

const MINUTE = 60_000;
const alarm = { id: 'a', category: 'level', raisedAtMs: 0, ackedAtMs: null, ackedBy: null, count: 1 } as unknown as AlarmRecord;
const step = (kind: AlarmStep['kind'], minute: number): AlarmStep => ({ at: minute * MINUTE, kind, userId: null, note: '' });

const contextOf = (steps: readonly AlarmStep[]): Collecting =>
  ({
    alarms: { steps: () => steps },
    directory: { unit: () => undefined },
    order: { userNames: {} },
  }) as unknown as Collecting;
const lasted = (record: AlarmRecord, steps: readonly AlarmStep[]) => [
  alarmTable([record], contextOf(steps)).rows[0]?.cells.minutes,
  alarmFigures([record], contextOf(steps)).rows[0]?.cells.lasted,
];

it('an alarm that came back lasted as long as it stood, without the time between', () => {
  const steps = [
    step('raised', 0),
    step('cleared', 10),
    step('rejoined', 600),
    step('reminded', 601),
    step('cleared', 605),
    step('rejoined', 700),
    step('cleared', 702),
  ];
  expect(lasted({ ...alarm, clearedAtMs: 702 * MINUTE, count: 3 }, steps)).toEqual([17, 17]);
});

it('one that stood once lasted from when it was raised, whenever that was written down', () => {
  expect(lasted({ ...alarm, clearedAtMs: 30 * MINUTE }, [step('raised', 90), step('cleared', 91)])).toEqual([30, 30]);
});

it('of one that is not over no length is said', () => {
  expect(lasted({ ...alarm, clearedAtMs: null, count: 2 }, [step('cleared', 5), step('rejoined', 9)])).toEqual([null, null]);
});

it('the limit of an analyser is printed in its alarm as it was entered, and its value as finely', () => {
  const mercury: AlarmRecord = { ...alarm, category: 'quality_threshold', value: 0.0061, threshold: 0.005 };
  const { columns } = alarmTable([mercury, { ...alarm, value: 7, threshold: 1 / 3 }], contextOf([]));
  expect(columns.flatMap(({ key, decimals }) => (['value', 'limit'].includes(key) ? [decimals] : []))).toEqual([3, 3]);
});
