/** A hub that was taken over signs whatever it likes: what no kind names can be neither made nor carried out. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newProposal, type ProposalKind, proposalKinds, proposalValues, readProposal } from '../../contract/hub/proposals.ts';
import { permissions } from '../../contract/permissions.ts';
import { endpoints, nameOf } from '../../test/policyRig.ts';
import { type ProposalRig, startProposals, tablesOf } from '../../test/sync/proposalRig.ts';

const seed = Number(process.env.HEADWORKS_TEST_SEED ?? 1);
let rig: ProposalRig;
let tables: { name: string; columns: string[] }[] = [];
beforeAll(async () => {
  rig = await startProposals();
  const admin = rig.person();
  for (const { kind, mayApply } of (await rig.proposals.state()).policies)
    if (mayApply) rig.proposals.setPolicy(kind, 'apply', admin.userId);
  const names = rig.sqlite.prepare("select name from sqlite_schema where type = 'table'").pluck().all() as string[];
  tables = names.map((name) => ({
    name,
    columns: (rig.sqlite.pragma(`table_info("${name}")`) as { name: string }[]).map((column) => column.name),
  }));
});
afterAll(() => rig.stop());

const right: Readonly<Record<ProposalKind, { target: string; values: object }>> = {
  limits: { target: 'U1', values: { unitThreshold: 1 } },
  parameterLimits: { target: 'U1/cod', values: { lt: 1 } },
  unitName: { target: 'U1', values: { name: 'a' } },
  accountCreate: { target: '9111111111', values: { name: 'a' } },
  accountDisable: { target: 'u', values: { disabled: true } },
  accountPermissions: { target: 'u', values: { permissions: ['ALERTS'] } },
  reportSchedules: { target: '', values: { schedules: [] } },
  updateOffer: { target: '', values: { version: '1.2.3', notes: '' } },
  message: { target: '', values: { text: 'a' } },
};
const made = (kind: string, target: string, values: object) =>
  newProposal.safeParse({ industryId: 'DEMO', kind, target, values, reason: 'a' });
const read = (kind: string, target: string, values: object) =>
  readProposal(JSON.parse(rig.signed({ kind, target, base: {}, values }).text));

describe('what no kind of proposal names', () => {
  it('is refused for every table and every operation of the API as a kind, made or signed', async () => {
    const kinds = [
      ...tables.map(({ name }) => name),
      ...endpoints.flatMap((row) => [nameOf(row), row.path, row.audit ?? '']),
      ...['command', 'relay', 'writePoint', 'interlock', '__proto__', 'constructor', 'toString', ''],
    ].filter((kind) => !(proposalKinds as string[]).includes(kind));
    expect(kinds.length).toBeGreaterThan(400);
    for (const kind of kinds) {
      expect(made(kind, 'U1', { unitThreshold: 1 }).success, kind).toBe(false);
      expect(read(kind, 'U1', { unitThreshold: 1 }), kind).toBe('forbidden');
    }
    const before = tablesOf(rig.sqlite);
    const signed = kinds.slice(0, 300).map((kind) => rig.signed({ kind, target: 'U1', values: { state: 1 } }));
    await rig.take(...signed);
    const { proposals } = await rig.proposals.state();
    expect(proposals.length).toBeGreaterThan(0);
    for (const one of proposals) expect(one).toMatchObject({ state: 'refused', code: 'forbidden' });
    expect(tablesOf(rig.sqlite)).toEqual(before);
  });

  it('is refused for every column and setting as a value of every kind', () => {
    const columns = new Set([
      ...tables.flatMap((table) => table.columns),
      'alerts',
      'escalation',
      'horn',
      'meter',
      'alertEnabled',
    ]);
    for (const kind of proposalKinds) {
      const { target, values } = right[kind];
      expect(made(kind, target, values).success, kind).toBe(true);
      expect(read(kind, target, values), kind).toMatchObject({ kind, values });
      const own = Object.keys(proposalValues[kind].shape);
      for (const column of columns) {
        if (own.includes(column)) continue;
        expect(made(kind, target, { ...values, [column]: 1 }).success, `${kind} ${column}`).toBe(false);
        expect(read(kind, target, { ...values, [column]: 1 }), `${kind} ${column}`).toBe('invalid');
      }
    }
  });

  it('is refused for every permission that lets a person do more than look', () => {
    const more = permissions.filter((one) => made('accountPermissions', 'u', { permissions: [one] }).success === false);
    expect(more).toEqual([
      ...['ACCOUNT_SETTINGS', 'WATER_BALANCE_EDITOR', 'SCADA_EDITOR', 'BATCH_PROCESS', 'PLC_READ', 'PLC_WRITE', 'RELAY_CONTROL'],
      ...['ALERTS_TRIGGER', 'COMMISSIONING', 'SYSTEM', 'AUDIT'],
    ]);
  });
});

describe('a hub that signs anything, at a plant that applies whatever may apply itself', () => {
  const json = fc.oneof(
    fc.double(),
    fc.constant(null),
    fc.boolean(),
    fc.string({ maxLength: 20 }),
    fc.array(fc.string(), { maxLength: 3 }),
  );

  it('changes units in their names and limits and closes accounts, and nothing else', async () => {
    const unitIds = rig.directory.units('DEMO').map(({ id }) => id);
    const userIds = rig.plant.users.usersOf('DEMO').map(({ id }) => id);
    const points = () => tablesOf(rig.sqlite, ['unit', 'user', 'session', 'category', 'sub_category']);
    const before = points();
    const bare = () =>
      rig.directory.units('DEMO').map(({ meta, name: _, version: __, maxCapacity: ___, ...rest }) => {
        const { unitThreshold, monthlyThreshold, lowThreshold, highThreshold, flowLow, flowHigh, params, ...kept } = meta;
        return { ...rest, kept, params: Object.keys(params ?? {}) };
      });
    const unitsBefore = bare();
    const people = () =>
      rig.plant.users
        .usersOf('DEMO')
        .map(({ disabled: _, permissions: granted, ...rest }) => ({ ...rest, granted: [...granted] }));
    const peopleBefore = people();
    const values = fc.dictionary(
      fc.oneof(
        fc.constantFrom(...proposalKinds.flatMap((kind) => Object.keys(proposalValues[kind].shape)), 'meter', 'deployed'),
        fc.string({ maxLength: 12 }),
      ),
      json,
      { maxKeys: 4 },
    );
    const number = fc.oneof(fc.double({ min: 0, max: 1e6, noNaN: true }), fc.constant(null));
    // as a hub says it that knows the plant well
    const likely = fc.oneof(
      fc.record({
        kind: fc.constant('limits'),
        target: fc.constantFrom(...unitIds),
        values: fc.dictionary(fc.constantFrom(...Object.keys(proposalValues.limits.shape)), number, { minKeys: 1, maxKeys: 3 }),
        base: fc.constant(null),
      }),
      fc.record({
        kind: fc.constant('unitName'),
        target: fc.constantFrom(...unitIds),
        values: fc.record({ name: fc.string({ minLength: 1, maxLength: 30 }) }),
        base: fc.constant(null),
      }),
      fc.record({
        kind: fc.constant('accountDisable'),
        target: fc.constantFrom(...userIds),
        values: fc.constant({ disabled: true }),
        base: fc.constant(null),
      }),
    );
    const arbitrary = fc.record({
      kind: fc.oneof(fc.constantFrom<string>(...proposalKinds), fc.string({ maxLength: 20 })),
      target: fc.oneof(fc.constantFrom(...unitIds, ...userIds, ''), fc.string({ maxLength: 20 })),
      values: fc.oneof(values, fc.constantFrom(...Object.values(right).map((one) => one.values))),
      base: fc.oneof(values, fc.constant(null)),
    });
    const hostile = fc.oneof(arbitrary, likely);
    const stateOf = rig.sqlite.prepare('select state from sync_proposal where id = ?').pluck();
    const counts = { applied: 0, all: 0 };
    await fc.assert(
      fc.asyncProperty(hostile, async (said) => {
        // a hub knows the present values of what it was sent, and says so
        const unit = rig.directory.unit('DEMO', said.target);
        const user = rig.plant.users.user(said.target);
        const meta: Record<string, unknown> = { ...unit?.meta, maxCapacity: unit?.maxCapacity ?? null };
        const known = Object.fromEntries(
          Object.keys(said.values).map((name) => [
            name,
            name === 'name' ? unit?.name : name === 'disabled' ? user?.disabled : (meta[name] ?? null),
          ]),
        );
        const id = await rig.come({ ...said, base: counts.all % 2 === 0 ? said.base : known });
        counts.all += 1;
        if (stateOf.get(id) === 'applied') counts.applied += 1;
      }),
      { seed, numRuns: 400 },
    );
    expect(counts.applied).toBeGreaterThan(10);
    expect(points()).toEqual(before);
    expect(bare()).toEqual(unitsBefore);
    expect(people()).toEqual(peopleBefore);
  });
});
