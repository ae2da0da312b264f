import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { BundleReader } from '../../bundle/bundleReader.ts';
import { loadIdentity } from '../../bundle/identity.ts';
import { publicBytes, publicKeyOf } from '../../bundle/keys.ts';
import { MOST_DOCUMENT_LENGTH, type WireDocument } from '../../contract/hub/exchange.ts';
import type { Sqlite } from '../../db/open.ts';
import type { BundleQuestion, SyncQuestion } from './questions.ts';
import { makeBundle } from './read/bundleStore.ts';
import { readDocuments } from './read/documentsStore.ts';
import { readEntries } from './read/entriesStore.ts';
import { readDays, readFacts, readMonths } from './read/factsStore.ts';
import { readLeaves } from './read/sharedDaysStore.ts';

const MOST_ENTRIES = 1000;

function* documentsOf(sqlite: Sqlite, { share, stick }: BundleQuestion): Generator<WireDocument> {
  for (const [kind, its] of Map.groupBy(stick?.versions ?? [], ([name]) => name)) {
    const versions = new Map(its.map(([, id, version]) => [id, version]));
    // the hub would take nothing of a stick with one that is longer
    for (const { id, body } of readDocuments(sqlite, share, kind, [...versions.keys()]))
      if ((body?.length ?? 0) <= MOST_DOCUMENT_LENGTH) yield { kind, id, version: versions.get(id) ?? 1, body };
  }
}

function* entriesOf(sqlite: Sqlite, { share, stick }: BundleQuestion) {
  for (const [stream, from] of stick?.after ?? [])
    for (let after = from; ; ) {
      const entries = readEntries(sqlite, share, { stream, after, most: MOST_ENTRIES });
      for (const entry of entries) yield { stream, entry };
      const last = entries.at(-1);
      if (!last) break;
      after = last.seq;
    }
}

const bundle = async (sqlite: Sqlite, dataFolder: string, question: BundleQuestion, signal: AbortSignal) => {
  const identity = loadIdentity(join(dataFolder, 'keys'), question.nowMs);
  const { stick } = question;
  const recipients = stick
    ? [
        {
          kind: 'hub' as const,
          id: stick.hub.id,
          publicKey: publicKeyOf('x25519', Buffer.from(stick.hub.openingKey, 'base64url')),
        },
        // so that the plant reads back what it wrote
        { kind: 'site' as const, id: identity.site, publicKey: publicKeyOf('x25519', publicBytes(identity.opening)) },
      ]
    : [];
  const made = await makeBundle(sqlite, {
    ...question,
    identity,
    recipients,
    documents: documentsOf(sqlite, question),
    entries: entriesOf(sqlite, question),
    turn: async () => {
      await nextTurn();
      signal.throwIfAborted();
    },
  });
  if (stick) for (const _ of new BundleReader(made.path, [identity.opening]).items()) signal.throwIfAborted();
  return made;
};

const answerOf = async (sqlite: Sqlite, dataFolder: string, question: SyncQuestion, signal: AbortSignal): Promise<unknown> => {
  switch (question.ask) {
    case 'facts':
      return readFacts(sqlite, question.site, question.share);
    case 'months':
      return readMonths(sqlite, question.industry);
    case 'days':
      return readDays(sqlite, question.industry, question.months);
    case 'leaves':
      return readLeaves(sqlite, question.industry, question.day);
    case 'entries':
      return readEntries(sqlite, question.share, question);
    case 'documents':
      return readDocuments(sqlite, question.share, question.kind, question.ids);
    case 'bundle':
      return bundle(sqlite, dataFolder, question, signal);
    case 'folder':
      return statSync(question.folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
  }
};

/** Answers what the server asks about the plant's rows, on a connection that cannot write, and says what it took of the processor. */
export const answerSync = async (
  sqlite: Sqlite,
  dataFolder: string,
  question: SyncQuestion,
  signal: AbortSignal,
): Promise<{ answer: unknown; processorMs: number }> => {
  const before = process.cpuUsage();
  const answer = await answerOf(sqlite, dataFolder, question, signal);
  const { user, system } = process.cpuUsage(before);
  return { answer, processorMs: (user + system) / 1000 };
};
