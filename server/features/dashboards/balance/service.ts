import { LRUCache } from 'lru-cache';
import type { BalanceDay } from '../../../contract/plant/balanceMoments.ts';
import type { BalanceData } from '../../../contract/user/waterBalance.ts';
import type { Clock } from '../../../core/clock.ts';
import type { CooperativeScheduler } from '../../../core/cooperativeScheduler.ts';
import { Failure } from '../../../core/fail.ts';
import { round } from '../../../core/round.ts';
import { dateOfDay, dayNumber, type ShiftCalendar } from '../../../core/shift.ts';
import { SLOT_MS } from '../../../core/slots.ts';
import {
  asOf,
  chooseWindow,
  displayUnitOf,
  dmyOfDay,
  type ReadContext,
  type ReadingReader,
  readingsEtag,
  sourceFor,
  toTimeWindow,
  type Window,
} from '../../../historian/index.ts';
import { siUnitOfCategory, type UnitDirectory } from '../../../plantModel/index.ts';
import type { NodeDays } from '../../alarms/index.ts';
import { balanceAnswer } from './answer.ts';
import type { Balancer } from './balancer.ts';
import { collect } from './collect.ts';
import type { BalanceGraphs } from './graphs.ts';
import { BalanceHistory, HISTORY_DAYS, lastWholeDay, seriesOfPlan } from './history.ts';
import { type BalanceResult, evaluateWindow } from './nodeBalance.ts';
import { nodeDaysOf } from './nodeDays.ts';
import { reconcile } from './reconciliation/reconcile.ts';
import { type BalanceVerdict, percentComplete, totalsOf, worstOf } from './verdict.ts';

export type BalanceParts = {
  graphs: BalanceGraphs;
  directory: UnitDirectory;
  reader: ReadingReader;
  calendars: { of(industryId: string): ShiftCalendar };
  turns: CooperativeScheduler;
  clock: Clock;
};

export type BalanceQuery = { date1: string; date2?: string | undefined; divisionFactor: number; type: 'HOUR' | 'DATE' };
type Request = { industryId: string; signal: AbortSignal };

const MOST_KEPT = 64;

/** Water balances by the graph of an industry and its readings. */
export class BalanceService {
  readonly #parts: BalanceParts;
  readonly #history: BalanceHistory;
  /** Verdicts by industry and day, with the tag of what they were made from. */
  readonly #verdicts = new LRUCache<string, { tag: string; verdicts: readonly BalanceVerdict[] }>({ max: MOST_KEPT });

  constructor(parts: BalanceParts) {
    this.#parts = parts;
    this.#history = new BalanceHistory(parts.reader);
  }

  /**
   * The whole balance of a window, and the totals of the window of date2.
   * @param etag called with a tag of what the answer is made from, before any of it is read; may throw.
   * @throws Failure `parameter` for a date before 1970.
   */
  async data({ industryId, signal }: Request, query: BalanceQuery, etag: (tag: string) => void): Promise<BalanceData> {
    const { graph, balancer } = await this.#parts.graphs.balancer(industryId);
    const source = this.#source(industryId, signal);
    const window = windowOf(source, query.type, query.date1, 'date1');
    const compared = query.date2 === undefined ? undefined : windowOf(source, query.type, query.date2, 'date2');
    etag(
      this.#tag(industryId, source, {
        balancer,
        query: { ...query, graph: graph.version },
        windows: [window, ...(compared ? [compared] : [])],
      }),
    );

    const answer = await this.#answer(industryId, source, window, query);
    if (!compared) return answer;
    const compareTotal = (await collect(balancer.plan, compared, source)).total;
    const { nowMs } = source;
    return {
      ...answer,
      compare: { ...totalsOf(evaluateWindow(balancer, compareTotal).whole), window: toTimeWindow(compared, nowMs) },
    };
  }

  /** The whole balance of any window, as reports ask for it; null where no graph is drawn. */
  async over(
    { industryId, signal, endSlot }: Request & { endSlot?: number },
    window: Window,
    divisionFactor: number,
  ): Promise<BalanceData | null> {
    const { graph } = await this.#parts.graphs.balancer(industryId);
    if (graph.nodes.length === 0) return null;
    const type = window.type === 'DAY' ? 'HOUR' : 'DATE';
    return this.#answer(industryId, asOf(this.#source(industryId, signal), endSlot), window, { type, divisionFactor });
  }

  /**
   * The balance of the shift day of a moment, from its start to the end of the slot that holds the moment.
   * @throws Failure `parameter` for a moment to come.
   */
  async moment({ industryId, signal }: Request, at: string): Promise<BalanceData> {
    const source = this.#source(industryId, signal);
    const endSlot = Math.ceil(Date.parse(at) / SLOT_MS);
    if (endSlot > source.nowSlot) throw new Failure('parameter', 'at lies in the future, or in the slot that runs');
    if (endSlot <= 0) throw new Failure('parameter', 'at is before 1970');
    const window = chooseWindow(source.calendar, 'DAY', { date1: dateOfDay(source.calendar.dayOfSlot(endSlot - 1)) });
    const then = { ...asOf(source, endSlot), nowMs: endSlot * SLOT_MS };
    return this.#answer(industryId, then, window, { type: 'HOUR', divisionFactor: 1000 });
  }

  /** Totals of the plant by shift day, `count` days up to and with `date` (YYYY-MM-DD), oldest first. */
  async days({ industryId, signal }: Request, { date, days: count }: { date: string; days: number }): Promise<BalanceDay[]> {
    const { balancer } = await this.#parts.graphs.balancer(industryId);
    const source = this.#source(industryId, signal);
    const last = dayNumber(date);
    if (last < count) throw new Failure('parameter', 'date is before 1970');
    const window = chooseWindow(source.calendar, 'CUSTOM', { date1: dateOfDay(last - count + 1), date2: date });
    const { buckets } = await collect(balancer.plan, window, source);
    const days: BalanceDay[] = [];
    for (const [at, amounts] of buckets.entries()) {
      await source.pace.turn();
      const { fromDay = last, toSlot = 0 } = window.buckets[at] ?? {};
      days.push({
        date: dmyOfDay(fromDay),
        running: toSlot > source.nowSlot,
        ...totalsOf(evaluateWindow(balancer, amounts).whole),
      });
    }
    return days;
  }

  async #answer(
    industryId: string,
    source: ReadContext & { nowMs: number },
    window: Window,
    { type, divisionFactor }: Pick<BalanceQuery, 'type' | 'divisionFactor'>,
  ): Promise<BalanceData> {
    const { graph, balancer } = await this.#parts.graphs.balancer(industryId);
    const { total, buckets } = await collect(balancer.plan, window, source);
    const evaluatedBuckets: BalanceResult[] = [];
    for (const amounts of buckets) {
      await source.pace.turn();
      evaluatedBuckets.push(evaluateWindow(balancer, amounts));
    }
    const baselines = await this.#history.baselines(industryId, balancer, source, lastWholeDay(source, window.toDay));
    await source.pace.turn();
    const evaluated = evaluateWindow(balancer, total);
    await source.pace.turn();
    const reconciled = await reconcile(balancer, total, evaluated.values, source.pace);
    await source.pace.turn();
    return balanceAnswer({
      type,
      graph,
      balancer,
      window,
      amounts: total,
      evaluated,
      buckets: evaluatedBuckets,
      baselines,
      reconciled,
      measure: displayUnitOf(
        'L',
        divisionFactor,
        siUnitOfCategory(this.#parts.directory.categories(industryId), 'SOURCE_CATEGORY'),
      ),
      nowMs: source.nowMs,
    });
  }

  /**
   * Every conserving node on a shift day, for alarms and overviews; kept until readings, graph or configuration change.
   * @param date YYYY-MM-DD
   */
  async verdicts(
    industryId: string,
    date: string,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<readonly BalanceVerdict[]> {
    const { graph, balancer } = await this.#parts.graphs.balancer(industryId);
    const source = this.#source(industryId, signal);
    const window = windowOf(source, 'HOUR', date, 'date');
    const key = `${industryId} ${date}`;
    const tag = this.#tag(industryId, source, { balancer, query: { graph: graph.version }, windows: [window] });
    const kept = this.#verdicts.get(key);
    if (kept?.tag === tag) return kept.verdicts;
    const { total } = await collect(balancer.plan, window, source);
    const { nodes } = evaluateWindow(balancer, total);
    const baselines = await this.#history.baselines(industryId, balancer, source, lastWholeDay(source, window.toDay));
    const verdicts = balancer.plan.nodes.flatMap(({ node, conserves }, at): BalanceVerdict[] => {
      const balance = nodes[at];
      if (!conserves || !balance) return [];
      const { inKL, unaccountedKL, unaccountedPct, uncertaintyKL, z, status } = totalsOf(balance);
      const { z: baselineZ = null, isWarning = false } = baselines[at] ?? {};
      return [
        {
          nodeId: node.id,
          label: node.label || node.id,
          unitIds: unitsOf(balancer, at),
          inKL,
          unaccountedKL,
          unaccountedPct,
          uncertaintyKL,
          z,
          status,
          completeness: percentComplete(balance),
          baselineZ: round(baselineZ, 2),
          isWarning,
        },
      ];
    });
    this.#verdicts.set(key, { tag, verdicts });
    return verdicts;
  }

  /** The last days of every conserving node up to a shift day (YYYY-MM-DD) that is over, for alarms; none without a graph. */
  async nodeDays(industryId: string, date: string): Promise<NodeDays[]> {
    const { graph, balancer } = await this.#parts.graphs.balancer(industryId);
    if (graph.nodes.length === 0) return [];
    return nodeDaysOf(balancer, this.#source(industryId, new AbortController().signal), dayNumber(date));
  }

  /** The node that is farthest from closing on a shift day (YYYY-MM-DD); null where none can be evaluated. */
  async worstNode(industryId: string, date: string, signal?: AbortSignal): Promise<BalanceVerdict | null> {
    return worstOf(await this.verdicts(industryId, date, signal));
  }

  #source(industryId: string, signal: AbortSignal): ReadContext & { nowMs: number } {
    return sourceFor(this.#parts, this.#parts.turns, industryId, signal);
  }

  /** Of the windows with the end of the day before, where stocks begin, and of the days that their baseline looks back at. */
  #tag(
    industryId: string,
    source: ReadContext & { nowMs: number },
    { balancer, query, windows }: { balancer: Balancer; query: object; windows: readonly Window[] },
  ): string {
    const { directory, reader } = this.#parts;
    const { nowMs, nowSlot } = source;
    const read = windows.map(({ fromDay, toDay, toSlot }, at) => ({
      fromDay: (at === 0 ? Math.min(fromDay, lastWholeDay(source, toDay) - HISTORY_DAYS) : fromDay) - 1,
      toDay,
      toSlot,
    }));
    return readingsEtag(
      directory,
      reader,
      { industryId, query, nowMs, nowSlot },
      { seriesIds: seriesOfPlan(balancer), windows: read },
    );
  }
}

const windowOf = ({ calendar }: ReadContext, type: BalanceQuery['type'], date: string, name: string): Window => {
  if (dayNumber(date) < 0) throw new Failure('parameter', `${name} is before 1970`);
  return chooseWindow(calendar, type === 'HOUR' ? 'DAY' : 'MONTH', { date1: date });
};

const unitsOf = ({ plan, nodeFlows }: Balancer, at: number): string[] => {
  const flows = [...(nodeFlows[at]?.into ?? []), ...(nodeFlows[at]?.from ?? [])];
  const meters = flows.flatMap((flow) => (plan.flows[flow]?.terms ?? []).map(({ meter }) => plan.meters[meter]?.unitId ?? ''));
  const tanks = (plan.nodes[at]?.stocks ?? []).map((stock) => plan.stocks[stock]?.unit.id ?? '');
  return [...new Set([...meters, ...tanks])];
};
