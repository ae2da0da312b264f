import { type BalanceGraph, isConserving } from '../../../contract/model/balanceGraph.ts';
import type { BalanceGraphBody } from '../../../contract/user/waterBalance.ts';
import { refuse } from '../../../core/refusal.ts';
import type { Unit, UnitDirectory } from '../../../plantModel/index.ts';
import type { StoredDocument, VersionedDocuments } from '../../diagrams/index.ts';
import { type Balancer, makeEvaluator } from './balancer.ts';
import { graphFaults } from './graphRules.ts';
import { planGraph } from './plan.ts';

const KIND = 'waterBalance';

const emptyGraph: BalanceGraph = { version: 0, nodes: [], edges: [], layout: { direction: 'LR', zoom: 1 } };

const graphOf = ({ body, version, savedAtMs, savedBy }: StoredDocument): BalanceGraph => ({
  // what is stored was parsed when it was saved
  ...(body as Pick<BalanceGraph, 'nodes' | 'edges' | 'layout'>),
  version,
  updatedAt: new Date(savedAtMs).toISOString(),
  updatedBy: savedBy,
});

/** The water balance graphs of every industry, and what they are computed with. */
export class BalanceGraphs {
  readonly #documents: VersionedDocuments;
  readonly #directory: UnitDirectory;
  readonly #balancers = new Map<string, { version: number; units: readonly Unit[]; balancer: Balancer }>();

  constructor(documents: VersionedDocuments, directory: UnitDirectory) {
    this.#documents = documents;
    this.#directory = directory;
  }

  /** Version 0 and nothing in it where none was saved. */
  async read(industryId: string): Promise<BalanceGraph> {
    const stored = await this.#documents.read(industryId, KIND);
    return stored ? graphOf(stored) : emptyGraph;
  }

  /** Of what `read` would answer, without reading it. */
  async version(industryId: string): Promise<number> {
    const heads = await this.#documents.heads(industryId, KIND);
    return heads.find(({ name }) => name === '')?.version ?? 0;
  }

  /**
   * @throws Failure `badRequest` with every fault of the graph and its place, `conflict` when another version is stored than the one
   * the change was made on.
   */
  async save(industryId: string, sent: BalanceGraphBody, userId: string): Promise<BalanceGraph> {
    refuse(graphFaults(sent, (unitId) => this.#directory.unit(industryId, unitId)));
    const { version, updatedAt: _at, updatedBy: _by, ...document } = sent;
    const body = { ...document, nodes: sent.nodes.map((node) => ({ ...node, conserve: isConserving(node) })) };
    return graphOf(
      await this.#documents.save(industryId, { kind: KIND, name: '', body, userId, ...(version !== undefined && { version }) }),
    );
  }

  /** The stored graph, ready to be computed with. */
  async balancer(industryId: string): Promise<{ graph: BalanceGraph; balancer: Balancer }> {
    const graph = await this.read(industryId);
    // every change of the configuration makes a new list
    const units = this.#directory.units(industryId);
    const known = this.#balancers.get(industryId);
    if (known?.version === graph.version && known.units === units) return { graph, balancer: known.balancer };
    const balancer = makeEvaluator(planGraph(graph, (unitId) => this.#directory.unit(industryId, unitId)));
    this.#balancers.set(industryId, { version: graph.version, units, balancer });
    return { graph, balancer };
  }

  /** Meters whose water leaves the plant: those that lead to a discharge, unless it is credited as water given back. */
  async dischargeMeters(industryId: string): Promise<ReadonlySet<string>> {
    const { nodes, edges } = await this.read(industryId);
    const discharges = nodes.filter(({ type }) => type === 'discharge');
    const ids = new Set(discharges.map(({ id }) => id));
    const meters = [
      ...discharges.flatMap(({ unitIds }) => unitIds),
      ...edges.flatMap(({ target, unitIds }) => (ids.has(target) ? unitIds : [])),
    ];
    const isCredited = (id: string) =>
      this.#directory.unit(industryId, id)?.standardCategoryIds.includes('ID_WATER_CREDITED') === true;
    return new Set(meters.filter((id) => !isCredited(id)));
  }
}
