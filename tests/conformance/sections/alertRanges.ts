import { expect } from 'vitest';
import { accepted, hasKeys, listOf, refused, type Section, today, yesterday } from '../sentence.ts';
import { type Json, missingOrWrong } from './alertsParts.ts';

const week = 'startDate=05/11/2026&endDate=11/11/2026';

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
