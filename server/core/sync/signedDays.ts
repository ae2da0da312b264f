import { monthHash, rootHash } from '../bytes/blockHash.ts';
import { monthOfDay } from '../months.ts';

type Node = readonly [id: number, hash: string];

/** The statement that a plant signed about the closed days of an industry, up to and including `closedTo`. */
export type SignedTree = { site: string; epoch: number; root: string; closedTo: number; months: readonly Node[] };

const bytesOf = (hash: string): Buffer => Buffer.from(hash, 'hex');

const hashOfMonth = (month: number, days: readonly Node[]): string =>
  monthHash(
    month,
    days.map(([, hash]) => bytesOf(hash)),
  ).toString('hex');

/**
 * Which of the other side's days are the signed ones: those whose month has the hash that the statement names, or all of them where all
 * months together have its root. Days that were closed after `closedTo` are ignored.
 * @param months of the other side, all of them.
 * @param days of the other side, in order, of the months in question.
 */
export const signedDays = (signed: SignedTree, months: readonly Node[], days: readonly Node[]): Set<number> => {
  const covered = Map.groupBy(
    days.filter(([day]) => day <= signed.closedTo),
    ([day]) => monthOfDay(day),
  );
  const found = new Map([...covered].map(([month, its]) => [month, hashOfMonth(month, its)]));
  const last = monthOfDay(signed.closedTo);
  const all = months.filter(([month]) => month <= last).map(([month, hash]) => bytesOf(found.get(month) ?? hash));
  // days may have been added to the last month since: its hash of then needs its days
  const isWhole = found.has(last) || !months.some(([month]) => month >= last);
  const isRoot = isWhole && rootHash(signed.site, signed.epoch, all).toString('hex') === signed.root;
  const named = new Map(signed.months);
  const proved = [...covered].filter(([month]) => isRoot || named.get(month) === found.get(month));
  return new Set(proved.flatMap(([, its]) => its.map(([day]) => day)));
};
