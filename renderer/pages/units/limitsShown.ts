import type { Trend } from '../../../server/contract/plant/readings/trend.ts';
import type { Limit } from '../../parts/charts/axis.ts';
import type { StepKey } from './search.ts';

const hoursOfStep: Record<StepKey, number | null> = { slot: 1 / 12, hour: 1, day: null };

/** The limits in the unit of what is drawn: of amounts by days that of the day, else the volume that the flow limit allows in one step. */
export const limitsShown = (
  { limits, unit, kind, stepMinutes }: Pick<Trend, 'limits' | 'unit' | 'kind' | 'stepMinutes'>,
  step: StepKey,
): Limit[] =>
  limits.flatMap((limit): Limit[] => {
    if (kind !== 'counter') return limit.unit === unit ? [limit] : [];
    if (limit.kind === 'day') return step === 'day' && limit.unit === unit ? [limit] : [];
    if (limit.kind === 'month') return [];
    const hours = step === 'slot' ? stepMinutes / 60 : hoursOfStep[step];
    const isVolume = unit === 'KL' || unit === 'm3';
    return limit.unit === 'm3/h' && isVolume && hours !== null ? [{ kind: limit.kind, value: limit.value * hours }] : [];
  });
