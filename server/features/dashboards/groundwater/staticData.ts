import type { Gwi } from '../../../contract/user/gwi.ts';
import { dmyOf } from '../../../core/time.ts';
import type { Well } from './wells.ts';

/** What was entered of a well: its construction, where it is, its permit. */
export const staticOf = ({ unit, isPiezometer }: Well): Gwi['staticData'][number] => {
  const { location = null, well } = unit.meta;
  return {
    unitId: unit.id,
    wellName: unit.name,
    location,
    elevationM: well?.elevationM ?? null,
    depthM: well?.depthM ?? null,
    casingM: well?.casingM ?? null,
    diameterMm: well?.diameterMm ?? null,
    pumpIntakeMbgl: well?.pumpIntakeMbgl ?? null,
    pumpKW: well?.pumpKW ?? null,
    yieldLpm: well?.yieldLpm ?? null,
    drilledOn: well?.drilledOn ? dmyOf(well.drilledOn) : null,
    aquiferId: well?.aquiferId ?? null,
    noc: well?.noc ? { ...well.noc, validTo: dmyOf(well.noc.validTo) } : null,
    piezometer: isPiezometer,
    distanceToWellM: well?.distanceToWellM ?? null,
  };
};
