import { every, meter, on, type Scenario, SLOTS, stretches, WatchedPlant } from './scenario.ts';

export const lineScenarios: Scenario[] = [
  [
    'a line over and under its limits',
    'line',
    'flow_rate',
    every(SLOTS),
    () =>
      new WatchedPlant()
        .add('line', 'flow', 's', { maxCapacity: 480, meta: { meter, flowHigh: 10, flowLow: 2 } })
        .last('line', 'flow', stretches(1, SLOTS, [0, 0.1, 0.2, 0.3, 1.9, 2, 2.1, 2.2, 9.4, 9.5, 9.7, 10, 10.1])),
  ],
  [
    'a line that runs at its hours',
    'line',
    'flow_rate',
    every(80),
    () =>
      new WatchedPlant()
        .add('line', 'flow', 's', {
          meta: { meter, flowLow: 2, alertParams: { flow_rate: { runFrom: '06:30', runTo: '12:00' } } },
        })
        .last('line', 'flow', stretches(2, 80, [0, 2, 2.1, 3, 4], { longest: 5 })),
  ],
  [
    'a line with its pump',
    'line',
    'flow_rate',
    every(150),
    () =>
      new WatchedPlant()
        .add('line', 'flow', 's', { meta: { meter, flowLow: 2 } })
        .add('pump', 'energy', 'e', { meta: { meter, flowUnitId: 'line', ratedKW: 12 } })
        .last('line', 'flow', stretches(3, 150, [0, 2, 3], { longest: 7 }))
        .last('pump', 'energy', stretches(4, 150, [0, 99, 100, 101, 900], { longest: 7 })),
  ],
  [
    'a steady flow at night',
    'line',
    'stable_flow',
    every(110, 190),
    () =>
      new WatchedPlant()
        .add('line', 'flow', 's', { meta: { meter, ...on('stable_flow') } })
        .last('line', 'volume', stretches(5, SLOTS, [300, 310, 330, 350], { letters: 'GGGGGGGGGGGGGGGGGGE', longest: 9 })),
  ],
  [
    'a line that must come back to nothing',
    'line',
    'stable_flow',
    every(200),
    () =>
      new WatchedPlant()
        .add('line', 'flow', 's', {
          maxCapacity: 240,
          meta: { meter, ...on('stable_flow'), alertParams: { stable_flow: { quietFrom: 'always' } } },
        })
        .last('line', 'volume', stretches(6, 200, [16, 17, 18, 400, 900], { letters: 'GGGGGGGGGGGGGGGE', longest: 12 })),
  ],
  [
    'a flow at the least that counts as one',
    'line',
    'stable_flow',
    every(200),
    () =>
      new WatchedPlant()
        .add('line', 'flow', 's', {
          meta: { meter, ...on('stable_flow'), alertParams: { stable_flow: { quietFrom: 'always', qMinM3h: 6 } } },
        })
        .last('line', 'volume', stretches(9, 200, [499, 500, 500, 500, 501], { letters: 'GGGGGGGGGGGGGGGGGGGGE', longest: 30 })),
  ],
];
