import { afterAll, beforeAll, expect, it } from 'vitest';
import { bearer } from '../../server/test/policyRig.ts';
import { type ConformancePlant, startPlant } from './plants.ts';

let plant: ConformancePlant;
beforeAll(async () => {
  plant = await startPlant();
});
afterAll(() => plant.stop());

const PHONES = 50;
const MINUTE_MS = 60_000;
const STEP_MINUTES = 15;
type Client = { headers: Record<string, string>; refreshToken: string; paths: readonly string[] };

/** A session, when the limit of logins of the one address lets it in: people come in over the hours before. */
const logIn = async (username: string, paths: readonly string[], panel = false): Promise<Client> => {
  for (;;) {
    const reply = await plant.login({
      LoginType: 'DEFAULT',
      username,
      password: `demo-${username}`,
      ...(panel && { 'X-Headworks-Panel': '1' }),
    });
    if (reply.status === 200) {
      const { access_token, refresh_token } = reply.body as { access_token: string; refresh_token: string };
      return { headers: bearer(access_token), refreshToken: refresh_token, paths };
    }
    expect(reply.status).toBe(429);
    plant.clock.advance(Number(reply.headers['retry-after']) * 1000);
  }
};
const statusOf = async ({ headers }: Client, path: string, method = 'GET', body?: object): Promise<number> =>
  (await plant.ask(method, path, undefined, { headers, ...(body && { body }) })).status;

/** What one client asks in a quarter of an hour: a phone looks at its notifications, a page of the panel refreshes itself. */
const phone = ['/notification', '/notification', '/notification', '/accounts/joinedDate'];
const page = [...Array<string>(30).fill('/accounts/joinedDate'), ...Array<string>(15).fill('/notification')];

it('50 phones, two browsers and a wall behind one address meet no limit in eight hours', async () => {
  const clients: Client[] = [];
  for (const paths of [page, page, page]) clients.push(await logIn('operator', paths, true));
  for (let index = 0; index < PHONES; index += 1) clients.push(await logIn('viewer', phone));
  const refused: string[] = [];
  for (let minute = 0; minute < 480; minute += STEP_MINUTES) {
    plant.clock.advance(STEP_MINUTES * MINUTE_MS);
    await Promise.all(
      clients.map(async (client) => {
        // tokens live four hours: each client renews its own in good time
        if (minute % 180 === 0) {
          const reply = await plant.ask('GET', '/user/refresh', undefined, { headers: bearer(client.refreshToken) });
          if (reply.status !== 200) refused.push(`refresh ${reply.status}`);
          const renewed = reply.body as { access_token: string; refresh_token: string };
          client.headers = bearer(renewed.access_token);
          client.refreshToken = renewed.refresh_token;
        }
        for (const path of client.paths) {
          const status = await statusOf(client, path);
          if (status >= 400) refused.push(`${path} ${status}`);
        }
      }),
    );
  }
  expect(refused).toEqual([]);
}, 240_000);

it('reads that use up a session’s hour leave its alarms and valves', async () => {
  const phoneInHand = await logIn('admin', []);
  let reads = 0;
  while (reads < 700 && (await statusOf(phoneInHand, '/notification')) !== 429) reads += 1;
  expect(reads).toBe(600);
  const event = { unitId: 'demo-line2', type: 'reserve', createdOn: '2026-11-12T09:10:00Z', meta: { alertType: 'flow_rate' } };
  const { body } = await plant.ask('POST', '/alerts', undefined, { headers: phoneInHand.headers, body: event });
  const { notificationId: id } = body as { notificationId: string };
  const read = { notifications: [{ id, date: '12/11/2026', type: 'flow_rate' }] };
  for (let index = 0; index < 60; index += 1)
    expect(await statusOf(phoneInHand, '/notification/updateRead', 'PATCH', read)).toBe(200);
  // no line is polled here, so the valve answers that it cannot be reached, not that it was asked too often
  const valve = { deviceId: 'demo-gardenValve', command: 'close' };
  for (let index = 0; index < 60; index += 1)
    expect(await statusOf(phoneInHand, '/plc/relay/valve', 'POST', valve)).not.toBe(429);
});
