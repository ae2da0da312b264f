import { once } from 'node:events';
import { expect } from 'vitest';
import WebSocket from 'ws';
import type { Reply } from '../../../server/test/httpRig.ts';
import { accepted, listOf, refused, type Section, today, utc, yesterday } from '../sentence.ts';
import { until } from '../until.ts';
import { type Json, newest, plainEvent, post } from './alertsParts.ts';

export const notificationRules: Section = {
  name: 'Notifications: what each call does',
  sentences: [
    [
      'days counts whole shift days back from today: of the past days and no others',
      async (at) => {
        for (const days of [1, 3, 7]) {
          const dates = listOf(accepted(await at.get(`/notification?days=${days}`)).notifications).map(({ date }) =>
            String(date),
          );
          const first = new Date(Date.UTC(2026, 10, 12 - days)).getTime();
          for (const date of dates) {
            const [day = 0, month = 0, year = 0] = date.split('/').map(Number);
            expect(Date.UTC(year, month - 1, day)).toBeGreaterThanOrEqual(first);
          }
        }
        for (const bad of ['-1', '1.5']) refused(await at.get(`/notification?days=${bad}`), 1403);
      },
    ],
    [
      'a range of days and the same count of days list the same',
      async (at) => {
        const counted = accepted(await at.get('/notification?days=3')).notifications;
        const ranged = accepted(await at.get(`/notificationRange?startDate=09/11/2026&endDate=${today}`)).notifications;
        expect(ranged).toEqual(counted);
        expect(accepted(await at.get(`/notificationRange?startDate=${today}&endDate=${today}`)).date).toMatch(/[+-]\d\d:\d\d$/);
      },
    ],
    [
      'the dates of a range are strict, and its end is not before its start',
      async (at) => {
        for (const bad of ['2026-11-11', '31/02/2026', 'x']) {
          refused(await at.get(`/notificationRange?startDate=${bad}&endDate=${today}`), 1403);
          refused(await at.get(`/notificationRange?startDate=${today}&endDate=${bad}`), 1403);
        }
        refused(await at.get(`/notificationRange?startDate=${today}&endDate=${yesterday}`), 1403);
      },
    ],
    [
      'updateRead: the id says which one is meant; an id that is not there, and a date of another form, mark none (departure: date and type are not compared)',
      async (at) => {
        const { notificationId } = accepted(await post(at, { ...plainEvent, type: 'to_read' }));
        const good = { id: notificationId, date: today, type: 'flow_rate' };
        const read = (one: object): Promise<Reply> =>
          at.ask('PATCH', '/notification/updateRead', 'operator', { body: { notifications: [one] } });
        for (const wrong of [{ id: 'nope' }, { date: 'x' }, { date: '2026-11-12' }, { type: '' }])
          expect((await read({ ...good, ...wrong })).status, JSON.stringify(wrong)).toBeGreaterThanOrEqual(400);
        const isRead = async (): Promise<unknown> =>
          listOf(accepted(await at.get('/notification')).notifications).find(({ id }) => id === notificationId)?.isRead;
        expect(await isRead()).toBe(false);
        accepted(await read({ ...good, date: '12_11_2026', type: 'another' }));
        expect(await isRead()).toBe(true);
      },
    ],
    [
      'the three calls about an assignee refuse a notification and a user that are not there',
      async (at) => {
        const { id } = await newest(at);
        for (const method of ['POST', 'DELETE', 'PATCH']) {
          const lost = await at.ask(method, '/notification/assignee', 'operator', {
            body: { notificationId: 'nope', assigneeId: 'nope' },
          });
          expect([400, 404]).toContain(lost.status);
        }
        const nobody = await at.ask('POST', '/notification/assignee', 'operator', {
          body: { notificationId: id, assigneeId: 'nope' },
        });
        expect([400, 404]).toContain(nobody.status);
      },
    ],
    [
      'the live message of an assignment says who gave it to whom',
      async (at) => {
        const { notificationId } = accepted(await post(at, { ...plainEvent, type: 'to_give' }));
        const viewer = accepted(await at.login({ LoginType: 'DEFAULT', username: 'viewer', password: 'demo-viewer' }));
        const { access_token } = await at.tokensOf('admin');
        const socket = new WebSocket(`${at.url.replace('http', 'ws')}/api/user/live`, ['bearer', access_token]);
        const received: Json[] = [];
        socket.on('message', (data) => received.push(JSON.parse(String(data))));
        await once(socket, 'open');
        const body = { notificationId, assigneeId: viewer.userId };
        accepted(await at.ask('POST', '/notification/assignee', 'operator', { body }));
        const isIt = ({ type }: Json): boolean => type === 'notification_assigned';
        await until(() => received.some(isIt));
        socket.terminate();
        expect(received.find(isIt)).toMatchObject({
          title: 'Notification Assigned',
          body: expect.stringMatching(/^operator assigned .*Line 3.* to Imran Shaikh$/),
          at: expect.stringMatching(utc),
        });
      },
    ],
    [
      'an assignee is listed once, however often added, and taking away one who is not there changes nothing',
      async (at) => {
        const { id } = await newest(at);
        const { userId } = accepted(await at.login({ LoginType: 'DEFAULT', username: 'viewer', password: 'demo-viewer' }));
        const ask = (method: string): Promise<Reply> =>
          at.ask(method, '/notification/assignee', 'operator', { body: { notificationId: id, assigneeId: userId } });
        accepted(await ask('POST'));
        accepted(await ask('POST'));
        const assignees = async (): Promise<unknown[]> =>
          listOf(accepted(await at.get('/notification?days=1')).notifications).find((one) => one.id === id)
            ?.assignees as unknown[];
        expect((await assignees()).filter((one) => one === userId)).toHaveLength(1);
        accepted(await ask('DELETE'));
        expect(await assignees()).not.toContain(userId);
      },
    ],
    [
      'fcmToken is a text of at least one letter',
      async (at) => {
        const headers = { 'X-Device-Id': 'phone-1' };
        for (const body of [{ fcmToken: '' }, { fcmToken: null }])
          refused(await at.ask('POST', '/notification/register/fcm', 'viewer', { headers, body }), 1403);
        expect((await at.ask('POST', '/notification/register/fcm', 'viewer', { headers, body: { fcmToken: 5 } })).status).toBe(
          400,
        );
      },
    ],
  ],
};
