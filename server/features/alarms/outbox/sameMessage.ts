import { MINUTE_MS } from '../../../core/time.ts';
import type { Delivery } from './model.ts';

/** As long as the longest wait for another try. */
const SAME_TIME_MS = 15 * MINUTE_MS;

export type PlannedMessage = Pick<Delivery, 'kind' | 'channel' | 'recipient' | 'digest' | 'dueAtMs'>;

/** Whether what waits would say the same of its alarm to the same person at about the same time as what is planned. */
export const isSameMessage = (waiting: Delivery, planned: PlannedMessage, nowMs: number): boolean =>
  waiting.state === 'queued' &&
  waiting.channel === planned.channel &&
  waiting.recipient === planned.recipient &&
  waiting.digest === planned.digest &&
  (waiting.kind === 'escalated') === (planned.kind === 'escalated') &&
  Math.abs(Math.max(waiting.dueAtMs, nowMs) - planned.dueAtMs) <= SAME_TIME_MS;

/** One at a time to each person, so that a digest is gathered once. */
export const sendingKey = ({ channel, digest, industryId, recipient, id, kind }: Delivery): string =>
  `${channel} ${digest ? `${industryId} ${recipient}${kind === 'escalated' ? ' escalated' : ''}` : id}`;
