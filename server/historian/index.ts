export {
  areComparable,
  type ComparedPair,
  isKnownEnough,
  isNearlyWhole,
  type Measured,
  missingOf,
} from '../contract/rules/comparable.ts';
export { daysOf, monthOfDay } from '../core/months.ts';
export { createHistorian, createStoredFigures } from './create.ts';
export { HistoryWriter, type SlotReading } from './ingest/historyWriter.ts';
export { Ingest } from './ingest/ingest.ts';
export { NtpWatch } from './ingest/ntpWatch.ts';
export {
  allMeasured,
  type ComparedSide,
  comparedChange,
  isEnteredByHand,
  isMeasuredWhole,
  isMonthExpected,
  knownOfDay,
  measuredIn,
  pairsOf,
  pairsOfMeasured,
} from './read/comparable.ts';
export { figuresByDay, figuresByMonth, firstDayOfSlots } from './read/dayFigures.ts';
export {
  changePct,
  type DisplayUnit,
  displayUnitOf,
  limitIn,
  percentOf,
  roundShare,
  toDisplay,
  toDisplaySlot,
  toKilo,
} from './read/displayUnit.ts';
export { readingsEtag } from './read/etag.ts';
export {
  type Gathered,
  gather,
  gatherTotals,
  slotsInPlace,
} from './read/gather.ts';
export { expectedSince, expectedSlots } from './read/joining.ts';
export type { Figures } from './read/knownFigures.ts';
export {
  flowing,
  type LinkedFlow,
  linkedFlow,
  measuredFlow,
  normalDayL,
  readWhileFlowing,
  type UnitLookup,
} from './read/linkedFlow.ts';
export { addDays } from './read/monthTotals.ts';
export { NormalBands } from './read/normalBands.ts';
export {
  asOf,
  isReporting,
  nowSlotOf,
  type PacedReadServices,
  type ReadServices,
  type ServingContext,
  sourceFor,
  UNSETTLED_DAYS,
} from './read/readContext.ts';
export {
  type CounterEvent,
  type DayTotal,
  isServerClockStep,
  type KeptSlots,
  type LatestValue,
  type MonthTotal,
  type ReadingReader,
  type SlotRun,
  type Tally,
} from './read/reader.ts';
export { SlotReader } from './read/slotReader.ts';
export { tallySoFar } from './read/soFar.ts';
export type { ReadContext } from './read/source.ts';
export { bucketValue, emptyTally, joinTallies, jointLetter, saysSomething, tallyDays, tallySlots } from './read/tally.ts';
export {
  chooseWindow,
  clockOfSlot,
  dmyOfDay,
  isoOfSlot,
  likeEnd,
  rangeWindow,
  refuseDayOutside,
  toTimeWindow,
  type Window,
  windowBefore,
  windowsRead,
  yearsUpTo,
} from './read/window.ts';
export { meterOf } from './slots/seriesRule.ts';
export type { Damage, DamageList } from './store/damage.ts';
export { isOpenRowWhole, type OpenRow, putOpenRow } from './store/dayRows.ts';
export { DayTree } from './store/dayTreeStore.ts';
export { checkReadings, type ReadingDamage } from './store/readingCheckStore.ts';
export { ReadingStore } from './store/readingStore.ts';
export { RevisedStore } from './store/revisedStore.ts';
export { isRunning } from './store/runningPart.ts';
export { type AdoptedDay, SlotStore } from './store/slotStore.ts';
export { consumersOf, consumptionIdOf, isWaterMeter } from './units/consumers.ts';
export { mainSeries, qualitySeries, seriesOf } from './units/mainSeries.ts';
export {
  categoryNamed,
  onlySubCategory,
  onlyUnit,
  type Selection,
  selectUnits,
  shownUnits,
  unitsOfSubCategory,
} from './units/selection.ts';
