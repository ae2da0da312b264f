import { expect, it } from 'vitest';
import { systemClock } from './core/clock.ts';
import { RunningParts } from './core/runningParts.ts';
import { type Acquisition, startAcquisition } from './running.ts';
import { silent } from './test/httpRig.ts';

const names = [
  'alarms',
  'equipment faults',
  'readings',
  'sealing',
  'figures of days',
  'commands',
  'field',
  'loop delay',
] as const;
type Name = (typeof names)[number];

/** Parts that note what is asked of them; one of them begins and then fails. */
const acquisition = (failing: Name | undefined) => {
  const started: Name[] = [];
  const stopped: string[] = [];
  const part = (name: Name) => ({
    start: () => {
      started.push(name);
      if (name === failing) throw new Error(`${name}: no`);
    },
    stop: () => void stopped.push(name),
  });
  const parts: Acquisition = {
    alerts: { engine: part('alarms'), equipmentFaults: part('equipment faults') },
    ingest: part('readings'),
    sealing: part('sealing'),
    closedDayFigures: part('figures of days'),
    plc: part('commands'),
    gateway: part('field'),
    loopDelay: part('loop delay'),
    readings: { stop: () => stopped.push('batch runs') },
    commissioning: { tools: { stop: () => stopped.push('field tools') } },
    stopFigures: () => stopped.push('figures'),
  };
  return { parts, started, stopped };
};

it('every part that began is stopped, also the one whose start failed half-way', async () => {
  for (const failing of names) {
    const { parts, started, stopped } = acquisition(failing);
    const running = new RunningParts(systemClock, silent);
    expect(() => startAcquisition(parts, running, Promise.resolve())).toThrow(`${failing}: no`);
    await running.stop();
    expect({ failing, left: started.filter((name) => !stopped.includes(name)) }).toEqual({ failing, left: [] });
  }
});

it('the field stops before what takes its readings, and the alarms before the readings, which store last', async () => {
  const { parts, stopped } = acquisition(undefined);
  const running = new RunningParts(systemClock, silent);
  startAcquisition(parts, running, Promise.resolve());
  await running.stop();
  const order = [
    'loop delay',
    'field tools',
    'field',
    'commands',
    'batch runs',
    'figures of days',
    'sealing',
    'alarms',
    'readings',
  ];
  expect(stopped).toEqual([...order, 'figures', 'equipment faults']);
});
