import { hash } from 'node:crypto';

/** A stored row; times are epoch milliseconds, `before` and `after` JSON texts. */
export type AuditRow = {
  id: number;
  at: number;
  industryId: string | null;
  userId: string | null;
  kind: string;
  outcome: 'done' | 'refused';
  /** How many alike were gathered into this row. */
  count: number;
  ip: string | null;
  requestId: string | null;
  subject: string | null;
  before: string | null;
  after: string | null;
  prevHash: string;
  hash: string;
};

/** The last link of a chain. */
export type ChainLink = Pick<AuditRow, 'id' | 'hash'>;

/** What the first row continuesChain. */
export const origin: ChainLink = { id: 0, hash: '' };

/** What is hashed of a row: every field, and the hash of the one before it. */
export const textOf = (row: Omit<AuditRow, 'hash'>): string =>
  JSON.stringify([
    row.id,
    row.at,
    row.industryId,
    row.userId,
    row.kind,
    row.outcome,
    row.count,
    row.ip,
    row.requestId,
    row.subject,
    row.before,
    row.after,
    row.prevHash,
  ]);

/** SHA-256 of a row's text, in hexadecimal. */
export const hashOf = (row: Omit<AuditRow, 'hash'>): string => hash('sha256', textOf(row));

/** Whether a row is what was written, and where: right after the given link. */
export const continuesChain = (row: AuditRow, last: ChainLink): boolean =>
  row.id === last.id + 1 && row.prevHash === last.hash && row.hash === hashOf(row);
