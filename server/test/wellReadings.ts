import type { Unit } from '../plantModel/model.ts';
import { RuleRig } from './ruleRig.ts';
import { TestPlant } from './testPlant.ts';

export const DATE = '2026-03-10';
export const meter = { modulus: 1e8, basePerCount: 10, maxPerHour: 10_000 };
export const built = { pumpIntakeMbgl: 50, ratedFlowM3h: 12, piezometer: false };
export const repeat = (value: number, count: number): number[] => Array.from({ length: count }, () => value);

export const plantOf = (meta: Unit['meta'] = {}): TestPlant =>
  new TestPlant({ timezone: 'UTC', startAt: '00:00:00' })
    .addCategory('GROUND_WATER_LEVEL', ['w'])
    .addCategory('ENERGY_CATEGORY', ['e'])
    .addUnit({ id: 'well', name: 'Well', type: 'borewell', subCategoryId: 'w', meta: { meter, well: built, ...meta } });
export const lines = (plant: TestPlant, to: number, date = DATE): string[] =>
  new RuleRig(plant).lines('well', 'borewell_threshold', date, 0, to);
/** A KL a slot, 12 m3/h. */
export const ON = 1000;
