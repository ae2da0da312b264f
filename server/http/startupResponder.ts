import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import type { ErrorBody } from '../contract/errors.ts';

/** Answers everything while the server is not ready. */
export const answerStarting: RequestListener = (_request, response) => {
  const requestId = randomUUID();
  const body: ErrorBody = { status: 'error', code: 503, message: 'The server is starting', requestId, retryAfterSeconds: 1 };
  response.writeHead(503, {
    'content-type': 'application/json; charset=utf-8',
    'x-service-code': '503',
    'x-request-id': requestId,
    'retry-after': '1',
    'cache-control': 'no-store',
  });
  response.end(JSON.stringify(body));
};
