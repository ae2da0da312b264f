import { sql } from 'kysely';
import { type AlertSettings, alertSettings } from '../../contract/model/alertSettings.ts';
import { type ReportSettings, reportSettings } from '../../contract/model/reportSettings.ts';
import { Failure } from '../../core/fail.ts';
import { fromJson, toJson } from '../../db/columns.ts';
import { isWhole, storedChecksum } from '../../db/wholeRows.ts';
import type { Writer, WriteTx } from '../../db/writer.ts';
import { type ShiftRule, unitsLike } from '../../plantModel/index.ts';
import { withEmail } from './documents.ts';

export type AccountDocuments = { alerts: AlertSettings; reports: ReportSettings };

/** What changes of the industry's own document; what is absent stays. */
export type IndustryWrite = {
  name?: string;
  meta?: Record<string, unknown>;
  shift?: ShiftRule;
  /** By category id. */
  siUnits?: ReadonlyMap<string, string>;
  /** By sub-category id. */
  groups?: ReadonlyMap<string, string>;
};

export type RestorePoint = { path: string; userId: string; createdAtMs: number };

/** Head of a saved section. */
export type StoredVersion = { version: number; savedAtMs: number; savedBy: string };

const MOST_VERSIONS = 200;

type Author = { industryId: string; userId: string; nowMs: number };

type SettingsRow = {
  industry_id: string;
  section: string;
  version: number;
  document: string;
  saved_at: number;
  saved_by: string;
  checksum: number | null;
};
const isRowWhole = ({ industry_id, section, version, document, saved_at, saved_by, checksum }: SettingsRow): boolean =>
  isWhole([industry_id, section, version, document, saved_at, saved_by], checksum);

/** Settings documents, checkpoints and the industry's own document. */
export class AccountsStore {
  readonly #db: Writer;

  constructor(db: Writer) {
    this.#db = db;
  }

  /** How many active users the industry may have. */
  async limits(industryId: string): Promise<{ maxUsers: number; maxSsoUsers: number }> {
    const row = await this.#db.reading
      .selectFrom('industry')
      .select(['max_users', 'max_sso_users'])
      .where('id', '=', industryId)
      .executeTakeFirstOrThrow();
    return { maxUsers: row.max_users, maxSsoUsers: row.max_sso_users };
  }

  /** The newest version of each section that is what was stored; defaults where none was saved yet. */
  async documents(industryId: string): Promise<AccountDocuments> {
    const text = async (section: keyof AccountDocuments): Promise<string> =>
      (await this.#newest(industryId, section))?.document ?? '{}';
    return {
      alerts: withEmail(fromJson(alertSettings, await text('alerts'))),
      reports: fromJson(reportSettings, await text('reports')),
    };
  }

  /** The newest alert settings with their version; the defaults as version 0 where none were saved. */
  async alertDocument(industryId: string): Promise<{ settings: AlertSettings; version: number; savedAtMs: number | null }> {
    const row = await this.#newest(industryId, 'alerts');
    const settings = withEmail(fromJson(alertSettings, row?.document ?? '{}'));
    return { settings, version: row?.version ?? 0, savedAtMs: row?.saved_at ?? null };
  }

  /** A version whose bytes are damaged counts as never saved; the self-test names it. */
  async #newest(industryId: string, section: keyof AccountDocuments): Promise<SettingsRow | undefined> {
    for (let before = Number.MAX_SAFE_INTEGER; ; ) {
      const row = await this.#rows(industryId, section)
        .where('version', '<', before)
        .orderBy('version', 'desc')
        .limit(1)
        .executeTakeFirst();
      if (!row || isRowWhole(row)) return row;
      before = row.version;
    }
  }

  #rows(industryId: string, section: keyof AccountDocuments) {
    return this.#db.reading
      .selectFrom('settings_document')
      .selectAll()
      .select(storedChecksum('settings_document', ['industry_id', 'section', 'version']).as('checksum'))
      .where('industry_id', '=', industryId)
      .where('section', '=', section);
  }

  /** Versions of a section, the newest 200, newest first. */
  async versions(industryId: string, section: keyof AccountDocuments): Promise<StoredVersion[]> {
    const rows = await this.#db.reading
      .selectFrom('settings_document')
      .select(['version', 'saved_at', 'saved_by'])
      .where('industry_id', '=', industryId)
      .where('section', '=', section)
      .orderBy('version', 'desc')
      .limit(MOST_VERSIONS)
      .execute();
    return rows.map(({ version, saved_at, saved_by }) => ({ version, savedAtMs: saved_at, savedBy: saved_by }));
  }

  /** One version with its document, with defaults where it left something out. @throws Failure `unavailable` where it is damaged. */
  async version(
    industryId: string,
    section: keyof AccountDocuments,
    version: number,
  ): Promise<(StoredVersion & { body: AccountDocuments[keyof AccountDocuments] }) | undefined> {
    const row = await this.#rows(industryId, section).where('version', '=', version).executeTakeFirst();
    if (!row) return undefined;
    if (!isRowWhole(row))
      throw new Failure('unavailable', `Version ${version} of the ${section} settings is damaged: take another`);
    const body = section === 'alerts' ? withEmail(fromJson(alertSettings, row.document)) : fromJson(reportSettings, row.document);
    return { version: row.version, savedAtMs: row.saved_at, savedBy: row.saved_by, body };
  }

  /** Runs the whole of a change. */
  transaction(work: (tx: WriteTx) => void): void {
    this.#db.run(work);
  }

  /** Adds a version of each given section. */
  putDocuments(tx: WriteTx, { industryId, userId, nowMs }: Author, documents: Partial<AccountDocuments>): void {
    for (const [section, document] of Object.entries(documents)) {
      const row = tx.first(
        tx.query
          .selectFrom('settings_document')
          .select(({ fn }) => fn.max('version').as('version'))
          .where('industry_id', '=', industryId)
          .where('section', '=', section),
      );
      tx.run(
        tx.query.insertInto('settings_document').values({
          industry_id: industryId,
          section,
          version: (row?.version ?? 0) + 1,
          document: toJson(document),
          saved_at: nowMs,
          saved_by: userId,
        }),
      );
    }
  }

  putIndustry(tx: WriteTx, industryId: string, write: IndustryWrite): void {
    const { name, meta, shift, siUnits = new Map(), groups = new Map() } = write;
    tx.run(
      tx.query
        .updateTable('industry')
        .set({
          version: sql<number>`version + 1`,
          ...(name !== undefined && { name }),
          ...(meta !== undefined && { meta: toJson(meta) }),
        })
        .where('id', '=', industryId),
    );
    if (shift)
      tx.run(
        tx.query.replaceInto('industry_shift').values({
          industry_id: industryId,
          valid_from: shift.validFrom,
          timezone: shift.timezone,
          start_at: shift.startAt,
          end_at: shift.endAt,
          shift_name: shift.shiftName,
        }),
      );
    for (const [id, unit] of siUnits) {
      tx.run(
        tx.query
          .updateTable('category')
          .set({ si_unit: unit, version: sql<number>`version + 1` })
          .where('industry_id', '=', industryId)
          .where('id', '=', id),
      );
      // the units of the category that count the same follow it
      tx.run(
        tx.query
          .updateTable('unit')
          .set({ si_unit: unit, version: sql<number>`version + 1` })
          .where('industry_id', '=', industryId)
          .where('si_unit', 'in', unitsLike(unit))
          .where('sub_category_id', 'in', (subs) =>
            subs.selectFrom('sub_category').select('id').where('industry_id', '=', industryId).where('category_id', '=', id),
          ),
      );
    }
    for (const [id, group] of groups)
      tx.run(
        tx.query
          .updateTable('sub_category')
          .set({ group_name: group, version: sql<number>`version + 1` })
          .where('industry_id', '=', industryId)
          .where('id', '=', id),
      );
  }

  putCheckpoints(tx: WriteTx, { industryId, userId, nowMs }: Author, paths: readonly string[]): void {
    for (const path of paths)
      tx.run(tx.query.replaceInto('checkpoint').values({ industry_id: industryId, path, user_id: userId, created_at: nowMs }));
  }

  /** Of the path, or the newest of all. */
  async checkpoint(industryId: string, path: string | undefined): Promise<RestorePoint | undefined> {
    const row = await this.#db.reading
      .selectFrom('checkpoint')
      .select(['path', 'user_id', 'created_at'])
      .where('industry_id', '=', industryId)
      .$if(path !== undefined, (query) => query.where('path', '=', path ?? ''))
      .orderBy('created_at', 'desc')
      .orderBy('path')
      .limit(1)
      .executeTakeFirst();
    return row && { path: row.path, userId: row.user_id, createdAtMs: row.created_at };
  }
}
