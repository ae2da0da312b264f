import { type BalanceEdge, type BalanceGraph, type BalanceNode, isConserving } from '../../../contract/model/balanceGraph.ts';
import { meterErrorPct, type SeriesInfo, type Unit } from '../../../plantModel/index.ts';

/** A counter that flows are made of. */
export type BalanceMeter = { unitId: string; seriesId: number; mpePct: number };
/** A tank whose change belongs to a node. */
export type Stock = { unit: Unit; seriesId: number };
export type Term = { meter: number; factor: number };

/** A node's place in `nodes`; `OUTSIDE` beyond a boundary node that has meters of its own. */
export const OUTSIDE = -1;

export type PlanFlow = {
  /** Absent where the meters are at a boundary node and not at an edge. */
  edge?: BalanceEdge;
  from: number;
  to: number;
  terms: readonly Term[];
  /** metered; estimated; open: neither; broken: a unit of it is no longer there. */
  how: 'metered' | 'estimated' | 'open' | 'broken';
};

export type PlanNode = {
  node: BalanceNode;
  conserves: boolean;
  /** Of its flows one can be worked out from the others: it conserves, or its own meters say what passes. */
  closes: boolean;
  /** Places in `stocks`. */
  stocks: readonly number[];
  stockIsBroken: boolean;
};

/** A graph as it is computed with: by place, in an order that does not depend on how edges and nodes were listed. */
export type BalancePlan = {
  nodes: readonly PlanNode[];
  flows: readonly PlanFlow[];
  meters: readonly BalanceMeter[];
  stocks: readonly Stock[];
};

type UnitOf = (unitId: string) => Unit | undefined;

const byId = <T extends { id: string }>(a: T, b: T): number => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/** The counted volume of a unit, whose sum is a flow. */
export const volumeSeries = (unit: Unit): SeriesInfo | undefined =>
  unit.series.find(({ param, kind }) => param === 'volume' && kind === 'counter');

/** What a tank holds. */
export const stockSeries = (unit: Unit): SeriesInfo | undefined =>
  unit.series.find(({ param, kind }) => param === 'volume' && kind === 'stock');

/** The meters that a unit's volume is made of: itself, or those of a virtual unit; null where one is missing. */
const meterParts = (
  unitOf: UnitOf,
  unitId: string,
  factor: number,
  above: readonly string[] = [],
): { unit: Unit; factor: number }[] | null => {
  const unit = unitOf(unitId);
  if (!unit || !volumeSeries(unit) || above.includes(unitId)) return null;
  if (!unit.meta.expression) return [{ unit, factor }];
  const parts: { unit: Unit; factor: number }[] = [];
  for (const part of unit.meta.expression) {
    const found = meterParts(unitOf, part.unitId, factor * part.factor, [...above, unitId]);
    if (!found) return null;
    parts.push(...found);
  }
  return parts;
};

/** Gives each meter of the graph its place; one that is on several flows has one. */
class Meters {
  readonly list: BalanceMeter[] = [];
  readonly #places = new Map<string, number>();
  readonly #unitOf: UnitOf;

  constructor(unitOf: UnitOf) {
    this.#unitOf = unitOf;
  }

  /** Null where a unit is not there. @param mpePct of the edge, above that of the meters. */
  terms(unitIds: readonly string[], mpePct?: number): Term[] | null {
    const factors = new Map<number, number>();
    for (const unitId of new Set(unitIds)) {
      const parts = meterParts(this.#unitOf, unitId, 1);
      if (!parts) return null;
      for (const { unit, factor } of parts) {
        const place = this.#place(unit, mpePct);
        factors.set(place, (factors.get(place) ?? 0) + factor);
      }
    }
    return [...factors].filter(([, factor]) => factor !== 0).map(([meter, factor]) => ({ meter, factor }));
  }

  #place(unit: Unit, mpePct = meterErrorPct(unit)): number {
    const known = this.#places.get(unit.id);
    const meter = known === undefined ? undefined : this.list[known];
    if (known !== undefined && meter) {
      meter.mpePct = Math.max(meter.mpePct, mpePct);
      return known;
    }
    this.#places.set(unit.id, this.list.length);
    this.list.push({ unitId: unit.id, seriesId: volumeSeries(unit)?.id ?? -1, mpePct });
    return this.list.length - 1;
  }
}

const edgeFlow = (edge: BalanceEdge, place: (id: string) => number, meters: Meters): PlanFlow => {
  const at = { edge, from: place(edge.source), to: place(edge.target) };
  if (edge.unitIds.length === 0) return { ...at, terms: [], how: edge.estimate ? 'estimated' : 'open' };
  const terms = meters.terms(edge.unitIds, edge.mpePct);
  return terms ? { ...at, terms, how: 'metered' } : { ...at, terms: [], how: 'broken' };
};

/** Meters of a boundary node count where no edge has them: all that passes through it, as a flow to or from outside. */
const boundaryFlow = (
  { node, place }: { node: BalanceNode; place: number },
  metered: ReadonlySet<string>,
  unitOf: UnitOf,
  meters: Meters,
): PlanFlow | undefined => {
  const own = node.unitIds.filter((id) => {
    const unit = unitOf(id);
    return !metered.has(id) && unit !== undefined && volumeSeries(unit) !== undefined;
  });
  const terms = own.length > 0 ? meters.terms(own) : null;
  if (!terms) return undefined;
  const ends = node.type === 'source' ? { from: OUTSIDE, to: place } : { from: place, to: OUTSIDE };
  return { ...ends, terms, how: 'metered' };
};

/** Makes a stored graph ready to be computed with. @param unitOf a unit of the industry. */
export const planGraph = (graph: Pick<BalanceGraph, 'nodes' | 'edges'>, unitOf: UnitOf): BalancePlan => {
  const meters = new Meters(unitOf);
  const stocks: Stock[] = [];
  const sorted = graph.nodes.toSorted(byId);
  const places = new Map(sorted.map(({ id }, at) => [id, at]));
  const edges = graph.edges.filter(({ source, target }) => places.has(source) && places.has(target)).toSorted(byId);
  const flows = edges.map((edge) => edgeFlow(edge, (id) => places.get(id) ?? OUTSIDE, meters));
  const metered = new Set(edges.flatMap(({ unitIds }) => unitIds));
  const nodes = sorted.map((node, at): PlanNode => {
    const own: number[] = [];
    let stockIsBroken = false;
    for (const id of new Set([...(node.stockUnitIds ?? []), ...node.unitIds])) {
      const unit = unitOf(id);
      const series = unit && stockSeries(unit);
      if (unit && series) own.push(stocks.push({ unit, seriesId: series.id }) - 1);
      else if (node.stockUnitIds?.includes(id)) stockIsBroken = true;
    }
    const conserves = isConserving(node);
    const boundary = conserves ? undefined : boundaryFlow({ node, place: at }, metered, unitOf, meters);
    if (boundary) flows.push(boundary);
    return { node, conserves, closes: conserves || boundary !== undefined, stocks: own, stockIsBroken };
  });
  return { nodes, flows, meters: meters.list, stocks };
};
