import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { uniformAt } from '../../../core/random.ts';
import type { Unit } from '../../../plantModel/model.ts';
import { feed } from '../../../test/alertRig.ts';
import { RuleRig } from '../../../test/ruleRig.ts';
import { TestPlant } from '../../../test/testPlant.ts';
import type { AlertCategory } from '../model.ts';
import { rules } from './list.ts';
import type { RuleFinding } from './model.ts';

// What a rule must find is said by the tests beside this one, from the rule's text. This one keeps every field of every finding over readings
// that lie on, below and above each limit, so that no change of a rule goes unseen: `npx vitest run -u` on this file records them anew, in
// a commit of its own that names the reason.

const LAST = '2026-03-08'; // a Sunday
const DAY_MS = 86_400_000;
const SLOTS = 288;
const dateBefore = (days: number): string => new Date(Date.parse(LAST) - days * DAY_MS).toISOString().slice(0, 10);
const meter = { modulus: 1e8, basePerCount: 10, maxPerHour: 10_000 };
const tankShape = { shape: 'vertical_cylinder', diameter: 4, height: 5 } as const;

type Series = { values: number[]; letters: string };
type Unlike = { letters?: string; longest?: number };

/** Stretches of chosen values and letters, the same at each run. */
const stretches = (
  seed: number,
  count: number,
  values: readonly number[],
  { letters = 'GGGGGGGEMX', longest = 16 }: Unlike = {},
): Series => {
  const made: Series = { values: [], letters: '' };
  for (let at = 0; made.values.length < count; at += 1) {
    const pick = <T>(from: ArrayLike<T>, channel: number): T => from[Math.floor(uniformAt(seed, channel, at) * from.length)] as T;
    const length = 1 + Math.floor(uniformAt(seed, 3, at) * longest);
    made.values.push(...new Array<number>(length).fill(pick(values, 1)));
    made.letters += pick(letters, 2).repeat(length);
  }
  return { values: made.values.slice(0, count), letters: made.letters.slice(0, count) };
};

/** A day's course, by the slot and how many days ago it is. */
type Course = (at: number, ago: number) => number;

class Plant {
  readonly plant = new TestPlant({ timezone: 'Asia/Kolkata', startAt: '06:00:00' })
    .addCategory('SOURCE_CATEGORY', ['s'])
    .addCategory('ENERGY_CATEGORY', ['e'])
    .addCategory('QUALITY_CATEGORY', ['q'])
    .addCategory('GROUND_WATER_LEVEL', ['w'])
    .addCategory('STOCK_CATEGORY', ['t']);

  add(id: string, type: Unit['type'], subCategoryId: string, fields: Partial<Unit> = {}): this {
    this.plant.addUnit({ id, name: id, type, subCategoryId, ...fields });
    return this;
  }

  /** The last days, each by its course; the very last may be made of stretches. */
  days(unitId: string, param: string, days: number, course: Course, letters = 'G'): this {
    for (let ago = days; ago >= 0; ago -= 1)
      this.plant.write(
        unitId,
        param,
        dateBefore(ago),
        0,
        Array.from({ length: SLOTS }, (_, at) => course(at, ago)),
        letters,
      );
    return this;
  }

  last(unitId: string, param: string, { values, letters }: Series): this {
    this.plant.write(unitId, param, LAST, 0, values, letters);
    return this;
  }
}

const shown = (value: unknown): unknown => (typeof value === 'number' ? Number(value.toPrecision(8)) : value);

/** Of each finding all that differs from the one before of the same name. */
const recordOf = ({ plant }: Plant, unitId: string, category: AlertCategory, places: readonly number[]): string => {
  const rig = new RuleRig(plant);
  const before = new Map<string, Record<string, unknown>>();
  const lines: string[] = [];
  for (const at of places) {
    for (const finding of rig.evaluate(unitId, category, rig.slot(LAST, at))) {
      const { facts, ...own }: RuleFinding = finding;
      const fields: Record<string, unknown> = Object.fromEntries(
        Object.entries({ ...own, ...facts }).map(([name, value]) => [name in own ? name : `.${name}`, shown(value)]),
      );
      const name = `${finding.param} ${finding.direction}`;
      const known = before.get(name) ?? {};
      const changed = Object.entries(fields).filter(([field, value]) => known[field] !== value);
      const gone = Object.keys(known).filter((field) => !(field in fields));
      if (changed.length + gone.length > 0) lines.push(JSON.stringify([at, name, Object.fromEntries(changed), ...gone]));
      before.set(name, fields);
    }
  }
  return `${lines.join('\n')}\n`;
};

const every = (count: number, from = 0): number[] => Array.from({ length: count }, (_, at) => from + at);
/** The same place on so many days up to the last. */
const daily = (place: number, days: number): number[] => every(days).map((at) => place - (days - 1 - at) * SLOTS);

type Scenario = [name: string, unitId: string, category: AlertCategory, places: number[], make: () => Plant];
const on = (...names: string[]) => ({ alertEnabled: Object.fromEntries(names.map((name) => [name, true])) });

const scenarios: Scenario[] = [
  [
    'a line over and under its limits',
    'line',
    'flow_rate',
    every(SLOTS),
    () =>
      new Plant()
        .add('line', 'flow', 's', { maxCapacity: 480, meta: { meter, flowHigh: 10, flowLow: 2 } })
        .last('line', 'flow', stretches(1, SLOTS, [0, 0.1, 0.2, 0.3, 1.9, 2, 2.1, 2.2, 9.4, 9.5, 9.7, 10, 10.1])),
  ],
  [
    'a line that runs at its hours',
    'line',
    'flow_rate',
    every(80),
    () =>
      new Plant()
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
      new Plant()
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
      new Plant()
        .add('line', 'flow', 's', { meta: { meter, ...on('stable_flow') } })
        .last('line', 'volume', stretches(5, SLOTS, [300, 310, 330, 350], { letters: 'GGGGGGGGGGGGGGGGGGE', longest: 9 })),
  ],
  [
    'a line that must come back to nothing',
    'line',
    'stable_flow',
    every(200),
    () =>
      new Plant()
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
      new Plant()
        .add('line', 'flow', 's', {
          meta: { meter, ...on('stable_flow'), alertParams: { stable_flow: { quietFrom: 'always', qMinM3h: 6 } } },
        })
        .last('line', 'volume', stretches(9, 200, [499, 500, 500, 500, 501], { letters: 'GGGGGGGGGGGGGGGGGGGGE', longest: 30 })),
  ],
  ...([60, 30, 9, 6] as const).map(
    (calmDays): Scenario => [
      `a night flow in excess after ${calmDays} days`,
      'line',
      'stable_flow',
      [...daily(275, 14), 276, 100],
      () => {
        const plant = new Plant().add('line', 'flow', 's', {
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
      new Plant()
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
        new Plant()
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
  ...[20, 140, 260].map(
    (from): Scenario => [
      `a day's limit near slot ${from}`,
      'line',
      'unit_threshold',
      every(28, from - 12),
      () =>
        new Plant()
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
      new Plant()
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
        new Plant()
          .add('line', 'flow', 's', { meta: { meter, monthlyThreshold: limit * 8, ...on('monthly_threshold') } })
          .days('line', 'volume', 12, (at, ago) => 340 + ago + (at % 9)),
    ],
  ),
  [
    'a tank that fills and empties',
    'tank',
    'level_exceed',
    every(140),
    () =>
      new Plant()
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
      new Plant()
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
      new Plant()
        .add('level', 'level', 't', { meta: { tank: tankShape, ...on('level_exceed'), highThreshold: 4.5, lowThreshold: 0.5 } })
        .days('level', 'level', 3, (at) => 2 + Math.sin(at / 40))
        .last('level', 'level', {
          values: every(SLOTS).map((at) => Math.round(1000 * (2.5 + 2.4 * Math.sin(at / 30))) / 1000),
          letters: 'G',
        }),
  ],
  [
    'a water quality at its limits',
    'quality',
    'quality_threshold',
    every(SLOTS),
    () =>
      new Plant()
        .add('line', 'flow', 's', { meta: { meter } })
        .add('quality', 'quality', 'q', {
          meta: {
            flowUnitId: 'line',
            params: {
              ph: { name: 'pH', unit: '', lt: 5.5, ht: 9 },
              frc: { name: 'FRC', unit: 'mg/L', lt: 0.2, ht: null },
              tds: { name: 'TDS', unit: 'mg/L', lt: null, ht: 2000 },
            },
            ...on('ph', 'frc', 'tds'),
          },
        })
        .last('line', 'flow', stretches(80, SLOTS, [0, 0.5, 5, 6, 7], { letters: 'GGGGGGGGM', longest: 30 }))
        .last('quality', 'ph', stretches(81, SLOTS, [5.4, 5.5, 5.6, 5.7, 8.9, 8.8, 9, 9.1]))
        .last('quality', 'frc', stretches(82, SLOTS, [0.1, 0.2, 0.25, 0.3]))
        .last('quality', 'tds', stretches(83, SLOTS, [1950, 1960, 2000, 2001, 2100], { longest: 90 })),
  ],
  [
    'a water quality under consent',
    'quality',
    'quality_threshold',
    every(60, 228),
    () =>
      new Plant()
        .add('quality', 'quality', 'q', {
          meta: { underConsent: true, params: { tss: { name: 'TSS', unit: 'mg/L', lt: null, ht: 100 } }, ...on('tss') },
        })
        .last('quality', 'tss', stretches(84, SLOTS, [99, 100, 101, 130])),
  ],
  [
    'power, demand and energy',
    'pump',
    'energy_threshold',
    [...every(150), 286, 287],
    () =>
      new Plant()
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
        new Plant()
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
  [
    'a well that is pumped',
    'well',
    'borewell_threshold',
    every(SLOTS),
    () =>
      new Plant()
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
      new Plant()
        .add('well', 'level', 'w', { meta: { highThreshold: 20, ...on('borewell_threshold') } })
        .last('well', 'level', stretches(98, 60, [19.79, 19.8, 19.81, 20, 20.01, 20.02], { longest: 8 })),
  ],
  [
    'a device that fails',
    'main',
    'device_status',
    every(SLOTS),
    () => {
      const made = new Plant().add('main', 'flow', 's', {
        meta: { meter },
        feeds: [feed('main', 'volume'), feed('main', 'flow')],
      });
      const kinds = ['clock', 'counter_reset', 'rollover_doubt', 'reverse_flow', 'reverse_flow', 'reverse_flow'] as const;
      const first = made.plant.calendar.window(LAST).firstSlot;
      for (let at = 0; at < 150; at += 2)
        made.plant.reader.events.push({
          seriesId: made.plant.seriesId('main', 'volume'),
          slot: first + at,
          kind: kinds[Math.floor(at / 8) % kinds.length] ?? 'clock',
          before: at % 3 === 0 ? null : 1,
          after: 2,
          note: '',
        } as never);
      return made
        .last('main', 'volume', stretches(99, SLOTS, [0, 160, 167, 900], { letters: 'GGGGGMXE', longest: 20 }))
        .last('main', 'flow', stretches(100, SLOTS, [0, 1.9, 2.1, 8], { letters: 'GGGGGMXE', longest: 20 }));
    },
  ],
  ...(['stock', 'level'] as const).map(
    (type): Scenario => [
      `a ${type} gauge that is stuck`,
      'tank',
      'device_status',
      every(120, 168),
      () => {
        const param = type === 'stock' ? 'volume' : 'level';
        const made = new Plant();
        for (const id of ['tank', 'other', 'third'])
          made.add(id, type, id === 'third' ? 's' : 't', {
            ...(type === 'stock' && { maxCapacity: 100 }),
            meta: { tank: tankShape },
            feeds: [feed(id, param)],
          });
        return made
          .days('tank', param, 15, (at, ago) => (type === 'stock' ? 1000 : 0.1) * (20 + (at % 30) + ago))
          .days('other', param, 15, (at) => at % 50)
          .last(
            'tank',
            param,
            stretches(101, SLOTS, type === 'stock' ? [40_000, 50_000, 99_500] : [1, 2, 4.97], {
              letters: 'GGGGGGGGGGE',
              longest: 100,
            }),
          )
          .last('other', param, stretches(102, SLOTS, [1, 2, 3], { letters: 'G', longest: 90 }));
      },
    ],
  ),
];

describe('the findings', () => {
  it.each(scenarios)('of %s are those that were recorded', async (name, unitId, category, places, make) => {
    const record = recordOf(make(), unitId, category, places);
    // only a line whose nights are too unlike each other has none
    expect(record === '\n').toBe(name.endsWith('unlike itself'));
    await expect(record).toMatchFileSnapshot(
      join(import.meta.dirname, 'recorded', `${name.replaceAll(/[^a-z0-9.]+/g, '-')}.txt`),
    );
  });

  it('are of every rule', () => {
    expect(new Set(scenarios.map(([, , category]) => category))).toEqual(new Set(rules.map(({ category }) => category)));
  });
});
