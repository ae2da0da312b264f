import type { StreamEnd } from '../../../contract/hub/statement.ts';
import type { RoundOrder } from './roundParts.ts';

type Asking = Pick<RoundOrder, 'ask' | 'hub' | 'store' | 'signal'>;

/** Whether the plant has this entry, as the hub has it. */
export const hasEntry = async ({ ask, hub, signal }: Asking, { name, last, hash }: StreamEnd): Promise<boolean> => {
  const [same] = await ask('entries', { share: hub.share, stream: name, after: last - 1, most: 1 }, signal);
  return same?.seq === last && same.hash === hash;
};

/** Number of the newest entry of a stream of which the hub said that it has it, and which the plant has too; 0 for none. */
export const lastInCommon = async (asking: Asking, name: StreamEnd['name']): Promise<number> => {
  for (const end of asking.store.receivedEnds(name)) if (await hasEntry(asking, end)) return end.last;
  return 0;
};
