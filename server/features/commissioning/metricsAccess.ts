import { createHash, timingSafeEqual } from 'node:crypto';
import { isLoopbackHost } from '../../contract/model/loopbackHost.ts';
import { Failure } from '../../core/fail.ts';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

export type MetricsAsk = { ip: string; authorization: string | undefined; forwarded: boolean };

/**
 * This machine itself may read the metrics, others with the token. What a proxy on this machine passes on is not this machine.
 * @throws Failure `token`.
 */
export const admitToMetrics = ({ ip, authorization, forwarded }: MetricsAsk, token: string | undefined): void => {
  if (isLoopbackHost(ip) && !forwarded) return;
  const sent = /^Bearer +(\S+)$/i.exec(authorization?.trim() ?? '')?.[1];
  if (token === undefined || sent === undefined || !timingSafeEqual(digest(sent), digest(token)))
    throw new Failure('token', 'Metrics need the token of this server');
};
