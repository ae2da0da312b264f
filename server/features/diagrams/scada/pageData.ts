import type { ScadaData, ScadaNodeData } from '../../../contract/user/scada.ts';
import { SLOT_MS } from '../../../core/slots.ts';
import {
  displayUnitOf,
  dmyOfDay,
  gather,
  percentOf,
  type ReadContext,
  toDisplay,
  type Window,
} from '../../../historian/index.ts';
import { countedOnce, type Unit, type UnitDirectory } from '../../../plantModel/index.ts';
import type { AlarmReader } from '../../alarms/index.ts';
import { alarmsByUnit, mostUrgent } from './alarms.ts';
import { type Binding, resolveBinding, totalSeries } from './binding.ts';
import type { ShownPage } from './service.ts';
import { bindingValue, type ValueContext } from './values.ts';

const KILO = 1000;
/** More of them make an answer that takes too long to check in one go. */
const MOST_SPARKS = 600;

export type UnitsById = ReadonlyMap<string, Unit>;
type Asked = { industryId: string; pages: readonly ShownPage[]; units: UnitsById; window: Window };

/** Units that the pages show; those that are gone meanwhile are left out. */
export const unitsOf = (pages: readonly ShownPage[], directory: UnitDirectory, industryId: string): UnitsById => {
  const ids = new Set(pages.flatMap(({ nodes }) => nodes.flatMap(({ bind = [] }) => bind.map(({ unitId }) => unitId))));
  const found = [...ids].flatMap((id) => directory.unit(industryId, id) ?? []);
  return new Map(found.map((unit) => [unit.id, unit]));
};

/** Window totals of every unit with a counter. */
const totalsOf = async (units: UnitsById, window: Window, source: ReadContext): Promise<ValueContext['totals']> => {
  const ids = [...units.values()].flatMap((unit) => unit.series.filter(({ kind }) => kind === 'counter').map(({ id }) => id));
  const gathered = await gather(source, ids, window);
  return new Map([...gathered].map(([id, { total }]) => [id, total]));
};

/** Sum of the meters a node is bound to; a meter behind another one of them counts once. */
const nodeTotal = (
  bind: readonly Binding[],
  units: UnitsById,
  { totals }: ValueContext,
): Pick<ScadaNodeData, 'total' | 'totalUnit' | 'completeness'> => {
  const bound = new Set(
    bind.flatMap((one) => {
      const unit = units.get(one.unitId);
      return unit && resolveBinding(unit, one) ? [unit] : [];
    }),
  );
  const parts = countedOnce(
    [...bound].flatMap((unit) => {
      const series = totalSeries(unit);
      return series ? [{ unit, series }] : [];
    }),
  );
  const [first] = parts;
  // litres and kilowatt-hours have no sum
  if (!first || parts.some(({ series }) => series.measure !== first.series.measure)) return {};
  const measure = displayUnitOf(first.series.measure, KILO, first.unit.siUnit);
  const tallies = parts.flatMap(({ series }) => totals.get(series.id) ?? []);
  const known = tallies.flatMap(({ sum }) => sum ?? []);
  const count = (pick: 'complete' | 'expected'): number => tallies.reduce((sum, tally) => sum + tally[pick], 0);
  return {
    total:
      known.length === 0
        ? null
        : toDisplay(
            known.reduce((sum, value) => sum + value, 0),
            measure,
          ),
    totalUnit: measure.unit,
    completeness: percentOf(Math.min(count('complete'), count('expected')), count('expected')),
  };
};

/** What every node of the pages shows, a node at a time between other work. */
export const pageData = async (
  asked: Asked,
  source: ReadContext & { nowMs: number },
  alarms: AlarmReader,
): Promise<ScadaData> => {
  const { industryId, units, window } = asked;
  const { nowMs } = source;
  const endMs = window.toSlot * SLOT_MS;
  const isOver = endMs <= nowMs;
  const standing = isOver
    ? alarms.between(industryId, window.fromSlot * SLOT_MS, endMs, [...units.keys()])
    : alarms.open(industryId);
  return shownPages(asked, source, alarmsByUnit(standing, isOver ? endMs : nowMs));
};

/** The same with alarms that are known already. */
export const shownPages = async (
  { pages, units, window }: Omit<Asked, 'industryId'>,
  source: ReadContext & { nowMs: number },
  alarms: ReturnType<typeof alarmsByUnit>,
): Promise<ScadaData> => {
  const { nowMs } = source;
  const bindings = pages.reduce((sum, { nodes }) => sum + nodes.reduce((count, { bind = [] }) => count + bind.length, 0), 0);
  const hasSparks = bindings <= MOST_SPARKS;
  const context: ValueContext = {
    source,
    window,
    nowMs,
    totals: await totalsOf(units, window, source),
    runs: new Map(),
    hasSparks,
  };
  const shown: ScadaData['pages'] = [];
  for (const { id, name, prefix, nodes } of pages) {
    const data: ScadaNodeData[] = [];
    for (const { id: nodeId, bind = [], range } of nodes) {
      await source.pace.turn();
      const values = bind.map((one, index) => bindingValue(one, units.get(one.unitId), { range, isFirst: index === 0 }, context));
      const alarm = mostUrgent(new Set(bind.map(({ unitId }) => unitId)), alarms);
      data.push({ id: nodeId, values, ...nodeTotal(bind, units, context), ...(alarm && { alarm }) });
    }
    shown.push({ id, name, prefix, nodes: data });
  }
  return { date: dmyOfDay(window.toDay), type: window.type, refreshedAt: new Date(nowMs).toISOString(), pages: shown };
};

/** Changes with every alarm that the answer of a running window would show. */
export const alarmStamp = (industryId: string, alarms: AlarmReader): string =>
  JSON.stringify(
    alarms
      .open(industryId)
      .map(({ id, priority, ackedAtMs, clearedAtMs, shelvedUntilMs, suppressed }) => [
        id,
        priority,
        ackedAtMs,
        clearedAtMs,
        shelvedUntilMs,
        suppressed,
      ]),
  );
