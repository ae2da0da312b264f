import { once } from 'node:events';
import { expect } from 'vitest';
import WebSocket from 'ws';
import type { ConformancePlant } from '../plants.ts';
import { accepted, listOf, type Section } from '../sentence.ts';
import { until } from '../until.ts';

/** What a socket of the admin is sent until a message of this type. */
const messagesOf = async (at: ConformancePlant, last: string, act: () => Promise<void>): Promise<Record<string, unknown>[]> => {
  const { access_token, websocketUrl } = accepted(
    await at.login({ LoginType: 'DEFAULT', username: 'admin', password: 'demo-admin' }),
  );
  const socket = new WebSocket(String(websocketUrl), ['bearer', String(access_token)]);
  const received: Record<string, unknown>[] = [];
  socket.on('message', (data) => received.push(JSON.parse(String(data))));
  await once(socket, 'open');
  await act();
  await until(() => received.some(({ type }) => type === last));
  socket.terminate();
  return received;
};

export const events: Section = {
  name: 'Events',
  sentences: [
    [
      'the address of the login answer takes a socket',
      async (at) => expect((await messagesOf(at, 'hello', async () => undefined)).map(({ type }) => type)).toContain('hello'),
    ],
    [
      'an alert that is triggered arrives live with its title and body',
      async (at) => {
        const body = {
          unitId: 'demo-line2',
          type: 'live_alert',
          createdOn: '2026-11-12T09:10:00Z',
          meta: { alertType: 'flow_rate', value: 1, threshold: 2 },
        };
        const received = await messagesOf(
          at,
          'alert',
          async () => void accepted(await at.ask('POST', '/alerts', 'admin', { body })),
        );
        expect(received.find(({ type }) => type === 'alert')).toMatchObject({
          title: expect.any(String),
          body: expect.any(String),
        });
      },
    ],
    [
      'an assignment arrives live as "Notification Assigned"',
      async (at) => {
        const [note] = listOf(accepted(await at.get('/notification?days=1')).notifications);
        const { userId } = accepted(await at.login({ LoginType: 'DEFAULT', username: 'viewer', password: 'demo-viewer' }));
        const body = { notificationId: note?.id, assigneeId: userId };
        const received = await messagesOf(
          at,
          'notification_assigned',
          async () => void accepted(await at.ask('POST', '/notification/assignee', 'operator', { body })),
        );
        expect(received.find(({ type }) => type === 'notification_assigned')).toMatchObject({
          title: 'Notification Assigned',
          body: expect.stringMatching(/assigned/),
        });
      },
    ],
  ],
};
