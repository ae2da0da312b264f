import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { z } from 'zod';
import { reasonOf } from '../../contract/reasonOf.ts';
import { unfitValue } from '../../core/text/controlCharacters.ts';
import { jsonLoss } from '../../core/text/jsonLoss.ts';
import { WireRefusal } from './wireRefusal.ts';

const MOST_DEPTH = 100;
/** Of what a person sends. */
export const MOST_TYPED_BYTES = 65_536;

/** @throws WireRefusal `tooLarge`, before any of it is read where the request says its length. */
export const receiveBody = async (request: IncomingMessage, mostBytes: number): Promise<Buffer> => {
  const tooLarge = (): WireRefusal => new WireRefusal('tooLarge', `a message may have ${mostBytes} bytes`);
  if (Number(request.headers['content-length'] ?? 0) > mostBytes) throw tooLarge();
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    length += piece.length;
    if (length > mostBytes) throw tooLarge();
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
};

const parsed = (body: Buffer): unknown => {
  if (!isUtf8(body)) throw new WireRefusal('badRequest', 'the body is not UTF-8');
  try {
    return JSON.parse(body.toString());
  } catch {
    throw new WireRefusal('badRequest', 'the body is no JSON');
  }
};

const fitting = <S extends z.ZodType>(value: unknown, schema: S): z.output<S> => {
  const read = schema.safeParse(value, { error: reasonOf });
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new WireRefusal('badRequest', `${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'not understood'}`);
};

/** @throws WireRefusal `badRequest` naming what is not as it should be. */
export const readBody = <S extends z.ZodType>(body: Buffer, schema: S): z.output<S> => fitting(parsed(body), schema);

/** As `readBody`, of what people typed and strangers may send: no text that PostgreSQL cannot keep, or that nobody can mean, and nothing that would not be kept as it was sent. */
export const readTyped = <S extends z.ZodType>(body: Buffer, schema: S): z.output<S> => {
  const value = parsed(body);
  const loss = jsonLoss(body.toString(), MOST_DEPTH);
  if (loss) throw new WireRefusal('badRequest', `${loss.path || 'body'} ${loss.reason}`);
  const unfit = unfitValue(value);
  if (unfit) throw new WireRefusal('badRequest', `${unfit.path || 'body'}: ${unfit.reason}`);
  return fitting(value, schema);
};

/** `readTyped` of what a person sends. */
export const receiveTyped = async <S extends z.ZodType>(request: IncomingMessage, schema: S): Promise<z.output<S>> =>
  readTyped(await receiveBody(request, MOST_TYPED_BYTES), schema);
