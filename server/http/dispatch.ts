import type { Request, RequestHandler, Response } from 'express';
import { bases, CONFIRM_HEADER, confirmHeaders, type Endpoint } from '../contract/endpoint.ts';
import type { Clock } from '../core/clock.ts';
import { Failure, isFailure } from '../core/fail.ts';
import type { Log } from '../core/log.ts';
import { sendAnswer, sendKept } from './answer.ts';
import { type AuditedRequest, type AuditSink, type ChangeGuard, type ChangeNote, isRefusal } from './auditSink.ts';
import { authenticate, authorize, type Confirmer, refuseLost, type Session, type SessionChecker } from './auth.ts';
import { JsonBodies } from './bodies/jsonBodies.ts';
import { Uploads } from './bodies/uploads.ts';
import type { AnswerCache, KeepAnswer, KeptAnswer } from './cache/answerCache.ts';
import type { AskedQuery } from './cache/queryCache.ts';
import { refuseForeignWrite } from './hostGuard.ts';
import { type LimitRequest, limitRequests } from './limitMiddleware.ts';
import type { RateLimiter } from './limits.ts';
import { RequestContext } from './requestContext.ts';
import type { Context, Route } from './route.ts';
import { tripped } from './tripwire.ts';
import type { UsualQuestions } from './usual/usualQuestions.ts';
import { parseInput, pickHeaders } from './validation.ts';

/** A request whose parameter looked like an SQL injection. */
export type TripwireHit = {
  userId: string | null;
  industryId: string | null;
  ip: string;
  method: string;
  path: string;
  parameter: string;
};

export type DispatchParts = {
  sessions: SessionChecker;
  confirmer: Confirmer;
  limiter: RateLimiter;
  compress: RequestHandler;
  log: Log;
  clock: Clock;
  onTripwire(hit: TripwireHit): void;
  auditSink: AuditSink;
  changes?: ChangeGuard | undefined;
  answers: AnswerCache;
  /** Of the program: another one may make another answer from the same readings. */
  version: string;
  /** Of the state that all answers are made from, where what they are made from does not say it. */
  etagMark?: string | undefined;
  /** Counts what is asked of rows that are prepared after a start. */
  usual?: Pick<UsualQuestions, 'note'> | undefined;
};

export type Incoming = {
  request: Request;
  response: Response;
  requestId: string;
  ip: string;
  baseUrl: string;
  params: Record<string, string>;
  asked: AskedQuery;
};

const MOST_PASSWORD = 1024;

/** Ends the handler when the client holds the current version already. */
class NotModified extends Error {}

/** Ends the handler when the answer of its tag is in memory. */
class AnsweredBefore extends Error {}

// one of each: to make an error costs as much as to look an answer up
const notModified = new NotModified('not modified');
const answeredBefore = new AnsweredBefore('answered from memory');

/** What a handler leaves behind besides its answer. */
type Writes = { notes: ChangeNote[]; kept: Kept };
type Kept = { keep?: KeepAnswer; answer?: KeptAnswer };

const bare = (tag: string): string => tag.trim().replace(/^W\//, '');
const matchesEtag = (header: string | undefined, etag: string): boolean =>
  (header?.split(',') ?? []).some((one) => one.trim() === '*' || bare(one) === bare(etag));

const namesTarget = ({ headers }: Endpoint): boolean =>
  Object.keys(headers?.shape ?? {}).some((name) => name.toLowerCase() === 'targetindustryid');

/** The caller's own password, sent again; UTF-8 as percent-encoding where the client says so. @throws Failure `parameter`. */
const passwordOf = ({ headers }: Request): string | undefined => {
  const sent = pickHeaders(confirmHeaders, headers)[CONFIRM_HEADER];
  if (sent !== undefined && sent.length > MOST_PASSWORD) throw new Failure('parameter', `${CONFIRM_HEADER} is too long`);
  return sent;
};

/** Carries one matched request through the checks of its row to its handler and writes the answer. */
export class Dispatcher {
  readonly #parts: DispatchParts;
  readonly #bodies = new JsonBodies();
  readonly #uploads = new Uploads();
  readonly #limit: LimitRequest;

  constructor(parts: DispatchParts) {
    this.#parts = parts;
    this.#limit = limitRequests(parts.limiter);
  }

  /** @throws Failure, or whatever the handler threw. */
  async run({ row, handle }: Route, incoming: Incoming): Promise<void> {
    const { request, response, params, asked } = incoming;
    const { log, clock, compress } = this.#parts;
    const startedMs = clock.monotonicMs();
    const act: AuditedRequest = {
      caller: null,
      ip: incoming.ip,
      requestId: incoming.requestId,
      what: `${row.method.toUpperCase()} ${bases[row.base]}${row.path}`,
    };
    const admitted = await this.#admit(row, incoming, act);
    this.#watch(row, incoming, admitted);
    refuseForeignWrite(row, request);
    const body = row.body ? await this.#bodies.read(row, request, response) : undefined;
    const upload = row.upload ? await this.#uploads.read(row.upload, request, response) : undefined;
    const session = admitted && (row.body || row.upload) ? await this.#admitAgain(row, incoming, act) : admitted;
    const input = { ...parseInput(row, { headers: request.headers, params, asked, body }), ...(row.upload && { upload }) };
    await this.#addSubject(row, request, act);
    response.setHeader('cache-control', 'no-store');
    const notes: ChangeNote[] = [];
    const kept: Kept = {};
    const carryOut = (): Promise<unknown> => this.#call(handle, input, this.#contextOf(row, incoming, session, { notes, kept }));
    const { audit } = row;
    const audited = audit === undefined ? carryOut : () => this.#parts.auditSink.changing(act, audit, notes, carryOut);
    const answer = await this.#whileAllowed(row, incoming, act, audited);
    const parts = { request, response, compress, log, refuseLost: this.#refuseLost(row, incoming) };
    if (answer === notModified) response.status(304).end();
    else if (answer === answeredBefore && kept.answer) {
      // the tools of a browser show it, and benches count it
      response.setHeader('server-timing', 'memory');
      await sendKept(kept.answer, parts);
    } else {
      const json = sendAnswer(row, answer, parts);
      const notKept = (error: unknown): void => log.debug({ err: error, path: row.path }, 'an answer could not be kept');
      if (json !== undefined) kept.keep?.(json, Boolean(request.acceptsEncodings('gzip'))).catch(notKept);
    }
    if (row.prepared && session) this.#parts.usual?.note(row, session.caller.industryId, asked.query);
    log.debug(
      {
        method: request.method,
        path: row.path,
        status: response.statusCode,
        requestId: incoming.requestId,
        ms: clock.monotonicMs() - startedMs,
      },
      'request',
    );
  }

  #admit(row: Endpoint, incoming: Incoming, act: AuditedRequest): Promise<Session | undefined> {
    return this.#noting(act, async () => {
      const session = await this.#check(row, incoming, act);
      if (row.confirm === 'always' && session) await this.#confirm(session, incoming);
      return session;
    });
  }

  /** A body comes when its client likes: who lost the session or the right meanwhile changes nothing by it. */
  #admitAgain(row: Endpoint, { request, asked }: Incoming, act: AuditedRequest): Promise<Session> {
    return this.#noting(act, () => {
      const session = authenticate(row, request, asked.query, this.#parts.sessions);
      authorize(row, session.caller);
      return session;
    });
  }

  /** A refusal is in the audit log before it is answered. */
  async #noting<T>(act: AuditedRequest, check: () => Promise<T> | T): Promise<T> {
    try {
      return await check();
    } catch (error) {
      if (isFailure(error) && isRefusal(error.code)) await this.#parts.auditSink.refused(act, error.code);
      throw error;
    }
  }

  /** What a row changes is asked for again when it begins to be written. */
  async #whileAllowed<T>(row: Endpoint, incoming: Incoming, act: AuditedRequest, work: () => Promise<T>): Promise<T> {
    const { changes } = this.#parts;
    const isChange = row.auth === 'access' && (row.method !== 'get' || row.writes);
    if (!changes || !isChange) return work();
    let lost: unknown;
    const refuse = (): void => {
      try {
        this.#refuseLost(row, incoming)();
      } catch (error) {
        lost = error;
        throw error;
      }
    };
    try {
      return await changes.whileAllowed(refuse, work);
    } catch (error) {
      return lost === undefined
        ? Promise.reject(error)
        : this.#noting(act, () => {
            throw lost;
          });
    }
  }

  /** A refused token still counts against the client's address. */
  async #check(row: Endpoint, incoming: Incoming, act: AuditedRequest): Promise<Session | undefined> {
    const { sessions } = this.#parts;
    let session: Session | undefined;
    let refused: unknown;
    if (row.auth !== 'none')
      try {
        session = authenticate(row, incoming.request, incoming.asked.query, sessions);
        act.caller = session.caller;
      } catch (error) {
        refused = error;
      }
    await this.#limit(incoming.response, { row, ip: incoming.ip, session });
    if (refused) throw refused;
    if (session) authorize(row, session.caller);
    return session;
  }

  #confirm({ caller }: Session, { request, ip, requestId }: Incoming): Promise<void> {
    return this.#parts.confirmer.require(caller, passwordOf(request), { ip, requestId });
  }

  /** Rows without a token have nothing to lose. */
  #refuseLost(row: Endpoint, { request, asked }: Incoming): () => void {
    return row.auth === 'none' ? () => undefined : () => refuseLost(row, request, asked.query, this.#parts.sessions);
  }

  #watch(row: Endpoint, { params, asked, ip, request, response }: Incoming, session: Session | undefined): void {
    // a query that was parsed was accepted before: it needs no second look
    const parameter = tripped(row, params, asked.parsed === undefined ? asked.query : {});
    if (parameter === undefined) return;
    const { userId = null, industryId = null } = session?.caller ?? {};
    this.#parts.onTripwire({ userId, industryId, ip, method: request.method, path: row.path, parameter });
    response.setHeader('allow', row.method.toUpperCase());
    throw new Failure('injection', `${parameter} holds a pattern of SQL injection`);
  }

  /** Only internal users reach another industry, and only by rows that name the header. */
  async #addSubject(row: Endpoint, request: Request, act: AuditedRequest): Promise<void> {
    const { auditSink, sessions } = this.#parts;
    const { caller } = act;
    const sent = [request.headers.targetindustryid].flat()[0] || undefined;
    const target = caller?.internal && namesTarget(row) ? sent : undefined;
    if (sent !== undefined && target === undefined) auditSink.ignoredTarget(act, sent);
    if (target !== undefined) sessions.requireEnabled(target);
    const industryId = target ?? caller?.industryId;
    if (caller?.internal && industryId !== undefined && industryId !== caller.homeIndustryId)
      await auditSink.actedElsewhere(act, industryId);
  }

  #contextOf(row: Endpoint, incoming: Incoming, session: Session | undefined, { notes, kept }: Writes): Context {
    const { request, response, requestId, ip, baseUrl, asked } = incoming;
    const { answers, version, etagMark, changes } = this.#parts;
    const refuseLost = this.#refuseLost(row, incoming);
    const etag = (tag: string): void => {
      const value = `W/"${encodeURIComponent(etagMark === undefined ? tag : `${tag}.${etagMark}`)}"`;
      response.setHeader('etag', value);
      if (asked.query.jwt === undefined) response.setHeader('cache-control', 'private, no-cache');
      // the answer to a change is never "not modified"
      if (row.method === 'get' && matchesEtag(request.headers['if-none-match'], value)) throw notModified;
    };
    const sharedEtag = (tag: string, question?: string): void => {
      etag(`${tag}.${version}`);
      const { kept: answer, keep } = answers.of(row, session?.caller.industryId ?? '', tag, question);
      if (answer) {
        kept.answer = answer;
        throw answeredBefore;
      }
      kept.keep = keep;
    };
    return new RequestContext(request, response, {
      // a row of auth `none` types it as null; the row and its handler are bound by route()
      caller: (session?.caller ?? null) as Context['caller'],
      ...{ requestId, ip, baseUrl, refuseLost },
      confirm: async () => {
        if (session) await this.#confirm(session, incoming);
      },
      begin: () => (changes ? changes.begin(refuseLost) : refuseLost()),
      etag,
      sharedEtag,
      spend: (limit) => this.#parts.limiter.spend(limit, ip),
      audited: (note) => void notes.push(note),
    });
  }

  async #call(handle: Route['handle'], input: Parameters<Route['handle']>[0], context: Context): Promise<unknown> {
    try {
      return await handle(input, context);
    } catch (error) {
      if (error === notModified || error === answeredBefore) return error;
      throw error;
    }
  }
}
