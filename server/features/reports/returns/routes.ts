import { createReadStream } from 'node:fs';
import { readReturn } from '../../../contract/plant/returns.ts';
import { file, type Route, route } from '../../../http/route.ts';
import { askerOf } from '../routes.ts';
import { returnMediaTypes } from './order.ts';
import type { ReturnService } from './service.ts';

/** Returns to regulators and disclosures, as files. */
export const returnRoutes = (returns: Pick<ReturnService, 'order' | 'make'>): Route[] => [
  route(readReturn)(async ({ params: { kind }, query: { format, ...asked }, headers }, { caller, signal }) => {
    const order = await returns.order(askerOf(caller, headers.targetIndustryId), { kind, ...asked });
    const made = await returns.make(order, format, signal);
    const body = createReadStream(made.path);
    // what the disk keeps all the same goes at the next start
    body.once('close', () => made.remove().catch(() => undefined));
    return file({
      body,
      contentType: returnMediaTypes[format],
      fileName: `${made.fileName}.${format}`,
      sandboxed: format === 'html',
    });
  }),
];
