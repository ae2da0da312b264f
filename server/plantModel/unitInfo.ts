import { seriesOfUnit } from '../contract/model/unitSeries.ts';
import type { UnitInfo } from '../contract/model/units.ts';
import type { Unit } from './model.ts';
import { type LimitUnit, limitUnit, toShown } from './unitsOfMeasure.ts';

/** What a unit's own record does not hold. */
export type UnitSurroundings = {
  /** Group of its sub-category. */
  group?: string | undefined;
};

type Limits = Pick<UnitInfo, 'alertEnabled' | 'params' | 'lowThreshold' | 'highThreshold'>;

/** Switches of a unit's alert configuration that its single `alertEnabled` combines. */
const shownSwitches = ['daily_threshold', 'monthly_threshold', 'level_exceed'];

/** A quality unit has its limits and alert switches by parameter, every other kind has one of each. */
const limitsOf = ({ type, meta }: Unit): Limits => {
  const enabled = meta.alertEnabled ?? {};
  if (type !== 'quality')
    return {
      alertEnabled: shownSwitches.some((name) => enabled[name] === true),
      ...(meta.lowThreshold !== undefined && { lowThreshold: { value: meta.lowThreshold } }),
      ...(meta.highThreshold !== undefined && { highThreshold: { value: meta.highThreshold } }),
    };
  const params = Object.entries(meta.params ?? {});
  return {
    alertEnabled: Object.fromEntries(params.map(([param]) => [param, enabled[param] ?? false])),
    params: Object.fromEntries(params.map(([param, spec]) => [param, { ...spec, alertEnabled: enabled[param] ?? false }])),
    lowThreshold: Object.fromEntries(params.map(([param, { lt }]) => [param, lt])),
    highThreshold: Object.fromEntries(params.map(([param, { ht }]) => [param, ht])),
  };
};

const metaOf = ({ meta }: Unit): Record<string, unknown> => {
  const { params, meter, unitThreshold, monthlyThreshold, lowThreshold, highThreshold, alertEnabled, ...described } = meta;
  return { ...described, ...(meter && { litresPerCount: meter.basePerCount, modulus: meter.modulus }) };
};

/** Unit of a unit's limits and capacity: its own unit of measure where that measures the amount, else KL or kWh. */
export const limitUnitOf = (unit: Pick<Unit, 'type' | 'meta' | 'siUnit'>): LimitUnit =>
  limitUnit(seriesOfUnit(unit)[0]?.measure ?? '', unit.siUnit);

const shownLimits = (unit: Unit): Pick<UnitInfo, 'unitThreshold' | 'monthlyThreshold' | 'maxCapacity' | 'thresholdUnit'> => {
  const limit = limitUnitOf(unit);
  const { unitThreshold, monthlyThreshold } = unit.meta;
  return {
    unitThreshold: unitThreshold === undefined ? null : toShown(unitThreshold, limit),
    monthlyThreshold: monthlyThreshold === undefined ? null : toShown(monthlyThreshold, limit),
    ...(unit.maxCapacity !== null && { maxCapacity: toShown(unit.maxCapacity, limit) }),
    thresholdUnit: limit.unit,
  };
};

/**
 * A unit as the API shows it.
 * @param index its place in the industry's unit list.
 */
export const toUnitInfo = (unit: Unit, index: number, { group }: UnitSurroundings = {}): UnitInfo => ({
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
  deviceId: unit.feeds[0]?.deviceId ?? null,
  order: unit.position,
  ...shownLimits(unit),
  ...limitsOf(unit),
  meta: metaOf(unit),
});
