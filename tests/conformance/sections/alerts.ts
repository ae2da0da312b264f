import { expect } from 'vitest';
import type { Reply } from '../../../server/test/httpRig.ts';
import type { ConformancePlant, Username } from '../plants.ts';
import { accepted, dayText, hasKeys, listOf, refused, type Section, today, utc, yesterday } from '../sentence.ts';

type Json = Record<string, unknown>;
const alertsOf = (body: Json): Json[] => listOf(body.alertCategories).flatMap(({ alerts }) => listOf(alerts));
const week = 'startDate=05/11/2026&endDate=11/11/2026';
const event = {
  unitId: 'demo-line3',
  type: 'unit_threshold_alert',
  createdOn: '2026-11-12T09:00:00Z',
  meta: { alertType: 'unit_threshold', value: 12.5, threshold: 10 },
};
const post = (
  at: ConformancePlant,
  body: object,
  user: Username = 'admin',
  headers: Record<string, string> = {},
): Promise<Reply> => at.ask('POST', '/alerts', user, { body, headers });
const missingOrWrong = (path: string, rest: string, name: string): Section['sentences'][number] => [
  `${name} is required, as DD/MM/YYYY: 1403`,
  async (at) => {
    refused(await at.get(`${path}?${rest}`), 1403);
    for (const bad of ['2026-11-11', '31/02/2026', 'x']) refused(await at.get(`${path}?${rest}&${name}=${bad}`), 1403);
  },
];

export const trigger: Section = {
  name: 'POST /alerts and its body',
  sentences: [
    ['a valid event is taken', async (at) => void accepted(await post(at, event))],
    [
      'it makes a notification',
      async (at) => {
        const { notifications } = accepted(await at.get('/notification?days=1'));
        expect(listOf(notifications).some(({ unitId, meta }) => unitId === event.unitId && (meta as Json).value === 12.5)).toBe(
          true,
        );
      },
    ],
    [
      'and an alert of the day',
      async (at) => {
        expect(
          alertsOf(accepted(await at.get(`/alerts?date=${today}&type=daily`))).some(
            ({ unitId, createdOn }) => unitId === event.unitId && String(createdOn).startsWith('2026-11-12T09:00:00'),
          ),
        ).toBe(true);
      },
    ],
    [
      'createdOn of another form is 400',
      async (at) => {
        for (const createdOn of ['2026-11-12', '2026-11-12T09:00:00+05:30', '2026-11-12T09:00:00.000Z', 'x'])
          refused(await post(at, { ...event, createdOn }), 400);
      },
    ],
    ['createdOn is required', async (at) => expect((await post(at, { ...event, createdOn: undefined })).status).toBe(400)],
    [
      'a unit that the industry does not have is 404',
      async (at) => {
        refused(await post(at, { ...event, unitId: 'nope' }), 404);
        refused(await post(at, { ...event, unitId: 'north-kitchen' }), 404);
      },
    ],
    [
      'unitId, type and meta.alertType are required',
      async (at) => {
        for (const left of ['unitId', 'type']) expect((await post(at, { ...event, [left]: undefined })).status, left).toBe(400);
        expect((await post(at, { ...event, meta: {} })).status).toBe(400);
      },
    ],
    [
      'other keys of meta are optional numbers',
      async (at) => {
        accepted(await post(at, { ...event, type: 'a', meta: { alertType: 'flow_rate' } }));
        accepted(await post(at, { ...event, type: 'b', meta: { alertType: 'flow_rate', value: 1, extra: 2 } }));
        expect((await post(at, { ...event, meta: { alertType: 'flow_rate', value: 'x' } })).status).toBe(400);
      },
    ],
    [
      'targetIndustryId lets an internal user trigger in another industry',
      async (at) => {
        accepted(await post(at, event, 'staff', { targetIndustryId: 'DEMO' }));
        refused(await post(at, event, 'staff', { targetIndustryId: 'NORTH' }), 404);
      },
    ],
    [
      'targetIndustryId does nothing for others',
      async (at) => refused(await post(at, { ...event, unitId: 'north-kitchen' }, 'admin', { targetIndustryId: 'NORTH' }), 404),
    ],
  ],
};

export const list: Section = {
  name: 'GET /alerts and alert history',
  sentences: [
    missingOrWrong('/alerts', 'type=daily', 'date'),
    [
      'has the date and alertCategories with categoryId, categoryName and alerts',
      async (at) => {
        const body = accepted(await at.get(`/alerts?date=${today}`));
        expect(body.date).toMatch(dayText);
        for (const one of listOf(body.alertCategories)) hasKeys(one, 'categoryId', 'categoryName', 'alerts');
      },
    ],
    [
      'each alert has the fields of the model',
      async (at) => {
        const alerts = alertsOf(accepted(await at.get(`/alerts?date=${today}`)));
        expect(alerts.length).toBeGreaterThan(0);
        for (const alert of alerts) {
          hasKeys(alert, 'unitId', 'unitName', 'alertType', 'createdOn', 'description', 'meta');
          hasKeys(alert.description, 'title', 'body');
          hasKeys(alert.meta, 'alertType');
          expect(alert.createdOn).toMatch(utc);
        }
      },
    ],
    [
      'monthly, the default, is day 1 of the month up to date',
      async (at) => {
        const [plain, monthly] = [
          accepted(await at.get(`/alerts?date=${today}`)),
          accepted(await at.get(`/alerts?date=${today}&type=monthly`)),
        ];
        expect(plain).toEqual(monthly);
        const times = alertsOf(monthly).map(({ createdOn }) => Date.parse(String(createdOn)));
        expect(Math.min(...times)).toBeGreaterThanOrEqual(Date.parse('2026-11-01T00:30:00Z'));
      },
    ],
    [
      'daily is the date alone',
      async (at) => {
        const times = alertsOf(accepted(await at.get(`/alerts?date=${yesterday}&type=daily`))).map(({ createdOn }) =>
          Date.parse(String(createdOn)),
        );
        expect(times.length).toBeGreaterThan(0);
        expect(
          times.every((time) => time >= Date.parse('2026-11-11T00:30:00Z') && time < Date.parse('2026-11-12T00:30:00Z')),
        ).toBe(true);
      },
    ],
    ['type is monthly or daily', async (at) => refused(await at.get(`/alerts?date=${today}&type=x`), 1403)],
    [
      'alert_type is general, offline, insights or general_offline',
      async (at) => {
        for (const one of ['general', 'offline', 'insights', 'general_offline'])
          accepted(await at.get(`/alerts?date=${today}&alert_type=${one}`));
        refused(await at.get(`/alerts?date=${today}&alert_type=x`), 1403);
      },
    ],
    [
      'alert_type filters: offline is device_status alone',
      async (at) => {
        const body = accepted(await at.get(`/alerts?date=${today}&alert_type=offline`));
        expect(new Set(listOf(body.alertCategories).map(({ categoryId }) => categoryId))).toEqual(new Set(['device_status']));
      },
    ],
    [
      'unitId filters',
      async (at) => {
        const alerts = alertsOf(accepted(await at.get(`/alerts?date=${today}&unitId=demo-line3`)));
        expect(new Set(alerts.map(({ unitId }) => unitId))).toEqual(new Set(['demo-line3']));
      },
    ],
    [
      'energy alerts come only with energyEnabled',
      async (at) => {
        accepted(
          await post(at, { ...event, unitId: 'demo-gridMeter', meta: { alertType: 'energy_threshold', value: 1, threshold: 1 } })
            .catch(() => post(at, event))
            .then(async (reply) =>
              reply.status === 404
                ? await post(at, { ...event, meta: { alertType: 'energy_threshold', value: 1, threshold: 1 } })
                : reply,
            ),
        );
        const ids = async (more: string): Promise<unknown[]> =>
          listOf(accepted(await at.get(`/alerts?date=${today}${more}`)).alertCategories).map(({ categoryId }) => categoryId);
        expect(await ids('')).not.toContain('energy_threshold');
        expect(await ids('&energyEnabled=true')).toContain('energy_threshold');
      },
    ],
    [
      'adminAlerts leaves only what matters to an admin',
      async (at) => {
        const [all, admin] = [
          alertsOf(accepted(await at.get(`/alerts?date=${today}`))),
          alertsOf(accepted(await at.get(`/alerts?date=${today}&adminAlerts=true`))),
        ];
        expect(admin.length).toBeLessThan(all.length);
      },
    ],
    [
      'alert categories are those of the enumeration',
      async (at) => {
        const known = [
          'device_status',
          'unit_threshold',
          'monthly_threshold',
          'flow_rate',
          'stable_flow',
          'level_exceed',
          'quality_threshold',
          'energy_threshold',
          'borewell_threshold',
        ];
        for (const alert of alertsOf(accepted(await at.get(`/alerts?date=${today}&energyEnabled=true`))))
          expect(known).toContain((alert.meta as Json).alertType);
      },
    ],
  ],
};

export const graph: Section = {
  name: 'GET /alerts/unitGraph',
  sentences: [
    missingOrWrong('/alerts/unitGraph', 'type=DAY', 'date1'),
    [
      'date2 is required for CUSTOM alone',
      async (at) => {
        refused(await at.get(`/alerts/unitGraph?date1=${yesterday}&type=CUSTOM`), 1403, 'date2 missing');
        accepted(await at.get(`/alerts/unitGraph?date1=${yesterday}&date2=${today}&type=CUSTOM`));
      },
    ],
    [
      'type is DAY where absent; DAY, MONTH, YEAR, CUSTOM',
      async (at) => {
        expect(accepted(await at.get(`/alerts/unitGraph?date1=${yesterday}`))).toEqual(
          accepted(await at.get(`/alerts/unitGraph?date1=${yesterday}&type=DAY`)),
        );
        for (const type of ['MONTH', 'YEAR']) accepted(await at.get(`/alerts/unitGraph?date1=${yesterday}&type=${type}`));
        refused(await at.get(`/alerts/unitGraph?date1=${yesterday}&type=HOUR`), 1403);
      },
    ],
    ...(
      [
        ['DAY', yesterday, '2026-11-11T00:30:00.000Z', '2026-11-12T00:30:00.000Z'],
        ['MONTH', yesterday, '2026-11-01T00:30:00.000Z', '2026-11-12T00:30:00.000Z'],
        ['YEAR', yesterday, '2026-01-01T00:30:00.000Z', '2026-11-12T00:30:00.000Z'],
      ] as const
    ).map(([type, date, from, to]): Section['sentences'][number] => [
      `${type} runs from its first day at shift start to the day after date1 at shift start`,
      async (at) =>
        expect(accepted(await at.get(`/alerts/unitGraph?date1=${date}&type=${type}`)).window).toMatchObject({ from, to }),
    ]),
    [
      'CUSTOM runs from date1 to date2',
      async (at) => {
        const { window } = accepted(await at.get(`/alerts/unitGraph?date1=05/11/2026&date2=${yesterday}&type=CUSTOM`));
        expect(window).toMatchObject({ from: '2026-11-05T00:30:00.000Z', to: '2026-11-12T00:30:00.000Z' });
      },
    ],
    [
      'counts alerts by bucket and unit',
      async (at) => {
        const { buckets, units } = accepted(await at.get(`/alerts/unitGraph?date1=${today}&type=MONTH`));
        expect(listOf(units).length).toBeGreaterThan(0);
        for (const { counts } of listOf(units)) expect(listOf(counts)).toHaveLength(listOf(buckets).length);
      },
    ],
    [
      'unitId and alertType are lists that filter',
      async (at) => {
        const { units } = accepted(
          await at.get(`/alerts/unitGraph?date1=${today}&type=MONTH&unitId=demo-line3,demo-line1&alertType=unit_threshold`),
        );
        expect(listOf(units).every(({ unitId }) => ['demo-line1', 'demo-line3'].includes(String(unitId)))).toBe(true);
      },
    ],
  ],
};

export const ranges: Section = {
  name: 'GET /alerts/dateRange, byType, allIndustries',
  sentences: [
    missingOrWrong('/alerts/dateRange', `endDate=${today}`, 'startDate'),
    missingOrWrong('/alerts/dateRange', `startDate=${yesterday}`, 'endDate'),
    [
      'startDate after endDate is 1403 "startDate cannot be after endDate"',
      async (at) =>
        refused(
          await at.get(`/alerts/dateRange?startDate=${today}&endDate=${yesterday}`),
          1403,
          'startDate cannot be after endDate',
        ),
    ],
    [
      'answers as GET /alerts does, with its filters',
      async (at) => {
        hasKeys(
          accepted(
            await at.get(`/alerts/dateRange?${week}&alert_type=general&unitId=demo-line1&energyEnabled=true&adminAlerts=true`),
          ),
          'date',
          'alertCategories',
        );
      },
    ],
    missingOrWrong('/alerts/byType', 'categories=flow_rate', 'startDate'),
    ['byType: categories is required', async (at) => refused(await at.get(`/alerts/byType?${week}`), 1403)],
    [
      'byType: one key for each category asked for, with the count and the alerts',
      async (at) => {
        const body = accepted(await at.get(`/alerts/byType?${week}&categories=unit_threshold,flow_rate`));
        expect(Object.keys(body)).toEqual(['unit_threshold', 'flow_rate']);
        for (const one of Object.values(body) as Json[]) expect((one.meta as Json).totalAlerts).toBe(listOf(one.alerts).length);
      },
    ],
    [
      'byType: endDate is startDate where absent',
      async (at) => {
        const start = 'startDate=11/11/2026&categories=unit_threshold';
        expect(accepted(await at.get(`/alerts/byType?${start}`))).toEqual(
          accepted(await at.get(`/alerts/byType?${start}&endDate=11/11/2026`)),
        );
      },
    ],
    [
      'byType: startDate after endDate is 1403',
      async (at) => refused(await at.get(`/alerts/byType?startDate=${today}&endDate=${yesterday}&categories=flow_rate`), 1403),
    ],
    [
      'byType: a category outside the list is 1403, and the message lists the valid ones',
      async (at) => {
        refused(await at.get(`/alerts/byType?${week}&categories=nope`), 1403, /device_status.*borewell_threshold/);
      },
    ],
    [
      'byType: unit_ids filters',
      async (at) => {
        const { unit_threshold } = accepted(
          await at.get(`/alerts/byType?${week}&categories=unit_threshold&unit_ids=demo-line1`),
        ) as { unit_threshold: Json };
        expect(listOf(unit_threshold.alerts).every(({ unitId }) => unitId === 'demo-line1')).toBe(true);
      },
    ],
    ['allIndustries: startDate is required', async (at) => refused(await at.get('/alerts/allIndustries', 'staff'), 1403)],
    [
      'allIndustries: endDate is required with dateRange',
      async (at) => refused(await at.get(`/alerts/allIndustries?startDate=${yesterday}&type=dateRange`, 'staff'), 1403),
    ],
    [
      'allIndustries: startDate after endDate is 1403',
      async (at) =>
        refused(await at.get(`/alerts/allIndustries?startDate=${today}&endDate=${yesterday}&type=dateRange`, 'staff'), 1403),
    ],
    [
      'allIndustries: has every field of its answer',
      async (at) => {
        const body = accepted(await at.get(`/alerts/allIndustries?startDate=${today}`, 'staff'));
        hasKeys(
          body,
          'totalAlerts',
          'totalIndustries',
          'startDate',
          'endDate',
          'fetchType',
          'excludedIndustries',
          'adminAlertsOnly',
          'alertsByIndustry',
        );
        expect([body.fetchType, body.adminAlertsOnly]).toEqual(['monthly', false]);
        for (const one of Object.values(body.alertsByIndustry as Json)) hasKeys(one, 'industryName', 'alerts');
      },
    ],
    [
      'allIndustries: covers the active industries',
      async (at) => {
        hasKeys(accepted(await at.get(`/alerts/allIndustries?startDate=${today}`, 'staff')).alertsByIndustry, 'DEMO', 'NORTH');
      },
    ],
    [
      'allIndustries: type is daily, monthly or dateRange',
      async (at) => {
        for (const type of ['daily', 'monthly'])
          expect(accepted(await at.get(`/alerts/allIndustries?startDate=${today}&type=${type}`, 'staff')).fetchType).toBe(type);
        refused(await at.get(`/alerts/allIndustries?startDate=${today}&type=x`, 'staff'), 1403);
      },
    ],
  ],
};

type Note = Json & { id: string };
const newest = async (at: ConformancePlant): Promise<Note> => {
  const [first] = listOf(accepted(await at.get('/notification?days=1')).notifications);
  return first as Note;
};
const again = async (at: ConformancePlant, id: string): Promise<Json> =>
  listOf(accepted(await at.get('/notification?days=1')).notifications).find((one) => one.id === id) ?? {};

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

export const sections = [trigger, list, graph, ranges, notifications];
