import { isUtf8 } from 'node:buffer';
import { json, type Request, type Response } from 'express';
import type { Endpoint } from '../../contract/endpoint.ts';
import { Failure } from '../../core/fail.ts';
import { jsonLoss } from '../../core/text/jsonLoss.ts';

const MIB = 1_048_576;
/** No body that means something is nested deeper. */
const MOST_DEPTH = 1000;

/** What is no UTF-8 would be kept as other letters than were sent; a name given twice or a number with too many digits as another value. */
const refuseLoss = (_request: unknown, _response: unknown, body: Buffer, charset: string): void => {
  if (charset !== 'utf-8') throw new Failure('mediaType', 'Body must be UTF-8');
  if (!isUtf8(body)) throw new Failure('schema', 'Body is not valid UTF-8');
  const loss = jsonLoss(body.toString(), MOST_DEPTH);
  if (loss === undefined) return;
  const message = `${loss.path || 'body'} ${loss.reason}`;
  throw new Failure('schema', message, { errors: [{ path: loss.path, message }] });
};

/** Reads bodies of JSON. */
export class JsonBodies {
  readonly #parsers = new Map<number, ReturnType<typeof json>>();

  /** @throws Failure `mediaType`, `schema`, or what the parser throws. */
  async read(row: Endpoint, request: Request, response: Response): Promise<unknown> {
    const hasBody = request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
    if (!hasBody) return undefined;
    if (!request.is(['json', '+json'])) throw new Failure('mediaType', 'Body must be application/json');
    const limit = row.bodyLimitBytes ?? MIB;
    const parser = this.#parsers.get(limit) ?? json({ limit, type: () => true, strict: false, verify: refuseLoss });
    this.#parsers.set(limit, parser);
    await new Promise<void>((resolve, reject) =>
      parser(request, response, (error?: unknown) => (error ? reject(error) : resolve())),
    );
    return request.body;
  }
}
