import type { ServerResponse } from 'node:http';
import { type ErrorBody, type Fault, faults } from '../contract/errors.ts';
import { Failure, isFailure } from '../core/fail.ts';
import type { Log } from '../core/log.ts';
import { NO_PAGE } from './headers.ts';

const isFault = (code: string): code is Fault => Object.hasOwn(faults, code);
const field = (error: unknown, name: string): unknown =>
  typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;

/** Errors of the body parser, by their `type`. */
const parserFaults = new Map<unknown, [Fault, string]>([
  ['entity.too.large', ['tooLarge', 'Body is too large']],
  ['entity.parse.failed', ['schema', 'Body is not valid JSON']],
  ['encoding.unsupported', ['mediaType', 'Content-Encoding is not supported']],
  ['charset.unsupported', ['mediaType', 'Charset is not supported']],
]);

/** Errors of foreign code that a request can meet, as ours; undefined for unexpected ones. */
const fromForeign = (error: unknown): Failure | undefined => {
  const [fault, message] = parserFaults.get(field(error, 'type')) ?? [];
  if (fault && message) return new Failure(fault, message, { cause: error });
  const code = String(field(error, 'code'));
  // the last of each is said by the PostgreSQL of a hub
  if (/^(SQLITE_FULL|ENOSPC|EDQUOT|53100)$/.test(code)) return new Failure('storageFull', 'The disk is full', { cause: error });
  if (/^(EIO|EROFS|25006)$/.test(code)) return new Failure('unavailable', 'The disk cannot be written', { cause: error });
  if (/^SQLITE_(BUSY|LOCKED|IOERR|READONLY|CORRUPT|NOTADB)/.test(code))
    return new Failure('unavailable', 'The database does not answer', { cause: error });
  if (/^(Z_|ERR__|ZSTD_)/.test(code)) return new Failure('badRequest', 'Body cannot be decompressed', { cause: error });
  const status = field(error, 'statusCode');
  if (typeof status !== 'number' || status < 400 || status > 499) return undefined;
  return new Failure(status === 404 ? 'notFound' : 'badRequest', status === 404 ? 'Not found' : 'Bad request', { cause: error });
};

/** What goes to the client for an error: of an unexpected one, nothing but the request id. */
const describe = (error: unknown, requestId: string): { fault: Fault; http: number; body: ErrorBody } => {
  const failure = isFailure(error) ? error : fromForeign(error);
  const fault = failure && isFault(failure.code) ? failure.code : 'server';
  const { code, http } = faults[fault];
  const { errors, retryAfterSeconds } = failure?.details ?? {};
  return {
    fault,
    http,
    body: {
      status: 'error',
      code,
      message: failure && fault !== 'server' ? failure.message : 'Internal error',
      requestId,
      ...((fault === 'token' || fault === 'permission' || fault === 'confirmation') && { reason: fault }),
      ...(errors && fault !== 'server' && { errors }),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    },
  };
};

const challenge = (fault: Fault): string | undefined => {
  switch (fault) {
    case 'token':
      return 'Bearer';
    case 'expired':
    case 'blocked':
    case 'sessionEnded':
      return 'Bearer error="invalid_token"';
    default:
      return undefined;
  }
};

/** Work that ended because its client had gone: nobody waits for an answer, and nothing failed. */
const hasBeenLeft = (error: unknown, response: ServerResponse): boolean =>
  response.destroyed && error instanceof DOMException && error.name === 'AbortError';

/** The one place that writes error answers. */
export const answerError = (error: unknown, response: ServerResponse, requestId: string, log: Log): void => {
  if (hasBeenLeft(error, response)) {
    log.debug({ requestId }, 'the client left before its answer');
    return;
  }
  const { fault, http, body } = describe(error, requestId);
  // a client that may come back later met no fault, and many of them must not fill the log
  const isFaulty = http >= 500 && body.retryAfterSeconds === undefined && !(isFailure(error) && error.details.isExpected);
  if (isFaulty) log.error({ err: error, requestId }, `answered ${http}`);
  else log.debug({ code: body.code, requestId }, body.message);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const text = JSON.stringify(body);
  response.statusCode = http;
  for (const name of ['etag', 'content-disposition', 'content-encoding']) response.removeHeader(name);
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.setHeader('content-length', Buffer.byteLength(text));
  response.setHeader('cache-control', 'no-store');
  response.setHeader('content-security-policy', NO_PAGE);
  response.setHeader('x-service-code', body.code);
  if (body.retryAfterSeconds !== undefined) response.setHeader('retry-after', body.retryAfterSeconds);
  const authenticate = challenge(fault);
  if (authenticate) response.setHeader('www-authenticate', authenticate);
  response.end(text);
};
