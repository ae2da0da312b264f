import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../core/time.ts';
import { HUB, nowMs, type ProposalRig, startProposals, tablesOf } from '../../test/sync/proposalRig.ts';
import type { Decider } from './kinds.ts';

let rig: ProposalRig;
let unitId = '';
let admin: Decider;
beforeAll(async () => {
  rig = await startProposals();
  const first = rig.directory.units('DEMO').find(({ type, deployed }) => type === 'flow' && deployed);
  unitId = first?.id ?? '';
  admin = rig.person();
});
afterAll(() => rig.stop());

const limit = () => rig.unit(unitId)?.meta.unitThreshold ?? null;
const ofLimit = (proposed: number | null, base: number | null = limit()) => ({
  ...{ kind: 'limits', target: unitId, base: { unitThreshold: base }, values: { unitThreshold: proposed } },
});
const reported = (id: string) => rig.proposals.unreported(HUB).find((one) => one.id === id)?.result;

describe('a proposal of the hub', () => {
  it('is held, shows what is and what would be, and changes nothing until a person applies it', async () => {
    const before = limit();
    const tables = tablesOf(rig.sqlite);
    const id = await rig.come(ofLimit(4321));
    expect(await rig.shown(id)).toMatchObject({
      ...{ state: 'held', targetName: rig.unit(unitId)?.name, author: 'Asha', reason: 'a test', decidedBy: null },
      changes: [{ field: 'unitThreshold', base: before, present: before, proposed: 4321 }],
    });
    expect(tablesOf(rig.sqlite)).toEqual(tables);
    expect(reported(id)).toMatchObject({ state: 'held' });
    await rig.proposals.apply(id, admin);
    expect(limit()).toBe(4321);
    expect(reported(id)).toMatchObject({ state: 'applied', by: 'admin', code: null });
    await expect(rig.proposals.apply(id, admin)).rejects.toThrow('applied already');
  });

  it('is refused by a person with their reason', async () => {
    const before = limit();
    const id = await rig.come(ofLimit(5000));
    rig.proposals.refuse(id, 'admin', 'the pump is new');
    expect(reported(id)).toMatchObject({ state: 'refused', code: 'declined', by: 'admin', message: 'the pump is new' });
    expect(limit()).toBe(before);
  });

  it('is superseded where the value was changed here since it was made', async () => {
    const id = await rig.come(ofLimit(100));
    const unit = rig.unit(unitId);
    if (!unit) throw new Error('no unit');
    await rig.plant.units.change('DEMO', unitId, { ...unit, meta: { ...unit.meta, unitThreshold: 777 } }, {});
    // nobody is asked about it any more, before the next round notes it too
    expect((await rig.shown(id))?.state).toBe('superseded');
    await expect(rig.proposals.apply(id, admin)).rejects.toThrow('changed here');
    expect(reported(id)).toMatchObject({ state: 'superseded' });
    expect(limit()).toBe(777);
    // the same of one that was made from an older value in the first place
    expect((await rig.shown(await rig.come(ofLimit(100, 1))))?.state).toBe('superseded');
    // and of what is so already nothing is left to be decided
    expect(await rig.shown(await rig.come(ofLimit(777, 1)))).toMatchObject({ state: 'applied', decidedBy: null });
  });

  it('is over at its time, also when it came before', async () => {
    const id = await rig.come({ ...ofLimit(101), expiresAt: new Date(nowMs + 1000).toISOString() });
    expect((await rig.shown(id))?.state).toBe('held');
    rig.clock.advance(2000);
    expect((await rig.shown(id))?.state).toBe('expired');
    await expect(rig.proposals.apply(id, admin)).rejects.toThrow('over its time');
    expect(reported(id)).toMatchObject({ state: 'expired' });
    rig.clock.advance(-2000);
  });

  it('is taken once, however often it comes', async () => {
    const one = rig.signed(ofLimit(901));
    await rig.take(one, one);
    await rig.proposals.apply(one.id, admin);
    rig.proposals.reported(one.id, 'applied');
    const unit = rig.unit(unitId);
    if (!unit) throw new Error('no unit');
    await rig.plant.units.change('DEMO', unitId, { ...unit, meta: { ...unit.meta, unitThreshold: 777 } }, {});
    await rig.take(one);
    expect(limit()).toBe(777);
    // the hub, which had forgotten the answer, gets it again
    expect(reported(one.id)).toMatchObject({ state: 'applied' });
  });

  it('counts for nothing that another key signed, or that is for another plant', async () => {
    const { id, text, signature } = rig.signed(ofLimit(902));
    await rig.take({ text: text.replace('902', '903'), signature });
    const elsewhere = await rig.come({ ...ofLimit(902), site: '00000000-0000-4000-8000-000000000000' });
    expect([await rig.shown(id), await rig.shown(elsewhere)]).toEqual([undefined, undefined]);
  });

  it('is refused where its industry is not shared, and where its target is not there', async () => {
    const [north, nowhere] = [
      await rig.come({ ...ofLimit(1), industryId: 'NORTH' }),
      await rig.come({ ...ofLimit(1), target: 'nowhere' }),
    ];
    expect((await rig.shown(north))?.code).toBe('notShared');
    expect((await rig.shown(nowhere))?.code).toBe('notFound');
  });
});

describe('the policy of the plant', () => {
  const policy = (kind: 'limits' | 'unitName' | 'accountDisable' | 'message', of: 'apply' | 'hold' | 'refuse') =>
    rig.proposals.setPolicy(kind, of, admin.userId);

  it('applies a kind by itself, with a row of the audit log that says by whom and why', async () => {
    policy('unitName', 'apply');
    const { name } = rig.unit(unitId) ?? { name: '' };
    const id = await rig.come({ kind: 'unitName', target: unitId, base: { name }, values: { name: 'Intake of the hub' } });
    expect(rig.unit(unitId)?.name).toBe('Intake of the hub');
    expect(await rig.shown(id)).toMatchObject({ state: 'applied', decidedBy: null });
    const [row] = rig.plant.audit.list({ subject: id }, undefined, 1);
    expect(row).toMatchObject({ kind: 'proposal.apply', outcome: 'done', userId: admin.userId });
    expect(JSON.parse(row?.after ?? '{}')).toMatchObject({ author: { user: 'asha' }, reason: 'a test', decidedBy: 'policy' });
    policy('unitName', 'refuse');
    const second = await rig.come({ kind: 'unitName', target: unitId, base: { name: 'Intake of the hub' }, values: { name } });
    expect(await rig.shown(second)).toMatchObject({ state: 'refused', code: 'policy' });
    policy('unitName', 'hold');
  });

  it('is no word for what gives people access or sends data away', () => {
    for (const kind of ['accountCreate', 'accountPermissions', 'reportSchedules', 'updateOffer'] as const)
      expect(() => rig.proposals.setPolicy(kind, 'apply', admin.userId)).toThrow('A person decides');
  });

  it('refuses by itself what a rule of the plant forbids, and says the rule', async () => {
    policy('limits', 'apply');
    const base = { flowLow: rig.unit(unitId)?.meta.flowLow ?? null, flowHigh: rig.unit(unitId)?.meta.flowHigh ?? null };
    const id = await rig.come({ kind: 'limits', target: unitId, base, values: { flowLow: 50, flowHigh: 1 } });
    expect(await rig.shown(id)).toMatchObject({ state: 'refused', code: 'rule', message: expect.stringContaining('flow') });
    policy('limits', 'hold');
  });

  it('disables somebody who only looks, and leaves whoever may do more to a person', async () => {
    policy('accountDisable', 'apply');
    const disable = (username: string) =>
      rig.come({
        ...{ kind: 'accountDisable', target: rig.userNamed(username).id, base: { disabled: false }, values: { disabled: true } },
      });
    await disable('viewer');
    expect(rig.userNamed('viewer').disabled).toBe(true);
    const technician = await disable('technician');
    expect([rig.userNamed('technician').disabled, (await rig.shown(technician))?.state]).toEqual([false, 'held']);
    await expect(rig.proposals.apply(technician, rig.person('operator'))).rejects.toThrow('which you lack');
    const self = await disable('admin');
    await expect(rig.proposals.apply(self, admin)).rejects.toThrow('Nobody changes their own');
    expect((await rig.shown(self))?.state).toBe('held');
    await rig.proposals.apply(technician, admin);
    expect(rig.userNamed('technician').disabled).toBe(true);
    policy('accountDisable', 'hold');
  });

  it('lets a message in, which the people of the industry see for 14 days', async () => {
    policy('message', 'apply');
    const id = await rig.come({ kind: 'message', values: { text: 'Flush the line on Sunday.' } });
    // about the whole industry: it has the name by which people know it
    expect((await rig.shown(id))?.targetName).toBe(rig.directory.industry('DEMO')?.name);
    expect(rig.proposals.messages('DEMO')).toMatchObject([{ text: 'Flush the line on Sunday.', author: 'Asha' }]);
    expect(rig.proposals.messages('NORTH')).toEqual([]);
    rig.clock.advance(15 * DAY_MS);
    expect(rig.proposals.messages('DEMO')).toEqual([]);
    rig.clock.advance(-15 * DAY_MS);
  });
});

describe('what a person applies', () => {
  it('adds somebody who may look, once, and gives permissions that let a person look', async () => {
    const id = await rig.come({ kind: 'accountCreate', target: '9111111111', base: { name: null }, values: { name: 'Meera' } });
    await rig.proposals.apply(id, admin);
    const meera = rig.plant.users.usersOf('DEMO').find(({ phone }) => phone === '9111111111');
    expect(meera).toMatchObject({ name: 'Meera', active: true });
    const base = { permissions: [...(meera?.permissions ?? [])].toSorted() };
    const fewer = { permissions: ['ALERTS', 'LANDING_PAGE'] };
    const second = await rig.come({ kind: 'accountPermissions', target: meera?.id ?? '', base, values: fewer });
    await rig.proposals.apply(second, admin);
    expect([...(rig.plant.users.user(meera?.id ?? '')?.permissions ?? [])].toSorted()).toEqual(fewer.permissions);
    const power = await rig.come({
      ...{ kind: 'accountPermissions', target: meera?.id ?? '', base: fewer, values: { permissions: ['PLC_WRITE'] } },
    });
    expect(await rig.shown(power)).toMatchObject({ state: 'refused', code: 'invalid' });
  });

  it('sets the schedules of reports, and leaves the rest of their settings', async () => {
    const { settings } = rig.plant.accounts;
    const { schedules, ...rest } = await settings.reports('DEMO');
    const one = {
      id: 'hub-1',
      reportType: 'daily',
      service: 'water',
      reportFormat: 'pdf',
      at: '07:00',
      recipients: [],
      enabled: true,
    };
    const id = await rig.come({ kind: 'reportSchedules', base: { schedules }, values: { schedules: [one] } });
    expect(await rig.shown(id)).toMatchObject({ state: 'held' });
    await rig.proposals.apply(id, admin);
    expect(await settings.reports('DEMO')).toEqual({ ...rest, schedules: [one] });
  });

  it('is held again where a crash cut it off, and done where it was done', async () => {
    const [undone, done] = [await rig.come(ofLimit(31)), await rig.come(ofLimit(limit() === 32 ? 33 : 32))];
    rig.sqlite.prepare("update sync_proposal set state = 'applying' where id in (?, ?)").run(undone, done);
    const unit = rig.unit(unitId);
    if (!unit) throw new Error('no unit');
    await rig.plant.units.change('DEMO', unitId, { ...unit, meta: { ...unit.meta, unitThreshold: 32 } }, {});
    await rig.proposals.settle();
    expect((await rig.shown(done))?.state).toBe('applied');
    // its value is another one by now
    expect((await rig.shown(undone))?.state).toBe('superseded');
    expect(limit()).toBe(32);
  });

  it('is over with the pairing, and so is the policy', async () => {
    const id = await rig.come(ofLimit(61));
    rig.proposals.setPolicy('limits', 'apply', admin.userId);
    rig.proposals.endHub();
    expect(await rig.shown(id)).toMatchObject({ state: 'refused', code: 'unpaired' });
    expect((await rig.proposals.state()).policies.every(({ policy }) => policy === 'hold')).toBe(true);
  });
});
