import { exportAudit, listAudit, verifyAudit } from '../../contract/plant/audit.ts';
import { file, type Route, route } from '../../http/route.ts';
import { exportOf, viewOf } from './exports.ts';
import type { AuditService } from './service.ts';
import type { Place, RowFilter } from './store.ts';

const msOf = (time: string | undefined): number | undefined => (time === undefined ? undefined : Date.parse(time));

const filterOf = ({
  from,
  to,
  ...same
}: Omit<RowFilter, 'fromMs' | 'toMs'> & { from?: string | undefined; to?: string | undefined }): RowFilter => ({
  ...same,
  fromMs: msOf(from),
  toMs: msOf(to),
});

const placeOf = (cursor: string | undefined): Place | undefined => {
  const [at, id] = (cursor ?? '').split('.').map(Number);
  return at === undefined || id === undefined ? undefined : { at, id };
};

/** Reading, exporting and verifying the audit log. */
export const auditRoutes = (audit: AuditService): Route[] => [
  route(listAudit)(({ query: { limit, cursor, ...filter } }) => {
    const rows = audit.list(filterOf(filter), placeOf(cursor), limit);
    const last = rows.length === limit ? rows.at(-1) : undefined;
    return { rows: rows.map(viewOf), next: last ? `${last.at}.${last.id}` : null };
  }),
  route(exportAudit)(({ query: { format, ...filter } }) =>
    file({ ...exportOf(audit.all(filterOf(filter)), format), fileName: `audit.${format}` }),
  ),
  route(verifyAudit)((_, { signal }) => audit.verify(signal)),
];
