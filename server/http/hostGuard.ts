import type { Request, Response } from 'express';
import type { Endpoint } from '../contract/endpoint.ts';
import { Failure } from '../core/fail.ts';
import { type HostPolicy, isSameOrigin } from './hosts.ts';

/** Lets the pages of an origin on the list read the answers. */
const allowOrigin = (origin: string, request: Request, response: Response): void => {
  response.setHeader('access-control-allow-origin', origin);
  response.vary('Origin');
  response.setHeader(
    'access-control-expose-headers',
    'X-Service-Code, X-Request-Id, RateLimit, RateLimit-Policy, Retry-After, ETag, Content-Disposition, X-As-Of',
  );
  if (request.method !== 'OPTIONS') return;
  response.setHeader('access-control-allow-methods', 'GET, HEAD, POST, PUT, PATCH, DELETE');
  response.setHeader('access-control-allow-headers', request.headers['access-control-request-headers'] ?? '');
  response.setHeader('access-control-max-age', '600');
};

/**
 * Lets a request in by its Host and Origin; answers the preflight of an allowed origin itself.
 * @returns whether the request is still to be answered.
 * @throws Failure `host`.
 */
export const enforceHostAndOrigin = (hosts: HostPolicy, request: Request, response: Response, onRefused: () => void): boolean => {
  const { host, origin } = request.headers;
  const refuse = (what: string): never => {
    onRefused();
    throw new Failure('host', `${what} not allowed`);
  };
  if (host === undefined || !hosts.isHostAllowed(host)) return refuse('Host');
  if (origin === undefined || isSameOrigin(origin, host)) return true;
  if (!hosts.isOriginAllowed(origin)) return refuse('Origin');
  allowOrigin(origin, request, response);
  if (request.method !== 'OPTIONS') return true;
  response.status(204).end();
  return false;
};

/** GETs that write are not for links, prefetchers and foreign pages. */
export const refuseForeignWrite = (row: Endpoint, request: Request): void => {
  if (!row.writes || row.method !== 'get') return;
  const site = request.headers['sec-fetch-site'];
  const prefetch = `${request.headers['sec-purpose'] ?? ''} ${request.headers.purpose ?? ''}`.includes('prefetch');
  if (prefetch || (site !== undefined && site !== 'same-origin' && site !== 'none'))
    throw new Failure('badRequest', 'This request changes data and was not made by its own page');
};
