import { hash } from 'node:crypto';
import { bytesOfUid } from '../bytes/blockHash.ts';

/** Series in the order in which slots of open days carry their values. */
export const inTickOrder = <S extends { uid: string }>(series: readonly S[]): S[] =>
  series
    .map((one) => ({ one, key: bytesOfUid(one.uid) }))
    .sort((a, b) => Buffer.compare(a.key, b.key))
    .map(({ one }) => one);

/** What both sides call this list of series. @param ordered as `inTickOrder` has them. */
export const tickSeriesHash = (ordered: readonly { uid: string }[]): string =>
  hash('sha256', Buffer.concat(ordered.map(({ uid }) => bytesOfUid(uid))));
