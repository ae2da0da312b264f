import type { ChannelName } from '../../delivery/index.ts';

/** `web` is the live channel, `horn` a write point of the plant. */
export type DeliveryChannel = ChannelName | 'web' | 'horn';
export type DeliveryKind = 'raised' | 'reminded' | 'escalated';
export type DeliveryState = 'queued' | 'sent' | 'confirmed' | 'failed' | 'escalated' | 'expired';

/** One message to one person on one channel. */
export type Delivery = {
  id: string;
  industryId: string;
  alarmId: string;
  kind: DeliveryKind;
  channel: DeliveryChannel;
  recipient: string;
  /** Of the escalation, from 1; 0 for the first announcement. */
  step: number;
  state: DeliveryState;
  /** Waits to be sent with others in one message. */
  digest: boolean;
  attempts: number;
  dueAtMs: number;
  expiresAtMs: number;
  createdAtMs: number;
  settledAtMs: number | null;
  error: string;
};

/** Sounds a horn in the plant when no one answers. */
export interface Horn {
  /** @throws Failure that says why it did not sound; `unavailable` where the order never left and may be given again. */
  sound(industryId: string, writePointId: string, signal: AbortSignal): Promise<void>;
}
