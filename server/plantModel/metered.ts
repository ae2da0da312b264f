import type { UnitType } from '../contract/model/common.ts';
import { seriesOfUnit } from '../contract/model/unitSeries.ts';
import type { UnitSpec } from '../contract/model/units.ts';

/** Types whose counters are read from the totalizer of a meter. */
export const isMetered = (type: UnitType): boolean =>
  type === 'flow' || type === 'borewell' || type === 'energy' || type === 'rain';

/** Whether the unit has a volume that a virtual unit can add. */
export const hasCountedVolume = (unit: Pick<UnitSpec, 'type' | 'meta'>): boolean =>
  seriesOfUnit(unit).some(({ param, kind }) => param === 'volume' && kind === 'counter');
