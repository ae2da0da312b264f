import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import WebSocket from 'ws';
import { askAt, bearer } from '../../../server/test/policyRig.ts';
import type { ConformancePlant } from '../plants.ts';
import { ownersPassword } from '../plants.ts';
import { accepted, bodyOf, hasKeys, listOf, refused, type Section, today, utc, yesterday } from '../sentence.ts';

/** The endpoints as the specification lists them: method, path below /api/user. */
const published =
  `GET /accounts/settings|POST /accounts/settings|GET /accounts/info|PATCH /accounts/info|GET /accounts/info/lastupdated
POST /accounts/logoupdate|GET /accounts/joinedDate|GET /accounts/landingpage|GET /accounts/allUnitThresholdUpdate|GET /deviceData/
GET /deviceDataV2|GET /deviceDataV2/compare|GET /granular/unit|GET /granular/category|GET /report|GET /report/dailySummary|GET /alerts
POST /alerts|GET /alerts/unitGraph|GET /alerts/dateRange|GET /alerts/byType|GET /alerts/allIndustries|GET /notification/
GET /notificationRange|POST /notification/register/fcm|PATCH /notification/updateRead|POST /notification/assignee
DELETE /notification/assignee|PATCH /notification/assignee|GET /landingPage/userData|GET /summaryPage/|GET /waterBalance/graphEditor
POST /waterBalance/graphEditor|GET /waterBalance/data|GET /scada/graphEditor|POST /scada/graphEditor|GET /scada/data
GET /additionalFeature/|GET /standardCategoryView/|GET /common/|GET /batchProcess/|GET /batchProcess/range|GET /rainfall/trend
GET /rainfall/efficiencySaving|POST /rainfall/fwi/fetchHistoricalRainfallData|GET /rainfall/fwi/fetchAnalyticsRainfallData
GET /neutrality/|GET /executiveSummary/data|PUT /executiveSummary/pin|GET /roEfficiency/|GET /roEfficiency/logActivities
POST /roEfficiency/logActivities|GET /gwi/data|POST /fwi/userDataInput|GET /fwi/userDataInput|POST /plc/write-registers
POST /plc/read-registers|POST /plc/relay/valve|DELETE /user/logout|GET /user/validateCredentials`
    .split(/[|\n]/)
    .map((row) => row.split(' ') as [method: string, path: string]);

export const conventions: Section = {
  name: 'General conventions',
  sentences: [
    [
      'interactive documentation is at /api/user/docs, for everybody',
      async (at) => {
        const page = await at.ask('GET', '/docs');
        expect([page.status, page.headers['content-type']]).toEqual([200, expect.stringMatching(/html/)]);
      },
    ],
    [
      'times in bodies are ISO 8601 in UTC',
      async (at) => {
        const { window1 } = accepted(await at.get(`/deviceData?date1=${yesterday}&category=source&type=HOUR`)) as {
          window1: { from: string; to: string };
        };
        expect([window1.from, window1.to]).toEqual([expect.stringMatching(utc), expect.stringMatching(utc)]);
      },
    ],
    [
      'a date becomes a window at shift start in the industry’s zone',
      async (at) => {
        const { window1 } = accepted(await at.get(`/deviceData?date1=${yesterday}&category=source&type=HOUR`));
        expect(window1).toMatchObject({
          from: '2026-11-11T00:30:00.000Z',
          to: '2026-11-12T00:30:00.000Z',
          timezone: 'Asia/Kolkata',
        });
      },
    ],
    [
      'the industry comes from the user, never from a parameter',
      async (at) => {
        const { industry } = accepted(await at.get('/common?industryId=NORTH')) as { industry: { industryId: string } };
        expect(industry.industryId).toBe('DEMO');
      },
    ],
    [
      'a unit of another industry does not exist',
      async (at) => refused(await at.get(`/granular/unit?date1=${yesterday}&unitId=north-kitchen`), 1401),
    ],
    [
      'targetIndustryId does nothing on endpoints that do not name it',
      async (at) => {
        const { industry } = accepted(await at.ask('GET', '/common', 'staff', { headers: { targetIndustryId: 'NORTH' } })) as {
          industry: { industryId: string };
        };
        expect(industry.industryId).toBe('INTERNAL');
      },
    ],
    [
      'codes above 999 travel in the body and in X-Service-Code',
      async (at) => {
        const reply = await at.get('/deviceData');
        expect([reply.status, bodyOf(reply).code, reply.headers['x-service-code']]).toEqual([400, 1403, '1403']);
      },
    ],
    [
      'no answer is kept by a cache that others share',
      async (at) => expect(String((await at.get('/common')).headers['cache-control'])).toMatch(/no-store|private|no-cache/),
    ],
  ],
};

export const authentication: Section = {
  name: 'Authentication',
  sentences: [
    ...published.map(([method, path]): Section['sentences'][number] => [
      `${method} ${path} needs a token`,
      async (at) => refused(await at.ask(method, path, undefined, method === 'GET' ? {} : { body: {} }), 401),
    ]),
    [
      'the token may come as jwt in the query',
      async (at) => void accepted(await at.ask('GET', `/common?jwt=${(await at.tokensOf('admin')).access_token}`)),
    ],
    [
      'a token with another signature is 401',
      async (at) =>
        refused(
          await at.ask('GET', '/common', undefined, {
            headers: bearer(`${(await at.tokensOf('admin')).access_token.slice(0, -6)}AAAAAA`),
          }),
          401,
        ),
    ],
    [
      'a refresh token opens no endpoint',
      async (at) =>
        refused(await at.ask('GET', '/common', undefined, { headers: bearer((await at.tokensOf('admin')).refresh_token) }), 401),
    ],
    [
      'executiveSummary/virtualLogin needs no token, but a ticket',
      async (at) => refused(await at.ask('GET', '/executiveSummary/virtualLogin?token=x'), 1401),
    ],
  ],
};

/** What a socket of the admin is sent until a message of this type, at most 3 s. */
const messagesOf = async (at: ConformancePlant, until: string, act: () => Promise<void>): Promise<Record<string, unknown>[]> => {
  const { access_token, websocketUrl } = accepted(
    await at.login({ LoginType: 'DEFAULT', username: 'admin', password: 'demo-admin' }),
  );
  const socket = new WebSocket(String(websocketUrl), ['bearer', String(access_token)]);
  const received: Record<string, unknown>[] = [];
  socket.on('message', (data) => received.push(JSON.parse(String(data))));
  await once(socket, 'open');
  await act();
  for (let tries = 0; tries < 300 && !received.some(({ type }) => type === until); tries += 1) await wait(10);
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

export const errors: Section = {
  name: 'Errors',
  sentences: [
    [
      'an error says its code and a message',
      async (at) => hasKeys(bodyOf(await at.get('/deviceData')), 'status', 'code', 'message', 'requestId'),
    ],
    ['a path that is not there is 404', async (at) => refused(await at.get('/nothing'), 404)],
    [
      'a pattern of SQL injection in a parameter is 405',
      async (at) => refused(await at.get(`/granular/unit?date1=${today}&unitId=${encodeURIComponent("1' OR '1'='1' --")}`), 405),
    ],
    [
      'a body that is not of its shape is 1430',
      async (at) => refused(await at.ask('POST', '/roEfficiency/logActivities', 'admin', { body: { plantId: 5 } }), 1430),
    ],
    [
      'JSON that cannot be read is refused',
      async (at) =>
        expect(
          (await at.ask('POST', '/alerts', 'admin', { headers: { 'content-type': 'application/json' }, body: '{' })).status,
        ).toBe(400),
    ],
    ['401 for a permission that is missing', async (at) => refused(await at.get('/accounts/settings', 'viewer'), 401)],
  ],
};

/** Moves the clock, so it comes last. */
export const ageing: Section = {
  name: 'Session states and lifetimes',
  sentences: [
    [
      'a token that has ended is 440 on every request after',
      async (at) => {
        const { access_token } = accepted(await at.login({ LoginType: 'DEFAULT', username: 'viewer', password: 'demo-viewer' }));
        const headers = bearer(String(access_token));
        accepted(await at.ask('DELETE', '/user/logout', undefined, { headers }));
        for (const path of ['/common', '/accounts/info', '/notification'])
          refused(await at.ask('GET', path, undefined, { headers }), 440);
      },
    ],
    [
      'an access token expires after 4 hours: 420, and 401 "Token already expired" on logout',
      async (at) => {
        const { access_token } = accepted(await at.login({ LoginType: 'DEFAULT', username: 'viewer', password: 'demo-viewer' }));
        const headers = bearer(String(access_token));
        at.clock.advance(4 * 3_600_000 - 60_000);
        accepted(await at.ask('GET', '/common', undefined, { headers }));
        at.clock.advance(120_000);
        refused(await at.ask('GET', '/common', undefined, { headers }), 420);
        refused(await at.ask('DELETE', '/user/logout', undefined, { headers }), 401, 'Token already expired');
      },
    ],
    [
      'with less than 7 days left a refresh brings a new refresh token',
      async (at) => {
        const { refresh_token } = accepted(await at.login({ LoginType: 'DEFAULT', username: 'viewer', password: 'demo-viewer' }));
        at.clock.advance(7 * 86_400_000 + 60_000);
        const body = accepted(await at.ask('GET', '/user/refresh', undefined, { headers: bearer(String(refresh_token)) }));
        expect(body.refresh_token).not.toBe(refresh_token);
        accepted(await askAt(at.url, '/api/user/common', { headers: bearer(String(body.access_token)) }));
      },
    ],
    [
      'a refresh token expires after 14 days',
      async (at) => {
        const { refresh_token } = accepted(await at.login({ LoginType: 'DEFAULT', username: 'viewer', password: 'demo-viewer' }));
        at.clock.advance(14 * 86_400_000 + 60_000);
        expect(
          (await at.ask('GET', '/user/refresh', undefined, { headers: bearer(String(refresh_token)) })).status,
        ).toBeGreaterThanOrEqual(400);
      },
    ],
  ],
};

const statuses = async (count: number, ask: () => Promise<{ status: number }>): Promise<number[]> => {
  const found: number[] = [];
  for (let index = 0; index < count; index += 1) found.push((await ask()).status);
  return found;
};
const firstRefused = async (count: number, ask: () => Promise<{ status: number }>): Promise<number> =>
  (await statuses(count, ask)).indexOf(429) + 1;
const DAY_MS = 86_400_000;

/** On a server with the published limits. */
export const limits: Section = {
  name: 'Limits',
  sentences: [
    [
      'login: the 11th within a minute is 429',
      async (at) =>
        expect(
          await firstRefused(12, () => at.login({ LoginType: 'DEFAULT', username: 'viewer', password: 'demo-viewer' })),
        ).toBe(11),
    ],
    [
      'login: 50 an hour',
      async (at) => {
        at.clock.advance(DAY_MS);
        let answered = 0;
        for (let minute = 0; minute < 6; minute += 1) {
          answered += (await statuses(10, () => at.login({ LoginType: 'DEFAULT' }))).filter((status) => status !== 429).length;
          at.clock.advance(60_000);
        }
        expect(answered).toBe(50);
      },
    ],
    [
      'one-time codes: 3 a minute',
      async (at) => {
        at.clock.advance(DAY_MS);
        expect(
          await firstRefused(5, () => at.ask('POST', '/user/otplogin', undefined, { headers: { phNumber: '9777777777' } })),
        ).toBe(4);
      },
    ],
    [
      'one-time codes: 10 an hour',
      async (at) => {
        at.clock.advance(2 * DAY_MS);
        let answered = 0;
        for (let minute = 0; minute < 6; minute += 1) {
          answered += (
            await statuses(3, () => at.ask('POST', '/user/otplogin', undefined, { headers: { phNumber: '9777777777' } }))
          ).filter((status) => status !== 429).length;
          at.clock.advance(61_000);
        }
        expect(answered).toBe(10);
      },
    ],
    [
      'codes tried: 5 a minute',
      async (at) => {
        at.clock.advance(2 * DAY_MS);
        expect(
          await firstRefused(7, () =>
            at.login({ LoginType: 'otp', username: '9777777777', password: '000000', otpTimestamp: '1' }),
          ),
        ).toBe(6);
      },
    ],
    [
      'any other endpoint: the 51st within an hour is 429',
      async (at) => {
        at.clock.advance(DAY_MS);
        const { access_token } = accepted(await at.login({ LoginType: 'DEFAULT', username: 'viewer', password: 'demo-viewer' }));
        expect(await firstRefused(52, () => at.ask('GET', `/accounts/joinedDate?jwt=${access_token}`))).toBe(51);
      },
    ],
    [
      'the answer says when to come back',
      async (at) => {
        const { access_token } = accepted(await at.login({ LoginType: 'DEFAULT', username: 'viewer', password: 'demo-viewer' }));
        const reply = await at.ask('GET', `/accounts/joinedDate?jwt=${access_token}`);
        refused(reply, 429);
        expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
      },
    ],
  ],
};

/** On a server that nobody has set up, and then set up with nothing in it. */
export const empty: Section = {
  name: 'A plant without anything',
  sentences: [
    [
      'the documents are there before anybody set it up',
      async (at) => {
        for (const path of [
          '/api/user/docs',
          '/api/user/docs/openapi.json',
          '/api/plant/docs',
          '/api/plant/docs/openapi.json',
          '/api/user/asyncapi.json',
        ])
          expect((await askAt(at.url, path)).status, path).toBe(200);
      },
    ],
    [
      'nobody can log in before',
      async (at) =>
        expect((await at.login({ LoginType: 'DEFAULT', username: 'admin', password: 'demo-admin' })).status).toBe(503),
    ],
    [
      'the first owner makes it and logs in',
      async (at) => {
        const code = /setup code (\S+)/.exec(at.printed.join('\n'))?.[1];
        const body = {
          code,
          industry: { id: 'EMPTY', name: 'Empty plant' },
          owner: { username: 'admin', password: ownersPassword, name: 'Owner', email: 'owner@plant.invalid' },
        };
        accepted(await askAt(at.url, '/api/plant/setup', { method: 'POST', body }));
        hasKeys(
          accepted(await at.login({ LoginType: 'DEFAULT', username: 'admin', password: ownersPassword })),
          'access_token',
          'units',
          'categories',
        );
      },
    ],
    [
      'every GET answers without a fault of the server',
      async (at) => {
        const query = `date=${today}&date1=${yesterday}&date2=${today}&startDate=${yesterday}&endDate=${today}&month=11/2026&category=source&type=DAY&unitId=x&categoryId=source&subCategoryId=x&featureData=GWI&typeId=x&categories=flow_rate&dateA1=${today}&dateB1=${today}&ids1=x&ids2=x`;
        for (const [method, path] of published)
          if (method === 'GET') expect((await at.get(`${path}?${query}`)).status, path).toBeLessThan(500);
      },
    ],
    ['no notifications is 201', async (at) => void accepted(await at.get('/notification'), 201)],
    [
      'no credited and debited water is 1401 "Category doesn\'t exist"',
      async (at) => refused(await at.get(`/neutrality?date1=${yesterday}&date2=${today}`), 1401, "Category doesn't exist"),
    ],
    ['no reverse osmosis is 1401', async (at) => refused(await at.get(`/roEfficiency?date1=${today}`), 1401)],
    ['siUnit is KL where nobody set it', async (at) => expect(accepted(await at.get('/accounts/landingpage')).siUnit).toBe('KL')],
    [
      'no leakage alerting: leakageEnabled is false',
      async (at) =>
        expect(
          accepted(await at.login({ LoginType: 'DEFAULT', username: 'admin', password: ownersPassword })).leakageEnabled,
        ).toBe(false),
    ],
    ['a report without data is 1401', async (at) => refused(await at.get(`/report?startDate=${yesterday}`), 1401)],
  ],
};

export const demoSections = [conventions, authentication, events, errors];
