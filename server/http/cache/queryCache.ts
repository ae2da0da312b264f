import type { Endpoint } from '../../contract/endpoint.ts';
import { lastUsed } from '../../core/lastUsed.ts';

export type Query = Record<string, unknown>;

/** The query of a request, and what its row made of it once it was found good. */
export type AskedQuery = {
  readonly query: Query;
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

class KeptQuery implements AskedQuery {
  readonly query: Query;
  #parsed: unknown;

  constructor(query: Query) {
    this.query = query;
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
export const askedOnce = (query: Query): AskedQuery => ({ query, parsed: undefined, accept: () => {} });

/**
 * Queries of late: who asks the same thing in the same words again, as panels and phones do every few seconds, is not read and checked
 * again. Only of rows that change nothing, and none that holds a token.
 */
export class QueryCache {
  readonly #known = lastUsed<string, KeptQuery>(MOST_QUERIES);

  /** @param search as it was sent, with its question mark; `read` reads it. */
  of(row: Endpoint, search: string, read: () => Query): AskedQuery {
    if (row.method !== 'get' || row.writes || search.length > MOST_CHARACTERS) return askedOnce(read());
    const key = `${row.base} ${row.path}${search}`;
    const known = this.#known.get(key);
    if (known) return known;
    const query = read();
    if (query.jwt !== undefined) return askedOnce(query);
    const kept = new KeptQuery(query);
    this.#known.set(key, kept);
    return kept;
  }
}
