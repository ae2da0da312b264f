import { every, meter, on, type Scenario, SLOTS, stretches, WatchedPlant } from './scenario.ts';

export const totalScenarios: Scenario[] = [
  ...[20, 140, 260].map(
    (from): Scenario => [
      `a day's limit near slot ${from}`,
      'line',
      'unit_threshold',
      every(28, from - 12),
      () =>
        new WatchedPlant()
          .add('line', 'flow', 's', { meta: { meter, unitThreshold: from === 20 ? 30 : 180, ...on('daily_threshold') } })
          .days('line', 'volume', 30, (at, ago) => 500 + 10 * ((ago * 3) % 7) + (at > 200 ? 300 : 0), from === 140 ? 'G' : 'GG')
          .last('line', 'volume', stretches(60 + from, SLOTS, [500, 700, 1100, 2000])),
    ],
  ),
  [
    'a day without a usual day',
    'line',
    'unit_threshold',
    every(100, 188),
    () =>
      new WatchedPlant()
        .add('line', 'flow', 's', { meta: { meter, unitThreshold: 180, ...on('daily_threshold') } })
        .last('line', 'volume', stretches(65, SLOTS, [0, 600, 700, -50], { letters: 'GGGGGGGFM' })),
  ],
  ...[150, 112, 98, 70].map(
    (limit): Scenario => [
      `a month of ${limit * 8} thousand litres`,
      'line',
      'monthly_threshold',
      [0, 1, 30, 31, 32, 100, 200, 286, 287],
      () =>
        new WatchedPlant()
          .add('line', 'flow', 's', { meta: { meter, monthlyThreshold: limit * 8, ...on('monthly_threshold') } })
          .days('line', 'volume', 12, (at, ago) => 340 + ago + (at % 9)),
    ],
  ),
];
