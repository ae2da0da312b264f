import { isUtf8 } from 'node:buffer';
import { unescape as decoded } from 'node:querystring';
import type { Endpoint } from '../../contract/endpoint.ts';
import { lastUsed } from '../../core/lastUsed.ts';

export type Query = Record<string, unknown>;

/** The query of a request, and what its row made of it once it was found good. */
export type AskedQuery = {
  readonly query: Query;
  /** Name of the first parameter whose bytes are no text, empty where its name is none; undefined where all are. */
  readonly notText: string | undefined;
  /** What the row's schema made of it; undefined until it was checked. */
  readonly parsed: unknown;
  /** It was checked and is good; nobody may change it from now on. */
  accept(parsed: unknown): void;
};

const MOST_QUERIES = 500;
const MOST_CHARACTERS = 256;

const freeze = (value: unknown): void => {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const name in value) freeze(Reflect.get(value, name));
};

const ABOVE_ASCII = /%[89a-f]/i;
const byteOf = (escaped: string): string => String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
const isText = (part: string): boolean => isUtf8(Buffer.from(part.replace(/%[\da-f]{2}/gi, byteOf), 'latin1'));

/** The parameter of a query, as it was sent, that reading would change: bytes that are no UTF-8 become the sign of a lost letter. */
const notTextIn = (search: string): string | undefined => {
  if (!ABOVE_ASCII.test(search)) return undefined;
  for (const pair of search.slice(1).split('&')) {
    const [name = ''] = pair.split('=', 1);
    if (!isText(name)) return '';
    if (!isText(pair)) return decoded(name.replaceAll('+', ' '));
  }
  return undefined;
};

class KeptQuery implements AskedQuery {
  readonly query: Query;
  readonly notText: string | undefined;
  #parsed: unknown;

  constructor(query: Query, notText: string | undefined) {
    this.query = query;
    this.notText = notText;
    freeze(query);
  }

  get parsed(): unknown {
    return this.#parsed;
  }

  accept(parsed: unknown): void {
    freeze(parsed);
    this.#parsed = parsed;
  }
}

/** A query that is not kept. */
export const askedOnce = (query: Query, notText?: string): AskedQuery => ({
  query,
  notText,
  parsed: undefined,
  accept: () => {},
});

/**
 * Queries of late: who asks the same thing in the same words again, as panels and phones do every few seconds, is not read and checked
 * again. Only of rows that change nothing, and none that holds a token.
 */
export class QueryCache {
  readonly #known = lastUsed<string, KeptQuery>(MOST_QUERIES);

  /** @param search as it was sent, with its question mark; `read` reads it. */
  of(row: Endpoint, search: string, read: () => Query): AskedQuery {
    if (row.method !== 'get' || row.writes || search.length > MOST_CHARACTERS) return askedOnce(read(), notTextIn(search));
    const key = `${row.base} ${row.path}${search}`;
    const known = this.#known.get(key);
    if (known) return known;
    const query = read();
    const notText = notTextIn(search);
    if (query.jwt !== undefined) return askedOnce(query, notText);
    const kept = new KeptQuery(query, notText);
    this.#known.set(key, kept);
    return kept;
  }
}
