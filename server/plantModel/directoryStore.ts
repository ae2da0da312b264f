import type { Kysely, Selectable } from 'kysely';
import { z } from 'zod';
import { unitType } from '../contract/model/common.ts';
import { tagKind } from '../contract/model/field.ts';
import { unitMeta } from '../contract/model/units.ts';
import { fromFlag, fromJson } from '../db/columns.ts';
import type { Schema, UnitTable } from '../db/schema.ts';
import { metersAbove, metersAdded } from './meterTree.ts';
import type { Category, Industry, SeriesInfo, SeriesKind, ShiftRule, TagFeed, Unit } from './model.ts';

export type IndustryRecord = { industry: Industry; categories: Category[]; units: Unit[] };

const idList = z.array(z.string());
const industryMeta = z.record(z.string(), z.unknown());

type ParsedUnit = Pick<Unit, 'standardCategoryIds' | 'meta' | 'type'>;

/** Reads whole industries for the directory. */
export class DirectoryStore {
  readonly #db: Pick<Kysely<Schema>, 'selectFrom'>;
  /** JSON of units whose version did not change is not parsed again. */
  readonly #parsed = new Map<string, { version: number; row: ParsedUnit }>();

  constructor(db: Pick<Kysely<Schema>, 'selectFrom'>) {
    this.#db = db;
  }

  async industryIds(): Promise<string[]> {
    const rows = await this.#db.selectFrom('industry').select('id').orderBy('joined_at').orderBy('id').execute();
    return rows.map(({ id }) => id);
  }

  async read(industryId: string): Promise<IndustryRecord | undefined> {
    const industry = await this.#industry(industryId);
    if (!industry) return undefined;
    const categories = await this.#categories(industryId);
    return { industry, categories, units: await this.#units(industryId, categories) };
  }

  async #industry(id: string): Promise<Industry | undefined> {
    const row = await this.#db
      .selectFrom('industry')
      .select(['id', 'name', 'currency', 'joined_at', 'disabled', 'meta', 'version'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) return undefined;
    const shifts = await this.#db
      .selectFrom('industry_shift')
      .select(['valid_from', 'timezone', 'start_at', 'end_at', 'shift_name'])
      .where('industry_id', '=', id)
      .orderBy('valid_from')
      .execute();
    return {
      id: row.id,
      name: row.name,
      currency: row.currency,
      joinedAtMs: row.joined_at,
      disabled: fromFlag(row.disabled),
      meta: fromJson(industryMeta, row.meta),
      version: row.version,
      shifts: shifts.map(
        (shift): ShiftRule => ({
          validFrom: shift.valid_from,
          timezone: shift.timezone,
          startAt: shift.start_at,
          endAt: shift.end_at,
          shiftName: shift.shift_name,
        }),
      ),
    };
  }

  async #categories(industryId: string): Promise<Category[]> {
    const subRows = await this.#db
      .selectFrom('sub_category')
      .select(['id', 'category_id', 'display_name', 'group_name', 'enabled', 'position', 'version'])
      .where('industry_id', '=', industryId)
      .orderBy('position')
      .orderBy('id')
      .execute();
    const subs = Map.groupBy(subRows, ({ category_id }) => category_id);
    const rows = await this.#db
      .selectFrom('category')
      .select(['id', 'display_name', 'standard_category_id', 'si_unit', 'enabled', 'position', 'version'])
      .where('industry_id', '=', industryId)
      .orderBy('position')
      .orderBy('id')
      .execute();
    return rows.map((row) => ({
      id: row.id,
      displayName: row.display_name,
      standardCategoryId: row.standard_category_id,
      siUnit: row.si_unit,
      enabled: fromFlag(row.enabled),
      position: row.position,
      version: row.version,
      subCategories: (subs.get(row.id) ?? []).map((sub) => ({
        id: sub.id,
        categoryId: sub.category_id,
        displayName: sub.display_name,
        group: sub.group_name,
        enabled: fromFlag(sub.enabled),
        position: sub.position,
        version: sub.version,
      })),
    }));
  }

  async #units(industryId: string, categories: Category[]): Promise<Unit[]> {
    const series = Map.groupBy(await this.#series(industryId), ({ unitId }) => unitId);
    const feeds = await this.#feeds(industryId);
    const categoryOf = new Map(categories.flatMap(({ subCategories }) => subCategories.map((sub) => [sub.id, sub.categoryId])));
    const rows = await this.#db
      .selectFrom('unit')
      .selectAll()
      .where('industry_id', '=', industryId)
      .orderBy('position')
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    const above = new Map(rows.map((row) => [row.id, this.#parse(row).meta.subMeterOf]));
    const units = rows.map((row) => ({
      ...this.#parse(row),
      id: row.id,
      industryId,
      categoryId: categoryOf.get(row.sub_category_id) ?? '',
      subCategoryId: row.sub_category_id,
      name: row.name,
      standardCategoryId: row.standard_category_id,
      siUnit: row.si_unit,
      deployed: fromFlag(row.deployed),
      position: row.position,
      maxCapacity: row.max_capacity,
      createdAtMs: row.created_at,
      version: row.version,
      series: series.get(row.id) ?? [],
      feeds: feeds.get(row.id) ?? [],
      countedIn: metersAbove(row.id, (id) => above.get(id)),
    }));
    const byId = new Map(units.map((unit) => [unit.id, unit]));
    return units.map((unit) => ({ ...unit, adds: metersAdded(unit, (id) => byId.get(id)) }));
  }

  #parse(row: Selectable<UnitTable>): ParsedUnit {
    const known = this.#parsed.get(row.id);
    if (known && known.version === row.version) return known.row;
    const parsed = {
      type: unitType.parse(row.type),
      meta: fromJson(unitMeta, row.meta),
      standardCategoryIds: fromJson(idList, row.standard_category_ids),
    };
    this.#parsed.set(row.id, { version: row.version, row: parsed });
    return parsed;
  }

  async #series(industryId: string): Promise<SeriesInfo[]> {
    const rows = await this.#db
      .selectFrom('series')
      .select(['id', 'uid', 'unit_id', 'param', 'kind', 'measure'])
      .where('industry_id', '=', industryId)
      .orderBy('id')
      .execute();
    return rows.map(({ unit_id, kind, ...row }) => ({ ...row, unitId: unit_id, industryId, kind: kind as SeriesKind }));
  }

  async #feeds(industryId: string): Promise<Map<string | null, TagFeed[]>> {
    const rows = await this.#db
      .selectFrom('tag')
      .select(['id', 'device_id', 'unit_id', 'name', 'param', 'kind', 'measure', 'period_ms'])
      .where('industry_id', '=', industryId)
      .where('unit_id', 'is not', null)
      .orderBy('id')
      .execute();
    return new Map(
      [...Map.groupBy(rows, ({ unit_id }) => unit_id)].map(([unitId, tags]) => [
        unitId,
        tags.map(({ id, device_id, name, param, kind, measure, period_ms }) => ({
          tagId: id,
          deviceId: device_id,
          name,
          param: param ?? '',
          kind: tagKind.parse(kind),
          measure,
          periodMs: period_ms,
        })),
      ]),
    );
  }
}
