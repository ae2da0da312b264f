import type { KeyObject } from 'node:crypto';
import { BundleReader } from '../../bundle/bundleReader.ts';
import { checkDay, dayOfItem, isDay } from '../../bundle/dayItems.ts';
import type { HubErrorCode } from '../../contract/hub/errors.ts';
import { compareRequest, documentsRequest, entriesRequest, helloRequest } from '../../contract/hub/exchange.ts';
import { type Statement, statement } from '../../contract/hub/statement.ts';
import { dayHash, monthHash, rootHash } from '../../core/bytes/blockHash.ts';
import { documentHash, kindHash } from '../../core/bytes/documentHash.ts';
import { apply, decide, type Held, type Leaf, prefixOf, unequalLeaves, unequalNodes } from '../../core/sync/blocks.ts';
import { type ChainEnd, followChain } from '../../core/sync/entryChain.ts';
import { monthOfDay } from '../../historian/index.ts';

type Document = { version: number; hash: string; body: string | null };
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const uuidOf = (uid: string): string => uid.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** How a hub refuses a request. */
export class Refused extends Error {
  readonly code: HubErrorCode;
  readonly more: Record<string, unknown>;
  constructor(code: HubErrorCode, more: Record<string, unknown> = {}) {
    super(code);
    this.code = code;
    this.more = more;
  }
}

/** What a hub has of one plant, in memory, and what it answers about it. */
export class HeldState {
  readonly held = new Map<string, Held>();
  readonly documents = new Map<string, Map<string, Document>>();
  readonly ends = new Map<string, ChainEnd>();
  readonly entries: string[] = [];
  /** Series that are refused, with the code. */
  refusing = new Map<string, 'hashMismatch' | 'totalMismatch'>();
  /** Industry of a series, from the documents. */
  readonly #industryOf = new Map<string, string>();

  get blocks(): number {
    return [...this.held.values()].flatMap((days) => [...days.values()]).reduce((sum, { size }) => sum + size, 0);
  }

  root(industry: string, site: string, epoch: number): string {
    return hex(
      rootHash(
        site,
        epoch,
        this.#months(industry).map(([, hash]) => Buffer.from(hash, 'hex')),
      ),
    );
  }

  /** As if the documents of a stick had been read. */
  knowSeries(series: readonly { uid: string; industryId: string }[]): void {
    for (const { uid, industryId } of series) this.#industryOf.set(uid.replaceAll('-', ''), industryId);
  }

  /** Takes a bundle, from the line or from a stick. */
  takeBundle(path: string, opener: KeyObject) {
    const [refused, days]: [object[], Leaf[]] = [[], []];
    const reader = new BundleReader(path, [opener]);
    let item = -1;
    for (const each of reader.items()) {
      item += 1;
      if (!isDay(each)) continue;
      const day = dayOfItem(each);
      checkDay(day);
      const { uid, revision } = day;
      const code = this.refusing.get(uid) ?? (this.#industryOf.has(uid) ? undefined : 'unknownSeries');
      if (code) refused.push({ item, uid, day: day.day, revision, code });
      else days.push({ uid, day: day.day, revision, hash: hex(day.block?.hash ?? Buffer.alloc(32)) });
    }
    let accepted = 0;
    // only now: the signature is at the end
    for (const leaf of days) {
      const industry = this.#industryOf.get(leaf.uid) ?? '';
      const held = this.held.get(industry) ?? new Map();
      if (decide(held.get(leaf.day)?.get(leaf.uid), leaf) === 'store') accepted += 1;
      this.held.set(industry, apply(held, leaf));
    }
    return { accepted, ignored: days.length - accepted, refused };
  }

  #days(industry: string): [number, string][] {
    return [...(this.held.get(industry) ?? [])]
      .sort(([a], [b]) => a - b)
      .map(([day, leaves]) => [
        day,
        hex(
          dayHash(
            day,
            [...leaves.values()].map((leaf) => ({ ...leaf, uid: uuidOf(leaf.uid), hash: Buffer.from(leaf.hash, 'hex') })),
          ),
        ),
      ]);
  }

  #months(industry: string): [number, string][] {
    return [...Map.groupBy(this.#days(industry), ([day]) => monthOfDay(day))].map(([month, days]) => [
      month,
      hex(
        monthHash(
          month,
          days.map(([, hash]) => Buffer.from(hash, 'hex')),
        ),
      ),
    ]);
  }

  kinds(): [string, string][] {
    return [...this.documents].map(([kind, all]) => [kind, kindHash([...all].map(([id, one]) => ({ id, hash: one.hash })))]);
  }

  hello(sent: unknown, receiptOf: (stated: Statement) => object): object {
    const stated = statement.parse(JSON.parse(helloRequest.parse(sent).statement.text));
    const { site, epoch } = stated;
    const kinds = new Map(this.kinds());
    return {
      hubTime: new Date(0).toISOString(),
      limits: { maxBundleBytes: 4_194_304, maxChunkBytes: 65_536 },
      needs: {
        industries: stated.industries
          .filter(({ id, root }) => this.root(id, site, epoch) !== root)
          .map(({ id, months }) => {
            const mine = new Map(this.#months(id));
            const unequal = months.filter(([month, of]) => mine.get(month) !== of).map(([month]) => month);
            return { id, months: unequal, older: unequal.length === 0 || mine.size === 0 };
          }),
        streams: stated.streams
          .filter(({ name, last, hash: of }) => last > 0 && this.ends.get(name)?.hash !== of)
          .map(({ name }) => ({ name, last: this.ends.get(name)?.seq ?? 0, hash: this.ends.get(name)?.hash ?? '' })),
        documents: stated.documents.filter(([kind, of]) => kinds.get(kind) !== of).map(([kind]) => kind),
      },
      receipt: receiptOf(stated),
      proposals: 0,
    };
  }

  compare(sent: unknown): object {
    const asked = compareRequest.parse(sent);
    if (asked.level === 'month') return { level: 'month', unequal: unequalNodes(asked.months, this.#months(asked.industry)) };
    if (asked.level === 'day') {
      const months = new Set(asked.days.map(([day]) => monthOfDay(day)));
      const mine = this.#days(asked.industry).filter(([day]) => months.has(monthOfDay(day)));
      return { level: 'day', unequal: unequalNodes(asked.days, mine) };
    }
    if (asked.level === 'leaf') {
      const leaves = this.held.get(asked.industry)?.get(asked.day)?.values() ?? [];
      return { level: 'leaf', unequal: unequalLeaves(asked.leaves, leaves) };
    }
    const all = new Map(this.documents.get(asked.kind));
    const unequal = asked.documents.flatMap(([id, version, prefix]): [string, number | null][] => {
      const mine = all.get(id);
      all.delete(id);
      return mine?.version === version && prefixOf(mine.hash) === prefix ? [] : [[id, mine?.version ?? null]];
    });
    return { level: 'document', unequal: [...unequal, ...[...all].map(([id, one]) => [id, one.version])] };
  }

  takeDocuments(sent: unknown): object {
    let stored = 0;
    const read = documentsRequest.safeParse(sent);
    if (!read.success) throw new Refused('badRequest');
    const { documents } = read.data;
    for (const one of documents) {
      const { kind, id, version, body } = one;
      if (kind === 'series') this.#industryOf.set(id.replaceAll('-', ''), String(JSON.parse(body ?? '{}').industry_id));
      const all = this.documents.get(kind) ?? new Map<string, Document>();
      this.documents.set(kind, all);
      if ((all.get(id)?.version ?? 0) >= version) continue;
      all.set(id, { version, hash: documentHash(one), body });
      stored += 1;
    }
    return { stored, ignored: documents.length - stored, refused: [] };
  }

  takeEntries(stream: string, sent: unknown): object {
    const before = this.ends.get(stream) ?? { seq: 0, hash: '' };
    const { entries } = entriesRequest.parse(sent);
    const fresh = entries.filter(({ seq }) => seq > before.seq);
    const end = followChain(stream, before, fresh);
    if ('fault' in end) throw new Refused('gap', { last: { seq: before.seq, hash: before.hash } });
    this.ends.set(stream, end);
    this.entries.push(...fresh.map(({ seq }) => `${stream} ${seq}`));
    return { last: end.seq };
  }
}
