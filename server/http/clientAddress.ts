import type { Request } from 'express';

/** From where a request came: the other end of its connection, or what trusted proxies say of it. */
export const clientAddress = (request: Request, behindProxy: boolean): string =>
  ((behindProxy ? request.ip : request.socket.remoteAddress) ?? '').replace(/^::ffff:/, '');
