import { every, meter, type Scenario, SLOTS, stretches, WatchedPlant } from './scenario.ts';

export const energyScenarios: Scenario[] = [
  [
    'power, demand and energy',
    'pump',
    'energy_threshold',
    [...every(150), 286, 287],
    () =>
      new WatchedPlant()
        .add('line', 'flow', 's', { meta: { meter } })
        .add('pump', 'energy', 'e', { meta: { meter, contractKVA: 100, ratedKW: 80, unitThreshold: 1700, flowUnitId: 'line' } })
        .days('line', 'volume', 34, (at, ago) => 500 + ((ago * 11) % 7) * 60 + (at % 4))
        .days('pump', 'energy', 34, (at, ago) => 4500 + ((ago * 5) % 6) * 50 + (at % 3))
        .last(
          'pump',
          'energy',
          stretches(90, SLOTS, [600, 700, 5000, 6700, 7500, 8400], { letters: 'GGGGGGGGGGGGE', longest: 10 }),
        )
        .last(
          'pump',
          'apparent',
          stretches(91, SLOTS, [700, 5600, 7500, 8300, 8334, 8400, 9000], { letters: 'GGGGGGGGGGGGE', longest: 10 }),
        ),
  ],
  ...[1.1, 1.14, 1.16, 1.3].map(
    (part): Scenario => [
      `${part} of the usual energy for its water`,
      'pump',
      'energy_threshold',
      [286, 287],
      () =>
        new WatchedPlant()
          .add('line', 'flow', 's', { meta: { meter } })
          .add('pump', 'energy', 'e', { meta: { meter, flowUnitId: 'line' } })
          .days('line', 'volume', 34, (at, ago) => 500 + ((ago * 11) % 7) * 60 + (at % 4))
          .days(
            'pump',
            'energy',
            34,
            (_, ago) => (500 + ((ago * 11) % 7) * 60) * (ago === 0 ? part : 1 + 0.01 * ((ago * 3) % 5)),
          ),
    ],
  ),
];
