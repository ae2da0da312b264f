export { Calendars } from './calendars.ts';
export { ConfigurationChanges } from './changes.ts';
export { createPlantModel, type PlantModel } from './create.ts';
export { MemoryUnitDirectory } from './directory.ts';
export { DirectoryStore } from './directoryStore.ts';
export { expressionFaults } from './expression.ts';
export { factsFaults, factsOf } from './facts.ts';
export { feedFault } from './feeds.ts';
export { madeOfUnits } from './madeOfUnits.ts';
export { meterErrorPct } from './meterError.ts';
export { hasCountedVolume, isMetered } from './metered.ts';
export { metersAbove, metersAdded, subMeterFaults } from './meterTree.ts';
export type {
  Category,
  Industry,
  SeriesInfo,
  SeriesKind,
  ShiftRule,
  SubCategory,
  TagBinding,
  Unit,
  UnitDirectory,
} from './model.ts';
export { dayLimitKL, hasEnded, isYearsPart, permittedKL, permitYear } from './permit.ts';
export {
  capacityM3h,
  countsSeldom,
  isGroundwater,
  isPiezometer,
  type PumpState,
  pumpedBeside,
  pumpState,
  ratedFlowM3h,
  togetherState,
} from './pumping.ts';
export { standardCategoriesOf, standardCategoryNames } from './standardCategories.ts';
export { isStaticLevel, REST_SLOTS } from './staticLevel.ts';
export { consumptionId, countedOnce, countsAs, limitOfTotal, totalParts } from './totals.ts';
export { typePhrase } from './typePhrase.ts';
export { ownCategoryChoices, siUnitOfCategory, unitSiUnitChoices } from './unitChoice.ts';
export { limitUnitOf, toUnitInfo } from './unitInfo.ts';
export {
  factorOf,
  type LimitUnit,
  limitUnit,
  siUnitChoices,
  standardKinds,
  toConfigured,
  toShown,
  unitsLike,
  unitsOfMeasure,
} from './unitsOfMeasure.ts';
