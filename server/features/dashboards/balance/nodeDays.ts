import { dateOfDay } from '../../../core/shift.ts';
import { chooseWindow, type ReadContext, toKilo } from '../../../historian/index.ts';
import type { NodeDays } from '../../alarms/index.ts';
import type { Balancer } from './balancer.ts';
import { baselineZ, dayBalanceOf } from './baseline.ts';
import { collect } from './collect.ts';
import { HISTORY_DAYS } from './history.ts';
import { type Balance, evaluateWindow } from './nodeBalance.ts';

const PLACES = 2;
/** The meter that represents a node: of the flow into it that passed most, else of one out of it. */
const meterOf = ({ plan, nodeFlows }: Balancer, at: number, litres: (seriesId: number) => number): string | null => {
  const metersOf = (flows: readonly number[]) =>
    flows.flatMap((flow) => (plan.flows[flow]?.terms ?? []).flatMap(({ meter }) => plan.meters[meter] ?? []));
  const [into, from] = [metersOf(nodeFlows[at]?.into ?? []), metersOf(nodeFlows[at]?.from ?? [])];
  const [first] = (into.length > 0 ? into : from).toSorted((a, b) => litres(b.seriesId) - litres(a.seriesId));
  return first?.unitId ?? null;
};

const isEvaluated = ({ status }: Balance): boolean => status !== 'incomplete' && status !== 'undetermined';

/** The last whole days of every node that conserves water, up to and with one, for whoever watches them. */
export const nodeDaysOf = async (balancer: Balancer, source: ReadContext, day: number): Promise<NodeDays[]> => {
  const from = Math.max(0, day - HISTORY_DAYS);
  const window = chooseWindow(source.calendar, 'CUSTOM', { date1: dateOfDay(from), date2: dateOfDay(day) });
  const { total, buckets } = await collect(balancer.plan, window, source);
  const evaluated: (readonly Balance[])[] = [];
  for (const amounts of buckets) {
    await source.pace.turn();
    evaluated.push(evaluateWindow(balancer, amounts).nodes);
  }
  const litres = new Map(balancer.plan.meters.map(({ seriesId }, at) => [seriesId, total.meters[at]?.volumeL ?? 0]));
  return balancer.plan.nodes.flatMap(({ node, conserves }, at): NodeDays[] => {
    if (!conserves) return [];
    const balances = evaluated.map((nodes) => nodes[at]);
    const zs = baselineZ(balances.map((one) => (one ? dayBalanceOf(one) : null)));
    const days = balances.map((one, index) => {
      const known = one && isEvaluated(one) ? one : undefined;
      const date = dateOfDay(from + index);
      return {
        date,
        fromMs: source.calendar.windowOfDay(from + index).fromMs,
        lossKL: toKilo(known?.imbalanceL ?? null, PLACES),
        uncertaintyKL: toKilo(known?.sigmaL ?? null, PLACES),
        z: known?.z ?? null,
        baselineZ: known ? (zs[index] ?? null) : null,
      };
    });
    return [{ nodeId: node.id, label: node.label || node.id, unitId: meterOf(balancer, at, (id) => litres.get(id) ?? 0), days }];
  });
};
