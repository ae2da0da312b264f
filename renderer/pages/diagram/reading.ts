import { liveParams } from '../../../server/contract/model/unitSeries.ts';
import type { OverviewUnit } from '../../../server/contract/plant/overview.ts';
import type { ScadaNodeData, ScadaValue } from '../../../server/contract/user/scada.ts';
import { isCounter } from '../../state/grouping.ts';
import { litresOf, shownUnit } from '../../state/measures.ts';

export type UnitsById = ReadonlyMap<string, OverviewUnit>;
type Param = OverviewUnit['params'][number];

/** The live parameter that a binding shows; undefined for totals, counters and states, which the server works out. */
export const liveParam = (
  { field, param, unit }: Pick<ScadaValue, 'field' | 'param' | 'unit'>,
  of: OverviewUnit,
): Param | undefined => {
  // what comes live of a counter is its display, and a binding to its amount shows what it counted
  const named = (name: string): Param | undefined => of.params.find((one) => one.param === name && !isCounter(of, one));
  if (field === 'total' || field === 'counter' || field === 'status') return undefined;
  if (field === 'percent') return named('volume');
  if (field !== 'value') return named(field);
  if (param !== undefined) return named(param);
  if (of.type === 'quality') return of.params[0];
  const measured = (liveParams[of.type] ?? []).flatMap((name) => named(name) ?? []);
  // the server knows which of them has a signal: what it answered is in that one's unit of measure
  return measured.find(({ measure }) => shownUnit(measure) === unit) ?? measured[0];
};

/** What part of a tank a kilolitre is, percent: live volumes are in kilolitres, the capacity is in the tank's own unit. */
export const percentPerKL = ({ siUnit, maxCapacity }: Pick<OverviewUnit, 'siUnit' | 'maxCapacity'>): number | null =>
  maxCapacity == null || maxCapacity <= 0 ? null : 100 / (maxCapacity * ((litresOf[siUnit] ?? 1000) / 1000));

/** Whether water passes: by the meter of a line or of a pump. */
export type Flow = 'flows' | 'still' | 'unknown' | 'plain';

export const flowOf = (value: { value: number | null; known: boolean } | undefined): Flow => {
  if (value === undefined) return 'plain';
  if (!value.known || value.value === null) return 'unknown';
  return value.value > 0 ? 'flows' : 'still';
};

/** What the server says of a flow of a unit, wherever on the page it is bound. */
export const flowIn = (nodes: readonly ScadaNodeData[], unitId: string | undefined): ScadaValue | undefined =>
  unitId === undefined
    ? undefined
    : nodes.flatMap(({ values }) => values).find((one) => one.unitId === unitId && one.field === 'value' && one.unit === 'm3/h');
