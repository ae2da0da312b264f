/** What the hub says of a plant is what is so there: its name, its alarms, what was proposed to it, and how old it all is. */
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ManualClock } from '../../server/core/clock.ts';
import { HOUR_MS } from '../../server/core/time.ts';
import { rawConnectionOf } from '../../server/db/writer.ts';
import { missingPostgres } from '../../server/hub/testing/postgresRig.ts';
import { loginAt } from '../../server/test/policyRig.ts';
import { askedAtMs } from '../golden/frozenPlant.ts';
import { type SyncedHub, startSyncedHub } from './syncedHub.ts';

const PASSWORD = 'correct horse battery';
const openAgain = `update alarm set cleared_at = null, acked_at = null, acked_by = null, resolved_at = null, resolved_by = null, insight = 0
  where industry_id = 'DEMO' and id in (select id from alarm where industry_id = 'DEMO' and priority = 3 order by raised_at desc limit 3)`;

type OpenAlarms = { priority: number; count: number; acknowledged: number }[];
type Plant = {
  site: string;
  name: string;
  state: string;
  lastRequest: string;
  sharesLive: boolean;
  industries: { id: string; name: string; openAlarms: OpenAlarms }[];
};
type Proposals = {
  industries: { id: string; units: { id: string; name: string }[] }[];
  proposals: { id: string; state: string; code: string | null }[];
};

describe.skipIf(missingPostgres)(`what a hub says of a plant${missingPostgres ? ` (${missingPostgres})` : ''}`, () => {
  const clock = new ManualClock(askedAtMs);
  let rig: SyncedHub;
  let ofPlant = '';
  let token = '';
  beforeAll(async () => {
    // alarms that nobody has seen to
    rig = await startSyncedHub(clock, (writer) => rawConnectionOf(writer).exec(openAgain));
    ofPlant = (await loginAt(rig.plant.url, 'admin')).access_token;
    await rig.asOwner('POST', '/people', { username: 'asha', name: 'Asha Kulkarni', password: PASSWORD, isOwner: true });
    ({ token } = await atHub<{ token: string }>('POST', '/login', { username: 'asha', password: PASSWORD }));
  }, 180_000);
  afterAll(() => rig?.stop());

  const ask = async <T>(url: string, bearer: string, method: string, body?: object): Promise<T> => {
    const headers = { Authorization: `Bearer ${bearer}`, 'Content-Type': 'application/json' };
    const response = await fetch(url, { method, headers, body: body ? JSON.stringify(body) : null });
    const answer = (await response.json()) as T;
    expect(response.status, JSON.stringify(answer)).toBeLessThan(300);
    return answer;
  };
  const atHub = <T>(method: string, path: string, body?: object) =>
    ask<T>(`${rig.hubUrl}/api/hub/fleet${path}`, token, method, body);
  const atPlant = <T>(method: string, path: string, body?: object) =>
    ask<T>(`${rig.plant.url}/api${path}`, ofPlant, method, body);
  const plantNow = async (): Promise<Plant & { now: string }> => {
    const { now, plants } = await atHub<{ now: string; plants: Plant[] }>('GET', '/plants');
    const [plant] = plants;
    if (!plant) throw new Error('no plant');
    return { ...plant, now };
  };
  const alarmsOf = async (): Promise<OpenAlarms> =>
    (await plantNow()).industries.find(({ id }) => id === 'DEMO')?.openAlarms ?? [];
  const proposals = () => atHub<Proposals>('GET', `/plants/${rig.state.site}/proposals`);
  const proposed = async (id: string) => (await proposals()).proposals.find((one) => one.id === id);
  const propose = (said: object) =>
    atHub<{ id: string }>('POST', `/plants/${rig.state.site}/proposals`, { industryId: 'DEMO', reason: 'summer', ...said });
  const round = async (): Promise<void> => expect((await rig.runAgain()).lastError).toBeNull();

  it('is there of every plant but one of which something cannot be read, and says of which', async () => {
    const site = '99999999-2222-4333-8444-555555555555';
    const ask = (sql: string) => rig.postgres.asAdmin((admin) => admin.query(sql));
    await ask(`with other as (insert into plant (site, name, key, epoch, state) values ('${site}', 'Broken', '', 1, 'paired') returning plant_id),
        named as (insert into industry select plant_id, 'DEMO', 'Broken' from other)
      insert into document select plant_id, 'alarm', '[1]', 1, '{"industry_id":"DEMO","priority":', '', false from other`);
    onTestFinished(async () => void (await ask(`delete from plant where site = '${site}'`)));
    await rig.asOwner('POST', '/grants', { username: 'asha', site, industryId: 'DEMO', role: 'viewer' });
    const { plants } = await atHub<{ plants: (Plant & { isReadable: boolean })[] }>('GET', '/plants');
    expect(plants.map(({ name, isReadable }) => [name === 'Broken', isReadable])).toEqual([
      [true, false],
      [false, true],
    ]);
    expect(plants[1]?.industries.length).toBeGreaterThan(1);
    expect(await atHub('GET', '/comparison')).toMatchObject({ unreadable: [site] });
  });

  it('is by its own clock, so that a page can say how long ago a plant was last seen whatever the clock of its reader says', async () => {
    expect(await plantNow()).toMatchObject({ now: new Date(askedAtMs).toISOString(), sharesLive: false });
    clock.advance(3 * HOUR_MS);
    const { now, lastRequest } = await plantNow();
    expect(Date.parse(now) - Date.parse(lastRequest)).toBe(3 * HOUR_MS);
  });

  it('counts an alarm that somebody acknowledged as acknowledged, and one that is shelved not at all', async () => {
    type Alarms = { alarms: { id: string; state: string; priority: number }[] };
    const { alarms } = await atPlant<Alarms>('GET', '/plant/alarms');
    const [first, second] = alarms.filter(({ state, priority }) => state === 'unack' && priority === 3);
    if (!first || !second) throw new Error('the frozen plant has no two alarms to see to');
    const medium = async () => (await alarmsOf()).find(({ priority }) => priority === 3) ?? { count: 0, acknowledged: 0 };
    const before = await medium();
    await atPlant('POST', `/plant/alarms/${first.id}/acknowledge`, {});
    await round();
    expect(await medium()).toEqual({ ...before, acknowledged: before.acknowledged + 1 });
    await atPlant('POST', `/plant/alarms/${second.id}/shelve`, { minutes: 480, reason: 'being repaired' });
    await round();
    expect(await medium()).toEqual({ ...before, count: before.count - 1, acknowledged: before.acknowledged + 1 });
  });

  it('is the new name of a plant that was given another', async () => {
    const settings = await atPlant<{ account: { industryName: string } }>('GET', '/user/accounts/settings');
    const { account } = settings;
    const { name } = await plantNow();
    expect(name).toContain(account.industryName);
    const given = { ...settings, account: { ...account, industryName: 'Krishna Beverages' } };
    await atPlant('POST', '/user/accounts/settings', given);
    await round();
    const renamed = await plantNow();
    expect(renamed.industries.find(({ id }) => id === 'DEMO')?.name).toBe('Krishna Beverages');
    const parts = (whole: string): string[] => whole.split(', ').toSorted();
    expect(parts(renamed.name)).toEqual(parts(name.replace(account.industryName, 'Krishna Beverages')));
  });

  it('is the new value of what its plant applied by itself, as soon as it is called applied', async () => {
    await atPlant('PUT', '/plant/sync/proposal-policies', { kind: 'unitName', policy: 'apply' });
    const unitOf = async () => (await proposals()).industries.find(({ id }) => id === 'DEMO')?.units[0];
    const unit = await unitOf();
    const { id } = await propose({ kind: 'unitName', target: unit?.id, values: { name: 'Backwash of filters' } });
    await round();
    expect(await proposed(id)).toMatchObject({ state: 'applied' });
    expect(await unitOf()).toMatchObject({ id: unit?.id, name: 'Backwash of filters' });
  });

  it('is that nobody decides about a proposal any more once its plant ended the pairing', async () => {
    const held = await propose({ kind: 'message', target: '', values: { text: 'held' } });
    await round();
    expect(await proposed(held.id)).toMatchObject({ state: 'held' });
    const waiting = await propose({ kind: 'message', target: '', values: { text: 'never fetched' } });
    await atPlant('POST', '/plant/sync/unpair', {});
    expect((await plantNow()).state).toBe('unpaired');
    for (const { id } of [held, waiting]) expect(await proposed(id)).toMatchObject({ state: 'refused', code: 'unpaired' });
  });

  it('keeps one owner who can open the others’ accounts', async () => {
    const refusal = async (body: object): Promise<number> => {
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
      const url = `${rig.hubUrl}/api/hub/admin/people/asha`;
      return (await fetch(url, { method: 'PATCH', headers, body: JSON.stringify(body) })).status;
    };
    expect(await refusal({ disabled: true })).toBe(409);
    expect(await refusal({ isOwner: false })).toBe(409);
    await rig.asOwner('POST', '/people', { username: 'ravi', name: 'Ravi Shinde', password: PASSWORD, isOwner: true });
    expect(await refusal({ isOwner: false })).toBe(200);
  });
});
