import { seriesOfUnit } from '../../contract/model/unitSeries.ts';
import type { UnitSpec } from '../../contract/model/units.ts';
import type { UnitHint } from '../../contract/plant/units.ts';
import { HOURS_PER_DAY } from '../../core/slots.ts';

type Described = Pick<UnitSpec, 'type' | 'meta' | 'deployed'>;

/** A line whose water is metered, so that a leak behind it can be seen. */
export const hasWaterMeter = (unit: Pick<UnitSpec, 'type' | 'meta'>): boolean =>
  (unit.type === 'flow' || unit.type === 'borewell') &&
  seriesOfUnit(unit).some(({ param }) => param === 'volume' || param === 'flow');

/** What somebody should look at in the configuration of a unit. */
export const unitHints = ({ type, meta, deployed }: Described): UnitHint[] => {
  const { meter, alertEnabled } = meta;
  const hints: UnitHint[] = [];
  const hours = meter ? meter.modulus / meter.maxPerHour : Number.POSITIVE_INFINITY;
  if (hours < HOURS_PER_DAY)
    hints.push({
      code: 'counterTurnsWithinADay',
      message: `At Qmax the counter starts again from 0 after ${Math.floor(hours * 10) / 10} h: after a longer gap it is not known how often it did. Use a register with more digits.`,
    });
  if (deployed && hasWaterMeter({ type, meta }) && alertEnabled?.stable_flow === undefined)
    hints.push({
      code: 'noLeakWatch',
      message: 'Nobody has said whether this line is watched for leaks. Switch alertEnabled.stable_flow on, or off.',
    });
  return hints;
};
