import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { parse } from 'node:querystring';
import compression from 'compression';
import express, { type NextFunction, type Request, type Response } from 'express';
import type { Endpoint } from '../contract/endpoint.ts';
import type { Clock } from '../core/clock.ts';
import { Failure } from '../core/fail.ts';
import type { Log } from '../core/log.ts';
import type { AuditSink, ChangeGuard } from './auditSink.ts';
import type { Confirmer, SessionChecker } from './auth.ts';
import type { AnswerCache } from './cache/answerCache.ts';
import { QueryCache } from './cache/queryCache.ts';
import { clientAddress } from './clientAddress.ts';
import { Dispatcher, type TripwireHit } from './dispatch.ts';
import { docsRouter } from './docs/docs.ts';
import { answerError } from './errors.ts';
import { messagesOf, takeMessages } from './expressMessages.ts';
import { answerHeaders, isEncrypted, pageHeaders, setHsts } from './headers.ts';
import { enforceHostAndOrigin } from './hostGuard.ts';
import type { HostPolicy } from './hosts.ts';
import { type LimitSettings, RateLimiter } from './limits.ts';
import { panelFiles } from './panelFiles.ts';
import { fullPath, normalPath, type PathMatch, PathTable } from './pathTable.ts';
import type { Route } from './route.ts';
import type { UsualQuestions } from './usual/usualQuestions.ts';

export type AppParts = {
  /** What must be served and is documented; a row without its route stops the start. */
  endpoints: readonly Endpoint[];
  routes: readonly Route[];
  /** What the documents of the APIs say, where that is more than `endpoints`: a hub serves some rows in a shorter form. */
  documented?: readonly Endpoint[];
  sessions: SessionChecker;
  confirmer: Confirmer;
  /** False while the server waits for its first owner. */
  isSetUp(): boolean;
  limits: LimitSettings;
  /** Rate limits shared with other apps on the same port; limits of its own where it is absent. */
  limiter?: RateLimiter;
  hosts: HostPolicy;
  /** Addresses of proxies whose X-Forwarded-For is believed. */
  trustedProxies: readonly string[];
  publicUrl: string | undefined;
  /** Browsers that came by HTTPS shall never use HTTP again; only where HTTP is not for the network. */
  hsts: boolean;
  /** Folder of the built panel. */
  panelFolder: string;
  version: string;
  /** File of the examples in the documents of the APIs. */
  examplesFile: string;
  clock: Clock;
  log: Log;
  /** Called for every request that the injection tripwire refused. */
  onTripwire(hit: TripwireHit): void;
  /** Receives what the audit log records. */
  auditSink: AuditSink;
  /** Of a plant; a hub asks for rights with each statement. */
  changes?: ChangeGuard;
  /** Answers that may be sent again while what they were made from is unchanged. */
  answers: AnswerCache;
  /** Part of every ETag of a hub: days come to it after what was said of them, so that a plant's own ETag does not say what it has. */
  etagMark?: string;
  /** Notes which questions are asked, so that the usual ones are prepared after the next start; absent at a hub, which prepares none. */
  usual?: Pick<UsualQuestions, 'note'>;
};

const idOf = (response: Response): string => String(response.getHeader('x-request-id') ?? '');

const mount = (endpoints: readonly Endpoint[], routes: readonly Route[]): PathTable<Route> => {
  const table = new PathTable<Route>();
  for (const route of routes) table.add(route.row.method.toUpperCase(), fullPath(route.row), route);
  const served = new Set(routes.map(({ row }) => row));
  const orphan = endpoints.find((row) => !served.has(row));
  if (orphan) throw new Failure('server', `${orphan.method} ${fullPath(orphan)} has no handler`);
  return table;
};

/** A request target without the origin that the absolute form of proxies has. @throws Failure `parameter` */
const localTarget = (target: string): string => {
  if (target.startsWith('/')) return target;
  if (target === '*') return '/';
  if (!URL.canParse(target)) throw new Failure('parameter', 'The request target is no address');
  return target.slice(new URL(target).origin.length);
};

/** Path and query of a request target. */
const splitTarget = (target: string): [path: string, search: string] => {
  const local = localTarget(target);
  const at = local.indexOf('?');
  return at < 0 ? [normalPath(local), ''] : [normalPath(local.slice(0, at)), local.slice(at)];
};

/** The route of a request; HEAD is a GET without its body, but never one that writes. */
const routeFor = (table: PathTable<Route>, method: string, path: string): PathMatch<Route> => {
  const found = table.find(method, path);
  if (method !== 'HEAD' || found.kind !== 'otherMethod') return found;
  const get = table.find('GET', path);
  return get.kind === 'match' && !get.value.row.writes ? get : found;
};

const DOCS = /^\/api\/(user|plant)\/(docs(\/|$)|asyncapi\.json$)/;

/** Before there is an owner: the rows that make one, the documents of the APIs, and the panel's own files. */
const isForSetup = (found: PathMatch<Route>, path: string): boolean =>
  found.kind === 'match'
    ? found.value.row.beforeSetup === true
    : found.kind === 'none' && (DOCS.test(path) || !/^\/(api|files)(\/|$)/.test(path));

/** Every check that comes before a handler, and the API; by Express its documents and the panel. */
export const createApp = (parts: AppParts): RequestListener => {
  const { log, hosts, trustedProxies } = parts;
  const table = mount(parts.endpoints, parts.routes);
  const compress = compression();
  const dispatcher = new Dispatcher({ ...parts, compress, limiter: parts.limiter ?? new RateLimiter(parts.limits, parts.clock) });
  const queries = new QueryCache();
  const fixedHeaders = answerHeaders(parts.publicUrl);
  const behindProxy = trustedProxies.length > 0;
  const app = express();
  takeMessages(app);
  app.disable('x-powered-by');
  app.disable('etag');
  // all of them: by default those after the thousandth are left out without a word
  app.set('query parser', (query: string) => parse(query, '&', '=', { maxKeys: 0 }));
  app.set('trust proxy', behindProxy ? [...trustedProxies] : false);

  /** Answers a request of the API. @returns false for any other request, such as one for a page. @throws Failure */
  const answer = (request: Request, response: Response): boolean => {
    const requestId = randomUUID();
    response.setHeader('x-request-id', requestId);
    for (const [name, value] of fixedHeaders) response.setHeader(name, value);
    if (parts.hsts && isEncrypted(request)) setHsts(request, response);
    const [path, search] = splitTarget(request.url);
    request.url = path + search;
    // Express' own parts read this one, and fail at a target that is no path
    request.originalUrl = request.url;
    const ip = clientAddress(request, behindProxy);
    const onRefused = (): void => void parts.auditSink.refused({ caller: null, ip, requestId, what: path }, 'host');
    if (!enforceHostAndOrigin(hosts, request, response, onRefused)) return true;
    const found = routeFor(table, request.method, path);
    if (!parts.isSetUp() && !isForSetup(found, path)) throw new Failure('unavailable', 'setup required', { isExpected: true });
    if (found.kind === 'none') return false;
    if (found.kind === 'otherMethod') {
      const get = table.find('GET', path);
      const isRead = get.kind === 'match' && !get.value.row.writes;
      response.setHeader('allow', (isRead ? [...found.allow, 'HEAD'] : found.allow).join(', '));
      throw new Failure('method', `${request.method} is not served here`);
    }
    const scheme = isEncrypted(request) ? 'https' : behindProxy ? request.protocol : 'http';
    const baseUrl = `${scheme}://${request.headers.host}`;
    const asked = queries.of(found.value.row, search, () => (search === '' ? {} : { ...request.query }));
    dispatcher
      .run(found.value, { request, response, requestId, ip, baseUrl, asked, params: found.params })
      .catch((error: unknown) => answerError(error, response, requestId, log));
    return true;
  };

  app.use(pageHeaders(parts.publicUrl));
  app.use(compress);
  app.use(docsRouter({ ...parts, endpoints: parts.documented ?? parts.endpoints }));
  app.use(panelFiles(parts.panelFolder));
  app.use(() => {
    throw new Failure('notFound', 'Not found');
  });
  app.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
    answerError(error, response, idOf(response), log);
  });
  return (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const { request, response } = messagesOf(app, incoming, outgoing);
    try {
      if (!answer(request, response)) app(request, response);
    } catch (error) {
      answerError(error, response, idOf(response), log);
    }
  };
};
