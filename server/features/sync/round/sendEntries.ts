import { entriesAnswer, entriesPath, MOST_ENTRIES } from '../../../contract/hub/exchange.ts';
import type { StreamEnd } from '../../../contract/hub/statement.ts';
import type { RoundParts } from './roundParts.ts';

/** Sends the entries of a stream after the hub's last. @returns how many. */
export const sendEntries = async (parts: RoundParts, { name, last, hash }: StreamEnd): Promise<number> => {
  const { ask, client, hub, epoch, store, clock, signal } = parts;
  const item = `stream ${name}`;
  const page = (after: number) => ask('entries', { share: hub.share, stream: name, after, most: MOST_ENTRIES }, signal);
  if (last > 0) {
    const [same] = await ask('entries', { share: hub.share, stream: name, after: last - 1, most: 1 }, signal);
    if (same?.seq !== last || same.hash !== hash) {
      // the hub has another history of this stream, as after a restore: a person has to look
      store.refuse(item, 'forked', clock.now());
      return 0;
    }
  }
  let [after, sent] = [last, 0];
  for (let entries = await page(after); entries.length > 0; entries = await page(after)) {
    const answer = await client.ask({ method: 'POST', path: entriesPath(name), body: { epoch, entries } }, entriesAnswer, signal);
    // a hub that does not go on would be asked for ever
    if (answer.last <= after) break;
    sent += answer.last - after;
    after = answer.last;
  }
  return sent;
};
