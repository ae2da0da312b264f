import { pipeline, type Readable } from 'node:stream';
import { promisify } from 'node:util';
import { constants, gunzip } from 'node:zlib';
import compression from 'compression';
import type { Request, RequestHandler, Response } from 'express';
import type { Endpoint } from '../contract/endpoint.ts';
import { Failure } from '../core/fail.ts';
import type { Log } from '../core/log.ts';
import { type KeptAnswer, WORTH_COMPRESSING } from './cache/answerCache.ts';
import { type FileContent, isCreated, isFile } from './route.ts';
import { checkReply } from './validation.ts';

export type AnswerParts = {
  request: Request;
  response: Response;
  compress: RequestHandler;
  log: Log;
  /** @throws Failure where the caller's session ended or their right was taken meanwhile. */
  refuseLost(): void;
};
type JsonParts = Omit<AnswerParts, 'log' | 'refuseLost'>;

const JSON_TYPE = 'application/json; charset=utf-8';
const decompressed = promisify<Buffer, object, Buffer>(gunzip);
const PIECE_BYTES = 65_536;
/** Long files are made as fast as they are compressed: the usual levels take four to nine times as long, for a tenth less. */
const compressStream = compression({
  level: constants.Z_BEST_SPEED,
  chunkSize: PIECE_BYTES,
  brotli: { chunkSize: PIECE_BYTES, params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
});
/** The end of what is compressed is seen at once where there is room beyond it. */
const ROOM_BYTES = 64;
/** The compression middleware wraps the response and calls this at once. */
const afterwards = (): void => {};

const inertHeaders = {
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'cache-control': 'public, max-age=31536000, immutable',
};

const sandbox = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'none'";

/** Files are made as fast as their client reads, which may take hours: none goes on for who may not ask for it any more. */
const whileAllowed = (refuseLost: () => void) =>
  async function* (pieces: Readable): AsyncGenerator<Buffer | string> {
    for await (const piece of pieces) {
      refuseLost();
      yield piece;
    }
  };

const sendFile = (row: Endpoint, { body, contentType, fileName, inert, sandboxed }: FileContent, parts: AnswerParts): void => {
  const { request, response, compress, log, refuseLost } = parts;
  if (!row.media?.includes(contentType.split(';')[0]?.trim() ?? ''))
    throw new Failure('server', `${row.method} ${row.path} does not publish ${contentType}`);
  if (fileName !== undefined) response.attachment(fileName);
  response.setHeader('content-type', contentType);
  if (inert) for (const [name, value] of Object.entries(inertHeaders)) response.setHeader(name, value);
  if (sandboxed) response.setHeader('content-security-policy', sandbox);
  const isWhole = typeof body === 'string' || Buffer.isBuffer(body);
  void (isWhole ? compress : compressStream)(request, response, afterwards);
  if (isWhole) response.end(body);
  else
    pipeline(body, whileAllowed(refuseLost), response, (error) => {
      if (error) log.debug({ err: error }, 'a download ended early');
    });
};

/** Writes a body of JSON. A short text goes out in one piece with the headers. */
const sendJson = (json: string | Buffer, { request, response, compress }: JsonParts): void => {
  const bytes = Buffer.byteLength(json);
  response.setHeader('content-type', JSON_TYPE);
  response.setHeader('content-length', bytes);
  if (bytes >= WORTH_COMPRESSING) void compress(request, response, afterwards);
  response.end(json);
};

/** Writes an answer that was kept, as it lies in memory to whom can read it so. */
export const sendKept = async (kept: KeptAnswer, parts: JsonParts): Promise<void> => {
  const { request, response } = parts;
  if ('json' in kept) sendJson(kept.json, parts);
  else if (request.method === 'HEAD' || !request.acceptsEncodings('gzip'))
    // in one piece: by default each 16 KiB are a turn of another thread
    sendJson(await decompressed(kept.gzipped, { chunkSize: kept.jsonBytes + ROOM_BYTES }), parts);
  else {
    response.vary('Accept-Encoding');
    response.setHeader('content-type', JSON_TYPE);
    response.setHeader('content-encoding', 'gzip');
    response.setHeader('content-length', kept.gzipped.length);
    response.end(kept.gzipped);
  }
};

/**
 * Writes what a handler answered.
 * @returns the JSON written; nothing of a file.
 * @throws Failure `server` when it is not what the row publishes.
 */
export const sendAnswer = (row: Endpoint, answer: unknown, parts: AnswerParts): string | undefined => {
  if (isFile(answer)) {
    sendFile(row, answer.content, parts);
    return undefined;
  }
  const made = isCreated(answer);
  const body = made ? checkReply(row, row.reply201, answer.body) : checkReply(row, row.reply, answer);
  const json = JSON.stringify(body);
  parts.response.statusCode = made || row.creates ? 201 : 200;
  sendJson(json, parts);
  return json;
};
