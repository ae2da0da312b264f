import { expect } from 'vitest';
import { accepted, listOf, refused, type Section, today, yesterday } from '../sentence.ts';
import { until } from '../until.ts';
import { read } from './accountsParts.ts';
import { type Json, plainEvent, post } from './alertsParts.ts';
import { valuesAt } from './fieldsParts.ts';

const alertsOf = (body: Json): Json[] => valuesAt(body, 'alertCategories.*.alerts.*') as Json[];
const categories = [
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

export const alertRules: Section = {
  name: 'What alerts say',
  sentences: [
    [
      'value and threshold that were not posted are null in alerts and notifications, never 0',
      async (at) => {
        const { notificationId } = accepted(await post(at, { ...plainEvent, type: 'without_numbers' }));
        const alert = alertsOf(accepted(await at.get(`/alerts?date=${today}&type=daily`))).find(
          ({ alertType }) => alertType === 'without_numbers',
        );
        expect(alert?.meta).toEqual({ alertType: 'flow_rate', value: null, threshold: null });
        const note = listOf(accepted(await at.get('/notification')).notifications).find(({ id }) => id === notificationId);
        expect(note?.meta).toEqual({ alertType: 'flow_rate', value: null, threshold: null });
      },
    ],
    [
      'what was posted comes back as it was posted: type, time, value, threshold and other numbers',
      async (at) => {
        const meta = { alertType: 'level_exceed', value: 12.5, threshold: 10, extra: 3 };
        accepted(await post(at, { ...plainEvent, type: 'as_posted', createdOn: '2026-11-12T09:21:09Z', meta }));
        const alert = alertsOf(accepted(await at.get(`/alerts?date=${today}&type=daily`))).find(
          ({ alertType }) => alertType === 'as_posted',
        );
        expect(alert?.meta).toEqual(meta);
        expect(alert?.createdOn).toBe('2026-11-12T09:21:09.000Z');
      },
    ],
    [
      'numbers of an alert have 3 places at most, and its meta no names but the documented ones',
      async (at) => {
        const body = accepted(await at.get('/alerts/dateRange?startDate=20/10/2026&endDate=11/11/2026&energyEnabled=true'));
        const metas = alertsOf(body).map(({ meta }) => meta as Json);
        expect(metas.length).toBeGreaterThan(5);
        for (const meta of metas) {
          const names = Object.keys(meta).filter((name) => !['alertType', 'value', 'threshold', 'siUnit', 'code'].includes(name));
          expect(names).toEqual([]);
          for (const number of [meta.value, meta.threshold])
            if (typeof number === 'number') expect(Math.round(number * 1000) / 1000).toBe(number);
        }
      },
    ],
    [
      'unitId of alerts, notifications and graphs is that of a unit, and each has its categories',
      async (at) => {
        const units = listOf(accepted(await at.login({ LoginType: 'DEFAULT', username: 'admin', password: 'demo-admin' })).units);
        const known = new Set(units.map(({ unitId }) => unitId));
        const range = 'startDate=20/10/2026&endDate=12/11/2026';
        const notes = listOf(accepted(await at.get(`/notificationRange?${range}`)).notifications);
        const shown = [
          ...alertsOf(accepted(await at.get(`/alerts/dateRange?${range}&energyEnabled=true`))),
          ...notes,
          ...listOf(accepted(await at.get(`/alerts/unitGraph?date1=${today}&type=YEAR`)).units),
        ];
        expect(shown.length).toBeGreaterThan(20);
        expect(shown.map(({ unitId }) => unitId).filter((unitId) => !known.has(unitId))).toEqual([]);
        for (const note of notes)
          for (const name of ['subCategoryId', 'standardCategoryId', 'categoryId']) expect(note[name], name).not.toBe('');
      },
    ],
    [
      'a notification keeps the posted type as alertType, and has the category as type',
      async (at) => {
        const { notificationId } = accepted(await post(at, { ...plainEvent, type: 'my_custom_alert' }));
        const note = listOf(accepted(await at.get('/notification')).notifications).find(({ id }) => id === notificationId);
        expect(note).toMatchObject({ type: 'flow_rate', alertType: 'my_custom_alert', meta: { alertType: 'flow_rate' } });
      },
    ],
    [
      'the fields of a notification have their types',
      async (at) => {
        for (const one of listOf(accepted(await at.get('/notification?days=3')).notifications)) {
          const { isRead, resolved, assignees, ...texts } = one;
          expect([typeof isRead, typeof resolved, Array.isArray(assignees)]).toEqual(['boolean', 'boolean', true]);
          for (const name of [
            'id',
            'unitId',
            'title',
            'body',
            'subTitle',
            'subCategoryId',
            'type',
            'standardCategoryId',
            'categoryId',
          ])
            expect(typeof texts[name], name).toBe('string');
        }
      },
    ],
    [
      'createdOn is a moment that exists',
      async (at) => {
        for (const createdOn of ['2026-02-31T00:00:00Z', '2026-11-12T24:30:00Z', '2026-11-12t09:00:00z', '', null, 5])
          refused(await post(at, { ...plainEvent, createdOn }), 400);
      },
    ],
    [
      'meta.alertType is a category of the list',
      async (at) => {
        for (const alertType of categories)
          accepted(await post(at, { ...plainEvent, type: `of ${alertType}`, meta: { alertType } }));
        expect((await post(at, { ...plainEvent, meta: { alertType: 'nope' } })).status).toBe(400);
      },
    ],
    [
      'a wrong time is said before a unit that is not there',
      async (at) => refused(await post(at, { ...plainEvent, createdOn: 'x', unitId: 'nope' }), 400),
    ],
    [
      'the event goes to the channels of the industry: an SMS to its recipients',
      async (at) => {
        const before = await read(at);
        const channels = before.alerts.channels as Record<string, Json>;
        const sms = { ...channels.sms, enabled: true, minPriority: 4, recipients: ['9000000001'] };
        const alerts = { ...before.alerts, channels: { ...channels, sms }, flood: { perTenMinutes: 1000, digest: false } };
        accepted(await at.ask('POST', '/accounts/settings', 'admin', { body: { ...before, alerts } }));
        const sent = at.texts.length;
        accepted(
          await post(at, { ...plainEvent, type: 'by_sms', meta: { alertType: 'quality_threshold', value: 1, threshold: 2 } }),
        );
        await until(() => at.texts.length > sent);
        expect(at.texts.slice(sent).join()).toMatch(/Line 3/);
        accepted(await at.ask('POST', '/accounts/settings', 'admin', { body: before }));
      },
    ],
    [
      'energyEnabled and adminAlerts are false where absent',
      async (at) => {
        for (const path of [`/alerts?date=${today}`, `/alerts/dateRange?startDate=${yesterday}&endDate=${today}`])
          expect(accepted(await at.get(path))).toEqual(accepted(await at.get(`${path}&energyEnabled=false&adminAlerts=false`)));
      },
    ],
    [
      'general, offline and insights share the alerts out among them; general_offline is the first two',
      async (at) => {
        const idsOf = async (more: string): Promise<string[]> =>
          alertsOf(accepted(await at.get(`/alerts/dateRange?startDate=20/10/2026&endDate=${today}&energyEnabled=true${more}`)))
            .map((alert) => JSON.stringify(alert))
            .toSorted();
        const [all, general, offline, insights, both] = [
          await idsOf(''),
          await idsOf('&alert_type=general'),
          await idsOf('&alert_type=offline'),
          await idsOf('&alert_type=insights'),
          await idsOf('&alert_type=general_offline'),
        ];
        expect([...general, ...offline, ...insights].toSorted()).toEqual(all);
        expect([...general, ...offline].toSorted()).toEqual(both);
      },
    ],
    [
      'byType takes each category of the list',
      async (at) => {
        const body = accepted(await at.get(`/alerts/byType?startDate=${yesterday}&categories=${categories.join(',')}`));
        expect(Object.keys(body)).toEqual(categories);
      },
    ],
    [
      'byType: invalid dates are 1403',
      async (at) => {
        for (const bad of ['31/02/2026', '2026-11-11'])
          refused(await at.get(`/alerts/byType?startDate=${yesterday}&endDate=${bad}&categories=flow_rate`), 1403);
      },
    ],
    [
      'dateRange has both days whole, and agrees with byType and the daily list',
      async (at) => {
        const ofDay = alertsOf(accepted(await at.get(`/alerts?date=${yesterday}&type=daily&energyEnabled=true`)));
        const ofRange = alertsOf(
          accepted(await at.get(`/alerts/dateRange?startDate=${yesterday}&endDate=${yesterday}&energyEnabled=true`)),
        );
        expect(ofRange).toEqual(ofDay);
        const byType = accepted(await at.get(`/alerts/byType?startDate=${yesterday}&categories=${categories.join(',')}`));
        expect(valuesAt(byType, '*.alerts.*')).toHaveLength(ofDay.length);
      },
    ],
    [
      'allIndustries: totals are those of the lists, and only for internal users',
      async (at) => {
        const path = `/alerts/allIndustries?startDate=05/11/2026&endDate=${today}&type=dateRange`;
        const body = accepted(await at.get(path, 'staff'));
        const lists = Object.values(body.alertsByIndustry as Record<string, Json>).map(({ alerts }) => listOf(alerts));
        expect([body.totalAlerts, body.totalIndustries]).toEqual([lists.flat().length, lists.length]);
        expect([body.startDate, body.endDate, body.fetchType]).toEqual(['05/11/2026', today, 'dateRange']);
        refused(await at.get(path, 'admin'), 401);
        const admins = accepted(await at.get(`${path}&adminAlerts=true`, 'staff'));
        expect(admins.adminAlertsOnly).toBe(true);
        expect(Number(admins.totalAlerts)).toBeLessThanOrEqual(Number(body.totalAlerts));
      },
    ],
  ],
};
