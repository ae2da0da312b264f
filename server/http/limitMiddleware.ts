import type { Request, RequestHandler, Response } from 'express';
import { rateLimit, type Store } from 'express-rate-limit';
import type { Endpoint } from '../contract/endpoint.ts';
import type { Session } from './auth.ts';
import { overLimit, type RateLimiter } from './limits.ts';

export type LimitedRequest = { row: Endpoint; ip: string; session: Session | undefined };
export type LimitRequest = (response: Response, limited: LimitedRequest) => Promise<void>;

/** The library compares one number with one limit; our windows are several, and a request has room in all of them or is refused. */
const LIMIT = 1;
const REFUSED = LIMIT + 1;

/** What the library is given as the request: it reads no more of one, but reading the whole one it would work out its address anew. */
type Counted = { key: string; ip: string };
const keyOf = (request: Request): string => (request as Request & Counted).key;

const storeOf = (limiter: RateLimiter): Store => ({
  localKeys: true,
  increment: (key) => ({ totalHits: limiter.count(key) ? LIMIT : REFUSED, resetTime: undefined }),
  // a request that was counted stays counted, whatever becomes of it
  decrement: () => undefined,
  resetKey: () => undefined,
});

/**
 * Rate limits by express-rate-limit with our windows as its store. Key and windows depend on the row and the session, so it runs
 * once both are known. Sets the headers of the quota; fails with `rateLimit` for a request without room.
 */
export const limitRequests = (limiter: RateLimiter): LimitRequest => {
  const middleware: RequestHandler = rateLimit({
    limit: LIMIT,
    store: storeOf(limiter),
    keyGenerator: keyOf,
    // one header for all windows of a key, which the library would write one by one
    standardHeaders: false,
    legacyHeaders: false,
    validate: false,
    handler: (request, _response, next) => next(overLimit(limiter.quotaOf(keyOf(request)))),
  });
  return async (response, { row, ip, session }) => {
    const key = limiter.keyOf(row, ip, session);
    if (key === undefined) return;
    const counted = { key, ip } as Counted & Request;
    try {
      await new Promise<void>((resolve, reject) =>
        middleware(counted, response, (error?: unknown) => (error ? reject(error) : resolve())),
      );
    } finally {
      const { policy, remaining } = limiter.quotaOf(key);
      response.setHeader('ratelimit-policy', policy);
      response.setHeader('ratelimit', remaining);
    }
  };
};
