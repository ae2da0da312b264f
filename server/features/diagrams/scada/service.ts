import { LRUCache } from 'lru-cache';
import {
  DEFAULT_DOC_TYPE,
  type ScadaGraph,
  type ScadaGraphBody,
  type ScadaPage,
  scadaGraph,
} from '../../../contract/user/scada.ts';
import { refuse } from '../../../core/refusal.ts';
import type { UnitDirectory } from '../../../plantModel/index.ts';
import type { StoredDocument, VersionedDocuments } from '../model.ts';
import { graphFaults } from './graphRules.ts';

export const SCADA = 'scada';

export type Which = { prefix?: string | undefined; docType?: string | undefined };
type Named = { prefix: string; docType: string };
export type ShownPage = ScadaPage & { prefix: string };

/** Diagrams kept in memory as they are read again every few seconds. */
const MOST_KEPT = 20;

/** The word that represents several others has no slash in it. */
const nameOf = ({ prefix, docType }: Named): string => (prefix === '' ? docType : `${prefix}/${docType}`);
const namedOf = (name: string): Named => {
  const at = name.indexOf('/');
  return at < 0 ? { prefix: '', docType: name } : { prefix: name.slice(0, at), docType: name.slice(at + 1) };
};

const answerOf = ({ name, version, savedAtMs, savedBy, body }: StoredDocument): ScadaGraph =>
  scadaGraph.parse({
    ...(body as object),
    ...namedOf(name),
    version,
    updatedAt: new Date(savedAtMs).toISOString(),
    updatedBy: savedBy,
  });

export type ScadaParts = {
  documents: VersionedDocuments;
  directory: UnitDirectory;
  /** What can be switched and set; a symbol names it by its id or its asset. */
  writePoints(industryId: string): readonly { id: string; asset: string }[];
};

/** SCADA diagrams: reading, checking and saving them. */
export class ScadaService {
  readonly #parts: ScadaParts;
  readonly #kept = new LRUCache<string, { version: number; pages: ShownPage[] }>({ max: MOST_KEPT });

  constructor(parts: ScadaParts) {
    this.#parts = parts;
  }

  /** The newest version; an empty one of version 0 where none was saved. */
  async graph(industryId: string, which: Which): Promise<ScadaGraph> {
    const named = { prefix: which.prefix ?? '', docType: which.docType || DEFAULT_DOC_TYPE };
    const stored = await this.#parts.documents.read(industryId, SCADA, nameOf(named));
    return stored ? answerOf(stored) : { ...named, version: 0, pages: [] };
  }

  /**
   * Saves a diagram as a new version; the query's words go before the body's.
   * @throws Failure `badRequest` with what and where, `conflict` for a stale version.
   */
  async save(author: { industryId: string; userId: string }, query: Which, sent: ScadaGraphBody): Promise<ScadaGraph> {
    const { documents, directory, writePoints } = this.#parts;
    const { industryId } = author;
    const { version, updatedAt: _at, updatedBy: _by, ...body } = sent;
    const named = { prefix: query.prefix ?? sent.prefix ?? '', docType: query.docType || sent.docType || DEFAULT_DOC_TYPE };
    const units = new Map(directory.units(industryId).map((unit) => [unit.id, unit]));
    const controls = new Set(writePoints(industryId).flatMap(({ id, asset }) => [id, asset]));
    refuse(graphFaults(body.pages, { units, controls }));
    const saved = await documents.save(industryId, {
      kind: SCADA,
      name: nameOf(named),
      body: { ...body, ...named },
      userId: author.userId,
      ...(version !== undefined && { version }),
    });
    return answerOf(saved);
  }

  /** Pages of every diagram of a docType, by prefix, or of one. */
  async pages(
    industryId: string,
    { prefix, docType, page }: Which & { page?: string | undefined },
  ): Promise<{ pages: ShownPage[]; versions: string }> {
    const { documents } = this.#parts;
    const heads = (await documents.heads(industryId, SCADA))
      .map((head) => ({ ...head, ...namedOf(head.name) }))
      .filter((head) => head.docType === (docType || DEFAULT_DOC_TYPE) && (prefix === undefined || head.prefix === prefix))
      .sort((a, b) => (a.prefix < b.prefix ? -1 : 1));
    const pages: ShownPage[] = [];
    for (const { name, version } of heads) pages.push(...(await this.#pagesOf(industryId, name, version)));
    return {
      pages: page === undefined ? pages : pages.filter(({ id }) => id === page),
      versions: heads.map(({ name, version }) => `${name} ${version}`).join(),
    };
  }

  async #pagesOf(industryId: string, name: string, version: number): Promise<ShownPage[]> {
    const key = JSON.stringify([industryId, name]);
    const known = this.#kept.get(key);
    if (known?.version === version) return known.pages;
    const stored = await this.#parts.documents.readVersion(industryId, SCADA, name, version);
    const { prefix } = namedOf(name);
    const pages = stored ? answerOf(stored).pages.map((page) => ({ ...page, prefix })) : [];
    this.#kept.set(key, { version, pages });
    return pages;
  }
}
