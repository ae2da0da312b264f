import { dayNumber } from '../../core/shift.ts';
import { type Changes, enter } from './changing.ts';
import { before, day } from './demo.ts';

export const lateReadings: Changes = [
  [
    'slots of a meter come late',
    () => enter('line1', 'volume', day, 100, [90_000]),
    [
      /^deviceData\?.*source&type=HOUR/,
      /^deviceDataV2\?.*SOURCE/,
      /compare/,
      /granular\/unit/,
      /granular\/cat/,
      /landing/,
      /summary/,
    ],
  ],
  ['slots of the day before come late', () => enter('line1', 'volume', before, 100, [90_000]), [/^deviceDataV2/]],
  [
    'slots of a source of the day before come late',
    () => enter('borewell1', 'volume', before, 100, [90_000]),
    [/summaryPage\?[^&]*$/],
  ],
  [
    'the last stock of the day before comes late',
    () => enter('rawTank', 'volume', before, -1, [1000]),
    [/stock&type=HOUR/, /waterBalance\/data/],
  ],
  [
    'the last stock of the month before comes late',
    () => enter('rawTank', 'volume', dayNumber('2026-10-31'), -1, [2000]),
    [/STOCK_CATEGORY&type=MONTH/, /waterBalance\/data.*DATE/],
  ],
  [
    'slots of a source come late',
    () => enter('borewell1', 'volume', day, 100, [90_000]),
    [/gwi/, /neutrality/, /executive/, /waterBalance\/data/],
  ],
  [
    'slots of an RO meter come late',
    () => enter('permeate', 'volume', day, 96, Array<number>(24).fill(1)),
    [/roEfficiency/, /landing/, /executive/],
  ],
  ['rain water used comes late', () => enter('harvestUse', 'volume', day, 100, [90_000]), [/efficiencySaving/, /executive/]],
  [
    'rain comes late',
    () => enter('rain', 'rain', day, 100, [40]),
    [/rainfall\/trend/, /efficiencySaving/, /fetchAnalytics/, /gwi/],
  ],
  [
    'a quality parameter comes late',
    () => enter('etpQuality', 'ph', day, 100, [11, 11, 11]),
    [/quality&type=HOUR/, /landing/, /executive/],
  ],
  [
    'levels of a week come late',
    async () => {
      for (let back = 0; back < 7; back += 1) await enter('piezometer', 'level', before - back, 0, Array<number>(288).fill(45));
    },
    [/GROUND_WATER/, /gwi/],
  ],
  ['energy comes late', () => enter('roEnergy', 'energy', day, 150, [90_000]), [/energy/, /ENERGY/, /roEfficiency/, /executive/]],
];
