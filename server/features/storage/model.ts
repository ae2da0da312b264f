import { z } from 'zod';

/** One damaged piece of stored data, named in terms that a person knows. */
export type DamageFinding = {
  /** database, row, slots, total, openSlot, dayHash, stream, audit or heads. */
  part: string;
  /** Table, stream, or unit and parameter. */
  name: string;
  /** Shift day, YYYY-MM-DD, of readings; null of everything else. */
  date: string | null;
  /** checksum, hash, unreadable, unsealed, missing, extra, order, cut or rewritten, or the database's own words. */
  reason: string;
};

const count = z.number().int();

/** Result of a self-test, as the job process sends it. */
export const selfTestResult = z.object({
  ok: z.boolean(),
  findings: z.array(z.object({ part: z.string(), name: z.string(), date: z.string().nullable(), reason: z.string() })),
  found: count,
  days: count,
  totals: count,
  openSlots: count,
  rows: count,
  entries: count,
  auditRows: count,
  durationMs: count,
});
export type SelfTestResult = z.infer<typeof selfTestResult>;

/** Last entries of the chained streams, of which a copy is kept outside the database. */
export const headsOf = z.record(z.string(), z.object({ seq: z.number().int().min(0), hash: z.string() }));
export type Heads = z.infer<typeof headsOf>;
