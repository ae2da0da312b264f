import type { UnitMeta } from '../../contract/model/units.ts';
import type { DemoTank } from './beverageTanks.ts';
import type { DemoUnit } from './model.ts';

/** A unit's key, its name, and the key of its sub-category. */
type Named = Pick<DemoUnit, 'key' | 'name' | 'sub'>;
type Extra = Pick<DemoUnit, 'ids' | 'meta'>;
type Size = readonly [maxM3h: number, klPerDay: number];

const thresholdsOf = (klPerDay: number): UnitMeta => ({
  unitThreshold: klPerDay,
  monthlyThreshold: klPerDay * 26,
  alertEnabled: { daily_threshold: true, monthly_threshold: true },
});

/** A metered line: largest believable flow and the capacity of a day. */
export const flow = (named: Named, [maxM3h, klPerDay]: Size, extra: Extra = {}): DemoUnit => ({
  ...named,
  type: 'flow',
  siUnit: 'KL',
  maxCapacity: klPerDay,
  ...extra,
  meta: {
    meter: { modulus: 100_000_000, basePerCount: 1000, maxPerHour: maxM3h },
    meterClass: '2',
    ...thresholdsOf(klPerDay),
    ...extra.meta,
  },
});

/** A well is a source and a depth to water in one. */
export const borewell = (named: Named, size: Size, highBglM: number): DemoUnit => {
  const line = flow(named, size, {
    ids: ['ID_SOURCE', 'ID_WATER_DEBITED', 'GROUND_WATER_LEVEL'],
    meta: { waterSource: 'ground', freshwater: true, highThreshold: highBglM },
  });
  return { ...line, type: 'borewell' };
};

export const energy = (named: Named, maxKw: number, meta: UnitMeta = {}): DemoUnit => ({
  ...named,
  type: 'energy',
  siUnit: 'kWh',
  meta: { meter: { modulus: 100_000_000, basePerCount: 1000, maxPerHour: maxKw }, ...meta },
});

/** Depth to water; the larger the worse. */
export const level = (named: Named, highBglM: number): DemoUnit => ({
  ...named,
  type: 'level',
  siUnit: 'm',
  meta: { highThreshold: highBglM, alertEnabled: { borewell_threshold: true } },
});

export const stock = ({ unit, name, sub, capacityKl, shape, ids }: DemoTank): DemoUnit => ({
  key: unit,
  name,
  sub,
  type: 'stock',
  siUnit: 'KL',
  maxCapacity: capacityKl,
  ...(ids ? { ids } : {}),
  meta: { tank: shape, lowThreshold: 15, highThreshold: 97, alertEnabled: { level_exceed: true } },
});

type Params = NonNullable<UnitMeta['params']>;

export const param = (name: string, unit: string, lt: number | null = null, ht: number | null = null): Params[string] => ({
  name,
  unit,
  lt,
  ht,
});

/** EP Rules, Schedule VI, inland surface water. */
export const outletLimits: Params = {
  tss: param('TSS', 'mg/L', null, 100),
  cod: param('COD (UV surrogate)', 'mg/L', null, 250),
  bod: param('BOD (UV surrogate)', 'mg/L', null, 30),
};

export const quality = (named: Named, params: Params, extra: Pick<DemoUnit, 'ids'> = {}): DemoUnit => ({
  ...named,
  type: 'quality',
  siUnit: '',
  ...extra,
  meta: {
    params,
    alertEnabled: Object.fromEntries(Object.entries(params).map(([one, { lt, ht }]) => [one, lt !== null || ht !== null])),
  },
});

/** Tipping bucket of 0.2 mm behind a 32-bit count. */
export const rainGauge = (named: Named): DemoUnit => ({
  ...named,
  type: 'rain',
  siUnit: 'mm',
  meta: { meter: { modulus: 858_993_459.2, basePerCount: 1, maxPerHour: 200 } },
});

export const sumOf = (named: Named, units: readonly string[]): DemoUnit => ({
  ...named,
  type: 'virtual',
  siUnit: 'KL',
  expression: units.map((unit) => ({ unit, factor: 1 })),
});
