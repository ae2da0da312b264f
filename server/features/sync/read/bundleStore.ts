import { join } from 'node:path';
import { BundleWriter, type SealingRecipient } from '../../../bundle/bundleWriter.ts';
import { itemOfDay, uidOf } from '../../../bundle/dayItems.ts';
import { itemType, MOST_BUNDLE_ITEMS } from '../../../bundle/format.ts';
import type { Identity } from '../../../bundle/identity.ts';
import type { WireDocument, WireEntry } from '../../../contract/hub/exchange.ts';
import type { SignedText } from '../../../contract/hub/signing.ts';
import { canonicalJson } from '../../../core/bytes/canonicalJson.ts';
import type { Sqlite } from '../../../db/open.ts';
import type { MadeBundle, WantedDay } from '../model.ts';
import { createSharedDays } from './sharedDaysStore.ts';

export type BundleOrder = {
  folder: string;
  name: string;
  identity: Identity;
  /** What the days belong to: the first item. */
  statement: SignedText;
  statementSeq: number;
  days: readonly WantedDay[];
  /** For sticks: documents and entries go along. */
  documents: Iterable<WireDocument>;
  entries: Iterable<{ stream: string; entry: WireEntry }>;
  recipients: readonly SealingRecipient[];
  program: string;
  schema: number;
  nowMs: number;
  mostBytes: number;
  /** Lets others have their turn, and ends the work when it is cancelled. */
  turn(): Promise<void>;
};

const entryKey = (stream: string, seq: number): Buffer => {
  const number = Buffer.alloc(8);
  number.writeBigUInt64LE(BigInt(seq));
  return Buffer.concat([Buffer.from(stream), number]);
};

/** Writes one bundle: what is wanted from the first day on, as far as it fits. The file has its name once it is whole and on the disk. */
export const makeBundle = async (sqlite: Sqlite, order: BundleOrder): Promise<MadeBundle> => {
  const { folder, name, identity, statement, statementSeq, recipients, program, schema, nowMs, mostBytes, turn } = order;
  const path = join(folder, name);
  const bundle = new BundleWriter({
    ...{ path, identity, recipients, program, schema, statementSeq },
    ...{ kind: 'days', createdMs: nowMs },
  });
  const shared = createSharedDays(sqlite);
  const damaged: string[] = [];
  let [taken, blocks] = [0, 0];
  try {
    bundle.add(itemType.statement, Buffer.alloc(0), Buffer.from(canonicalJson(statement)));
    for (const document of order.documents)
      bundle.add(itemType.document, Buffer.from(`${document.kind}\0${document.id}`), Buffer.from(canonicalJson(document)));
    for (const { stream, entry } of order.entries)
      bundle.add(itemType.entry, entryKey(stream, entry.seq), Buffer.from(canonicalJson(entry)));
    for (const { industry, day, uids, without } of order.days) {
      if (taken > 0 && (bundle.bytes > mostBytes || bundle.items > MOST_BUNDLE_ITEMS / 2)) break;
      const [only, left] = [uids && new Set(uids), new Set(without)];
      for (const { uid, carried } of shared.daysOf(industry, day)) {
        if ((only && !only.has(uidOf(uid))) || left.has(uidOf(uid))) continue;
        if (carried) {
          bundle.add(...itemOfDay(carried));
          blocks += 1;
        } else damaged.push(`${uidOf(uid)} ${day}`);
      }
      taken += 1;
      await turn();
    }
    const { bytes, sha256, items } = bundle.finish();
    return { path, bytes, sha256, items, taken, blocks, damaged };
  } catch (error) {
    bundle.abandon();
    throw error;
  }
};
