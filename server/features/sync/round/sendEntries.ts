import { entriesAnswer, entriesPath, MOST_ENTRIES } from '../../../contract/hub/exchange.ts';
import type { StreamEnd } from '../../../contract/hub/statement.ts';
import { hasEntry, lastInCommon } from './commonEntries.ts';
import type { RoundParts } from './roundParts.ts';

/** How many of them one request holds; one that is larger goes alone. */
const countWithin = (entries: readonly object[], mostBytes: number): number => {
  let [bytes, count] = [0, 0];
  for (const entry of entries) {
    bytes += JSON.stringify(entry).length + 1;
    if (count > 0 && bytes > mostBytes) break;
    count += 1;
  }
  return count;
};

/** Sends the entries of a stream after the hub's last. @returns how many. */
export const sendEntries = async (parts: RoundParts, end: StreamEnd): Promise<number> => {
  const { ask, client, hub, epoch, store, clock, knowsRestored, signal } = parts;
  const { name } = end;
  const page = async (after: number) => {
    const entries = await ask('entries', { share: hub.share, stream: name, after, most: MOST_ENTRIES }, signal);
    return entries.slice(0, countWithin(entries, client.piece.bytes));
  };
  let [after, sent] = [end.last, 0];
  if (end.last > 0 && !(await hasEntry(parts, end))) {
    if (!knowsRestored) {
      // the hub has another history of this stream, as after a restore: a person has to look
      store.refuse(`stream ${name}`, 'forked', clock.now());
      return 0;
    }
    // from the last entry that both are known to have had: the hub puts aside what it has otherwise of the time before the restore
    after = await lastInCommon(parts, name);
  }
  for (let entries = await page(after); entries.length > 0; entries = await page(after)) {
    const answer = await client.ask({ method: 'POST', path: entriesPath(name), body: { epoch, entries } }, entriesAnswer, signal);
    // a hub that does not go on would be asked for ever
    if (answer.last <= after) break;
    // it may have more: what it has otherwise comes behind the first page
    const next = Math.min(answer.last, entries.at(-1)?.seq ?? after);
    sent += next - after;
    after = next;
  }
  return sent;
};
