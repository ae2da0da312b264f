import type { IndustryFacts } from '../../../contract/model/industryFacts.ts';

export type Catchment = Pick<
  IndustryFacts['catchments'][number],
  'surface' | 'areaM2' | 'coefficient' | 'firstFlushMm' | 'filterEfficiency'
>;

/** Part of the rain that runs off a surface, where nothing else was entered. */
const runoffCoefficients: Readonly<Record<Catchment['surface'], number>> = {
  roof: 0.85,
  metal_sheet: 0.9,
  concrete: 0.7,
  asphalt: 0.7,
  paver: 0.55,
  gravel: 0.3,
  soil: 0.2,
  lawn: 0.15,
};

export const coefficientOf = ({ surface, coefficient }: Pick<Catchment, 'surface' | 'coefficient'>): number =>
  coefficient ?? runoffCoefficients[surface];

/** V = A (P - first flush) / 1000 x C x filter efficiency, KL, of mm that are left after the first flush. */
export const harvestKL = (catchment: Catchment, mmAfterFlush: number): number =>
  (catchment.areaM2 * Math.max(0, mmAfterFlush) * coefficientOf(catchment) * catchment.filterEfficiency) / 1000;
