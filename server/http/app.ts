import { randomUUID } from 'node:crypto';
import compression from 'compression';
import express, { type Express, type Request, type Response } from 'express';
import type { Endpoint } from '../contract/endpoint.ts';
import type { Clock } from '../core/clock.ts';
import { Failure } from '../core/fail.ts';
import type { Log } from '../core/log.ts';
import type { SessionChecker } from './auth.ts';
import { Dispatcher, type TripwireHit } from './dispatch.ts';
import { docsRouter } from './docs.ts';
import { answerError } from './errors.ts';
import { securityHeaders } from './headers.ts';
import { type HostPolicy, isSameOrigin } from './hosts.ts';
import { type LimitSettings, RateLimiter } from './limits.ts';
import { panelFiles } from './panelFiles.ts';
import { fullPath, normalPath, PathTable } from './pathTable.ts';
import type { Route } from './route.ts';

export type AppParts = {
  /** What must be served and is documented; a row without its route stops the start. */
  endpoints: readonly Endpoint[];
  routes: readonly Route[];
  sessions: SessionChecker;
  limits: LimitSettings;
  hosts: HostPolicy;
  /** Addresses of proxies whose X-Forwarded-For is believed. */
  trustedProxies: readonly string[];
  publicUrl: string | undefined;
  /** Folder of the built panel. */
  panelFolder: string;
  version: string;
  clock: Clock;
  log: Log;
  /** Called for every request that the injection tripwire refused. */
  onTripwire(hit: TripwireHit): void;
};

const requestIds = new WeakMap<Request, string>();
const idOf = (request: Request): string => requestIds.get(request) ?? '';

const mount = (endpoints: readonly Endpoint[], routes: readonly Route[]): PathTable<Route> => {
  const table = new PathTable<Route>();
  for (const route of routes) table.add(route.row.method.toUpperCase(), fullPath(route.row), route);
  const served = new Set(routes.map(({ row }) => row));
  const orphan = endpoints.find((row) => !served.has(row));
  if (orphan) throw new Failure('server', `${orphan.method} ${fullPath(orphan)} has no handler`);
  return table;
};

/** Path and query of a request target; the absolute form that proxies send loses its origin. */
const splitTarget = (target: string): [path: string, search: string] => {
  const local = target.startsWith('/') ? target : URL.canParse(target) ? target.slice(new URL(target).origin.length) : '/';
  const at = local.indexOf('?');
  return at < 0 ? [normalPath(local), ''] : [normalPath(local.slice(0, at)), local.slice(at)];
};

/** The Express app: every check that comes before a handler, the API, its documents and the panel. */
export const createApp = (parts: AppParts): Express => {
  const { log, hosts } = parts;
  const table = mount(parts.endpoints, parts.routes);
  const dispatcher = new Dispatcher({ ...parts, limiter: new RateLimiter(parts.limits, parts.clock) });
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.set('trust proxy', parts.trustedProxies.length > 0 ? [...parts.trustedProxies] : false);

  app.use((request, response, next) => {
    const requestId = randomUUID();
    requestIds.set(request, requestId);
    response.setHeader('x-request-id', requestId);
    const [path, search] = splitTarget(request.url);
    request.url = path + search;
    next();
  });
  app.use(securityHeaders(parts.publicUrl));
  app.use((request, response, next) => {
    const host = request.headers.host;
    if (host === undefined || !hosts.isHostAllowed(host)) throw new Failure('host', 'Host not allowed');
    const origin = request.headers.origin;
    if (origin === undefined || isSameOrigin(origin, host)) return next();
    if (!hosts.isOriginAllowed(origin)) throw new Failure('host', 'Origin not allowed');
    allowOrigin(origin, request, response);
    if (request.method === 'OPTIONS') response.status(204).end();
    else next();
  });
  app.use(compression());

  app.use((request, response, next) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    const found = table.find(request.method, path);
    const head = found.kind === 'otherMethod' && request.method === 'HEAD' ? table.find('GET', path) : found;
    const match = head.kind === 'match' && !(request.method === 'HEAD' && head.value.row.writes) ? head : found;
    if (match.kind === 'none') return next();
    if (match.kind === 'otherMethod') {
      const allow = match.allow.includes('GET') ? [...match.allow, 'HEAD'] : match.allow;
      response.setHeader('allow', allow.join(', '));
      throw new Failure('method', `${request.method} is not served here`);
    }
    const ip = (request.ip ?? '').replace(/^::ffff:/, '');
    const baseUrl = `${request.protocol}://${request.headers.host}`;
    const incoming = { request, response, requestId: idOf(request), ip, baseUrl, params: match.params };
    dispatcher.run(match.value, incoming).catch(next);
  });
  app.use(docsRouter(parts.endpoints, parts.limits, parts.version));
  app.use(panelFiles(parts.panelFolder));
  app.use(() => {
    throw new Failure('notFound', 'Not found');
  });
  app.use((error: unknown, request: Request, response: Response, _next: express.NextFunction) => {
    answerError(error, response, idOf(request), log);
  });
  return app;
};

/** Lets the pages of an origin on the list read the answers. */
const allowOrigin = (origin: string, request: Request, response: Response): void => {
  response.setHeader('access-control-allow-origin', origin);
  response.vary('Origin');
  response.setHeader(
    'access-control-expose-headers',
    'X-Service-Code, X-Request-Id, RateLimit, RateLimit-Policy, Retry-After, ETag',
  );
  if (request.method !== 'OPTIONS') return;
  response.setHeader('access-control-allow-methods', 'GET, HEAD, POST, PUT, PATCH, DELETE');
  response.setHeader('access-control-allow-headers', request.headers['access-control-request-headers'] ?? '');
  response.setHeader('access-control-max-age', '600');
};
