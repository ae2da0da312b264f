import { hash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CompareAnswer, CompareRequest } from '../../contract/hub/exchange.ts';
import { dayHash, monthHash, rootHash } from '../bytes/blockHash.ts';
import { apply, decide, type Held, type Leaf, leavesToSend, plan, prefixOf, unequalLeaves, unequalNodes } from './blocks.ts';

const SITE = '0b6b8e0c-6a10-4c8e-9c55-0f0a4f0e6a01';
const nothing: Held = new Map();
const contentOf = (uid: string, day: number, revision: number): string => hash('sha256', `${uid} ${day} ${revision}`);
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

const rootOf = (held: Held): string => {
  const days = [...held.entries()].sort(([a], [b]) => a - b);
  const leaves = (of: ReadonlyMap<string, Leaf>) =>
    [...of.values()].map((leaf) => ({ ...leaf, hash: Buffer.from(leaf.hash, 'hex') }));
  return hex(
    rootHash(SITE, 1, [
      monthHash(
        0,
        days.map(([day, of]) => dayHash(day, leaves(of))),
      ),
    ]),
  );
};
const asText = (held: Held): string[] =>
  [...held.values()].flatMap((day) => [...day.values()].map(({ uid, day: of, revision }) => `${of} ${uid} ${revision}`)).sort();

it.each([
  ['nothing', undefined, { revision: 1, hash: 'a' }, 'store'],
  ['an older revision', { revision: 1, hash: 'a' }, { revision: 2, hash: 'b' }, 'store'],
  ['an older revision with the same content', { revision: 1, hash: 'a' }, { revision: 2, hash: 'a' }, 'store'],
  ['the same', { revision: 2, hash: 'a' }, { revision: 2, hash: 'a' }, 'ignore'],
  ['a newer revision', { revision: 3, hash: 'a' }, { revision: 2, hash: 'b' }, 'ignore'],
  ['another content of the same revision', { revision: 2, hash: 'a' }, { revision: 2, hash: 'b' }, 'conflict'],
] as const)('a receiver that holds %s (%j) does with %j: %s', (_, held, offered, decision) => {
  expect(decide(held, offered)).toBe(decision);
});

type Model = {
  plant: Held;
  hub: Held;
  /** What the hub has taken and not yet made durable: nothing of it is acknowledged. */
  unsaved: Leaf[];
  acknowledged: Leaf[];
  /** Sent and not arrived. */
  air: Leaf[];
  stick: Leaf[];
  signed: Set<string>;
};

const change = (model: Model, day: number, uid: string): void => {
  const revision = (model.plant.get(day)?.get(uid)?.revision ?? 0) + 1;
  const leaf = { uid, day, revision, hash: contentOf(uid, day, revision) };
  model.plant = apply(model.plant, leaf);
  model.signed.add(`${uid} ${day} ${revision} ${leaf.hash}`);
};
const save = (model: Model): void => {
  model.hub = model.unsaved.reduce(apply, model.hub);
  model.acknowledged.push(...model.unsaved.splice(0));
};
const fates = ['arrives', 'twice', 'lost', 'late'] as const;

const steps: Record<string, (model: Model, at: number, uid: string) => void> = {
  closeOrCorrect: (model, at, uid) => change(model, at % 6, uid),
  send: (model, at) => {
    for (const [place, leaf] of plan(model.plant, model.hub).entries()) {
      const fate = fates[(at + place * 7) % fates.length];
      if (fate === 'late') model.air.push(leaf);
      if (fate === 'arrives' || fate === 'twice') model.unsaved.push(leaf);
      if (fate === 'twice') model.unsaved.push(leaf);
    }
  },
  hubSaves: save,
  hubCrashes: (model) => void model.unsaved.splice(0),
  lateOnesArriveTurnedRound: (model) => model.unsaved.push(...model.air.splice(0).reverse()),
  plantFillsStick: (model) => (model.stick = plan(model.plant, nothing)),
  stickIsRead: (model) => model.unsaved.push(...model.stick),
};
const names = Object.keys(steps);

const step = fc.tuple(fc.constantFrom(...names), fc.nat(50), fc.constantFrom('a', 'b', 'c'));

describe('days on their way to a hub', () => {
  it('come to the same whatever is lost, doubled, late, turned round, crashed or carried twice', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (taken) => {
        const model: Model = {
          ...{ plant: nothing, hub: nothing, unsaved: [], acknowledged: [], air: [], stick: [] },
          signed: new Set<string>(),
        };
        for (const [name, at, uid] of taken) {
          const before = model.hub;
          steps[name]?.(model, at, uid);
          for (const day of before.values())
            for (const leaf of day.values())
              expect(model.hub.get(leaf.day)?.get(leaf.uid)?.revision).toBeGreaterThanOrEqual(leaf.revision);
          // what was acknowledged is there, or something newer
          for (const leaf of model.acknowledged)
            expect(model.hub.get(leaf.day)?.get(leaf.uid)?.revision).toBeGreaterThanOrEqual(leaf.revision);
          // and nothing is there that the plant did not sign
          for (const day of model.hub.values())
            for (const { uid: of, day: on, revision, hash: content } of day.values())
              expect(model.signed).toContain(`${of} ${on} ${revision} ${content}`);
        }
        // a round without faults
        model.unsaved.push(...plan(model.plant, model.hub));
        save(model);
        expect(asText(model.hub)).toEqual(asText(model.plant));
        expect(rootOf(model.hub)).toBe(rootOf(model.plant));
        expect(plan(model.plant, model.hub)).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  it('are sent the newest first', () => {
    const model: Model = { plant: nothing, hub: nothing, unsaved: [], acknowledged: [], air: [], stick: [], signed: new Set() };
    for (const day of [3, 9, 1]) change(model, day, 'a');
    expect(plan(model.plant, nothing).map(({ day }) => day)).toEqual([9, 3, 1]);
  });

  it('are not sent where the hub has a newer revision, or another content of the same one: these are named', () => {
    const mine: Leaf[] = [
      { uid: 'a', day: 1, revision: 1, hash: contentOf('a', 1, 1) },
      { uid: 'b', day: 1, revision: 2, hash: contentOf('b', 1, 2) },
      { uid: 'c', day: 1, revision: 1, hash: contentOf('c', 1, 1) },
    ];
    const theirs: Leaf[] = [
      { uid: 'a', day: 1, revision: 2, hash: contentOf('a', 1, 2) },
      { uid: 'b', day: 1, revision: 2, hash: contentOf('other', 1, 2) },
      { uid: 'd', day: 1, revision: 1, hash: contentOf('d', 1, 1) },
    ];
    const asked = mine.map(({ uid, revision, hash: content }) => [uid, revision, prefixOf(content)] as const);
    const { send, ahead } = leavesToSend(mine, unequalLeaves(asked, theirs));
    expect(send.map(({ uid }) => uid)).toEqual(['c']);
    expect(ahead.sort()).toEqual(['a', 'b', 'd']);
  });
});

describe('ten years of 1,000 series with one block that differs', () => {
  const [FIRST, DAYS, SERIES] = [17_000, 3650, 1000];
  const BAD = { day: FIRST + 1234, at: 567 };
  const uids = Array.from({ length: SERIES }, (_, at) => hash('sha256', `series ${at}`).slice(0, 32));
  /** Days without the block in question are hashed from their number: both sides have the same of them. */
  const plainDay = (day: number): string => hash('sha256', `day ${day}`);
  const leavesOf = (isHub: boolean): Leaf[] =>
    uids.map((uid, at) => ({
      ...{ uid, day: BAD.day, revision: 1 },
      hash: contentOf(uid, BAD.day, isHub && at === BAD.at ? 9 : 1),
    }));
  const treeOf = (isHub: boolean) => {
    const changed = hex(
      dayHash(
        BAD.day,
        leavesOf(isHub).map((leaf) => ({ ...leaf, hash: Buffer.from(leaf.hash, 'hex') })),
      ),
    );
    const days = Array.from({ length: DAYS }, (_, at) => FIRST + at).map((day): [number, string] => [
      day,
      day === BAD.day ? changed : plainDay(day),
    ]);
    const monthOf = (day: number): number => Math.floor(day / 30.4375);
    const byMonth = Map.groupBy(days, ([day]) => monthOf(day));
    const months = [...byMonth].map(([month, its]): [number, string] => [
      month,
      hex(
        monthHash(
          month,
          its.map(([, content]) => Buffer.from(content, 'hex')),
        ),
      ),
    ]);
    return { byMonth, months };
  };

  it('is found in three comparisons after the hello, in less than 150 KB of them all', () => {
    const [plant, hub] = [treeOf(false), treeOf(true)];
    let [requests, bytes] = [0, 0];
    const count = (asked: CompareRequest, answer: CompareAnswer): void => {
      requests += 1;
      bytes += JSON.stringify(asked).length + JSON.stringify(answer).length;
    };
    const months = unequalNodes(plant.months, hub.months);
    count({ level: 'month', industry: 'DEMO', months: plant.months }, { level: 'month', unequal: months });
    const [[month] = [0]] = months;
    const asked = plant.byMonth.get(month) ?? [];
    const days = unequalNodes(asked, hub.byMonth.get(month) ?? []);
    count({ level: 'day', industry: 'DEMO', days: asked }, { level: 'day', unequal: days });
    const mine = leavesOf(false);
    const leaves = mine.map(({ uid, revision, hash: content }): [string, number, string] => [uid, revision, prefixOf(content)]);
    const unequal = unequalLeaves(leaves, leavesOf(true)).map(([...leaf]): [string, number | null, string | null] => leaf);
    count({ level: 'leaf', industry: 'DEMO', day: BAD.day, leaves }, { level: 'leaf', unequal });

    expect([months.length, days.length, unequal.length]).toEqual([1, 1, 1]);
    expect(unequal[0]?.[0]).toBe(uids[BAD.at]);
    expect(requests).toBeLessThanOrEqual(3);
    expect(bytes).toBeLessThan(140_000);
  });
});

it('of a hash its first 16 digits are sent: what is equal in them is taken for equal', () => {
  const hash = contentOf('a', 1, 1);
  expect(prefixOf(hash)).toBe(hash.slice(0, 16));
  const held: Leaf = { uid: 'a', day: 1, revision: 1, hash };
  const otherEnd = `${hash.slice(0, 16)}${'0'.repeat(48)}`;
  expect(unequalLeaves([['a', 1, prefixOf(otherEnd)]], [held])).toEqual([]);
  expect(unequalLeaves([['a', 1, `${hash.slice(0, 15)}x`]], [held])).toHaveLength(1);
});
