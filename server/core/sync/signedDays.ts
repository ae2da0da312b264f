import { monthHash, rootHash } from '../bytes/blockHash.ts';
import { monthOfDay } from '../months.ts';

type Node = readonly [id: number, hash: string];

/** What a plant once signed about the closed days of an industry, up to and with a day. */
export type SignedTree = { site: string; epoch: number; root: string; closedTo: number; months: readonly Node[] };

const bytesOf = (hash: string): Buffer => Buffer.from(hash, 'hex');

const hashOfMonth = (month: number, days: readonly Node[]): string =>
  monthHash(
    month,
    days.map(([, hash]) => bytesOf(hash)),
  ).toString('hex');

/**
 * Which of the other side's days are those that were signed: their month comes to the hash that the statement names, or all months together to its
 * root. What was closed later is left out on both sides.
 * @param months of the other side, all of them.
 * @param days of the other side, of the months that are asked about, in order.
 */
export const signedDays = (signed: SignedTree, months: readonly Node[], days: readonly Node[]): Set<number> => {
  const covered = Map.groupBy(
    days.filter(([day]) => day <= signed.closedTo),
    ([day]) => monthOfDay(day),
  );
  const found = new Map([...covered].map(([month, its]) => [month, hashOfMonth(month, its)]));
  const last = monthOfDay(signed.closedTo);
  const all = months.filter(([month]) => month <= last).map(([month, hash]) => bytesOf(found.get(month) ?? hash));
  // of the last month days may have come since: without its days it cannot be worked out as it was
  const isWhole = found.has(last) || !months.some(([month]) => month >= last);
  const isRoot = isWhole && rootHash(signed.site, signed.epoch, all).toString('hex') === signed.root;
  const named = new Map(signed.months);
  const proved = [...covered].filter(([month]) => isRoot || named.get(month) === found.get(month));
  return new Set(proved.flatMap(([, its]) => its.map(([day]) => day)));
};
