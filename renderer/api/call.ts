import type { z } from 'zod';
import type { Endpoint, Sent } from '../../server/contract/endpoint.ts';
import { type ErrorBody, errorBody } from '../../server/contract/errors.ts';
import { type EarlyAnswer, takeEarly } from '../early/asked.ts';

type Failure =
  /** The server answered with an error body. */
  | { kind: 'refused'; http: number; body: ErrorBody }
  /** An answer came that cannot be read; `foreign` where it is not from this server, as the page of a proxy, else perhaps a newer version's. */
  | { kind: 'unreadable'; http: number; requestId: string | null; detail: string; foreign?: true }
  /** No answer at all; `timedOut` where one was waited for long enough. */
  | { kind: 'unreachable'; timedOut?: true };

/** Why a call did not bring what was asked; pages branch on `failure` and never on the text. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly failure: Failure;
  /** The request would change something, and no answer says whether it did. */
  readonly mayBeDone: boolean;

  constructor(failure: Failure, { mayBeDone = false, ...options }: ErrorOptions & { mayBeDone?: boolean } = {}) {
    super(failure.kind === 'refused' ? failure.body.message : failure.kind, options);
    this.failure = failure;
    this.mayBeDone = mayBeDone;
  }

  /** The service code of the error body, or null where there was none. */
  get code(): number | null {
    return this.failure.kind === 'refused' ? this.failure.body.code : null;
  }

  get requestId(): string | null {
    if (this.failure.kind === 'refused') return this.failure.body.requestId;
    return this.failure.kind === 'unreadable' ? this.failure.requestId : null;
  }
}

/** `password` goes with a request that asks who is there once more. */
export type CallOptions = {
  token?: string;
  password?: string;
  signal?: AbortSignal;
  timeoutMs?: number;
  /** Gets the server's time of the answer, epoch ms, also where it refuses. */
  onAnswer?: (atMs: number) => void;
};

/** A server that hangs answers nothing; whoever waits longer for a slow report says so. */
const defaultTimeoutMs = 10_000;

type Loose = {
  headers?: Record<string, unknown>;
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
};

/** Path and query of a row; lists become repeated parameters, undefined ones are left out. */
export const addressOf = (row: Endpoint, { params = {}, query = {} }: Loose): string => {
  const path = row.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) if (one !== undefined) search.append(name, String(one));
  }
  const text = search.toString();
  const base = row.base === 'root' ? '' : `/api/${row.base}`;
  return `${base}${path}${text === '' ? '' : `?${text}`}`;
};

const jsonOf = async (response: Response, signal: AbortSignal): Promise<unknown> => {
  try {
    return await response.json();
  } catch (error) {
    // an answer that stops half-way is no answer; one that is no JSON is unreadable
    if (signal.aborted) throw error;
    return undefined;
  }
};

type Answered<T> = { response: Response; body: T };

const answered = async (coming: Promise<Response>): Promise<EarlyAnswer> => ({ response: await coming, heldMs: () => 0 });

/** What another call brings, to whoever waits for it no longer than the signal says. */
const unlessAborted = <T>(coming: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    coming.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });

/** Sends one request and reads its body; an error body becomes an ApiError, an abort passes through as it is. */
const exchange = async <T>(
  row: Endpoint,
  parts: Loose,
  options: CallOptions,
  read: (response: Response, signal: AbortSignal) => Promise<T>,
): Promise<Answered<T>> => {
  const headers = new Headers({ accept: row.media === undefined ? 'application/json' : '*/*' });
  for (const [name, value] of Object.entries(parts.headers ?? {})) if (value !== undefined) headers.set(name, String(value));
  if (options.token !== undefined) headers.set('authorization', `Bearer ${options.token}`);
  if (options.password !== undefined) {
    headers.set('x-header-encoding', 'percent');
    headers.set('x-confirm-password', encodeURIComponent(options.password));
  }
  // a form with a file names its own boundary
  const isFile = parts.body instanceof FormData;
  if (parts.body !== undefined && !isFile) headers.set('content-type', 'application/json');

  const timeout = AbortSignal.timeout(options.timeoutMs ?? defaultTimeoutMs);
  const signal = options.signal === undefined ? timeout : AbortSignal.any([options.signal, timeout]);
  const unanswered = (error: unknown): unknown => {
    if (options.signal?.aborted) return error;
    const failure = { kind: 'unreachable', ...(timeout.aborted ? { timedOut: true as const } : {}) } as const;
    return new ApiError(failure, { cause: error, mayBeDone: changes(row) });
  };

  try {
    const address = addressOf(row, parts);
    const early = row.method === 'get' && options.password === undefined ? takeEarly(address, options.token) : undefined;
    const { response, heldMs } =
      early === undefined
        ? await answered(
            fetch(address, {
              method: row.method.toUpperCase(),
              headers,
              credentials: 'omit',
              body: parts.body instanceof FormData ? parts.body : parts.body === undefined ? null : JSON.stringify(parts.body),
              signal,
            }),
          )
        : await unlessAborted(early, signal);
    options.onAnswer?.(Date.parse(response.headers.get('date') ?? '') + heldMs());
    if (!response.ok) throw failureOf(row, response, await jsonOf(response, signal));
    return { response, body: await read(response, signal) };
  } catch (error) {
    throw error instanceof ApiError ? error : unanswered(error);
  }
};

/** What is renewed or signed in may be asked for again without harm. */
const changes = ({ method, auth }: Endpoint): boolean => method !== 'get' && auth !== 'refresh';

const failureOf = (row: Endpoint, response: Response, body: unknown): ApiError => {
  const { status: http } = response;
  const refused = errorBody.safeParse(body);
  // 503 is said before anything is done
  if (refused.success)
    return new ApiError(
      { kind: 'refused', http, body: refused.data },
      { mayBeDone: changes(row) && http >= 500 && http !== 503 },
    );
  return unreadable(row, response, 'no error body');
};

const unreadable = (row: Endpoint, { status: http, headers }: Response, detail: string, cause?: unknown): ApiError => {
  const requestId = headers.get('x-request-id');
  // this server answers a call with JSON, and its files of HTML have a name
  const foreign = typeOf(headers) === 'text/html' ? { foreign: true as const } : {};
  return new ApiError({ kind: 'unreadable', http, requestId, detail, ...foreign }, { cause, mayBeDone: changes(row) });
};

const typeOf = (headers: Headers): string => (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';

/** A reply, and its version for If-Match where the answer has one. */
type Tagged<E extends Endpoint> = { reply: z.output<E['reply']>; etag: string | null };

/**
 * Sends one request of the contract and returns its parsed reply.
 * Throws an ApiError for every failure but an abort, which passes through as it is.
 */
export const callTagged = <E extends Endpoint>(row: E, sent: Sent<E>, options: CallOptions = {}): Promise<Tagged<E>> =>
  taggedReply(row, sent as Loose, options);

const taggedReply = async <E extends Endpoint>(row: E, parts: Loose, options: CallOptions): Promise<Tagged<E>> => {
  const { response, body } = await exchange(row, parts, options, jsonOf);
  const reply = row.reply.safeParse(body);
  if (!reply.success) throw unreadable(row, response, reply.error.issues[0]?.path.join('.') ?? '', reply.error);
  return { reply: reply.data as z.output<E['reply']>, etag: response.headers.get('etag') };
};

/** The same without the version. */
export const call = async <E extends Endpoint>(row: E, sent: Sent<E>, options: CallOptions = {}): Promise<z.output<E['reply']>> =>
  (await callTagged(row, sent, options)).reply;

/** Sends one request of a row that takes a file (`upload`). */
export const callWithFile = async <E extends Endpoint>(
  row: E,
  sent: Sent<E>,
  file: File,
  options: CallOptions = {},
): Promise<z.output<E['reply']>> => {
  const body = new FormData();
  body.set(row.upload?.field ?? 'file', file);
  return (await taggedReply(row, { ...(sent as Loose), body }, options)).reply;
};

/** Whether an answer is a file of the row; a page of HTML is one where it has a file's name, which the page of a proxy has not. */
const isFileOf = (row: Endpoint, headers: Headers): boolean => {
  const type = typeOf(headers);
  return row.media?.includes(type) === true && (type !== 'text/html' || headers.has('content-disposition'));
};

/** A file as the server names it. */
export type AnsweredFile = { blob: Blob; name: string };

/** Sends one request of a row that answers a file (`media`). */
export const callFile = async <E extends Endpoint>(row: E, sent: Sent<E>, options: CallOptions = {}): Promise<AnsweredFile> => {
  const { response, body } = await exchange(row, sent as Loose, options, (answer) => {
    if (!isFileOf(row, answer.headers)) throw unreadable(row, answer, 'another kind of file');
    return answer.blob();
  });
  return { blob: body, name: fileNameOf(response.headers.get('content-disposition') ?? '') };
};

/** Of a Content-Disposition: the name in UTF-8 where it has one, else the plain one. */
export const fileNameOf = (disposition: string): string => {
  const utf8 = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (utf8 !== undefined) return decodeURIComponent(utf8);
  return /filename="?([^";]+)"?/i.exec(disposition)?.[1] ?? 'headworks';
};
