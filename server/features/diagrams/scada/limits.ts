import type { WindowType } from '../../../contract/model/common.ts';
import type { ScadaNode, ScadaValue } from '../../../contract/user/scada.ts';
import { type DisplayUnit, limitIn } from '../../../historian/index.ts';
import type { Unit } from '../../../plantModel/index.ts';
import type { Target } from './binding.ts';

/** In the unit that is shown. */
export type ShownLimits = { low: number | null; high: number | null };

const none: ShownLimits = { low: null, high: null };

/** Limits of a unit's alert configuration, in the unit that is shown: the volume of a tank, metres of a level, m3/h of a flow. */
export const limitsOf = (unit: Unit, target: Target, type: WindowType, measure: DisplayUnit): ShownLimits => {
  const { lowThreshold: low = null, highThreshold: high = null, flowLow = null, flowHigh = null } = unit.meta;
  switch (target.shows) {
    case 'status':
    case 'counter':
      return none;
    case 'percent':
      return { low, high };
    case 'total': {
      const limit = type === 'DAY' ? unit.meta.unitThreshold : type === 'MONTH' ? unit.meta.monthlyThreshold : undefined;
      return { low: null, high: limitIn(limit || null, target.series, measure) };
    }
    case 'reading': {
      const { param } = target.series;
      const own = unit.meta.params?.[param];
      if (own) return { low: own.lt, high: own.ht };
      if (param === 'flow') return { low: flowLow, high: flowHigh };
      if (unit.type !== 'stock') return param === 'level' ? { low, high } : none;
      const ofTank = (percent: number | null): number | null =>
        percent === null || unit.maxCapacity === null
          ? null
          : limitIn((percent * unit.maxCapacity) / 100, target.series, measure);
      return param === 'volume' ? { low: ofTank(low), high: ofTank(high) } : none;
    }
  }
};

/** The limits that a diagram draws go before those of the unit. */
export const withRange = (limits: ShownLimits, range: ScadaNode['range']): ShownLimits =>
  range ? { low: range.low ?? limits.low, high: range.high ?? limits.high } : limits;

export const stateWithin = (value: number, { low, high }: ShownLimits): ScadaValue['state'] => {
  if (low !== null && value < low) return 'low';
  return high !== null && value > high ? 'high' : 'normal';
};
