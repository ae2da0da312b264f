import { expect } from 'vitest';
import { bearer } from '../../../server/test/policyRig.ts';
import { accepted, bodyOf, hasKeys, refused, type Section, today, utc, yesterday } from '../sentence.ts';
import { published } from './generalParts.ts';

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
