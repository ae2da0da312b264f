export {
  addable,
  addableAmount,
  addGathered,
  addTotals,
  type CategoryTotal,
  categoryTotal,
  commonUnit,
  type ShownUnit,
  totalReasonOf,
} from './categoryTotals.ts';
export { ClosedDayFigures } from './closedDayFigures.ts';
export { createReadings } from './create.ts';
export { missingBySlot } from './dayCurve.ts';
export { DayCurves } from './dayCurves.ts';
export { unitV1 } from './deviceDataV1.ts';
export { deviceDataAndChange, unitsToShow } from './deviceDataV2.ts';
export { formatterFor } from './format/list.ts';
export { loadsOf } from './format/load.ts';
export { openingInShape, RestatedStock, restatedBy, type StockIn } from './format/stockInShape.ts';
export { TariffRates } from './format/tariffRates.ts';
export { completenessOf, type FormatContext, gatheredOf, graphOf, latestOf, measureFor } from './format/unitBase.ts';
export { liveSnapshot } from './liveSnapshot.ts';
export { type NightOfDay, nightFlowsM3h, nightOf } from './nightFlow.ts';
export { pastOverviews } from './overview/moment.ts';
export { overviewRoutes } from './overview/routes.ts';
export type { FieldTrouble, FieldTroubles } from './overview/silence.ts';
export { paramStretch, quartersBasis, quartersOut, quartersOutOfDay } from './qualityHistory.ts';
export { readingRoutes } from './routes.ts';
export { likeDays, usualOf } from './usual.ts';
