/** A graph, a diagram or a feature's settings of one industry, as it was saved. */
export type StoredDocument = {
  kind: string;
  /** Distinguishes several documents of a kind, such as the pages of a SCADA diagram; empty where there is one. */
  name: string;
  /** From 1, counted up by every save. */
  version: number;
  body: unknown;
  savedAtMs: number;
  savedBy: string;
};

export type DocumentSave = {
  kind: string;
  name: string;
  body: unknown;
  userId: string;
  /** The version that the change was made on; 0 for a document that is new; not checked where absent. */
  version?: number;
};

/** Versioned documents: every save keeps the versions before it. */
export interface VersionedDocuments {
  read(industryId: string, kind: string, name?: string): Promise<StoredDocument | undefined>;
  /** One version of those that were saved. */
  readVersion(industryId: string, kind: string, name: string, version: number): Promise<StoredDocument | undefined>;
  /** What was saved last under each name of a kind, without bodies. */
  heads(industryId: string, kind: string): Promise<Omit<StoredDocument, 'body'>[]>;
  /** The newest version of each name, by name. */
  list(industryId: string, kind: string): Promise<StoredDocument[]>;
  /** @throws Failure `conflict` when another version is stored than the one the change was made on. */
  save(industryId: string, save: DocumentSave): Promise<StoredDocument>;
  /** Newest first, without bodies. */
  history(industryId: string, kind: string, name?: string): Promise<Omit<StoredDocument, 'body'>[]>;
}
