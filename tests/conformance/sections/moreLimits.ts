import { expect } from 'vitest';
import type { Reply } from '../../../server/test/httpRig.ts';
import { askAt, bearer } from '../../../server/test/policyRig.ts';
import type { ConformancePlant } from '../plants.ts';
import { accepted, refused, type Section } from '../sentence.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const phNumber = '9666666666';

/** How many of the requests are answered with anything but 429, waiting a while after each group. */
const answered = async (
  at: ConformancePlant,
  groups: number,
  each: number,
  pauseMs: number,
  ask: () => Promise<Reply>,
): Promise<number> => {
  let count = 0;
  for (let group = 0; group < groups; group += 1) {
    for (let one = 0; one < each; one += 1) if ((await ask()).status !== 429) count += 1;
    at.clock.advance(pauseMs);
  }
  return count;
};

const sessionOf = async (at: ConformancePlant, username = 'viewer'): Promise<Record<string, string>> => {
  at.clock.advance(2 * DAY_MS);
  const headers = { LoginType: 'DEFAULT', username, password: `demo-${username}` };
  return bearer(String(accepted(await at.login(headers)).access_token));
};

/** On a server with the published limits; every sentence begins after the windows of the one before. */
export const moreLimits: Section = {
  name: 'Limits: longer windows and what they count',
  sentences: [
    [
      'one-time codes: 20 a day',
      async (at) => {
        at.clock.advance(2 * DAY_MS);
        const ask = (): Promise<Reply> => at.ask('POST', '/user/otplogin', undefined, { headers: { phNumber } });
        expect(await answered(at, 13, 3, HOUR_MS + 1000, ask)).toBe(20);
      },
    ],
    [
      'codes tried: 15 an hour',
      async (at) => {
        at.clock.advance(2 * DAY_MS);
        const headers = { LoginType: 'otp', username: phNumber, password: '000000', otpTimestamp: '1' };
        expect(await answered(at, 5, 5, 61_000, () => at.login(headers))).toBe(15);
      },
    ],
    [
      'one-time codes are counted by number too: another address does not help',
      async (at) => {
        at.clock.advance(2 * DAY_MS);
        const statuses: number[] = [];
        for (let one = 0; one < 4; one += 1)
          statuses.push((await at.ask('POST', '/user/otplogin', undefined, { headers: { phNumber } })).status);
        expect(statuses.at(-1)).toBe(429);
      },
    ],
    [
      'any other endpoint: 200 a day',
      async (at) => {
        const login = { LoginType: 'DEFAULT', username: 'viewer', password: 'demo-viewer' };
        await sessionOf(at);
        let count = 0;
        for (let hour = 0; hour < 5; hour += 1) {
          const headers = bearer(String(accepted(await at.login(login)).access_token));
          for (let one = 0; one < 51; one += 1)
            if ((await at.ask('GET', '/accounts/joinedDate', undefined, { headers })).status !== 429) count += 1;
          at.clock.advance(HOUR_MS + 1000);
        }
        expect(count).toBe(200);
      },
    ],
    [
      'each endpoint has its own count, and refused requests use up none',
      async (at) => {
        const headers = await sessionOf(at);
        for (let one = 0; one < 60; one += 1) await at.ask('GET', '/accounts/joinedDate', undefined, { headers });
        refused(await at.ask('GET', '/accounts/joinedDate', undefined, { headers }), 429);
        accepted(await at.ask('GET', '/common', undefined, { headers }));
        at.clock.advance(HOUR_MS);
        accepted(await at.ask('GET', '/accounts/joinedDate', undefined, { headers }));
      },
    ],
    [
      'the windows are fixed: a new one begins whole when the old one ends',
      async (at) => {
        const headers = await sessionOf(at);
        const ask = (): Promise<Reply> => at.ask('GET', '/accounts/joinedDate', undefined, { headers });
        accepted(await ask());
        at.clock.advance(HOUR_MS - 1000);
        for (let one = 0; one < 49; one += 1) accepted(await ask());
        refused(await ask(), 429);
        at.clock.advance(1000);
        for (let one = 0; one < 50; one += 1) accepted(await ask());
      },
    ],
    [
      'a limit is per address, not per session: another login does not help',
      async (at) => {
        const one = await sessionOf(at);
        for (let tries = 0; tries < 50; tries += 1)
          accepted(await at.ask('GET', '/accounts/joinedDate', undefined, { headers: one }));
        const { access_token } = accepted(
          await at.login({ LoginType: 'DEFAULT', username: 'operator', password: 'demo-operator' }),
        );
        refused(await at.ask('GET', '/accounts/joinedDate', undefined, { headers: bearer(String(access_token)) }), 429);
      },
    ],
    [
      'what is left is said in RateLimit and RateLimit-Policy',
      async (at) => {
        const headers = await sessionOf(at);
        const reply = await at.ask('GET', '/accounts/joinedDate', undefined, { headers });
        expect(reply.headers['ratelimit-policy']).toMatch(/q=50;w=3600.*q=200;w=86400|q=200;w=86400.*q=50;w=3600/);
        expect(reply.headers.ratelimit).toMatch(/r=49;/);
      },
    ],
    [
      'requests that add a user: 5 an hour; those that add none are not counted with them',
      async (at) => {
        const headers = await sessionOf(at, 'admin');
        const { body: settings } = await at.ask('GET', '/accounts/settings', undefined, { headers });
        const add = (index: number): Promise<Reply> =>
          askAt(at.url, '/api/user/accounts/settings', {
            method: 'POST',
            headers,
            body: {
              ...(settings as object),
              user: [{ phoneNo: `96000000${String(index).padStart(2, '0')}`, name: 'New', active: false }],
            },
          });
        const statuses: number[] = [];
        for (let index = 0; index < 6; index += 1) statuses.push((await add(index)).status);
        expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
        accepted(await add(0));
      },
    ],
    [
      'requests that add a user: 20 a day',
      async (at) => {
        at.clock.advance(2 * DAY_MS);
        let added = 0;
        for (let hour = 0; hour < 5; hour += 1) {
          const login = { LoginType: 'DEFAULT', username: 'admin', password: 'demo-admin' };
          const headers = bearer(String(accepted(await at.login(login)).access_token));
          const { body: settings } = await at.ask('GET', '/accounts/settings', undefined, { headers });
          for (let one = 0; one < 6; one += 1) {
            const user = [{ phoneNo: `9700000${hour}0${one}`, name: 'New', active: false }];
            const reply = await at.ask('POST', '/accounts/settings', undefined, {
              headers,
              body: { ...(settings as object), user },
            });
            if (reply.status === 200) added += 1;
          }
          at.clock.advance(HOUR_MS + 1000);
        }
        expect(added).toBe(20);
      },
    ],
    [
      'login and validateCredentials share one count',
      async (at) => {
        const headers = await sessionOf(at);
        for (let one = 0; one < 9; one += 1)
          expect(
            (
              await at.ask('GET', '/user/validateCredentials', undefined, {
                headers: { ...headers, username: 'viewer', password: 'demo-viewer' },
              })
            ).status,
          ).toBe(200);
        refused(await at.login({ LoginType: 'DEFAULT', username: 'viewer', password: 'demo-viewer' }), 429);
      },
    ],
    [
      'the document says the limit at each operation',
      async (at) => {
        const { paths } = accepted(await askAt(at.url, '/api/user/docs/openapi.json')) as {
          paths: Record<string, Record<string, { description: string; responses: object }>>;
        };
        for (const [path, methods] of Object.entries(paths))
          for (const [method, { responses }] of Object.entries(methods))
            expect(Object.keys(responses), `${method} ${path}`).toContain('429');
        expect(paths['/accounts/joinedDate']?.get?.description).toMatch(/50 in 3600 s/);
      },
    ],
  ],
};
