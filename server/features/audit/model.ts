import type { WriteTx } from '../../db/writer.ts';

/** One action of a user, done or refused. */
export type AuditEntry = {
  /** What it was about, in lower case with dots: `login`, `user.change`, `unit.threshold`. */
  kind: string;
  /** null where no industry is known, as for a wrong password. */
  industryId: string | null;
  userId: string | null;
  outcome: 'done' | 'refused';
  ip?: string;
  requestId?: string;
  /** What was touched or asked for: an id, a path, a header. */
  subject?: string;
  /** The state before and after; plain JSON. Fields that hold secrets are blanked. */
  before?: unknown;
  after?: unknown;
};

/** Says who changed a thing last. */
export interface LastChanges {
  /** @param kind of the change; any where absent. */
  lastChange(industryId: string, subject: string, kind?: string): { atMs: number; userId: string | null } | null;
}

/** Receives every change and refusal. */
export interface AuditTrail {
  /** Durable when it resolves, in a transaction of its own. */
  record(entry: AuditEntry): Promise<void>;
  /**
   * Part of a transaction, kept or undone with it.
   */
  append(tx: WriteTx, entry: AuditEntry): void;
  /** For refusals of those who are not logged in: counted by kind, address and user, and written in groups every few seconds. */
  gather(entry: AuditEntry): void;
}
