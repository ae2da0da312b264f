import type { TagKind } from '../contract/model/field.ts';
import { isSameMeasure, seriesOfUnit } from '../contract/model/unitSeries.ts';
import type { UnitSpec } from '../contract/model/units.ts';
import type { InputFault } from '../core/refusal.ts';
import { isMetered } from './metered.ts';
import { typePhrase } from './typePhrase.ts';

type Source = { param: string; kind: TagKind; measure: string };

/**
 * Why a tag cannot feed a parameter of a unit, by field of the tag; undefined when it can. A counter reads the display of the
 * unit's meter, whatever it counts; every other tag must already bring the measure in which the series is stored.
 */
export const feedFault = (unit: Pick<UnitSpec, 'name' | 'type' | 'meta'>, tag: Source): InputFault | undefined => {
  const series = seriesOfUnit(unit).find(({ param }) => param === tag.param);
  if (!series) {
    const known = seriesOfUnit(unit).map(({ param }) => param);
    return { path: 'param', message: `${unit.name} has no parameter ${tag.param}; it has ${known.join(', ') || 'none'}` };
  }
  if (unit.type === 'virtual' || unit.type === 'manual')
    return { path: 'unitId', message: `${unit.name} is ${typePhrase(unit.type)}: its volume does not come from a tag` };
  if (tag.kind === 'state') return { path: 'kind', message: 'kind state cannot feed a unit' };
  if ((tag.kind === 'counter') !== (series.kind === 'counter')) {
    const rate = series.kind === 'counter' ? ({ volume: 'flow', energy: 'power' }[series.param] ?? undefined) : undefined;
    const instead =
      rate && seriesOfUnit(unit).some(({ param }) => param === rate) ? `; a tag without a totalizer feeds ${rate}` : '';
    return { path: 'kind', message: `kind ${tag.kind} does not fit ${tag.param}, which is a ${series.kind}${instead}` };
  }
  if (tag.kind === 'counter')
    return isMetered(unit.type) && !unit.meta.meter
      ? { path: 'unitId', message: `${unit.name} has no meter (meta.meter), without which a counter says nothing` }
      : undefined;
  if (!isSameMeasure(tag.measure, series.measure))
    return {
      path: 'measure',
      message: `measure ${tag.measure} does not fit ${tag.param}, which is kept in ${series.measure}: convert it with the tag's scale`,
    };
  return undefined;
};
