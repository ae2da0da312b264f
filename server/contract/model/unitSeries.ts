import type { UnitType } from './common.ts';
import type { UnitSpec } from './units.ts';

export type SeriesSpec = { param: string; kind: 'counter' | 'gauge' | 'stock'; measure: string };

const counter = (param: string, measure: string): SeriesSpec => ({ param, kind: 'counter', measure });
const gauge = (param: string, measure: string): SeriesSpec => ({ param, kind: 'gauge', measure });
const stock = (param: string, measure: string): SeriesSpec => ({ param, kind: 'stock', measure });

const volume = counter('volume', 'L');
const flow = gauge('flow', 'm3/h');

const byType: Record<Exclude<UnitType, 'quality'>, readonly SeriesSpec[]> = {
  flow: [volume, flow],
  stock: [stock('volume', 'L'), stock('level', 'm')],
  level: [gauge('level', 'm')],
  borewell: [volume, flow, gauge('level', 'm bgl')],
  energy: [counter('energy', 'Wh'), gauge('power', 'kW'), counter('apparent', 'VAh')],
  rain: [counter('rain', 'mm')],
  manual: [volume],
  virtual: [volume],
};

/** The series a unit has: fixed by its type, and for a quality unit one gauge per parameter. The main one comes first. */
export const seriesOfUnit = ({ type, meta }: Pick<UnitSpec, 'type' | 'meta'>): readonly SeriesSpec[] =>
  type === 'quality' ? Object.entries(meta.params ?? {}).map(([param, { unit }]) => gauge(param, unit)) : byType[type];

/** What a unit measures at this moment, by type: the first of these that it has. Of a quality unit it is any of its parameters. */
export const liveParams: Partial<Record<UnitType, readonly string[]>> = {
  flow: ['flow'],
  borewell: ['flow', 'level'],
  stock: ['volume', 'level'],
  level: ['level'],
  energy: ['power'],
};

/** The series of the moment beside a counter's, by the counter's parameter. */
export const rateParams: Readonly<Record<string, string>> = { volume: 'flow', energy: 'power' };

const dimensionless = new Set(['', '-', 'ph']);

/** One writing for the units that people write in several ways. */
export const plainMeasure = (measure: string): string =>
  measure
    .toLowerCase()
    .replaceAll('³', '3')
    .replaceAll(/[µμ]/g, 'u')
    .replace(/ ?bgl$/, '')
    .trim();

/** Whether values in one measure may be kept as values in the other. */
export const isSameMeasure = (one: string, other: string): boolean => {
  const [a, b] = [plainMeasure(one), plainMeasure(other)];
  return a === b || dimensionless.has(a) || dimensionless.has(b);
};
