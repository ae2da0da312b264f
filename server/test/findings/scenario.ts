import { uniformAt } from '../../core/random.ts';
import type { AlertCategory } from '../../features/alarms/model.ts';
import type { RuleFinding } from '../../features/alarms/rules/model.ts';
import type { Unit } from '../../plantModel/model.ts';
import { RuleRig } from '../ruleRig.ts';
import { TestPlant } from '../testPlant.ts';

export const LAST = '2026-03-08'; // a Sunday
const DAY_MS = 86_400_000;
export const SLOTS = 288;
export const dateBefore = (days: number): string => new Date(Date.parse(LAST) - days * DAY_MS).toISOString().slice(0, 10);
export const meter = { modulus: 1e8, basePerCount: 10, maxPerHour: 10_000 };
export const tankShape = { shape: 'vertical_cylinder', diameter: 4, height: 5 } as const;

type Series = { values: number[]; letters: string };
type Unlike = { letters?: string; longest?: number };

/** Stretches of chosen values and letters, the same at each run. */
export const stretches = (
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
export type Course = (at: number, ago: number) => number;

export class WatchedPlant {
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
export const recordOf = ({ plant }: WatchedPlant, unitId: string, category: AlertCategory, places: readonly number[]): string => {
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

export const every = (count: number, from = 0): number[] => Array.from({ length: count }, (_, at) => from + at);
/** The same place on so many days up to the last. */
export const daily = (place: number, days: number): number[] => every(days).map((at) => place - (days - 1 - at) * SLOTS);

export type Scenario = [name: string, unitId: string, category: AlertCategory, places: number[], make: () => WatchedPlant];
export const on = (...names: string[]) => ({ alertEnabled: Object.fromEntries(names.map((name) => [name, true])) });
