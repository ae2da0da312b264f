import { createRoLog, listRoLog, roEfficiency } from '../../../contract/user/roEfficiency.ts';
import { type Route, route } from '../../../http/route.ts';
import type { RoLog } from './log.ts';
import type { RoService } from './service.ts';

export type RoRoutesParts = { ro: Pick<RoService, 'data'>; roLog: Pick<RoLog, 'add' | 'list'> };

/** Efficiency of RO plants, and the log of what was done to them. */
export const roRoutes = ({ ro, roLog }: RoRoutesParts): Route[] => [
  route(roEfficiency)(({ query }, { caller: { industryId }, signal, etag }) => ro.data({ industryId, signal }, query, etag)),
  route(listRoLog)(({ query }, { caller: { industryId }, signal }) => roLog.list(industryId, signal, query)),
  route(createRoLog)(async ({ body }, { caller, audited }) => {
    const after = await roLog.add(caller, body);
    audited({ subject: after.id, after });
    return { status: 'success', message: 'Log entry created', id: after.id };
  }),
];
