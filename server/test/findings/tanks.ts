import { every, on, type Scenario, SLOTS, stretches, tankShape, WatchedPlant } from './scenario.ts';

export const tankScenarios: Scenario[] = [
  [
    'a tank that fills and empties',
    'tank',
    'level_exceed',
    every(140),
    () =>
      new WatchedPlant()
        .add('tank', 'stock', 't', {
          maxCapacity: 100,
          meta: { tank: tankShape, ...on('level_exceed'), highThreshold: 95, lowThreshold: 15 },
        })
        .days('tank', 'volume', 3, (at, ago) => 50_000 + 30_000 * Math.sin((at + ago) / 40))
        .last('tank', 'volume', {
          values: every(SLOTS).map((at) => Math.round(56_000 + 44_000 * Math.sin(at / 25) + (at % 6) * 100)),
          letters: stretches(70, SLOTS, [0]).letters,
        }),
  ],
  [
    'a tank at its limits',
    'tank',
    'level_exceed',
    every(120),
    () =>
      new WatchedPlant()
        .add('tank', 'stock', 't', { maxCapacity: 100, meta: { ...on('level_exceed'), highThreshold: 95, lowThreshold: 15 } })
        .last(
          'tank',
          'volume',
          stretches(71, 120, [15_000, 17_000, 17_100, 93_000, 92_900, 95_000, 94_900, 20_000], { longest: 8 }),
        ),
  ],
  [
    'a level in metres',
    'level',
    'level_exceed',
    every(180),
    () =>
      new WatchedPlant()
        .add('level', 'level', 't', { meta: { tank: tankShape, ...on('level_exceed'), highThreshold: 4.5, lowThreshold: 0.5 } })
        .days('level', 'level', 3, (at) => 2 + Math.sin(at / 40))
        .last('level', 'level', {
          values: every(SLOTS).map((at) => Math.round(1000 * (2.5 + 2.4 * Math.sin(at / 30))) / 1000),
          letters: 'G',
        }),
  ],
];
