import { linkedFlow, qualitySeries, type ServingContext, seriesOf } from '../../historian/index.ts';
import type { Unit } from '../../plantModel/index.ts';
import { pumpRunByDay } from './format/borewell.ts';
import { apparentSeries, demandsByDay, energy } from './format/energy.ts';
import { loadsOfDay } from './format/load.ts';
import { stockOfDay } from './format/stock.ts';
import { sumsOfDays } from './format/sumsTogether.ts';
import { type NightOfDay, nightFlowsM3h } from './nightFlow.ts';
import { paramDay, quartersOutOfDay } from './qualityHistory.ts';

const ofType: Partial<Record<Unit['type'], (unit: Unit, day: number, source: ServingContext) => void>> = {
  quality: (unit, day, source) => {
    for (const series of qualitySeries(unit)) {
      quartersOutOfDay(unit, series, day, source);
      paramDay(unit, series, day, source);
    }
    loadsOfDay(unit, day, source);
  },
  energy: (unit, day, source) => {
    const apparent = apparentSeries(unit);
    if (apparent) demandsByDay(apparent, day, day, source)(day);
    const main = energy.main(unit);
    for (const other of [apparent, linkedFlow(unit, source.unitOf)?.volume])
      if (main && other) sumsOfDays([main, other], { fromDay: day, toDay: day }, source);
  },
  borewell: (unit, day, source) => {
    const volume = seriesOf(unit, 'volume');
    if (volume) pumpRunByDay(unit, volume, source, { fromDay: day, toDay: day })(day);
  },
  stock: (unit, day, source) => {
    const volume = seriesOf(unit, 'volume');
    if (volume) stockOfDay(unit, volume, day, source);
  },
};

/** Works out what later questions need of a unit's day, as they ask for it: of a closed day it is kept. */
export const workOutUnitDay = (unit: Unit, night: NightOfDay, source: ServingContext): void => {
  ofType[unit.type]?.(unit, night.day, source);
  const volume = seriesOf(unit, 'volume');
  if (volume) nightFlowsM3h(volume, [night], source);
};
