/** One thing that is not what was written, named by what a person knows. */
export type Finding = {
  /** database, row, slots, total, openSlot, dayHash, stream, audit or heads. */
  part: string;
  /** Table, stream, or unit and parameter. */
  name: string;
  /** Shift day, YYYY-MM-DD, where it is readings. */
  date: string | null;
  /** checksum, hash, unreadable, unsealed, missing, extra, order, cut or rewritten, or the database's own words. */
  reason: string;
};

export type SelfTestResult = {
  ok: boolean;
  /** The first of what is wrong; `found` says how many there are. */
  findings: Finding[];
  found: number;
  /** How much was looked at. */
  days: number;
  totals: number;
  openSlots: number;
  rows: number;
  entries: number;
  auditRows: number;
  durationMs: number;
};

/** Ends of the chained streams, kept outside the database too. */
export type Heads = Record<string, { seq: number; hash: string }>;
