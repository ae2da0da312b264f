import type { PoolClient } from 'pg';
import type { WireEntry } from '../../contract/hub/exchange.ts';
import { followChain } from '../../core/sync/entryChain.ts';
import { addEntries, storedHashes, streamEnds } from './entryStore.ts';
import { WireRefusal } from './wireRefusal.ts';

/**
 * Adds entries to a stream where they follow on from its end; those that are there already are compared.
 * @returns the number of the last entry.
 * @throws WireRefusal `gap` with the hub's end where entries are missing, `forked` where the chain is not the one that the hub has.
 */
export const takeEntries = async (
  client: PoolClient,
  { plantId, epoch }: { plantId: number; epoch: number },
  stream: string,
  entries: readonly WireEntry[],
): Promise<number> => {
  const ends = await streamEnds(client, plantId);
  const end = ends.find((one) => one.stream === stream) ?? { seq: 0, hash: '' };
  const last = { seq: end.seq, hash: end.hash };
  const again = entries.filter(({ seq }) => seq <= last.seq);
  const known = await storedHashes(
    client,
    plantId,
    stream,
    again.map(({ seq }) => seq),
  );
  if (again.some(({ seq, hash }) => known.get(seq) !== hash))
    throw new WireRefusal('forked', `the hub has other entries of ${stream} under the same numbers`, { last });
  const fresh = entries.filter(({ seq }) => seq > last.seq);
  const followed = followChain(stream, last, fresh);
  if (!('fault' in followed)) {
    if (fresh.length > 0) await addEntries(client, plantId, stream, epoch, fresh);
    return followed.seq;
  }
  if (followed.fault === 'gap') throw new WireRefusal('gap', `the hub has ${stream} up to entry ${last.seq}`, { last });
  throw new WireRefusal('forked', `entry ${followed.seq} of ${stream} does not follow from the one before it`, { last });
};
