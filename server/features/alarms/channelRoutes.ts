import { listChannels, listDeliveries, testChannel } from '../../contract/plant/channels.ts';
import type { Clock } from '../../core/clock.ts';
import { Failure } from '../../core/fail.ts';
import { isoOrNull } from '../../core/time.ts';
import { type Route, route } from '../../http/route.ts';
import type { MessageChannel } from '../delivery/index.ts';
import type { AlarmRecord } from './model.ts';
import type { OutboxStore } from './outbox/outboxStore.ts';

export type ChannelRoutesParts = {
  channels: readonly MessageChannel[];
  store: OutboxStore;
  find(industryId: string, alarmId: string): AlarmRecord | undefined;
  clock: Clock;
};

const TOKEN_SHOWN = 8;

/** Channels, test messages, and what became of deliveries. */
export const channelRoutes = ({ channels, store, find, clock }: ChannelRoutesParts): Route[] => [
  route(listChannels)((_input, { caller: { industryId } }) => ({
    channels: (['email', 'sms', 'messaging', 'push', 'web'] as const).map((name) => {
      const channel = channels.find((one) => one.name === name);
      const { count, oldestMs } = store.waiting(industryId, name);
      const failure = store.lastFailure(industryId, name);
      return {
        channel: name,
        isSetUp: name === 'web' || channel !== undefined,
        needsInternet: channel?.needsInternet ?? false,
        waiting: count,
        oldestWaitingAt: isoOrNull(oldestMs),
        lastFailure: failure ? { at: new Date(failure.atMs).toISOString(), message: failure.error } : null,
      };
    }),
  })),
  route(testChannel)(async ({ params, body }, { caller, requestId, signal, audited }) => {
    const channel = channels.find(({ name }) => name === params.channel);
    if (!channel) throw new Failure('notFound', `${params.channel} is not set up on this server`);
    audited({ subject: params.channel });
    const at = new Date(clock.now()).toISOString();
    await channel.send(
      body.to,
      {
        deliveryId: `test-${requestId}`,
        title: 'Headworks test message',
        body: `Sent by ${caller.username} at ${at}. Alarms will reach you here.`,
        action: '',
        sms: `Headworks test message, ${at}`,
        priority: 4,
        data: { notificationId: '', unitId: '', alertType: 'test', date: '', type: 'test' },
      },
      signal,
    );
    return { status: 'success', message: 'the test message was taken' };
  }),
  route(listDeliveries)(({ query }, { caller: { industryId } }) => {
    if (!find(industryId, query.notificationId)) throw new Failure('notFound', 'alarm not found');
    return {
      deliveries: store.ofAlarm(industryId, query.notificationId).map((one) => ({
        channel: one.channel,
        to: one.channel === 'push' ? `${one.recipient.slice(0, TOKEN_SHOWN)}…` : one.recipient,
        kind: one.kind,
        step: one.step,
        state: one.state,
        attempts: one.attempts,
        createdAt: new Date(one.createdAtMs).toISOString(),
        settledAt: isoOrNull(one.settledAtMs),
        // of one that a device confirmed the store keeps whose it is
        error: one.state === 'confirmed' ? '' : one.error,
        confirmedBy: one.state === 'confirmed' ? one.error : null,
      })),
    };
  }),
];
