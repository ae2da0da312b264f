import type { Clock } from '../../core/clock.ts';
import { Failure } from '../../core/fail.ts';
import { refuseStale } from '../../core/refusal.ts';
import type { DocumentStore } from './documentStore.ts';
import type { DocumentSave, StoredDocument, VersionedDocuments } from './model.ts';

const MOST_BYTES = 4 * 1_048_576;
const MOST_NAMES = 200;
const MOST_SHOWN = 500;

/** Documents of every industry, each version kept. */
export class StoredDocuments implements VersionedDocuments {
  readonly #store: DocumentStore;
  readonly #clock: Clock;

  constructor(store: DocumentStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  read(industryId: string, kind: string, name = ''): Promise<StoredDocument | undefined> {
    return this.#store.read({ industryId, kind, name });
  }

  readVersion(industryId: string, kind: string, name: string, version: number): Promise<StoredDocument | undefined> {
    return this.#store.read({ industryId, kind, name }, version);
  }

  heads(industryId: string, kind: string): Promise<Omit<StoredDocument, 'body'>[]> {
    return this.#store.heads(industryId, kind);
  }

  async list(industryId: string, kind: string): Promise<StoredDocument[]> {
    const found: StoredDocument[] = [];
    for (const { name } of await this.#store.heads(industryId, kind)) {
      const document = await this.#store.read({ industryId, kind, name });
      if (document) found.push(document);
    }
    return found;
  }

  /**
   * @throws Failure `conflict` when another version is stored than the one the change was made on, `tooLarge` above 4 MiB of JSON,
   * `badRequest` when the kind has 200 names already.
   */
  async save(industryId: string, { kind, name, body, userId, version: made }: DocumentSave): Promise<StoredDocument> {
    const text = JSON.stringify(body);
    if (Buffer.byteLength(text) > MOST_BYTES) throw new Failure('tooLarge', 'The document is above 4 MiB');
    const savedAtMs = this.#clock.now();
    const version = await this.#store.add(
      { industryId, kind, name },
      { body: text, savedAtMs, savedBy: userId },
      ({ version: present, names }) => {
        refuseStale(present, made);
        if (present === 0 && names >= MOST_NAMES)
          throw new Failure('badRequest', `There are ${names} documents of this kind already; at most ${MOST_NAMES}`);
      },
    );
    return { kind, name, version, body, savedAtMs, savedBy: userId };
  }

  /** The newest 500 versions. */
  history(industryId: string, kind: string, name = ''): Promise<Omit<StoredDocument, 'body'>[]> {
    return this.#store.versions({ industryId, kind, name }, MOST_SHOWN);
  }
}
