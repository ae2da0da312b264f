import { Failure } from '../core/fail.ts';
import type { StoredDocument, VersionedDocuments } from '../features/diagrams/model.ts';

/** Versioned documents in memory. */
export const fakeDocuments = (): VersionedDocuments => {
  const kept = new Map<string, StoredDocument[]>();
  const of = (industryId: string, kind: string, name = ''): StoredDocument[] =>
    kept.get(JSON.stringify([industryId, kind, name])) ?? [];
  return {
    read: async (industryId, kind, name) => of(industryId, kind, name).at(-1),
    readVersion: async (industryId, kind, name, version) => of(industryId, kind, name).find((one) => one.version === version),
    heads: async () => [],
    list: async () => [],
    history: async (industryId, kind, name) => of(industryId, kind, name).toReversed(),
    save: async (industryId, { kind, name, body, userId, version: made }) => {
      const before = of(industryId, kind, name);
      if (made !== undefined && made !== before.length) throw new Failure('conflict', 'changed meanwhile');
      const document = { kind, name, body, version: before.length + 1, savedAtMs: 0, savedBy: userId };
      kept.set(JSON.stringify([industryId, kind, name]), [...before, document]);
      return document;
    },
  };
};
