import { consumptionId, countsAs, totalParts, type Unit } from '../../plantModel/index.ts';
import { mainSeries } from './mainSeries.ts';

/** Whether what represents a unit is a counter of water. */
export const isWaterMeter = (unit: Unit): boolean => {
  const main = mainSeries(unit);
  return main?.kind === 'counter' && main.measure === 'L';
};

/** What a plant's consumption is counted by, of all its units that are shown. */
export const consumptionIdOf = (shown: readonly Unit[]): ReturnType<typeof consumptionId> =>
  consumptionId(shown.filter(isWaterMeter));

/** The meters whose sum is a plant's consumption, of all its units that are shown. */
export const consumersOf = (shown: readonly Unit[]): Unit[] => {
  const id = consumptionIdOf(shown);
  const consumers = shown.filter((unit) => isWaterMeter(unit) && countsAs(unit, id));
  return totalParts(consumers.map((unit) => ({ unit }))).counted.map(({ unit }) => unit);
};
