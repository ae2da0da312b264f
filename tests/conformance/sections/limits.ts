import { expect } from 'vitest';
import { askAt, bearer } from '../../../server/test/policyRig.ts';
import { accepted, refused, type Section } from '../sentence.ts';

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
