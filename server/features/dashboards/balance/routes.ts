import { balanceDays, balanceMoment } from '../../../contract/plant/balanceMoments.ts';
import { readBalanceData, readBalanceGraph, saveBalanceGraph } from '../../../contract/user/waterBalance.ts';
import { type Route, route } from '../../../http/route.ts';
import type { BalanceGraphs } from './graphs.ts';
import type { BalanceService } from './service.ts';

export type BalanceRoutesParts = { graphs: BalanceGraphs; balance: Pick<BalanceService, 'data' | 'days' | 'moment'> };

/** What the audit log keeps; the versions themselves are kept with the documents. */
const noteOf = ({ version, nodes, edges }: { version: number; nodes: readonly unknown[]; edges: readonly unknown[] }) => ({
  version,
  nodes: nodes.length,
  edges: edges.length,
});

/** The water balance: its graph and its figures. */
export const balanceRoutes = ({ graphs, balance }: BalanceRoutesParts): Route[] => [
  route(readBalanceGraph)(async (_, { caller: { industryId }, etag }) => {
    const graph = await graphs.read(industryId);
    etag(`balance-${industryId}-${graph.version}`);
    return graph;
  }),
  route(saveBalanceGraph)(async ({ body }, { caller: { industryId, userId }, audited }) => {
    const before = await graphs.read(industryId);
    const after = await graphs.save(industryId, body, userId);
    audited({ subject: 'waterBalance', before: noteOf(before), after: noteOf(after) });
    return after;
  }),
  route(readBalanceData)(({ query }, { caller: { industryId }, signal, etag }) =>
    balance.data({ industryId, signal }, query, etag),
  ),
  route(balanceDays)(async ({ query }, { caller: { industryId }, signal }) => ({
    days: await balance.days({ industryId, signal }, query),
  })),
  route(balanceMoment)(({ query: { at } }, { caller: { industryId }, signal }) => balance.moment({ industryId, signal }, at)),
];
