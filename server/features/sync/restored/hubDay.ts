import { type CarriedDay, checkDay, dayOfItem } from '../../../bundle/dayItems.ts';
import { itemsIn } from '../../../bundle/itemFrames.ts';
import { dayHash } from '../../../core/bytes/blockHash.ts';
import { unpack } from '../../../core/bytes/packing.ts';
import type { SlotBlock } from '../../../core/slots.ts';
import type { RoundParts } from '../round/roundParts.ts';
import type { OwnDay } from './heldDayStore.ts';

const CHECKED_A_TURN = 32;

/** A closed day of all series as the hub has it, each unpacked and compared with its hash. @throws Failure `badRequest`. */
export const fetchDay = async (
  { client, turn, signal }: Pick<RoundParts, 'client' | 'turn' | 'signal'>,
  industry: string,
  day: number,
): Promise<CarriedDay[]> => {
  const body = { industry, day };
  const answer = await client.bytesOf({ method: 'POST', path: '/recovery/day', body }, signal);
  const days = itemsIn(answer)
    .map(dayOfItem)
    .filter((one) => one.day === day);
  for (const [at, one] of days.entries()) {
    checkDay(one);
    if (at % CHECKED_A_TURN === 0) await turn();
  }
  return days;
};

const dashed = (uid: string): string => uid.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/** The hash of the day in the tree that these would have. */
export const hashOfDay = (day: number, carried: readonly CarriedDay[]): string =>
  dayHash(
    day,
    carried.flatMap(({ uid, revision, block }) => (block ? [{ uid: dashed(uid), day, revision, hash: block.hash }] : [])),
  ).toString('hex');

const isSameSlot = (a: SlotBlock, b: SlotBlock, at: number): boolean =>
  a.quality[at] === b.quality[at] &&
  Object.is(a.values[at], b.values[at]) &&
  Object.is(a.raw[at], b.raw[at]) &&
  a.mark[at] === b.mark[at];

/** Slots of which one side has something else; all where the plant has none, or of other hours. */
export const unequalSlots = (own: OwnDay | undefined, other: SlotBlock): number => {
  const slots = other.values.length;
  if (!own || own.block.slots !== slots || own.block.firstSlot !== other.firstSlot) return slots;
  const mine = unpack(own.block.packed, own.block.firstSlot, slots);
  let unequal = 0;
  for (let at = 0; at < slots; at += 1) if (!isSameSlot(mine, other, at)) unequal += 1;
  return unequal;
};
