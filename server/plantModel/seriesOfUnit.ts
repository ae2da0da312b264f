import type { UnitType } from '../contract/model/common.ts';
import type { UnitSpec } from '../contract/model/units.ts';
import type { SeriesKind } from './model.ts';

export type SeriesSpec = { param: string; kind: SeriesKind; measure: string };

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

/** Types whose counters are read from the totalizer of a meter. */
export const isMetered = (type: UnitType): boolean =>
  type === 'flow' || type === 'borewell' || type === 'energy' || type === 'rain';

/** Whether the unit has a volume that a virtual unit can add. */
export const hasCountedVolume = (unit: Pick<UnitSpec, 'type' | 'meta'>): boolean =>
  seriesOfUnit(unit).some(({ param, kind }) => param === 'volume' && kind === 'counter');
