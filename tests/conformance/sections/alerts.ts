import { expect } from 'vitest';
import type { Reply } from '../../../server/test/httpRig.ts';
import type { ConformancePlant, Username } from '../plants.ts';
import { accepted, dayText, hasKeys, listOf, refused, type Section, today, utc, yesterday } from '../sentence.ts';
import { type Json, missingOrWrong } from './alertsParts.ts';

const alertsOf = (body: Json): Json[] => listOf(body.alertCategories).flatMap(({ alerts }) => listOf(alerts));

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
