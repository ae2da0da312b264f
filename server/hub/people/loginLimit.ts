import type { IncomingMessage, ServerResponse } from 'node:http';
import express from 'express';
import { login } from '../../contract/user/auth.ts';
import { clientAddress } from '../../http/clientAddress.ts';
import { messagesOf } from '../../http/expressMessages.ts';
import { limitRequests } from '../../http/limitMiddleware.ts';
import type { RateLimiter } from '../../http/limits.ts';

/** Counts a login by the address that it comes from. @returns that address. @throws Failure `rateLimit`. */
export type LimitLogin = (request: IncomingMessage, response: ServerResponse) => Promise<string>;

/** Logins of the pages in one count with those of the User API: an address has no more by asking at both. */
export const limitLogins = (limiter: RateLimiter, trustedProxies: readonly string[]): LimitLogin => {
  const behindProxy = trustedProxies.length > 0;
  const app = express();
  app.set('trust proxy', behindProxy ? [...trustedProxies] : false);
  const limit = limitRequests(limiter);
  return async (incoming, outgoing) => {
    const { request, response } = messagesOf(app, incoming, outgoing);
    const ip = clientAddress(request, behindProxy);
    await limit(response, { row: login, ip, session: undefined });
    return ip;
  };
};
