import type { TokenScope } from '../../../contract/endpoint.ts';
import type { Caller } from '../../../core/caller.ts';
import { Failure } from '../../../core/fail.ts';
import type { Session } from '../../../http/auth.ts';
import type { StoredSession, User } from '../model.ts';
import type { SessionIndex } from '../sessionIndex.ts';
import { type Claims, type ScopedUse, subjectOf, type Tokens } from '../tokens.ts';
import { scopedPermissions } from './scopes.ts';

export type TicketParts = {
  index: Pick<SessionIndex, 'session' | 'user'>;
  tokens: Tokens;
  /** The session of genuine claims, as it is now. @throws Failure `expired`, `blocked` or `sessionEnded`. */
  sessionOf(claims: Claims): Session;
};

/** Tokens of one purpose: a ticket that is traded for access, and that access. */
export class Tickets {
  readonly #parts: TicketParts;

  constructor(parts: TicketParts) {
    this.#parts = parts;
  }

  /** A ticket for one purpose, bound to the session that it is made in. @throws Failure `sessionEnded`. */
  ticket(sessionId: string, scope: TokenScope, lifetimeSeconds: number): string {
    return this.#sign('ticket', sessionId, scope, lifetimeSeconds);
  }

  /**
   * Whose ticket it is, and its own id and end.
   * @throws Failure `token`, `expired`, `blocked` or `sessionEnded`.
   */
  readTicket(ticket: string, scope: TokenScope): { caller: Caller; jti: string; expiresAtMs: number } {
    const claims = this.#parts.tokens.verifyScoped(ticket, 'ticket', scope);
    return { caller: this.#parts.sessionOf(claims).caller, jti: claims.jti, expiresAtMs: claims.exp * 1000 };
  }

  /** An access token that opens the rows of one purpose, as long as the session lives that it belongs to. @throws Failure `sessionEnded`. */
  scopedAccess(sessionId: string, scope: TokenScope, lifetimeSeconds: number): string {
    return this.#sign('access', sessionId, scope, lifetimeSeconds);
  }

  #sign(use: ScopedUse, sessionId: string, scope: TokenScope, lifetimeSeconds: number): string {
    const session: StoredSession | undefined = this.#parts.index.session(sessionId);
    const user: User | undefined = session && this.#parts.index.user(session.userId);
    if (!session || !user) throw new Failure('sessionEnded', 'Session expired');
    const subject = { ...subjectOf(user, session), permissions: scopedPermissions(scope, user.permissions) };
    return this.#parts.tokens.signScoped(use, scope, subject, lifetimeSeconds).token;
  }
}
