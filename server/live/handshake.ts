import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ErrorBody, faults } from '../contract/errors.ts';
import { Failure } from '../core/fail.ts';

const LIVE_PATH = '/api/user/live';
const PROTOCOL = 'bearer';
/** What every answer says that is no page. */
const BARE =
  "X-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\nContent-Security-Policy: default-src 'none'; frame-ancestors 'none'\r\n";

/** Which hosts and foreign origins may open a socket. */
export type HostRules = {
  isHostAllowed(host: string): boolean;
  /** For an origin other than the server's own. */
  isOriginAllowed(origin: string): boolean;
};

const hostOf = (origin: string): string | undefined => (URL.canParse(origin) ? new URL(origin).host : undefined);

/**
 * Checks path, Host and Origin of an upgrade and takes its token, if it brought one.
 * @throws Failure `notFound`, `host`, `permission` (foreign origin) or `badRequest` (two different tokens).
 */
export const readHandshake = (request: IncomingMessage, hostRules: HostRules): { token: string | undefined } => {
  const target = request.url ?? '/';
  const url = URL.canParse(target, 'http://server') ? new URL(target, 'http://server') : undefined;
  if (url?.pathname.replace(/\/+/g, '/').replace(/\/$/, '') !== LIVE_PATH) throw new Failure('notFound', 'Not found');
  const { host, origin } = request.headers;
  if (host === undefined || !hostRules.isHostAllowed(host)) throw new Failure('host', 'Host not allowed');
  if (origin !== undefined && hostOf(origin) !== host && !hostRules.isOriginAllowed(origin))
    throw new Failure('permission', 'Origin not allowed');
  const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((part) => part.trim());
  const tokens = new Set(url.searchParams.getAll('jwt').filter(Boolean));
  if (offered[0] === PROTOCOL && offered[1]) tokens.add(offered[1]);
  if (tokens.size > 1) throw new Failure('badRequest', 'Two different tokens');
  return { token: [...tokens][0] };
};

/** The subprotocol to answer: never the token, which a client sends as the second one. */
export const chooseProtocol = (offered: Set<string>): string | false => (offered.has(PROTOCOL) ? PROTOCOL : false);

/** What a failure is to a client: a service code and its HTTP status. */
export const faultOf = (error: unknown): { code: number; http: number; message: string } => {
  const fault = error instanceof Failure ? Object.entries(faults).find(([name]) => name === error.code)?.[1] : undefined;
  return fault && error instanceof Failure
    ? { ...fault, message: error.message }
    : { ...faults.server, message: 'Internal error' };
};

/** Answers an upgrade with an ordinary HTTP error and ends the connection. */
export const refuseUpgrade = (socket: Duplex, error: unknown, requestId: string): void => {
  const { code, http, message } = faultOf(error);
  const body = JSON.stringify({ status: 'error', code, message, requestId } satisfies ErrorBody);
  socket.end(
    `HTTP/1.1 ${http} Refused\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\n${BARE}X-Service-Code: ${code}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
};
