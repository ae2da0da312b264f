import { expect, it, onTestFinished } from 'vitest';
import { alertSettings } from '../../contract/model/alertSettings.ts';
import { Failure } from '../../core/fail.ts';
import { sessionsOf, someCaller, startRig } from '../../test/httpRig.ts';
import { newAlarm, OutboxRig } from '../../test/outboxRig.ts';
import { channelRoutes } from './channelRoutes.ts';

const start = async () => {
  const rig = new OutboxRig({ channels: { email: { enabled: true, minPriority: 4, recipients: ['a@p.example'] } } });
  const http = await startRig(
    channelRoutes({
      channels: [rig.email, rig.push],
      store: rig.store,
      find: (industryId, id) => rig.alarms.find(industryId, id),
      clock: rig.clock,
    }),
    {
      clock: rig.clock,
      sessions: sessionsOf({ t: { caller: someCaller({ permissions: new Set(['ACCOUNT_SETTINGS', 'ALERTS']) }), panel: false } }),
    },
  );
  onTestFinished(async () => {
    await http.stop();
    await rig.close();
  });
  const headers = { authorization: 'Bearer t' };
  return { rig, ask: (path: string, body?: object) => http.ask(path, { headers, ...(body && { method: 'POST', body }) }) };
};

it('a test message goes out by the channel that is asked for, in words, and to nobody else', async () => {
  const { rig, ask } = await start();
  const { status } = await ask('/api/plant/channels/email/test', { to: 'asha@plant.example' });
  expect(status).toBe(200);
  const at = new Date(rig.clock.now()).toISOString();
  // it is no alarm: of the lowest priority, without a notification to open
  expect(rig.email.sent).toEqual([
    {
      to: 'asha@plant.example',
      message: {
        deliveryId: expect.stringMatching(/^test-./),
        title: 'Headworks test message',
        body: `Sent by asha at ${at}. Alarms will reach you here.`,
        action: '',
        sms: `Headworks test message, ${at}`,
        priority: 4,
        data: { notificationId: '', unitId: '', alertType: 'test', date: '', type: 'test' },
      },
    },
  ]);
  expect(rig.push.sent).toEqual([]);
});

it('a channel says whether it is set up, whether it needs the internet, and how many wait since when', async () => {
  const { rig, ask } = await start();
  const list = async () => ((await ask('/api/plant/channels')).body as { channels: object[] }).channels;
  expect(await list()).toMatchObject([
    {
      channel: 'email',
      isSetUp: true,
      needsInternet: rig.email.needsInternet,
      waiting: 0,
      oldestWaitingAt: null,
      lastFailure: null,
    },
    { channel: 'sms', isSetUp: false, needsInternet: false },
    { channel: 'messaging', isSetUp: false, needsInternet: false },
    { channel: 'push', isSetUp: true, needsInternet: true },
    { channel: 'web', isSetUp: true, needsInternet: false },
  ]);
});

it('a delivery that waits is counted at its channel alone, since its time', async () => {
  const { rig, ask } = await start();
  const since = new Date(rig.clock.now()).toISOString();
  rig.raise(newAlarm('T1'), newAlarm('T2'));
  rig.clock.advance(60_000);
  const { channels } = (await ask('/api/plant/channels')).body as { channels: object[] };
  expect(channels.slice(0, 2)).toMatchObject([
    { channel: 'email', waiting: 2, oldestWaitingAt: since },
    { channel: 'sms', waiting: 0, oldestWaitingAt: null },
  ]);
});

it('of a message that could not be sent its channel says when and why, and what became of it is shown with its alarm', async () => {
  const { rig, ask } = await start();
  rig.email.act = async () => {
    throw new Failure('badRequest', 'no such mailbox');
  };
  const raisedAt = new Date(rig.clock.now()).toISOString();
  const [alarm] = rig.raise(newAlarm('T1'));
  rig.clock.advance(60_000);
  await rig.work();
  const failedAt = new Date(rig.clock.now()).toISOString();
  const { channels } = (await ask('/api/plant/channels')).body as { channels: object[] };
  expect(channels[0]).toMatchObject({ waiting: 0, lastFailure: { at: failedAt, message: 'no such mailbox' } });
  expect(channels[1]).toMatchObject({ lastFailure: null });
  const { body } = await ask(`/api/plant/deliveries?notificationId=${alarm?.id}`);
  const shared = { kind: 'raised', step: 0, createdAt: raisedAt, confirmedBy: null };
  expect((body as { deliveries: { channel: string }[] }).deliveries.toSorted((a, b) => (a.channel < b.channel ? -1 : 1))).toEqual(
    [
      {
        ...shared,
        channel: 'email',
        to: 'a@p.example',
        state: 'failed',
        attempts: 1,
        settledAt: failedAt,
        error: 'no such mailbox',
      },
      { ...shared, channel: 'web', to: 'live', state: 'sent', attempts: 0, settledAt: raisedAt, error: '' },
    ],
  );
});

it('a delivery that a device confirmed says whose device it was, and a phone is shown by the first eight signs of its token', async () => {
  const { rig, ask } = await start();
  rig.settings = alertSettings.parse({ channels: { push: { enabled: true, minPriority: 4 } } }) as typeof rig.settings;
  const [alarm] = rig.raise(newAlarm('T1'));
  rig.outbox.confirm('DEMO', alarm?.id ?? '', 'asha');
  const { body } = await ask(`/api/plant/deliveries?notificationId=${alarm?.id}`);
  const { deliveries } = body as { deliveries: { channel: string; to: string }[] };
  expect(deliveries.find(({ channel }) => channel === 'web')).toMatchObject({
    state: 'confirmed',
    error: '',
    confirmedBy: 'asha',
  });
  expect(deliveries.find(({ channel }) => channel === 'push')).toMatchObject({
    to: 'phone-of…',
    state: 'queued',
    confirmedBy: null,
  });
});
