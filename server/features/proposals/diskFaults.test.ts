import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { diskFaults, FailingStatements } from '../../test/failingStatements.ts';
import { HUB, type ProposalRig, startProposals } from '../../test/sync/proposalRig.ts';

/** What the hub proposes, and what is decided, while each write in turn meets a fault of the disk. */
const statements = new FailingStatements();
let rig: ProposalRig;
let unitId = '';
beforeAll(async () => {
  rig = await startProposals();
  unitId = rig.directory.units('DEMO').find(({ type, deployed }) => type === 'flow' && deployed)?.id ?? '';
});
afterAll(async () => {
  statements.restore();
  await rig.stop();
});

const limit = () => rig.unit(unitId)?.meta.unitThreshold ?? null;
let proposed = 1000;
const ofLimit = () => {
  proposed += 1;
  return { kind: 'limits', target: unitId, base: { unitThreshold: limit() }, values: { unitThreshold: proposed } };
};
const stateOf = async (id: string) => (await rig.shown(id))?.state;
const reported = (id: string) => rig.proposals.unreported(HUB).find((one) => one.id === id)?.result.state;

/** Strikes the first write, then the second, until none is left to be struck. @returns how many there were. */
const sweep = async (
  fault: (typeof diskFaults)[number],
  turn: (strike: <T>(work: () => T | Promise<T>) => Promise<T | undefined>) => Promise<void>,
) => {
  for (let at = 1; at < 60; at += 1) {
    statements.struck = '';
    await turn(async (work) => {
      statements.arm(rig.sqlite, fault, at);
      try {
        return await work();
      } catch {
        return undefined;
      } finally {
        statements.disarm();
      }
    });
    if (statements.struck === '') return at - 1;
  }
  throw new Error('writes without end');
};

describe.each(diskFaults)('a proposal while a write meets %s', (fault) => {
  it('is accepted once, as soon as it comes again', async () => {
    const writes = await sweep(fault, async (strike) => {
      const one = rig.signed(ofLimit());
      await strike(() => rig.take(one));
      await rig.take(one);
      expect([statements.struck, await stateOf(one.id)]).toEqual([statements.struck, 'held']);
      rig.proposals.refuse(one.id, 'admin', '');
    });
    expect(writes).toBeGreaterThan(1);
  });

  it('of an industry that is not shared, or of a kind that is refused, is refused when it comes again', async () => {
    await sweep(fault, async (strike) => {
      const one = rig.signed({ ...ofLimit(), industryId: 'NORTH' });
      await strike(() => rig.take(one));
      await rig.take(one);
      expect([statements.struck, await rig.shown(one.id)]).toMatchObject([
        statements.struck,
        { state: 'refused', code: 'notShared' },
      ]);
    });
    rig.proposals.setPolicy('limits', 'refuse', rig.person().userId);
    await sweep(fault, async (strike) => {
      const one = rig.signed(ofLimit());
      await strike(() => rig.take(one));
      await rig.take(one);
      expect([statements.struck, await rig.shown(one.id)]).toMatchObject([
        statements.struck,
        { state: 'refused', code: 'policy' },
      ]);
    });
    rig.proposals.setPolicy('limits', 'hold', rig.person().userId);
  });

  it('is applied whole or not at all by a person, and the hub is sent what really happened', async () => {
    const writes = await sweep(fault, async (strike) => {
      const [before, said] = [limit(), ofLimit()];
      const id = await rig.come(said);
      const done = await strike(() => rig.proposals.apply(id, rig.person()));
      await rig.proposals.settle();
      const [now, state] = [limit(), await stateOf(id)];
      const expected = done ? [said.values.unitThreshold, 'applied'] : [before, 'held'];
      expect([statements.struck, now, state]).toEqual([statements.struck, ...expected]);
      expect(reported(id)).toBe(state);
      if (state === 'held') await rig.proposals.apply(id, rig.person());
      expect([limit(), await stateOf(id)]).toEqual([said.values.unitThreshold, 'applied']);
    });
    expect(writes).toBeGreaterThan(3);
  });

  it('is refused by a person, or waits for them as before', async () => {
    await sweep(fault, async (strike) => {
      const id = await rig.come(ofLimit());
      const done = await strike(() => rig.proposals.refuse(id, 'admin', 'no'));
      expect([statements.struck, await stateOf(id)]).toEqual([statements.struck, done ? 'refused' : 'held']);
      if (!done) rig.proposals.refuse(id, 'admin', 'no');
    });
  });
});
