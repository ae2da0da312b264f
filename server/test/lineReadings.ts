import type { Unit } from '../plantModel/model.ts';
import { TestPlant } from './testPlant.ts';

export const DATE = '2026-03-10';
export const meter = { modulus: 1e6, basePerCount: 10, maxPerHour: 10_000 };
export const repeat = (value: number, count: number): number[] => Array.from({ length: count }, () => value);

export const plantOf = (meta: Unit['meta'], fields: Partial<Unit> = {}): TestPlant =>
  new TestPlant({ timezone: 'Asia/Kolkata', startAt: '06:00:00' })
    .addCategory('SOURCE_CATEGORY', ['s'])
    .addUnit({ id: 'line', name: 'Line', type: 'flow', subCategoryId: 's', meta: { meter, ...meta }, ...fields });
