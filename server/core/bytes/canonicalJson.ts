import { Failure } from '../fail.ts';

/**
 * JSON of one form only (RFC 8785): keys sorted by UTF-16 code units, numbers as ECMAScript writes them, no white space. What is
 * undefined in an object is left out.
 * @throws Failure `server` for what JSON cannot say: NaN, infinities, functions, half of a surrogate pair.
 */
export const canonicalJson = (value: unknown): string => {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number' && Number.isFinite(value)) return JSON.stringify(value);
  if (typeof value === 'string' && value.isWellFormed()) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object') {
    const entries = Object.entries(value)
      .filter(([, field]) => field !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, field]) => `${canonicalJson(key)}:${canonicalJson(field)}`).join(',')}}`;
  }
  throw new Failure('server', `JSON cannot hold ${String(value)}`);
};
