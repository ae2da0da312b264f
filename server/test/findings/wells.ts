import { every, meter, on, type Scenario, SLOTS, stretches, WatchedPlant } from './scenario.ts';

export const wellScenarios: Scenario[] = [
  [
    'a well that is pumped',
    'well',
    'borewell_threshold',
    every(SLOTS),
    () =>
      new WatchedPlant()
        .add('well', 'borewell', 'w', {
          meta: {
            meter,
            well: {
              pumpIntakeMbgl: 50,
              ratedFlowM3h: 12,
              piezometer: false,
              noc: { number: 'N', validTo: '2027-01-01', permittedKLD: 90, permittedKLY: 8000 },
            },
            alertParams: { borewell_threshold: { staticLimitMbgl: 31, staticLimitPreMonsoonMbgl: 30 } },
          },
        })
        .add('pump', 'energy', 'e', { meta: { meter, flowUnitId: 'well', ratedKW: 6 } })
        .days('well', 'level', 100, (at, ago) => (at % 96 < 30 ? 34 + (ago % 5) / 10 + (at % 96) / 100 : 30 + (ago % 3) / 100))
        .days('well', 'volume', 100, (at, ago) => (at % 96 < 30 ? 990 + (ago % 4) * 30 : 0))
        .last('well', 'level', {
          values: every(SLOTS).map((at) =>
            at < 120 ? ([46.7, 46.8, 46.9, 47, 47.1][Math.floor(at / 4) % 5] ?? 0) : at < 230 ? 30 + (at % 4) / 100 : 40,
          ),
          letters: stretches(95, SLOTS, [0], { letters: 'GGGGGGGGGGGGGGGE' }).letters,
        })
        .last('well', 'volume', {
          values: every(SLOTS).map((at) =>
            at < 60 ? 1000 : at < 120 ? ([0, 49, 50, 51, 99, 100, 101, 500][Math.floor(at / 5) % 8] ?? 0) : at < 230 ? 0 : 1000,
          ),
          letters: stretches(96, SLOTS, [0], { letters: 'GGGGGGGGGGGGGGGGGGGGGM' }).letters,
        })
        .last('pump', 'energy', stretches(97, SLOTS, [0, 49, 50, 51, 400], { longest: 6 })),
  ],
  [
    'a piezometer',
    'well',
    'borewell_threshold',
    every(60),
    () =>
      new WatchedPlant()
        .add('well', 'level', 'w', { meta: { highThreshold: 20, ...on('borewell_threshold') } })
        .last('well', 'level', stretches(98, 60, [19.79, 19.8, 19.81, 20, 20.01, 20.02], { longest: 8 })),
  ],
];
