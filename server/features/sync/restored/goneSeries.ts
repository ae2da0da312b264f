import type { CarriedDay } from '../../../bundle/dayItems.ts';
import { asideAnswer, recoverySeries } from '../../../contract/hub/replacement.ts';
import type { RoundParts } from '../round/roundParts.ts';
import type { GoneDay } from './goneDayStore.ts';

const SERIES_AT_ONCE = 1000;

/** What the hub has of a day of series that the plant does not know, with what each of them was. */
export const namedGone = async (
  { client, signal }: RoundParts,
  { industry, day, isSigned }: { industry: string; day: number; isSigned: boolean },
  unknown: readonly CarriedDay[],
): Promise<GoneDay[]> => {
  const known = new Map<string, Omit<GoneDay, 'day' | 'industryId' | 'revision' | 'hash' | 'slots' | 'total' | 'isSigned'>>();
  for (let at = 0; at < unknown.length; at += SERIES_AT_ONCE) {
    const body = { uids: unknown.slice(at, at + SERIES_AT_ONCE).map(({ uid }) => uid) };
    const { series } = await client.ask({ method: 'POST', path: '/recovery/series', body }, recoverySeries, signal);
    for (const one of series) known.set(one.uid, one);
  }
  return unknown.flatMap(({ uid, revision, total, block }) => {
    const was = known.get(uid);
    if (!was || !block) return [];
    return [{ ...was, day, industryId: industry, revision, hash: block.hash, slots: block.slots, total, isSigned }];
  });
};

/** Has the hub put aside what a person has seen. */
export const putAside = async ({ client, restored, epoch, signal }: RoundParts, industry: string): Promise<void> => {
  const days = Map.groupBy(restored.gone.decided(industry), ({ day }) => day);
  for (const [day, all] of days) {
    for (let at = 0; at < all.length; at += SERIES_AT_ONCE) {
      const leaves = all
        .slice(at, at + SERIES_AT_ONCE)
        .map(({ uid, revision, hash }) => [uid, revision, Buffer.from(hash).toString('hex')]);
      const body = { epoch, industry, day, leaves };
      await client.ask({ method: 'POST', path: '/aside', body }, asideAnswer, signal);
    }
    // what the hub has otherwise by now is looked at anew
    restored.gone.forget(industry, day);
  }
};
