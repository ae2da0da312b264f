import { seriesOf } from '../../../historian/index.ts';
import { limitUnit } from '../../../plantModel/index.ts';
import { dayLimitEvaluator } from './dayLimit.ts';
import type { Rule } from './model.ts';
import { isInService, paramsOf } from './params.ts';

/** A day's consumption over its limit. Energy units have it among their own rules. */
export const unitThreshold: Rule = {
  category: 'unit_threshold',
  prepare(parts) {
    const { unit } = parts;
    const limit = unit.meta.unitThreshold ?? 0;
    const volume = seriesOf(unit, 'volume');
    if (!volume || limit <= 0 || unit.type === 'energy' || !isInService('unit_threshold', parts)) return undefined;
    const dayLimit = {
      seriesId: volume.id,
      limit,
      warnPct: paramsOf('unit_threshold', parts).number('warnPct', 80),
      unitName: unit.name,
      shownIn: limitUnit('L', unit.siUnit),
      param: 'volume',
      text: 'dayLimit',
    };
    return dayLimitEvaluator(dayLimit);
  },
};
