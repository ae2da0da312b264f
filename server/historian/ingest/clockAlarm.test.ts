import { expect, it } from 'vitest';
import { ManualClock } from '../../core/clock.ts';
import { PlantClock } from '../../core/plantClock.ts';
import { ClockAlarm } from './clockAlarm.ts';

const MINUTE_MS = 60_000;

const rig = () => {
  const wall = new ManualClock(1e12);
  const clock = new PlantClock(wall);
  const said: [string, string | null][] = [];
  const alarm = new ClockAlarm({
    clock,
    units: { industries: () => [{ id: 'A' }, { id: 'B' }] as never },
    bus: {
      emit: (_, event) =>
        void said.push(['industryId' in event ? String(event.industryId) : '', 'text' in event ? event.text : '']),
    },
  });
  const pass = (minutes: number): void => {
    for (let at = 0; at < minutes; at += 1) {
      wall.advance(MINUTE_MS);
      alarm.follow(clock.takeSteps());
    }
  };
  return { wall, said, pass };
};

it('a clock that is set is an alarm of every plant, and over an hour later', () => {
  const { wall, said, pass } = rig();
  pass(10);
  wall.stepWall(62 * MINUTE_MS);
  pass(59);
  const text = 'it was set ahead by 62 min; nothing was read in between';
  expect(said).toEqual([
    ['A', text],
    ['B', text],
  ]);
  pass(2);
  expect(said.slice(2)).toEqual([
    ['A', null],
    ['B', null],
  ]);
  pass(300);
  expect(said).toHaveLength(4);
});

it('a clock that was set back is an alarm until the readings are no longer ahead of it', () => {
  const { wall, said, pass } = rig();
  wall.stepWall(-30 * MINUTE_MS);
  pass(590);
  expect(said.map(([, text]) => text)).toEqual(
    Array(2).fill('it is 30 min behind what was read before; readings go on in their order'),
  );
  pass(30);
  expect(said.slice(2).map(([, text]) => text)).toEqual([null, null]);
});

it('an alarm of the run before is over after an hour of a clock that is right', () => {
  const { said, pass } = rig();
  pass(59);
  expect(said).toEqual([]);
  pass(2);
  expect(said.map(([, text]) => text)).toEqual([null, null]);
});
