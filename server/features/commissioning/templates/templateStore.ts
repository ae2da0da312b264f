import type { Kysely } from 'kysely';
import { type DeviceTemplate, deviceTemplate } from '../../../contract/model/deviceTemplates.ts';
import { fromJson, toJson } from '../../../db/columns.ts';
import type { Schema } from '../../../db/schema.ts';

export type StoredTemplate = { industryId: string; version: number; template: DeviceTemplate };
export type Saved = { savedAtMs: number; savedBy: string };

/** Device models that industries described themselves. */
export class TemplateStore {
  readonly #db: Kysely<Schema>;

  constructor(db: Kysely<Schema>) {
    this.#db = db;
  }

  async readAll(): Promise<StoredTemplate[]> {
    const rows = await this.#db
      .selectFrom('device_template')
      .select(['industry_id', 'document', 'version'])
      .orderBy('industry_id')
      .orderBy('id')
      .execute();
    return rows.map((row) => ({
      industryId: row.industry_id,
      version: row.version,
      template: fromJson(deviceTemplate, row.document),
    }));
  }

  async save({ industryId, version, template }: StoredTemplate, { savedAtMs, savedBy }: Saved): Promise<void> {
    const saved = { document: toJson(template), version, saved_at: savedAtMs, saved_by: savedBy };
    await this.#db
      .insertInto('device_template')
      .values({ industry_id: industryId, id: template.id, ...saved })
      .onConflict((conflict) => conflict.columns(['industry_id', 'id']).doUpdateSet(saved))
      .execute();
  }

  async delete(industryId: string, id: string): Promise<void> {
    await this.#db.deleteFrom('device_template').where('industry_id', '=', industryId).where('id', '=', id).execute();
  }
}
