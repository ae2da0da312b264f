import type { UnitInfo } from '../../contract/units.ts';
import type { Unit } from './model.ts';

/** What a unit's own record does not hold. */
export type UnitSurroundings = {
  /** Group of its sub-category. */
  group?: string | undefined;
  /** Device whose tags feed it. */
  deviceId?: string | undefined;
};

/**
 * A unit as the API shows it.
 * @param index its place in the industry's unit list.
 */
export const toUnitInfo = (unit: Unit, index: number, { group, deviceId }: UnitSurroundings = {}): UnitInfo => {
  const { params, meter, ...meta } = unit.meta;
  const quality = unit.type === 'quality' ? Object.entries(params ?? {}) : [];
  return {
    index,
    unitId: unit.id,
    unitName: unit.name,
    unitType: unit.type,
    standardCategoryId: unit.standardCategoryId,
    standardCategoryIds: unit.standardCategoryIds,
    categoryId: unit.categoryId,
    subCategoryId: unit.subCategoryId,
    ...(group !== undefined && { group }),
    siUnit: unit.siUnit,
    isDeployed: unit.deployed,
    deviceId: deviceId ?? null,
    order: unit.position,
    unitThreshold: null,
    monthlyThreshold: null,
    ...(unit.maxCapacity !== null && { maxCapacity: unit.maxCapacity }),
    ...(quality.length > 0 && {
      lowThreshold: Object.fromEntries(quality.map(([param, { lt }]) => [param, lt])),
      highThreshold: Object.fromEntries(quality.map(([param, { ht }]) => [param, ht])),
      params: Object.fromEntries(quality.map(([param, spec]) => [param, { ...spec, alertEnabled: false }])),
    }),
    alertEnabled: quality.length > 0 ? Object.fromEntries(quality.map(([param]) => [param, false])) : false,
    meta: { ...meta, ...(meter && { litresPerCount: meter.basePerCount, modulus: meter.modulus }) },
  };
};
