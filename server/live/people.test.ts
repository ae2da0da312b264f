import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { DurableMessage } from '../contract/live/messages.ts';
import { type AlertHttp, startAlertHttp } from '../test/alertHttp.ts';
import { Client, endLive } from '../test/liveRig.ts';
import { askAt, bearer, loginAt } from '../test/policyRig.ts';
import type { Username } from '../test/wholePlant.ts';

let http: AlertHttp;
beforeAll(async () => {
  http = await startAlertHttp();
});
afterEach(endLive);
afterAll(() => http.stop());

const now = (): string => `${new Date().toISOString().slice(0, 19)}Z`;
const durable = (client: Client): DurableMessage[] => client.got.filter((one): one is DurableMessage => 'id' in one);

/** A phone of a person, which follows from now on. */
const phone = async (token: string): Promise<Client> => {
  const client = await new Client(Number(new URL(http.plant.url()).port), { path: `/api/user/live?jwt=${token}` }).opened();
  client.say({ type: 'resume', after: 999_999_999 });
  await client.until(() => client.got.some(({ type }) => type === 'resumed'));
  return client;
};
const phoneOf = async (username: Username): Promise<Client> => phone(await http.token(username));

describe('people on the live channel', () => {
  it('receive an alarm when they have the permission ALERTS, and only of their own plant', async () => {
    const [operator, viewer, north] = await Promise.all([phoneOf('operator'), phoneOf('viewer'), phoneOf('north')]);
    const id = await http.post({ type: 'received', createdOn: now() });
    await http.post({ unitId: 'north-flow', type: 'received-north', createdOn: now() }, 'north');
    await Promise.all([operator, north].map((one) => one.until(() => durable(one).length > 0)));
    expect(durable(operator)).toMatchObject([
      {
        type: 'alert',
        title: 'CNRYDEM well: received',
        data: { notificationId: id, unitId: 'demo-flow', priority: 2, state: 'unack' },
      },
    ]);
    expect(durable(north).map(({ title }) => title)).toEqual(['CNRYNOR well: received-north']);
    expect(durable(viewer)).toEqual([]);
  });

  it('receive an assignment when they administer the account, or when it is theirs', async () => {
    const [admin, operator, viewer] = await Promise.all([phoneOf('admin'), phoneOf('operator'), phoneOf('viewer')]);
    const id = await http.post({ type: 'given', createdOn: now() });
    await http.call('POST', '/notification/assignee', {
      as: 'operator',
      body: { notificationId: id, assigneeId: 'viewer' },
    });
    const given = (client: Client): DurableMessage[] => durable(client).filter(({ type }) => type === 'notification_assigned');
    await Promise.all([admin, viewer].map((one) => one.until(() => given(one).length > 0)));
    const message = {
      title: 'Notification Assigned',
      body: 'operator assigned "CNRYDEM well: given" to CNRYDEM viewer',
      data: { notificationId: id, assigneeId: 'viewer' },
    };
    expect(given(admin)).toMatchObject([message]);
    expect(given(viewer)).toMatchObject([message]);
    // what comes later says that nothing came before it
    await http.call('PATCH', '/notification/assignee', { body: { notificationId: id, assigneeId: 'viewer' } });
    await operator.until(() => durable(operator).some(({ type }) => type === 'notification_updated'));
    expect(given(operator)).toEqual([]);
  });

  it('confirm what a device received, and the delivery shows it', async () => {
    const operator = await phoneOf('operator');
    const id = await http.post({ type: 'confirmed', createdOn: now() });
    await operator.until(() => durable(operator).length > 0);
    const ids = durable(operator).map((one) => one.id);
    const deliveries = async () => (await http.get(`/deliveries?notificationId=${id}`, 'operator')).body.deliveries;
    // one who gets no alarms, and one of another plant, can confirm none
    for (const stranger of [await phoneOf('viewer'), await phoneOf('north')]) {
      stranger.say({ type: 'confirm', ids });
      stranger.say({ type: 'subscribe', topic: 'readings' });
      await stranger.until(() => stranger.got.some(({ type }) => type === 'reading'));
    }
    expect(await deliveries()).toMatchObject([{ channel: 'web', state: 'sent', confirmedBy: null }]);
    operator.say({ type: 'confirm', ids });
    // an answer says that what was said before it was dealt with
    const known = operator.got.length;
    operator.say({ type: 'subscribe', topic: 'readings' });
    await operator.until(() => operator.got.length > known);
    expect(await deliveries()).toMatchObject([{ channel: 'web', state: 'confirmed', confirmedBy: 'operator', error: '' }]);
  });

  it('are cut when their session ends, and they alone', async () => {
    const { access_token } = await loginAt(http.plant.url(), 'operator');
    const [leaving, staying] = [await phone(access_token), await phoneOf('operator')];
    await askAt(http.plant.url(), '/api/user/user/logout', { method: 'DELETE', headers: bearer(access_token) });
    await leaving.until(() => leaving.closeCode !== undefined);
    expect(leaving.closeCode).toBe(4440);
    await http.post({ type: 'after-logout', createdOn: now() });
    await staying.until(() => durable(staying).length > 0);
    expect(durable(leaving)).toEqual([]);
  });
});
