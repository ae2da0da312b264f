import { hash } from 'node:crypto';
import { entryHash, NO_HASH } from '../bytes/entryHash.ts';

/** An entry of a chained stream as it travels; `hash` is hexadecimal. */
export type ChainedEntry = { seq: number; at: number; body: string; hash: string };
/** Last entry of a stream; hash is empty before the first. */
export type ChainEnd = { seq: number; hash: string };
/** Where entries do not follow the ones before: a number is missing, or a hash is not what it should be. */
export type ChainFault = { fault: 'gap' | 'broken'; seq: number };

const isBuiltOn = (body: string, last: ChainEnd): boolean => {
  try {
    const row: unknown = JSON.parse(body);
    return Array.isArray(row) && row[0] === last.seq + 1 && row.at(-1) === last.hash;
  } catch {
    return false;
  }
};

/** The audit log has a chain of its own form: its text is a JSON array that ends with the hash before. */
const isNextOf = (stream: string, last: ChainEnd, { seq, at, body, hash: given }: ChainedEntry): boolean =>
  stream === 'audit'
    ? isBuiltOn(body, last) && hash('sha256', body) === given
    : entryHash(last.hash === '' ? NO_HASH : Buffer.from(last.hash, 'hex'), seq, at, body).toString('hex') === given;

/** The new end of a stream after these entries, or the first place where they do not follow. */
export const followChain = (stream: string, last: ChainEnd, entries: readonly ChainedEntry[]): ChainEnd | ChainFault => {
  let end = last;
  for (const entry of entries) {
    if (entry.seq !== end.seq + 1) return { fault: 'gap', seq: end.seq + 1 };
    if (!isNextOf(stream, end, entry)) return { fault: 'broken', seq: entry.seq };
    end = { seq: entry.seq, hash: entry.hash };
  }
  return end;
};
