import { hash } from 'node:crypto';
import { type CarriedTotal, checkDay, dayOfItem, uidOf } from '../../../bundle/dayItems.ts';
import { itemsIn } from '../../../bundle/itemFrames.ts';
import type { Share } from '../../../contract/hub/pairing.ts';
import { type RecoveryFacts, recoveryDocuments, recoveryEntries, recoveryFacts } from '../../../contract/hub/replacement.ts';
import type { StreamEnd } from '../../../contract/hub/statement.ts';
import { documentHash, kindHash } from '../../../core/bytes/documentHash.ts';
import { dayChecksum } from '../../../core/bytes/rowChecksum.ts';
import { Failure } from '../../../core/fail.ts';
import { followChain } from '../../../core/sync/entryChain.ts';
import type { HubClient } from '../hubClient.ts';
import { documentTables } from '../read/documentTables.ts';

type Row = Record<string, unknown>;
type Entry = { seq: number; at: number; body: string; hash: string };
type Document = { kind: string; id: string; version: number; content: string; hash: string };
type Day = CarriedTotal & {
  day: number;
  revision: number;
  firstSlot: number | null;
  slots: number | null;
  packed: Uint8Array | null;
  hash: Uint8Array | null;
  checksum: number | null;
};

/** Where the rows go: the database of the new PC. */
export type RecoveredRows = {
  putRow(kind: string, row: Row): void;
  noteDocument(document: Document): void;
  seriesId(uid: string): number | undefined;
  seriesUids(): string[];
  putDay(seriesId: number, day: Day): void;
  putEntry(stream: string, entry: Entry): void;
  putAudit(cells: readonly unknown[]): void;
};
export type Fetching = { client: HubClient; rows: RecoveredRows; signal: AbortSignal; onDays(days: number, of: number): void };
export type Fetched = {
  facts: RecoveryFacts;
  share: Share;
  documents: number;
  entries: number;
  days: number;
  /** One hash of each kind, as a statement has it. */
  kinds: [kind: string, hash: string][];
};

/** Documents in the order of the hub; those of series come in it before their days are asked for. */
const fetchDocuments = async ({ client, rows, signal }: Fetching): Promise<Map<string, { id: string; hash: string }[]>> => {
  const known = new Set(documentTables.map(({ name }) => name));
  const kinds = new Map<string, { id: string; hash: string }[]>();
  for (let after: [string, string] | null = null; ; ) {
    const body: { after: [string, string] | null } = { after };
    const page = await client.ask({ method: 'POST', path: '/recovery/documents', body }, recoveryDocuments, signal);
    for (const document of page.documents) {
      const { kind, id, version, body: text } = document;
      const noted = { kind, id, version, content: text === null ? '' : hash('sha256', text), hash: documentHash(document) };
      const of = kinds.get(kind) ?? [];
      of.push({ id, hash: noted.hash });
      kinds.set(kind, of);
      // a table that no plant sends is none that a hub may write
      if (!known.has(kind)) continue;
      rows.noteDocument(noted);
      if (text !== null) rows.putRow(kind, JSON.parse(text));
    }
    const last = page.documents.at(-1);
    if (!last) return kinds;
    after = [last.kind, last.id];
  }
};

/** Rows of commands as the last entry about each has them, in the order in which the commands came. */
class CommandRows {
  readonly #rows = new Map<string, Row | null>();

  add({ body }: Entry): void {
    const { table, key, row } = JSON.parse(body) as { table: string; key: unknown; row: Row | null };
    if (table === 'plc_command') this.#rows.set(JSON.stringify(key), row);
  }

  *all(): Generator<Row> {
    for (const row of this.#rows.values()) if (row) yield row;
  }
}

/** A stream from its first entry; each must follow from the one before it. @throws Failure `badRequest`. */
const fetchEntries = async ({ client, rows, signal }: Fetching, { name, last }: StreamEnd): Promise<number> => {
  const commands = new CommandRows();
  for (let end = { seq: 0, hash: '' }; ; ) {
    const body = { stream: name, after: end.seq };
    const { entries } = await client.ask({ method: 'POST', path: '/recovery/entries', body }, recoveryEntries, signal);
    const followed = followChain(name, end, entries);
    if ('fault' in followed)
      throw new Failure('badRequest', `entry ${followed.seq} of ${name} does not follow from the one before it`);
    for (const entry of entries)
      if (name === 'audit') rows.putAudit([...(JSON.parse(entry.body) as unknown[]), entry.hash]);
      else rows.putEntry(name, entry);
    if (name === 'commands') for (const entry of entries) commands.add(entry);
    end = { seq: followed.seq, hash: followed.hash };
    if (entries.length > 0 && end.seq < last) continue;
    for (const row of commands.all()) rows.putRow('plc_command', row);
    return end.seq;
  }
};

/** Every closed day, unpacked and compared with its hash; the next page comes while one is written. @throws Failure `badRequest`. */
const fetchDays = async ({ client, rows, signal, onDays }: Fetching, of: number): Promise<number> => {
  const ids = new Map(rows.seriesUids().map((uid) => [uidOf(uid), rows.seriesId(uid)]));
  const page = (after: { uid: string; day: number } | null) =>
    client.bytesOf({ method: 'POST', path: '/recovery/days', body: { after } }, signal);
  let days = 0;
  for (let bytes = await page(null); bytes.length > 0; ) {
    const items = itemsIn(bytes);
    const last = items.at(-1);
    const next = page(last ? dayOfItem(last) : null);
    // a failure is thrown where the page is awaited
    next.catch(() => undefined);
    for (const item of items) {
      const carried = dayOfItem(item);
      const { uid, day, revision, total, block } = carried;
      checkDay(carried);
      const seriesId = ids.get(uid);
      if (seriesId === undefined) continue;
      const sealed = block && { seriesId, day, revision, firstSlot: block.firstSlot, slots: block.slots, hash: block.hash };
      rows.putDay(seriesId, {
        ...total,
        ...{ day, revision, firstSlot: block?.firstSlot ?? null, slots: block?.slots ?? null, packed: block?.packed ?? null },
        ...{ hash: block?.hash ?? null, checksum: sealed && dayChecksum(sealed) },
      });
      days += 1;
    }
    onDays(days, of);
    bytes = await next;
  }
  return days;
};

/** Fetches all that a hub has of this plant. @throws Failure where something of it is not what its hash says. */
export const fetchPlant = async (fetching: Fetching): Promise<Fetched> => {
  const { client, signal } = fetching;
  const facts = await client.ask({ method: 'POST', path: '/recovery/facts', body: {} }, recoveryFacts, signal);
  const kinds = await fetchDocuments(fetching);
  let entries = 0;
  for (const end of facts.streams) entries += await fetchEntries(fetching, end);
  const days = await fetchDays(fetching, facts.days);
  const has = (name: string): boolean => facts.streams.some((end) => end.name === name);
  const share: Share = facts.share ?? {
    industries: (kinds.get('industry') ?? []).map(({ id }) => String((JSON.parse(id) as unknown[])[0])),
    ...{ alarms: kinds.has('alarm'), audit: has('audit'), commands: has('commands'), people: kinds.has('user') },
    ...{ ticks: false, live: false },
  };
  return {
    ...{ facts, share, entries, days },
    documents: [...kinds.values()].reduce((sum, { length }) => sum + length, 0),
    kinds: [...kinds].map(([kind, all]) => [kind, kindHash(all)]),
  };
};
