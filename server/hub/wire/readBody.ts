import type { z } from 'zod';
import { WireRefusal } from './wireRefusal.ts';

/** @throws WireRefusal `badRequest` naming what is not as it should be. */
export const readBody = <S extends z.ZodType>(body: Buffer, schema: S): z.output<S> => {
  let value: unknown;
  try {
    value = JSON.parse(body.toString());
  } catch {
    throw new WireRefusal('badRequest', 'the body is no JSON');
  }
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new WireRefusal('badRequest', `${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'not understood'}`);
};
