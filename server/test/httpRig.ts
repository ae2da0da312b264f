import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Caller } from '../core/caller.ts';
import { type Clock, ManualClock } from '../core/clock.ts';
import { Failure } from '../core/fail.ts';
import type { Log } from '../core/log.ts';
import { type AppParts, createApp } from '../http/app.ts';
import type { AuditedRequest, AuditSink, ChangeNote } from '../http/auditSink.ts';
import type { Session, SessionChecker } from '../http/auth.ts';
import { AnswerCache } from '../http/cache/answerCache.ts';
import { HostPolicy, type HostSettings } from '../http/hosts.ts';
import type { LimitSettings } from '../http/limits.ts';
import type { Route } from '../http/route.ts';
import { HttpServer } from '../http/server.ts';

export const silent: Log = { debug() {}, info() {}, warn() {}, error() {}, always() {}, child: () => silent };

/** No limits, for tests that are about something else. */
export const unlimited: LimitSettings = {
  profile: 'spec',
  default: [],
  login: [],
  otp: [],
  refresh: [],
  plant: [],
  panel: [],
  priority: [],
  userCreate: [],
};

/** Hears everything and keeps nothing. */
const nobody: AuditSink = {
  refused() {},
  ignoredTarget() {},
  actedElsewhere: async () => {},
  changing: (_act, _kind, _notes, work) => work(),
};

/** Carries out a change and then gives its notes to a listener. */
export const notingChanges =
  (changed: (act: AuditedRequest, kind: string, note: ChangeNote) => Promise<void>): AuditSink['changing'] =>
  async (act, kind, notes, work) => {
    const answer = await work();
    for (const note of notes.length > 0 ? notes : [{}]) await changed(act, kind, note);
    return answer;
  };

export const someCaller = (fields: Partial<Caller> = {}): Caller => ({
  userId: 'u1',
  username: 'asha',
  industryId: 'DEMO',
  homeIndustryId: fields.industryId ?? 'DEMO',
  role: 'operator',
  permissions: new Set(),
  sessionId: 's1',
  loginType: 'DEFAULT',
  internal: false,
  ...fields,
});

/** Tokens by name; any other one is not valid. */
export const sessionsOf = (known: Record<string, Session | Failure>): SessionChecker => {
  const look = (token: string): Session => {
    const found = known[token] ?? new Failure('token', 'Token is not valid');
    if (found instanceof Failure) throw found;
    return found;
  };
  return { access: look, refresh: look, requireEnabled: () => undefined };
};

export type Reply = { status: number; headers: IncomingHttpHeaders; text: string; body: unknown; bytes?: Buffer };
export type Ask = { method?: string; headers?: Record<string, string>; body?: string | object };

/**
 * One request with full control of its headers and its path, on a connection of its own: one that is kept open may have been closed
 * by the server while a test held up the event loop.
 */
export const askPort = (port: number, path: string, { method = 'GET', headers = {}, body }: Ask = {}): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const text = typeof body === 'object' ? JSON.stringify(body) : body;
    const sent = {
      ...(typeof body === 'object' && { 'content-type': 'application/json' }),
      ...(text !== undefined && { 'content-length': String(Buffer.byteLength(text)) }),
      ...headers,
    };
    const request = httpRequest({ port, host: '127.0.0.1', path, method, headers: sent, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const received = bytes.toString();
        const isJson = /[/+]json/.test(response.headers['content-type'] ?? '') && received !== '';
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: received,
          body: isJson ? JSON.parse(received) : undefined,
          bytes,
        });
      });
    });
    request.on('error', reject);
    request.end(text);
  });

export type RigOptions = Partial<Omit<AppParts, 'hosts' | 'clock'>> & {
  hosts?: Partial<HostSettings>;
  ownNames?: string[];
  clock?: Clock;
};
export type Rig = { port: number; ask(path: string, options?: Ask): Promise<Reply>; stop(): Promise<void> };

/** A whole HTTP server on a free port with the given routes. */
export const startRig = async (routes: Route[], options: RigOptions = {}): Promise<Rig> => {
  const { hosts = {}, ownNames = [], clock = new ManualClock(1_750_000_000_000), ...parts } = options;
  const app = createApp({
    endpoints: routes.map(({ row }) => row),
    routes,
    sessions: sessionsOf({}),
    confirmer: { require: async () => {} },
    isSetUp: () => true,
    hsts: false,
    limits: unlimited,
    trustedProxies: [],
    publicUrl: hosts.publicUrl,
    panelFolder: tmpdir(),
    version: '0.0.0',
    examplesFile: join(import.meta.dirname, '../../resources/api/examples.json.br'),
    log: silent,
    onTripwire() {},
    auditSink: nobody,
    answers: new AnswerCache(clock),
    ...parts,
    clock,
    hosts: new HostPolicy({ allowedHosts: [], allowedOrigins: [], publicUrl: undefined, ...hosts }, clock, () => ownNames),
  });
  const server = new HttpServer(app, { host: '127.0.0.1', port: 0 });
  const { port } = await server.start();
  return { port, ask: (path, sent) => askPort(port, path, sent), stop: () => server.stop() };
};
