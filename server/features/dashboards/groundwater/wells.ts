import { seriesOf } from '../../../historian/index.ts';
import { isGroundwater, isPiezometer, pumpedBeside, type SeriesInfo, type Unit } from '../../../plantModel/index.ts';

/** A unit whose depth to water is shown, with what shows whether its level is at rest. */
export type Well = {
  unit: Unit;
  level: SeriesInfo | undefined;
  /** Its own meter; a piezometer has none. */
  volume: SeriesInfo | undefined;
  isPiezometer: boolean;
  /** Units whose pumps move the level: the well itself, or for a piezometer the pumped wells of its aquifer. */
  pumped: readonly Unit[];
};

/** Borewells and piezometers of the units that are shown, in the industry's own order. */
export const wellsOf = (shown: readonly Unit[]): Well[] => {
  const wells = shown.filter(isGroundwater);
  return wells.map((unit): Well => {
    const observes = isPiezometer(unit);
    return {
      unit,
      level: seriesOf(unit, 'level'),
      volume: observes ? undefined : seriesOf(unit, 'volume'),
      isPiezometer: observes,
      pumped: pumpedBeside(unit, wells),
    };
  });
};

/** Everything that is read of wells. */
export const seriesOfWells = (wells: readonly Well[]): number[] => [
  ...new Set(wells.flatMap(({ unit, pumped }) => [unit, ...pumped].flatMap(({ series }) => series.map(({ id }) => id)))),
];
