import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SLOTS_PER_DAY } from '../../../core/slots.ts';
import type { Unit } from '../../../plantModel/model.ts';
import { feed, settingsWith } from '../../../test/alertRig.ts';
import { RuleRig } from '../../../test/ruleRig.ts';
import { mayActivate } from '../../../test/ruleTexts.ts';
import { TestPlant } from '../../../test/testPlant.ts';
import { acknowledge, type ConditionState, idle, isOpen, transition } from '../lifecycle/machine.ts';
import type { AlertCategory } from '../model.ts';
import { alarmKey } from '../subject.ts';
import type { RuleFinding } from './model.ts';
import { timingOf } from './timing.ts';

const DATE = '2026-03-10';
const meter = { modulus: 1e8, basePerCount: 1000, maxPerHour: 1000 };
/** A tank of 100 KL. */
const tank = { shape: 'rectangular', length: 5, width: 4, height: 5, compartments: 1 } as const;

type Case = {
  category: AlertCategory;
  unit: Pick<Unit, 'type' | 'meta'> & Partial<Unit>;
  /** Parameters of the unit with values below, around and over their limits. */
  values: Record<string, readonly number[]>;
  /** Sums may be raised by what is estimated, silence by what is missing. */
  isOfSums?: true;
  isOfSilence?: true;
  /** Slots whose mean is evaluated, one where absent; not each of them need be measured. */
  meanSlots?: number;
};

const cases: readonly Case[] = [
  {
    category: 'device_status',
    unit: { type: 'level', meta: {}, feeds: [feed('unit', 'level')] },
    values: { level: [1, 1.1, 1.2] },
    isOfSilence: true,
  },
  {
    category: 'unit_threshold',
    unit: { type: 'flow', meta: { meter, unitThreshold: 100, alertEnabled: { daily_threshold: true } } },
    values: { volume: [0, 500, 3000] },
    isOfSums: true,
  },
  {
    category: 'monthly_threshold',
    unit: { type: 'flow', meta: { meter, monthlyThreshold: 100, alertEnabled: { monthly_threshold: true } } },
    values: { volume: [0, 500, 3000] },
    isOfSums: true,
  },
  {
    category: 'flow_rate',
    unit: { type: 'flow', meta: { meter, flowHigh: 10, flowLow: 2 } },
    values: { flow: [0, 1.5, 5, 9.7, 11] },
  },
  {
    category: 'stable_flow',
    unit: {
      type: 'flow',
      meta: { meter, alertEnabled: { stable_flow: true }, alertParams: { stable_flow: { quietFrom: 'always', qMinM3h: 0.1 } } },
    },
    values: { volume: [0, 20, 25, 400] },
  },
  {
    category: 'level_exceed',
    unit: {
      type: 'stock',
      maxCapacity: 100,
      meta: { tank, alertEnabled: { level_exceed: true }, highThreshold: 95, lowThreshold: 15 },
    },
    values: { volume: [10_000, 16_000, 50_000, 94_000, 96_000] },
  },
  {
    category: 'quality_threshold',
    unit: {
      type: 'quality',
      meta: { params: { ph: { name: 'pH', unit: '', lt: 5.5, ht: 9 } }, alertEnabled: { ph: true } },
    },
    values: { ph: [5, 5.55, 7, 8.95, 9.5] },
    meanSlots: 3,
  },
  {
    category: 'energy_threshold',
    unit: { type: 'energy', meta: { meter, contractKVA: 100, ratedKW: 80 } },
    values: { energy: [0, 5000, 7000], apparent: [5000, 7900, 9000] },
  },
  {
    category: 'borewell_threshold',
    unit: { type: 'borewell', meta: { meter, well: { pumpIntakeMbgl: 50, ratedFlowM3h: 12, piezometer: false } } },
    values: { level: [30, 46.9, 48], volume: [0, 20, 1000] },
  },
];

/** Stretches of one value and one quality letter. */
const stretches = (values: readonly number[]) =>
  fc
    .array(
      fc.record({
        value: fc.constantFrom(...values),
        length: fc.integer({ min: 1, max: 30 }),
        letter: fc.oneof(
          { weight: 5, arbitrary: fc.constant('G') },
          { weight: 1, arbitrary: fc.constantFrom('M', 'E', 'F', 'X') },
        ),
      }),
      { minLength: 4, maxLength: 14 },
    )
    .map((parts) => ({
      values: parts.flatMap(({ value, length }) => Array.from({ length }, () => value)),
      letters: parts.map(({ letter, length }) => letter.repeat(length)).join(''),
    }));

type Series = { values: number[]; letters: string };
type Event = { slot: number; key: string; kind: string; finding: RuleFinding; before: ConditionState };

const plantOf = ({ unit }: Case, series: Readonly<Record<string, Series>>, length: number): TestPlant => {
  const plant = new TestPlant({ timezone: 'UTC', startAt: '00:00:00' })
    .addCategory('SOURCE_CATEGORY', ['s'])
    .addUnit({ id: 'unit', name: 'Unit', subCategoryId: 's', ...unit });
  for (const [param, { values, letters }] of Object.entries(series))
    plant.write('unit', param, DATE, 0, values.slice(0, length), letters.slice(0, length));
  return plant;
};

/** The rule with its machine, slot by slot, and a person who acknowledges in some of them. */
const play = (one: Case, plant: TestPlant, length: number, acknowledged: ReadonlySet<number> = new Set()): Event[] => {
  const rig = new RuleRig(plant);
  const states = new Map<string, ConditionState>();
  const events: Event[] = [];
  for (let at = 0; at < length; at += 1) {
    const slot = rig.slot(DATE, at);
    for (const finding of rig.evaluate('unit', one.category, slot)) {
      const key = alarmKey('unit', one.category, finding);
      const before = states.get(key) ?? idle;
      const timing = timingOf(settingsWith().categories[one.category], finding);
      const next = transition(before, finding, timing, slot, false);
      const state = next.step?.kind === 'raised' ? { ...next.state, alarmId: `${at}` } : next.state;
      if (next.step) events.push({ slot: at, key, kind: next.step.kind, finding, before });
      states.set(key, acknowledged.has(at) && state.alarmId !== null ? acknowledge(state, slot) : state);
    }
  }
  return events;
};

const lengthOf = (series: Readonly<Record<string, Series>>): number =>
  Math.min(...Object.values(series).map(({ letters }) => letters.length));

describe.each(cases.map((one) => [one.category, one] as const))('%s, whatever is measured', (_, one) => {
  const anything = fc.record(Object.fromEntries(Object.entries(one.values).map(([param, values]) => [param, stretches(values)])));
  const options = { numRuns: 20 };

  it('activates nothing but what the text of its rule lets, by the readings alone, nor by what was not measured', () => {
    fc.assert(
      fc.property(anything, (series) => {
        const length = lengthOf(series);
        const plant = plantOf(one, series, length);
        for (const { slot, key, kind, finding } of play(one, plant, length)) {
          if (kind !== 'raised' && kind !== 'rejoined') continue;
          expect(mayActivate(one.category, series, slot, finding), `${key} at ${slot}`).toBe(true);
          const first = slot + 1 - (one.meanSlots ?? 1);
          const isMeasured = Object.values(series).some(({ letters }) => letters.slice(first, slot + 1).includes('G'));
          if (!one.isOfSums && !one.isOfSilence) expect(isMeasured, `${key} at ${slot}`).toBe(true);
        }
      }),
      options,
    );
  });

  it('has at most one open notification of a day for each key', () => {
    fc.assert(
      fc.property(anything, (series) => {
        const length = lengthOf(series);
        for (const { slot, kind, before } of play(one, plantOf(one, series, length), length))
          if (kind === 'raised') expect(isOpen(before) && slot - (before.clearedSlot ?? slot) <= SLOTS_PER_DAY).toBe(false);
      }),
      options,
    );
  });

  it('announces nothing again before its re-alarm time has passed since it was acknowledged', () => {
    fc.assert(
      fc.property(anything, fc.array(fc.nat(400), { maxLength: 20 }), (series, slots) => {
        const length = lengthOf(series);
        const acknowledged = new Set(slots);
        const early: number[] = [];
        for (const { slot, kind, finding, before } of play(one, plantOf(one, series, length), length, acknowledged)) {
          if (kind !== 'reminded') continue;
          const { reAlarmSlots } = timingOf(settingsWith().categories[one.category], finding);
          const last = Math.max(...slots.filter((at) => at < slot && before.alarmId !== null && at >= Number(before.alarmId)));
          if (slot - last < reAlarmSlots) early.push(slot);
        }
        expect(early).toEqual([]);
      }),
      options,
    );
  });

  it('gives the same events when the same readings are played again, and none by what is yet to come', () => {
    fc.assert(
      fc.property(anything, fc.nat(), (series, seed) => {
        const length = lengthOf(series);
        const plant = plantOf(one, series, length);
        const whole = play(one, plant, length);
        expect(play(one, plantOf(one, series, length), length)).toEqual(whole);
        const cut = 1 + (seed % length);
        expect(play(one, plantOf(one, series, cut), cut)).toEqual(whole.filter(({ slot }) => slot < cut));
      }),
      options,
    );
  });

  it('is raised by some of it', () => {
    const found = fc.sample(anything, { numRuns: 30, seed: 7 }).filter((series) => {
      const length = lengthOf(series);
      return play(one, plantOf(one, series, length), length).some(({ kind }) => kind === 'raised');
    });
    expect(found.length).toBeGreaterThan(0);
  });
});
