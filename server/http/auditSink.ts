import type { Caller } from '../core/caller.ts';
import type { FailureCode } from '../core/fail.ts';

/** A request as the audit log names it. */
export type AuditedRequest = {
  /** null until a token opened a session. */
  caller: Caller | null;
  ip: string;
  requestId: string;
  /** `GET /api/plant/units/{id}`. */
  what: string;
};

/** What a handler says of its change; the kind is the row's. */
export type ChangeNote = {
  /** Id or name of what was changed. */
  subject?: string;
  before?: unknown;
  after?: unknown;
};

/** Receives what the audit log records; a returned promise is awaited before the answer is sent. */
export type AuditSink = {
  /** A request that was not let through by its token, permission, rate or address. */
  refused(act: AuditedRequest, fault: FailureCode): Promise<void> | void;
  /** A request sent `targetIndustryId` to an operation that ignores it. */
  ignoredTarget(act: AuditedRequest, industryId: string): void;
  /** An internal user works on an industry that is not their own. */
  actedElsewhere(act: AuditedRequest, industryId: string): Promise<void>;
  /**
   * Carries out a row with `audit`. What it writes is never there without its entry, nor the entry without it.
   * @param notes what the handler has said once it is done; one entry for each, and one where there are none.
   */
  changing<T>(act: AuditedRequest, kind: string, notes: readonly ChangeNote[], work: () => Promise<T>): Promise<T>;
};

/** Carries out changes whose senders may lose the right to them while they wait. */
export type ChangeGuard = {
  /** @throws what `refuseLost` throws, with nothing written; it is called when the first of the work is. */
  whileAllowed<T>(refuseLost: () => void, work: () => Promise<T>): Promise<T>;
  /** From here on the change under way is finished, whatever its sender loses. @throws what `refuseLost` throws. */
  begin(refuseLost: () => void): void;
};

const watched: ReadonlySet<string> = new Set<FailureCode>([
  'token',
  'permission',
  'expired',
  'blocked',
  'sessionEnded',
  'accessTokenForRefresh',
  'rateLimit',
  'host',
]);

/** Whether a failure is a refusal for the audit log; wrong passwords are recorded where they are checked. */
export const isRefusal = (fault: FailureCode): boolean => watched.has(fault);
