import { createReadStream } from 'node:fs';
import { readDailySummary, readReport } from '../../contract/reportRows.ts';
import { file, type Route, route } from '../../http/route.ts';
import { mediaTypes } from './order.ts';
import type { ReportService } from './service.ts';

/** Reports as files and as JSON. */
export const reportRoutes = (reports: Pick<ReportService, 'order' | 'make' | 'summary'>): Route[] => [
  route(readReport)(async ({ query }, { caller, signal }) => {
    const { order, format } = reports.order(caller, query);
    const made = await reports.make(order, format, signal);
    const body = createReadStream(made.path);
    body.once('close', () => void made.remove());
    return file({ body, contentType: mediaTypes[format], fileName: `${made.fileName}.${format}`, sandboxed: format === 'html' });
  }),
  route(readDailySummary)(({ query }, { caller, signal }) => reports.summary(reports.order(caller, query).order, signal)),
];
