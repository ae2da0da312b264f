import { expect } from 'vitest';
import type { ConformancePlant } from '../plants.ts';
import { accepted, hasKeys, listOf, refused, type Section, today, yesterday } from '../sentence.ts';
import { alike, oneOf, required } from './dashboardsParts.ts';

const landing = `/landingPage/userData?date=${today}`;

export const landingPage: Section = {
  name: 'GET /landingPage/userData',
  sentences: [
    required('/landingPage/userData', 'date'),
    alike('type is MONTH where absent', landing, '&type=MONTH'),
    oneOf(`${landing}&date2=${today}`, 'type', ['MONTH', 'DAY', 'YEAR', 'CUSTOM']),
    [
      'CUSTOM ends with date2',
      async (at) => {
        refused(await at.get(`${landing}&type=CUSTOM`), 1403);
        expect(accepted(await at.get(`/landingPage/userData?date=${yesterday}&date2=${today}&type=CUSTOM`)).window).toMatchObject(
          { from: '2026-11-11T00:30:00.000Z', to: '2026-11-13T00:30:00.000Z' },
        );
      },
    ],
    alike(
      'pastThreeMonthsEnabled, summaryData and alertsEnabled are true where absent',
      landing,
      '&pastThreeMonthsEnabled=true&summaryData=true&alertsEnabled=true',
    ),
    [
      'each of the three can be left out',
      async (at) => {
        const body = accepted(await at.get(`${landing}&pastThreeMonthsEnabled=false&summaryData=false&alertsEnabled=false`));
        for (const key of ['pastThreeMonths', 'summary', 'alerts']) expect(body).not.toHaveProperty(key);
        hasKeys(accepted(await at.get(landing)), 'pastThreeMonths', 'summary', 'alerts');
      },
    ],
    [
      'has totals by category, what is online and alert counts',
      async (at) => {
        const body = accepted(await at.get(landing));
        for (const one of listOf(body.categories)) hasKeys(one, 'standardCategoryId', 'total');
        hasKeys(body.devices, 'total', 'online', 'offline');
        hasKeys(body.alerts, 'total');
      },
    ],
    [
      'categories come in the fixed order',
      async (at) => {
        const ids = listOf(accepted(await at.get(landing)).categories).map(({ standardCategoryId }) => standardCategoryId);
        expect(ids.slice(0, 4)).toEqual(['SOURCE_CATEGORY', 'STOCK_CATEGORY', 'GROUND_WATER_LEVEL', 'QUALITY_CATEGORY']);
      },
    ],
    alike('formatter is default where absent', landing, '&formatter=default'),
    [
      'formatter=ai answers the plain dictionary',
      async (at) =>
        expect(Object.keys(accepted(await at.get(`${landing}&formatter=ai`)))).not.toEqual(
          Object.keys(accepted(await at.get(landing))),
        ),
    ],
  ],
};

const summary = `/summaryPage/?date1=${today}`;

export const summaryPage: Section = {
  name: 'GET /summaryPage',
  sentences: [
    required('/summaryPage/', 'date1'),
    alike('divisionFactor is 1000 where absent', summary, '&divisionFactor=1000'),
    oneOf(summary, 'type', ['HOUR', 'DATE', 'MONTH', 'YEAR']),
    [
      'asks all enabled categories at once',
      async (at) => expect(listOf(accepted(await at.get(summary)).categories).length).toBeGreaterThan(3),
    ],
    [
      'lays the alerts of the day over the units',
      async (at) => {
        const body = accepted(await at.get(summary));
        expect(typeof body.alertCount).toBe('number');
        for (const { subCategories } of listOf(body.categories))
          for (const { units } of listOf(subCategories)) for (const unit of listOf(units)) hasKeys(unit, 'alerts');
      },
    ],
    [
      'has the line graphs of stock, inflow and consumption where the industry counts them',
      async (at) => hasKeys(accepted(await at.get(summary)).lineGraph, 'rawWaterStock', 'source', 'consumption'),
    ],
    [
      'a line graph of 48 half hours has a leading zero point',
      async (at) => {
        const { source } = accepted(await at.get(`/summaryPage/?date1=${yesterday}&type=HOUR`)).lineGraph as {
          source: { values: number[]; stepMinutes: number };
        };
        expect([source.values.length, source.values[0], source.stepMinutes]).toEqual([49, 0, 30]);
      },
    ],
  ],
};

export const executive: Section = {
  name: 'Executive summary and PLC',
  sentences: [
    [
      'KPIs, trends and units of the industries that are covered',
      async (at) => {
        const body = accepted(await at.get('/executiveSummary/data'));
        for (const one of listOf(body.industries)) hasKeys(one, 'industryId', 'kpis', 'isPinned');
        hasKeys(body, 'trends', 'totals');
      },
    ],
    [
      'pin toggles isPinned',
      async (at) => {
        const pin = (): Promise<unknown> =>
          at
            .ask('PUT', '/executiveSummary/pin', 'admin', { body: { industryId: 'DEMO' } })
            .then((reply) => accepted(reply).isPinned);
        expect([await pin(), await pin()]).toEqual([true, false]);
      },
    ],
    [
      'virtualLogin opens the summary without a full token',
      async (at) => {
        const { ticket } = accepted(await at.ask('POST', '/executiveSummary/virtualLogin/ticket', 'admin'));
        const { access_token } = accepted(await at.ask('GET', `/executiveSummary/virtualLogin?token=${ticket}`));
        accepted(await at.ask('GET', `/executiveSummary/data?jwt=${access_token}`));
        expect((await at.ask('GET', `/common?jwt=${access_token}`)).status).toBe(401);
      },
    ],
    [
      'relay: command is open or close',
      async (at) => {
        const ask = (command: string): ReturnType<ConformancePlant['ask']> =>
          at.ask('POST', '/plc/relay/valve', 'admin', { body: { deviceId: 'demo-gardenValve', command } });
        expect((await ask('explode')).status).toBe(400);
      },
    ],
    [
      'relay: what cannot be delivered is 500',
      async (at) =>
        refused(
          await at.ask('POST', '/plc/relay/valve', 'admin', { body: { deviceId: 'demo-gardenValve', command: 'open' } }),
          500,
        ),
    ],
    [
      'relay: deviceId and command are required',
      async (at) => {
        for (const body of [{ deviceId: 'demo-gardenValve' }, { command: 'open' }])
          expect((await at.ask('POST', '/plc/relay/valve', 'admin', { body })).status).toBe(400);
      },
    ],
    [
      'every operation is in the audit log',
      async (at) => {
        const { access_token } = await at.tokensOf('admin');
        const text = await (
          await fetch(`${at.url}/api/plant/audit`, { headers: { authorization: `Bearer ${access_token}` } })
        ).text();
        expect(text).toMatch(/plc\./);
      },
    ],
    [
      'write frames to a device that is not there are refused',
      async (at) => {
        const frames = [{ frameId: 'A.START', slaveId: 1, fn: 6, address: 0, values: [1] }];
        expect((await at.ask('POST', '/plc/write-registers', 'admin', { body: { deviceId: 'nope', frames } })).status).toBe(404);
      },
    ],
    [
      'read frames name a device and at least one frame',
      async (at) => {
        expect(
          (await at.ask('POST', '/plc/read-registers', 'admin', { body: { deviceId: 'demo-valveBoard', frames: [] } })).status,
        ).toBe(400);
      },
    ],
  ],
};
