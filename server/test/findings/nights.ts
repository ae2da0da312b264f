import {
  type Course,
  daily,
  dateBefore,
  meter,
  on,
  type Scenario,
  SLOTS,
  stretches,
  tankShape,
  WatchedPlant,
} from './scenario.ts';

export const nightScenarios: Scenario[] = [
  ...([60, 30, 9, 6] as const).map(
    (calmDays): Scenario => [
      `a night flow in excess after ${calmDays} days`,
      'line',
      'stable_flow',
      [...daily(275, 14), 276, 100],
      () => {
        const plant = new WatchedPlant().add('line', 'flow', 's', {
          meta: {
            meter,
            ...on('stable_flow'),
            alertParams: {
              stable_flow: {
                mode: 'night',
                nightFrom: '01:00',
                nightTo: '05:00',
                nightUseM3h: 0.6,
                ...(calmDays !== 30 && { qMinM3h: 0.05 }),
              },
            },
          },
        });
        return plant
          .days(
            'line',
            'volume',
            calmDays + 2,
            (at, ago) =>
              200 +
              10 * ((ago * 7) % 5) +
              (at % 12) +
              (ago === 5 || ago === 9 || ago === 10 || ago === 11 || ago < 3 ? (calmDays === 30 ? 250 : 60) : 0),
          )
          .last('line', 'volume', stretches(7 + calmDays, SLOTS, [290, 300], { letters: 'GGGGGGGGGGGGGE', longest: 20 }));
      },
    ],
  ),
  [
    'a night flow beside a tank, on a day off',
    'line',
    'stable_flow',
    [...daily(287, 20), 286],
    () =>
      new WatchedPlant()
        .add('tank', 'stock', 't', { maxCapacity: 100, meta: { tank: tankShape } })
        .add('line', 'flow', 's', {
          meta: {
            meter,
            ...on('stable_flow'),
            alertParams: { stable_flow: { mode: 'night', tankUnitId: 'tank', weeklyOffDay: 1, baselineFrom: '2025-12-20' } },
          },
        })
        .days('line', 'volume', 90, (at, ago) => 200 + (ago % 7) * 15 + (at % 5))
        .days('tank', 'volume', 90, (at, ago) => 40_000 + 50 * (at % 24) + 10 * (ago % 3)),
  ],
  ...(
    [
      ['at rest in every night', (at) => (at > 200 && at < 250 ? 0 : 600)],
      ['always on', (at, ago) => 500 + (at % 7) + ((ago * 5) % 3) + (ago < 6 ? 190 : 0)],
      ['at rest at noon', (at, ago) => (at % (100 + (ago % 3)) < 20 ? 0 : 500 + 90 * (at % 5))],
      ['unlike itself', (at, ago) => (ago % 4 === 0 ? 4000 : 300) + (at % 3)],
    ] satisfies [string, Course][]
  ).map(
    ([name, course], number): Scenario => [
      `a learned watch of a line ${name}`,
      'line',
      'stable_flow',
      [...daily(275, 32), 276, 287, 230, 240, 260].toSorted((a, b) => a - b),
      () =>
        new WatchedPlant()
          .add('line', 'flow', 's', {
            meta: {
              meter,
              ...on('stable_flow'),
              alertParams: { stable_flow: { mode: 'learned', learnFrom: dateBefore(40), nightFrom: '23:00', nightTo: '05:00' } },
            },
          })
          .days('line', 'volume', 44, course)
          .last('line', 'volume', stretches(40 + number, SLOTS, [700, 720], { letters: 'GGGGGGGGGGGGGGGGGGE', longest: 9 })),
    ],
  ),
];
