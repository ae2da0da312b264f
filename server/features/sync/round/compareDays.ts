import { compareAnswer, type HelloAnswer } from '../../../contract/hub/exchange.ts';
import { monthOfDay } from '../../../core/months.ts';
import { type Leaf, type LeafPlan, leavesToSend, type OtherLeaf, prefixOf } from '../../../core/sync/blocks.ts';
import type { RoundParts } from './roundParts.ts';

type Need = HelloAnswer['needs']['industries'][number];
type Node = readonly [id: number, hash: string];

/** A leaf of which the hub has something else that is not older; the plant's own revision is 0 where it has none. */
export type AheadLeaf = { uid: string; revision: number; prefix: string; ownRevision: number };

/** What both sides have of the days that were compared. */
export type ComparedDays = {
  /** Days of the plant that are not equal, the newest first, with the hub's hash; null where it has nothing of the day. */
  unequal: (readonly [day: number, hash: string | null])[];
  /** Days of which the hub has something else, the newest first; among them those of which the plant has nothing. */
  other: readonly number[];
  isHere(day: number): boolean;
  /** The hub's own: all months, where they were compared, and the days of the compared months in order. */
  months: readonly Node[];
  days: readonly Node[];
  plan(day: number): Promise<LeafPlan>;
  aheadOf(day: number): Promise<AheadLeaf[]>;
};

/** The other side's nodes, by what it answered to these. */
const others = (mine: readonly Node[], unequal: readonly (readonly [id: number, hash: string | null])[]): Node[] => {
  const nodes = new Map(mine);
  for (const [id, hash] of unequal)
    if (hash === null) nodes.delete(id);
    else nodes.set(id, hash);
  return [...nodes].sort(([a], [b]) => a - b);
};

/** A month of days as JSON: 31 numbers with their hashes. */
const MONTH_BYTES = 31 * 76;

/** The months of each request. */
const monthsWithin = (months: readonly number[], mostBytes: number): number[][] => {
  const count = Math.max(1, Math.floor(mostBytes / MONTH_BYTES));
  const requests = Array.from({ length: Math.max(1, Math.ceil(months.length / count)) }, (_, at) => at * count);
  return requests.map((from) => months.slice(from, from + count));
};

/** Leaves are asked for once a day, however many want to know. */
const leafAsking = ({ ask, client, signal }: RoundParts, industry: string, isHere: (day: number) => boolean) => {
  const known = new Map<number, Promise<{ mine: Leaf[]; unequal: readonly OtherLeaf[] }>>();
  const compare = async (day: number) => {
    const mine = isHere(day) ? await ask('leaves', { industry, day }, signal) : [];
    const leaves = mine.map(({ uid, revision, hash }): [string, number, string] => [uid, revision, prefixOf(hash)]);
    const body = { level: 'leaf', industry, day, leaves } as const;
    const answer = await client.ask({ method: 'POST', path: '/compare', body }, compareAnswer, signal);
    return { mine, unequal: answer.level === 'leaf' ? answer.unequal : [] };
  };
  return (day: number) => {
    const asked = known.get(day) ?? compare(day);
    known.set(day, asked);
    return asked;
  };
};

/** Compares the months that may differ, day by day. */
export const compareDays = async (parts: RoundParts, { id: industry, months, older }: Need): Promise<ComparedDays> => {
  const { ask, client, signal } = parts;
  const wanted = new Set(months);
  let hubMonths: readonly Node[] = [];
  if (older) {
    const mine = await ask('months', { industry }, signal);
    const body = { level: 'month', industry, months: mine } as const;
    const answer = await client.ask({ method: 'POST', path: '/compare', body }, compareAnswer, signal);
    const unequal = answer.level === 'month' ? answer.unequal : [];
    for (const [month] of unequal) wanted.add(month);
    hubMonths = others(mine, unequal);
  }
  const own = await ask('days', { industry, months: [...wanted] }, signal);
  const here = new Set(own.map(([day]) => day));
  const unequal: [day: number, hash: string | null][] = [];
  for (const months of monthsWithin([...wanted], client.piece.bytes)) {
    const within = new Set(months);
    const body = { level: 'day', industry, days: own.filter(([day]) => within.has(monthOfDay(day))), months } as const;
    const answer = await client.ask({ method: 'POST', path: '/compare', body }, compareAnswer, signal);
    if (answer.level === 'day') unequal.push(...answer.unequal);
  }
  const days = unequal.toSorted(([a], [b]) => b - a);
  const isHere = (day: number): boolean => here.has(day);
  const leavesOf = leafAsking(parts, industry, isHere);
  const plan = async (day: number): Promise<LeafPlan> => {
    const { mine, unequal } = await leavesOf(day);
    return leavesToSend(mine, unequal);
  };
  return {
    unequal: days.filter(([day]) => isHere(day)),
    other: days.filter(([, hash]) => hash !== null).map(([day]) => day),
    ...{ isHere, months: hubMonths, days: others(own, days), plan },
    aheadOf: async (day) => {
      const { mine, unequal } = await leavesOf(day);
      const ahead = new Set(leavesToSend(mine, unequal).ahead);
      const revisions = new Map(mine.map(({ uid, revision }) => [uid, revision]));
      return unequal.flatMap(([uid, revision, prefix]) =>
        ahead.has(uid) ? [{ uid, revision: revision ?? 0, prefix: prefix ?? '', ownRevision: revisions.get(uid) ?? 0 }] : [],
      );
    },
  };
};
