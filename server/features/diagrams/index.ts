export { createDiagrams, createDocuments } from './create.ts';
export { DocumentStore } from './documentStore.ts';
export { StoredDocuments } from './documents.ts';
export type { StoredDocument, VersionedDocuments } from './model.ts';
export { diagramRoutes } from './routes.ts';
