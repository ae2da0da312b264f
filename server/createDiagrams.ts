import type { Kysely } from 'kysely';
import type { Clock } from './core/clock.ts';
import type { Schema } from './db/schema.ts';
import { DocumentStore } from './features/diagrams/documentStore.ts';
import { StoredDocuments } from './features/diagrams/documents.ts';
import type { Documents } from './features/diagrams/model.ts';

export type DiagramParts = { kysely: Kysely<Schema>; readerKysely: Kysely<Schema>; clock: Clock };

/** Versioned documents, and what is served from them. */
export const createDiagrams = ({ kysely, readerKysely, clock }: DiagramParts): { documents: Documents } => ({
  documents: new StoredDocuments(new DocumentStore(kysely, readerKysely), clock),
});
