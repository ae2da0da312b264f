import { expect, it, onTestFinished } from 'vitest';
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
  expect(rig.email.sent).toHaveLength(1);
  expect(JSON.stringify(rig.email.sent)).toContain('asha@plant.example');
  expect(JSON.stringify(rig.email.sent)).toContain('Headworks test message');
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
