import { type DeviceTemplate, deviceTemplate } from '../../../contract/model/deviceTemplates.ts';
import { fromJson, toJson } from '../../../db/columns.ts';
import type { Writer } from '../../../db/writer.ts';

export type StoredTemplate = { industryId: string; version: number; template: DeviceTemplate };
export type Saved = { savedAtMs: number; savedBy: string };

/** Device models that industries described themselves. */
export class TemplateStore {
  readonly #db: Writer;

  constructor(db: Writer) {
    this.#db = db;
  }

  async readAll(): Promise<StoredTemplate[]> {
    const rows = await this.#db.reading
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
    this.#db.run((tx) => {
      const saved = { document: toJson(template), version, saved_at: savedAtMs, saved_by: savedBy };
      tx.run(
        tx.query
          .insertInto('device_template')
          .values({ industry_id: industryId, id: template.id, ...saved })
          .onConflict((conflict) => conflict.columns(['industry_id', 'id']).doUpdateSet(saved)),
      );
    });
  }

  async delete(industryId: string, id: string): Promise<void> {
    this.#db.run((tx) => {
      tx.run(tx.query.deleteFrom('device_template').where('industry_id', '=', industryId).where('id', '=', id));
    });
  }
}
