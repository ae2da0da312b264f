import { createReadStream } from 'node:fs';
import { readDailySummary, readReport } from '../../contract/user/reportRows.ts';
import type { Caller } from '../../core/caller.ts';
import { file, type Route, route } from '../../http/route.ts';
import { mediaTypes } from './order.ts';
import type { ReportService } from './service.ts';

/** Internal users alone reach another industry; the header of anybody else does nothing. */
export const askerOf = ({ industryId, internal, username }: Caller, target: string | undefined) => ({
  industryId: (internal ? target : undefined) ?? industryId,
  username,
});

/** Reports as files and as JSON. */
export const reportRoutes = (reports: Pick<ReportService, 'order' | 'make' | 'summary'>): Route[] => [
  route(readReport)(async ({ query, headers }, { caller, signal }) => {
    const { order, format } = await reports.order(askerOf(caller, headers.targetIndustryId), query);
    const made = await reports.make(order, format, signal);
    const body = createReadStream(made.path);
    // what the disk keeps all the same goes at the next start
    body.once('close', () => made.remove().catch(() => undefined));
    return file({ body, contentType: mediaTypes[format], fileName: `${made.fileName}.${format}`, sandboxed: format === 'html' });
  }),
  route(readDailySummary)(async ({ query, headers }, { caller, signal }) => {
    const { order } = await reports.order(askerOf(caller, headers.targetIndustryId), query);
    return reports.summary(order, signal);
  }),
];
