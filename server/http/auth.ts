import type { IncomingMessage } from 'node:http';
import type { Endpoint, TokenScope } from '../contract/endpoint.ts';
import type { Caller } from '../core/caller.ts';
import { Failure, isFailure } from '../core/fail.ts';

/** Whose request it is, and which rate limit binds the session. */
export type Session = { caller: Caller; panel: boolean };

export type Opens = { scope?: TokenScope; wall?: boolean };

/** Decides what a token opens now; answers from memory. */
export interface SessionChecker {
  /**
   * @param opens what the row opens besides: to tokens made for one purpose, which are `token` everywhere else, and to wall displays,
   * which are `permission` everywhere else.
   * @throws Failure `token`, `expired`, `blocked` (user or industry) or `sessionEnded`, in this order.
   */
  access(token: string, opens?: Opens): Session;
  /** @throws Failure `token`, `accessTokenForRefresh`, `expired`, `disabled` or `sessionEnded`, in this order. */
  refresh(token: string): Session;
  /** @throws Failure `disabled` for an industry in which nobody acts any more. */
  requireEnabled(industryId: string): void;
}

/** Asks again who is there, before rights are granted. */
export interface Confirmer {
  /**
   * @param password of the caller, where they sent it.
   * @throws Failure `confirmation` when it is wrong, or is missing and the login is not fresh.
   */
  require(caller: Caller, password: string | undefined, origin: { ip: string; requestId: string }): Promise<void>;
}

const BEARER = 'bearer';
/** All white space that a header can hold: one character of a header is one byte. */
const SPACES = [' ', '\t', '\u00a0', '\n', '\v', '\f', '\r'];

/**
 * Looked at piece by piece: a pattern over the whole of a long token costs more than finding its session.
 * @throws Failure `token` when an Authorization header does not carry a bearer token.
 */
export const bearerToken = (header: string): string => {
  const text = header.trim();
  let at = BEARER.length;
  while (text[at] === ' ') at += 1;
  const token = text.slice(at);
  const isBearer = at > BEARER.length && text.slice(0, BEARER.length).toLowerCase() === BEARER;
  if (!isBearer || token === '' || SPACES.some((space) => token.includes(space)))
    throw new Failure('token', 'Authorization is not a bearer token');
  return token;
};

/** The token of a request: the Authorization header, or `?jwt=` on access rows. */
const tokenOf = (row: Endpoint, request: IncomingMessage, query: Record<string, unknown>): string => {
  const header = request.headers.authorization;
  const jwt = row.auth === 'access' ? query.jwt : undefined;
  if (Array.isArray(jwt)) throw new Failure('badRequest', 'jwt given more than once');
  if (typeof jwt === 'string' && jwt !== '') {
    if (header !== undefined && header.trim().replace(/^Bearer +/i, '') !== jwt)
      throw new Failure('badRequest', 'Authorization and jwt carry different tokens');
    return jwt;
  }
  if (header === undefined) throw new Failure('token', 'Token missing');
  return bearerToken(header);
};

/**
 * Who is calling a row that needs a token.
 * @throws Failure as the checker, and `badRequest` for two different tokens.
 */
export const authenticate = (
  row: Endpoint,
  request: IncomingMessage,
  query: Record<string, unknown>,
  sessions: SessionChecker,
): Session => {
  const token = tokenOf(row, request, query);
  if (row.auth === 'refresh') return sessions.refresh(token);
  try {
    return sessions.access(token, row);
  } catch (error) {
    if (row.expired401 !== undefined && isFailure(error, 'expired')) throw new Failure('token', row.expired401, { cause: error });
    throw error;
  }
};

/** @throws Failure `permission` when the caller lacks what the row asks for. */
export const authorize = (row: Endpoint, caller: Caller): void => {
  if (row.permission && !caller.permissions.has(row.permission))
    throw new Failure('permission', `Permission ${row.permission} required`);
};

/**
 * For what goes on after its request was let in, such as a download: its token may expire meanwhile, but its session must not have
 * ended nor its right been taken.
 * @throws Failure as `authenticate` and `authorize`.
 */
export const refuseLost = (
  row: Endpoint,
  request: IncomingMessage,
  query: Record<string, unknown>,
  sessions: SessionChecker,
): void => {
  try {
    authorize(row, authenticate(row, request, query, sessions).caller);
  } catch (error) {
    if (!isFailure(error, 'expired')) throw error;
  }
};
