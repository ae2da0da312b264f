import type { PoolClient } from 'pg';
import type { WireEntry } from '../../contract/hub/exchange.ts';
import type { Statement } from '../../contract/hub/statement.ts';
import { followChain } from '../../core/sync/entryChain.ts';
import { addEntries, setAside, storedHashes, streamEnds } from './entryStore.ts';
import { WireRefusal } from './wireRefusal.ts';

type Taking = { plantId: number; epoch: number };

/** Hashes of the stream's entries among these. */
const knownOf = (client: PoolClient, { plantId }: Taking, stream: string, entries: readonly WireEntry[]) =>
  storedHashes(
    client,
    plantId,
    stream,
    entries.map(({ seq }) => seq),
  );

const endOf = async (client: PoolClient, { plantId }: Taking, stream: string) => {
  const { seq, hash } = (await streamEnds(client, plantId)).find((one) => one.stream === stream) ?? { seq: 0, hash: '' };
  return { seq, hash };
};

/**
 * Adds entries to a stream where they follow on from its end; those that are there already are compared. What is there of an earlier epoch and
 * is not what the plant has now is put aside: the plant was restored.
 * @returns the number of the last entry.
 * @throws WireRefusal `gap` with the hub's end where entries are missing, `forked` where the chain is not the one that the hub has.
 */
export const takeEntries = async (
  client: PoolClient,
  plant: Taking,
  stream: string,
  entries: readonly WireEntry[],
): Promise<number> => {
  let last = await endOf(client, plant, stream);
  const again = entries.filter(({ seq }) => seq <= last.seq);
  const known = await knownOf(client, plant, stream, again);
  const other = again.find(({ seq, hash }) => known.get(seq) !== hash);
  if (other) {
    if (!(await setAside(client, plant, stream, other.seq)))
      throw new WireRefusal('forked', `the hub has other entries of ${stream} under the same numbers`, { last });
    last = await endOf(client, plant, stream);
  }
  const fresh = entries.filter(({ seq }) => seq > last.seq);
  const followed = followChain(stream, last, fresh);
  if (!('fault' in followed)) {
    if (fresh.length > 0) await addEntries(client, plant, stream, fresh);
    return followed.seq;
  }
  if (followed.fault === 'gap') throw new WireRefusal('gap', `the hub has ${stream} up to entry ${last.seq}`, { last });
  throw new WireRefusal('forked', `entry ${followed.seq} of ${stream} does not follow from the one before it`, { last });
};

/** Puts aside what a restored plant has no more: its streams end earlier than they did in the epoch before. */
export const shortenStreams = async (
  client: PoolClient,
  plantId: number,
  { epoch, streams }: Pick<Statement, 'epoch' | 'streams'>,
): Promise<void> => {
  const ends = new Map((await streamEnds(client, plantId)).map(({ stream, seq }) => [stream, seq]));
  for (const { name, last } of streams)
    if ((ends.get(name) ?? 0) > last) await setAside(client, { plantId, epoch }, name, last + 1);
};
