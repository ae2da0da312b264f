import { pipeline } from 'node:stream';
import type { Request, RequestHandler, Response } from 'express';
import type { Endpoint } from '../contract/endpoint.ts';
import { Failure } from '../core/fail.ts';
import type { Log } from '../core/log.ts';
import { type FileContent, isCreated, isFile } from './route.ts';
import { checkReply } from './validation.ts';

export type AnswerParts = { request: Request; response: Response; compress: RequestHandler; log: Log };

const WORTH_COMPRESSING = 1024;
/** The compression middleware wraps the response and calls this at once. */
const afterwards = (): void => {};

const inertHeaders = {
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'cache-control': 'public, max-age=31536000, immutable',
};

const sandbox = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'none'";

const sendFile = (row: Endpoint, { body, contentType, fileName, inert, sandboxed }: FileContent, parts: AnswerParts): void => {
  const { request, response, compress, log } = parts;
  if (!row.media?.includes(contentType.split(';')[0]?.trim() ?? ''))
    throw new Failure('server', `${row.method} ${row.path} does not publish ${contentType}`);
  if (fileName !== undefined) response.attachment(fileName);
  response.setHeader('content-type', contentType);
  if (inert) for (const [name, value] of Object.entries(inertHeaders)) response.setHeader(name, value);
  if (sandboxed) response.setHeader('content-security-policy', sandbox);
  void compress(request, response, afterwards);
  if (typeof body === 'string' || Buffer.isBuffer(body)) response.end(body);
  else
    pipeline(body, response, (error) => {
      if (error) log.debug({ err: error }, 'a download ended early');
    });
};

/**
 * Writes what a handler answered.
 * @throws Failure `server` when it is not what the row publishes.
 */
export const sendAnswer = (row: Endpoint, answer: unknown, parts: AnswerParts): void => {
  if (isFile(answer)) {
    sendFile(row, answer.content, parts);
    return;
  }
  const { request, response, compress } = parts;
  const made = isCreated(answer);
  const body = made ? checkReply(row, row.reply201, answer.body) : checkReply(row, row.reply, answer);
  const text = JSON.stringify(body);
  const bytes = Buffer.byteLength(text);
  response.statusCode = made || row.creates ? 201 : 200;
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.setHeader('content-length', bytes);
  if (bytes >= WORTH_COMPRESSING) void compress(request, response, afterwards);
  response.end(text);
};
