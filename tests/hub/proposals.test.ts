/** A person at the hub proposes, the plant holds or applies it by its policy, and both sides say what became of it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missingPostgres } from '../../server/hub/testing/postgresRig.ts';
import { loginAt } from '../../server/test/policyRig.ts';
import { type SyncedHub, startSyncedHub } from './syncedHub.ts';

const PASSWORD = 'correct horse battery';
type Shown = { id: string; state: string; base: object; code: string | null; decidedBy: string | null; message: string | null };
type Known = {
  industries: { id: string; units: { id: string; name: string; limits: Record<string, number | null> }[] }[];
  proposals: Shown[];
};
type Held = { id: string; state: string; targetName: string; changes: object[] };

describe.skipIf(missingPostgres)(`proposals of a hub${missingPostgres ? ` (${missingPostgres})` : ''}`, () => {
  let rig: SyncedHub;
  let admin = '';
  const tokens: Record<string, string> = {};
  beforeAll(async () => {
    rig = await startSyncedHub();
    admin = (await loginAt(rig.plant.url, 'admin')).access_token;
    for (const username of ['asha', 'ravi', 'meera'])
      await rig.asOwner('POST', '/people', { username, name: username, password: PASSWORD, isOwner: username === 'asha' });
    const { site } = rig.state;
    await rig.asOwner('POST', '/grants', { username: 'ravi', site, industryId: 'DEMO', role: 'admin' });
    await rig.asOwner('POST', '/grants', { username: 'meera', site, industryId: 'DEMO', role: 'manager' });
    for (const username of ['asha', 'ravi', 'meera']) {
      const { body } = await atHub('', 'POST', '/login', { username, password: PASSWORD });
      tokens[username] = String(body.token);
    }
  }, 180_000);
  afterAll(() => rig?.stop());

  const atHub = async (username: string, method: string, path: string, body?: object) => {
    const response = await fetch(`${rig.hubUrl}/api/hub/fleet${path}`, {
      method,
      headers: { Authorization: `Bearer ${tokens[username] ?? ''}`, 'Content-Type': 'application/json' },
      body: body ? JSON.stringify(body) : null,
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const ofSite = () => `/plants/${rig.state.site}/proposals`;
  const known = async (username = 'asha') => (await atHub(username, 'GET', ofSite())).body as unknown as Known;
  const shown = async (id: unknown) => (await known()).proposals.find((one) => one.id === id);
  const propose = async (said: object, username = 'asha') =>
    atHub(username, 'POST', ofSite(), { industryId: 'DEMO', target: '', reason: 'summer', ...said });
  const atPlant = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(`${rig.plant.url}/api/plant${path}`, {
      method,
      headers: { Authorization: `Bearer ${admin}`, 'Content-Type': 'application/json' },
      body: body ? JSON.stringify(body) : null,
    });
    const answer = (await response.json()) as T;
    expect(response.status, JSON.stringify(answer)).toBe(200);
    return answer;
  };
  const round = async (): Promise<void> => {
    await atPlant('POST', '/sync/runs', {});
    const { lastError } = await rig.settledAt(rig.plant.url, admin);
    expect(lastError).toBeNull();
  };
  const held = async (id: unknown) =>
    (await atPlant<{ proposals: Held[] }>('GET', '/sync/proposals')).proposals.find((one) => one.id === id);
  const limitOf = async (unitId: string) => {
    const { meta } = await atPlant<{ meta: { unitThreshold?: number } }>('GET', `/units/${unitId}`);
    return meta.unitThreshold ?? null;
  };
  const flowUnit = async () => {
    const units = (await known()).industries.find(({ id }) => id === 'DEMO')?.units ?? [];
    const unit = units.find(({ limits }) => typeof limits.unitThreshold === 'number');
    if (!unit) throw new Error('no unit with a limit');
    return unit;
  };

  it('reach the plant, are held with their difference, applied by a click, and the hub is sent by whom', async () => {
    const { id: target, name, limits } = await flowUnit();
    expect(limits.unitThreshold).toBe(await limitOf(target));
    const { body } = await propose({ kind: 'limits', target, values: { unitThreshold: 123 } });
    expect(await shown(body.id)).toMatchObject({ state: 'proposed', base: { unitThreshold: limits.unitThreshold } });
    await round();
    expect(await held(body.id)).toMatchObject({
      ...{ state: 'held', targetName: name },
      changes: [{ field: 'unitThreshold', base: limits.unitThreshold, present: limits.unitThreshold, proposed: 123 }],
    });
    expect(await shown(body.id)).toMatchObject({ state: 'held' });
    expect(await limitOf(target)).toBe(limits.unitThreshold);
    await atPlant('POST', `/sync/proposals/${body.id}/apply`);
    expect(await limitOf(target)).toBe(123);
    await round();
    expect(await shown(body.id)).toMatchObject({ state: 'applied', decidedBy: 'admin', code: null });
    // and the hub, which was sent the unit again, knows the new value
    expect((await flowUnit()).limits.unitThreshold).toBe(123);
    const { rows: logged } = await atPlant<{ rows: { kind: string; subject: string; after: unknown }[] }>(
      'GET',
      '/audit?limit=20',
    );
    expect(JSON.stringify(logged.find(({ kind, subject }) => kind === 'proposal.apply' && subject === body.id)?.after)).toContain(
      'asha',
    );
    const { rows } = await rig.postgres.asAdmin((client) =>
      client.query<{ body: string }>("select body from hub_audit where body like '%proposal%' order by seq"),
    );
    const whats = rows
      .map(({ body: text }) => JSON.parse(text) as Record<string, string>)
      .filter(({ proposal }) => proposal === body.id);
    expect(whats.map(({ what, state, by }) => [what, state, by])).toEqual([
      ['proposal made', undefined, 'asha'],
      ['proposal answered by the plant', 'held', undefined],
      ['proposal answered by the plant', 'applied', 'admin'],
    ]);
  });

  it('are refused with the reason, superseded where the plant changed the value, and withdrawn before the plant had them', async () => {
    const { id: target, limits } = await flowUnit();
    const refused = (await propose({ kind: 'limits', target, values: { unitThreshold: 200 } })).body;
    const overtaken = (await propose({ kind: 'limits', target, values: { monthlyThreshold: 201 } })).body;
    await round();
    await atPlant('POST', `/sync/proposals/${refused.id}/refuse`, { reason: 'too low' });
    const { version, ...unit } = await atPlant<Record<string, unknown> & { meta: object }>('GET', `/units/${target}`);
    const { subCategoryId, name, type, standardCategoryId, standardCategoryIds, siUnit, deployed, position, maxCapacity } = unit;
    const spec = { subCategoryId, name, type, standardCategoryId, standardCategoryIds, siUnit, deployed, position, maxCapacity };
    await atPlant('PUT', `/units/${target}`, { ...spec, meta: { ...unit.meta, monthlyThreshold: 9999 }, version });
    const taken = (await propose({ kind: 'message', values: { text: 'never sent' } })).body;
    expect((await atHub('asha', 'DELETE', `${ofSite()}/${taken.id}`)).status).toBe(200);
    await round();
    expect(await shown(refused.id)).toMatchObject({ state: 'refused', code: 'declined', message: 'too low', decidedBy: 'admin' });
    expect(await shown(overtaken.id)).toMatchObject({ state: 'superseded' });
    expect(await shown(taken.id)).toMatchObject({ state: 'withdrawn' });
    expect(await held(taken.id)).toBeUndefined();
    expect(await limitOf(target)).toBe(limits.unitThreshold);
  });

  it('are applied by themselves where the plant says so for their kind', async () => {
    await atPlant('PUT', '/sync/proposal-policies', { kind: 'message', policy: 'apply' });
    const { body } = await propose({ kind: 'message', values: { text: 'Flush the line on Sunday.' } });
    await round();
    expect(await shown(body.id)).toMatchObject({ state: 'applied', decidedBy: null });
    const { messages } = await atPlant<{ messages: object[] }>('GET', '/hub-messages');
    expect(messages).toMatchObject([{ text: 'Flush the line on Sunday.', author: 'asha' }]);
  });

  it('stay what they are when the hub gets another key: those held are answered to it, and new ones come signed with it', async () => {
    const { id: target } = await flowUnit();
    const before = (await propose({ kind: 'limits', target, values: { unitThreshold: 301 } })).body;
    await round();
    const asked = (await propose({ kind: 'limits', target, values: { monthlyThreshold: 302 } })).body;
    const { words } = await rig.asOwner<{ words: string }>('GET', '/key');
    await rig.asOwner('POST', '/key', { words });
    await round();
    await atPlant('POST', `/sync/proposals/${before.id}/refuse`, { reason: 'too high' });
    const after = (await propose({ kind: 'message', values: { text: 'with the new key' } })).body;
    await round();
    expect(await shown(before.id)).toMatchObject({ state: 'refused', code: 'declined', message: 'too high' });
    expect(await shown(asked.id)).toMatchObject({ state: 'held' });
    expect(await shown(after.id)).toMatchObject({ state: 'applied' });
  });

  it('are fetched and called what they became also from a hub that was put back to an earlier state, and none is applied again', async () => {
    const { id: target, limits } = await flowUnit();
    const applied = (await propose({ kind: 'limits', target, values: { monthlyThreshold: 401 } })).body;
    await round();
    await atPlant('POST', `/sync/proposals/${applied.id}/apply`);
    await round();
    const lost = (await propose({ kind: 'limits', target, values: { monthlyThreshold: 402 } })).body;
    await round();
    expect([(await shown(applied.id))?.state, (await shown(lost.id))?.state]).toEqual(['applied', 'held']);
    await atPlant('POST', `/sync/proposals/${lost.id}/refuse`, { reason: '' });
    await round();
    await rig.postgres.asAdmin(async (client) => {
      await client.query('delete from proposal where proposal_id = $1', [lost.id]);
      await client.query(
        "update proposal set state = 'proposed', decided_at = null, decided_by = null, handed_out_at = null where proposal_id = $1",
        [applied.id],
      );
    });
    const { version, ...unit } = await atPlant<Record<string, unknown> & { meta: object }>('GET', `/units/${target}`);
    const { subCategoryId, name, type, standardCategoryId, standardCategoryIds, siUnit, deployed, position, maxCapacity } = unit;
    const spec = { subCategoryId, name, type, standardCategoryId, standardCategoryIds, siUnit, deployed, position, maxCapacity };
    const { monthlyThreshold } = limits;
    await atPlant('PUT', `/units/${target}`, { ...spec, meta: { ...unit.meta, monthlyThreshold }, version });
    await round();
    const fresh = (await propose({ kind: 'limits', target, values: { monthlyThreshold: 403 } })).body;
    await round();
    expect(await held(fresh.id)).toMatchObject({ state: 'held' });
    expect(await shown(fresh.id)).toMatchObject({ state: 'held' });
    expect(await shown(applied.id)).toMatchObject({ state: 'applied', decidedBy: 'admin' });
    const { meta } = await atPlant<{ meta: { monthlyThreshold?: number } }>('GET', `/units/${target}`);
    expect(meta.monthlyThreshold).toBe(monthlyThreshold);
    await atPlant('POST', `/sync/proposals/${fresh.id}/refuse`, { reason: '' });
    await round();
  });

  it('are made by owners and by admins of the industry alone, and of no other kind', async () => {
    const { id: target } = await flowUnit();
    expect((await known('ravi')).industries.map(({ id }) => id)).toEqual(['DEMO']);
    const said = { kind: 'unitName', target, values: { name: 'New name' } };
    expect((await propose(said, 'ravi')).status).toBe(200);
    expect((await propose({ ...said, industryId: 'NORTH' }, 'ravi')).body.code).toBe('notFound');
    expect((await propose(said, 'meera')).body.code).toBe('notFound');
    // who may look at the plant sees that there is nothing for them to propose, and nobody's proposals
    expect(await known('meera')).toEqual({ industries: [], proposals: [] });
    expect((await propose(said, 'nobody')).status).toBe(401);
    for (const wrong of [
      { kind: 'writePoint', target: 'p', values: { value: 1 } },
      { kind: 'limits', target, values: { interlock: 1 } },
      { kind: 'limits', target: 'nowhere', values: { unitThreshold: 1 } },
      { kind: 'accountPermissions', target: 'u', values: { permissions: ['PLC_WRITE'] } },
    ])
      expect((await propose(wrong)).body.code).toMatch(/badRequest|notFound/);
  });
});
