import { expect } from 'vitest';
import { accepted, dayText, hasKeys, listOf, refused, type Section, today, yesterday } from '../sentence.ts';
import { again, type Note, newest } from './alertsParts.ts';

export const notifications: Section = {
  name: 'Notifications',
  sentences: [
    [
      'status is "success", with the list and a date with its offset',
      async (at) => {
        const body = accepted(await at.get('/notification/?days=3'));
        expect(body.status).toBe('success');
        expect(body.date).toMatch(/[+-]\d\d:\d\d$/);
      },
    ],
    [
      'each has every field of the model',
      async (at) => {
        for (const one of listOf(accepted(await at.get('/notification?days=3')).notifications)) {
          hasKeys(
            one,
            'id',
            'unitId',
            'title',
            'body',
            'date',
            'time',
            'subTitle',
            'subCategoryId',
            'date_key',
            'type',
            'isRead',
            'standardCategoryId',
            'categoryId',
            'assignees',
            'meta',
            'resolved',
          );
          expect(one.date).toMatch(dayText);
          expect(one.time).toMatch(/^\d\d:\d\d [AP]M$/);
          expect(one.date_key).toMatch(/^\d{1,2}_\d{1,2}_\d{4}$/);
          hasKeys(one.meta, 'alertType', 'value', 'threshold');
        }
      },
    ],
    [
      'days is 0 where absent: today alone',
      async (at) => {
        const [plain, zero] = [await at.get('/notification'), await at.get('/notification?days=0')];
        expect(listOf(accepted(plain).notifications)).toEqual(listOf(accepted(zero).notifications));
        expect(
          listOf(accepted(plain).notifications)
            .map(({ date }) => date)
            .filter((date) => date !== today),
        ).toEqual([]);
      },
    ],
    ['days is a whole number', async (at) => refused(await at.get('/notification?days=x'), 1403)],
    [
      'none is 201 with an empty list',
      async (at) => {
        expect(
          listOf(accepted(await at.get('/notificationRange?startDate=01/01/2020&endDate=02/01/2020'), 201).notifications),
        ).toEqual([]);
      },
    ],
    [
      'notificationRange: startDate is required',
      async (at) => refused(await at.get(`/notificationRange?endDate=${today}`), 1403),
    ],
    [
      'notificationRange: endDate is required',
      async (at) => refused(await at.get(`/notificationRange?startDate=${today}`), 1403),
    ],
    [
      'notificationRange: both days belong to it',
      async (at) => {
        const dates = listOf(
          accepted(await at.get(`/notificationRange?startDate=${yesterday}&endDate=${today}`)).notifications,
        ).map(({ date }) => date);
        expect(new Set(dates)).toEqual(new Set([yesterday, today]));
      },
    ],
    [
      'a push token is kept by device',
      async (at) => {
        const reply = await at.ask('POST', '/notification/register/fcm', 'viewer', {
          headers: { 'X-Device-Id': 'phone-1' },
          body: { fcmToken: 'abc' },
        });
        expect(accepted(reply)).toMatchObject({ message: 'User registered successfully', status: 'success' });
      },
    ],
    [
      'without fcmToken it is 1403',
      async (at) => {
        const headers = { 'X-Device-Id': 'phone-1' };
        refused(await at.ask('POST', '/notification/register/fcm', 'viewer', { headers, body: {} }), 1403);
        refused(await at.ask('POST', '/notification/register/fcm', 'viewer', { headers }), 1403);
      },
    ],
    [
      'without X-Device-Id it is 1403',
      async (at) => refused(await at.ask('POST', '/notification/register/fcm', 'viewer', { body: { fcmToken: 'abc' } }), 1403),
    ],
    [
      'updateRead sets isRead',
      async (at) => {
        const { id, date, type } = await newest(at);
        const reply = await at.ask('PATCH', '/notification/updateRead', 'operator', {
          body: { notifications: [{ id, date, type }] },
        });
        expect(accepted(reply)).toMatchObject({ message: 'notifications updated successfully', status: 'success' });
        expect((await again(at, id)).isRead).toBe(true);
      },
    ],
    [
      'updateRead: id, date and type are required',
      async (at) => {
        const { id, date, type } = await newest(at);
        for (const one of [
          { date, type },
          { id, type },
          { id, date },
        ])
          expect((await at.ask('PATCH', '/notification/updateRead', 'operator', { body: { notifications: [one] } })).status).toBe(
            400,
          );
      },
    ],
    [
      'POST assignee adds the assignee',
      async (at) => {
        const { id } = await newest(at);
        const [user] = listOf(
          accepted(await at.login({ LoginType: 'DEFAULT', username: 'admin', password: 'demo-admin' })).users,
        );
        const body = { notificationId: id, assigneeId: user?.userId };
        expect(accepted(await at.ask('POST', '/notification/assignee', 'operator', { body }))).toMatchObject({
          message: 'Assignee added successfully',
          status: 'success',
        });
        expect((await again(at, id)).assignees).toContain(user?.userId);
      },
    ],
    [
      'DELETE assignee takes the assignee away',
      async (at) => {
        const { id, assignees } = (await newest(at)) as Note & { assignees: string[] };
        const body = { notificationId: id, assigneeId: assignees[0] };
        expect(accepted(await at.ask('DELETE', '/notification/assignee', 'operator', { body }))).toMatchObject({
          message: 'Assignee deleted successfully',
          status: 'success',
        });
        expect((await again(at, id)).assignees).not.toContain(assignees[0]);
      },
    ],
    [
      'PATCH assignee resolves',
      async (at) => {
        const { id } = await newest(at);
        const [user] = listOf(
          accepted(await at.login({ LoginType: 'DEFAULT', username: 'admin', password: 'demo-admin' })).users,
        );
        const body = { notificationId: id, assigneeId: user?.userId };
        expect(accepted(await at.ask('PATCH', '/notification/assignee', 'operator', { body }))).toMatchObject({
          message: 'notifications marked as resolved successfully',
          status: 'success',
        });
        expect((await again(at, id)).resolved).toBe(true);
      },
    ],
    [
      'notificationId and assigneeId are required',
      async (at) => {
        for (const method of ['POST', 'DELETE', 'PATCH'])
          for (const body of [{ notificationId: 'x' }, { assigneeId: 'x' }])
            expect((await at.ask(method, '/notification/assignee', 'operator', { body })).status).toBe(400);
      },
    ],
  ],
};
