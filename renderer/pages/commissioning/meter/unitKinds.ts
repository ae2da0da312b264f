import type { StandardCategoryId, UnitType } from '../../../../server/contract/model/common.ts';
import type { KnownTemplate } from '../../../../server/contract/plant/commissioning/templates.ts';

/** What a new unit is in the plant; the rest of its configuration follows from it. */
export const unitKindIds = [
  'intake',
  'well',
  'use',
  'inside',
  'discharge',
  'energy',
  'rain',
  'level',
  'tank',
  'quality',
] as const;
export type UnitKindId = (typeof unitKindIds)[number];

type UnitKind = {
  type: UnitType;
  category: StandardCategoryId | 'RAIN_CATEGORY';
  /** What it counts as in totals. */
  counts: readonly StandardCategoryId[];
  siUnit: string;
  group: string;
};

export const unitKinds: Readonly<Record<UnitKindId, UnitKind>> = {
  intake: { type: 'flow', category: 'SOURCE_CATEGORY', counts: ['ID_SOURCE'], siUnit: 'KL', group: 'Sources' },
  well: {
    type: 'borewell',
    category: 'SOURCE_CATEGORY',
    counts: ['ID_SOURCE', 'GROUND_WATER_LEVEL'],
    siUnit: 'KL',
    group: 'Sources',
  },
  use: { type: 'flow', category: 'SOURCE_CATEGORY', counts: ['ID_CONSUMPTION'], siUnit: 'KL', group: 'Consumption Points' },
  inside: { type: 'flow', category: 'SOURCE_CATEGORY', counts: [], siUnit: 'KL', group: 'Treatment' },
  discharge: { type: 'flow', category: 'SOURCE_CATEGORY', counts: [], siUnit: 'KL', group: 'Discharge' },
  energy: { type: 'energy', category: 'ENERGY_CATEGORY', counts: [], siUnit: 'kWh', group: 'Supply' },
  rain: { type: 'rain', category: 'RAIN_CATEGORY', counts: [], siUnit: 'mm', group: 'Weather' },
  level: { type: 'level', category: 'GROUND_WATER_LEVEL', counts: [], siUnit: 'm', group: 'Wells' },
  tank: { type: 'stock', category: 'STOCK_CATEGORY', counts: [], siUnit: 'KL', group: 'Storage' },
  quality: { type: 'quality', category: 'QUALITY_CATEGORY', counts: [], siUnit: '', group: 'Process' },
};

/** Kinds that a model of this category can feed, the likeliest first. */
export const kindsOf = (category: KnownTemplate['category'] | undefined): readonly UnitKindId[] => {
  switch (category) {
    case 'flow':
      return ['intake', 'use', 'inside', 'discharge', 'well'];
    case 'energy':
      return ['energy'];
    case 'rain':
      return ['rain'];
    case 'quality':
      return ['quality'];
    case 'level':
      return ['tank', 'level'];
    case 'inputs':
    case 'outputs':
    case undefined:
      return unitKindIds;
  }
};

/** What a device measures whose signals were entered by hand, to begin with. */
export const likeliestKind = (signals: readonly { kind: string; measure: string }[]): UnitKindId => {
  const measures = (kind: string) => signals.filter((one) => one.kind === kind).map(({ measure }) => measure);
  const [counters, gauges] = [measures('counter'), measures('gauge')];
  if (counters.some((measure) => /wh$/i.test(measure))) return 'energy';
  if (counters.includes('mm')) return 'rain';
  if (counters.length > 0 || gauges.some((measure) => /\/h$|\/s$|\/min$/.test(measure))) return 'intake';
  if (gauges.includes('m')) return 'tank';
  return gauges.length > 0 ? 'quality' : 'intake';
};

export const isMetered = (id: UnitKindId): boolean => ['flow', 'borewell', 'energy', 'rain'].includes(unitKinds[id].type);
