import { sql } from 'kysely';
import type { SeriesSpec } from '../../contract/model/unitSeries.ts';
import type { MeterSpec, UnitSpec } from '../../contract/model/units.ts';
import { dateOfDay } from '../../core/shift.ts';
import { marks, SLOT_MS, SLOTS_PER_HOUR, slotOf } from '../../core/slots.ts';
import { iso } from '../../core/time.ts';
import { toFlag, toJson } from '../../db/columns.ts';
import type { Writer, WriteTx } from '../../db/writer.ts';
import { isRunning, RevisedStore } from '../../historian/index.ts';
import type { SeriesInfo } from '../../plantModel/index.ts';
import type { LastDisplay } from './closingReading.ts';
import type { MeterChangeAt, MeterInForce, MeterTimeline } from './meterTimeline.ts';

const SLOTS_PER_DAY = 24 * SLOTS_PER_HOUR;

export type NewSeries = SeriesSpec & { uid: string };
export type MeterFrom = { meter: MeterSpec; fromSlot: number };

type Key = { industryId: string; unitId: string };
/** Display counts of a meter that was changed; `closing` is null for the first one. */
export type MeterReadings = {
  slot: number;
  second: number;
  closing: number | null;
  opening: number;
  oldBasePerCount: number;
  note: string;
};
export type UnitChange = {
  key: Key;
  spec: UnitSpec;
  added: readonly NewSeries[];
  measured: readonly SeriesInfo[];
  removed: readonly number[];
  meter: MeterFrom | undefined;
};

const columns = (spec: UnitSpec) => ({
  sub_category_id: spec.subCategoryId,
  name: spec.name,
  type: spec.type,
  standard_category_id: spec.standardCategoryId,
  standard_category_ids: toJson(spec.standardCategoryIds),
  si_unit: spec.siUnit,
  deployed: toFlag(spec.deployed),
  position: spec.position,
  max_capacity: spec.maxCapacity,
  meta: toJson(spec.meta),
});

/** A pulse, or what flows in 0.72 s at Qmax, whichever is more. */
const backDeadbandOf = ({ backDeadband, maxPerHour }: MeterSpec): number => backDeadband ?? Math.max(1, 0.0002 * maxPerHour);

const addSeries = (tx: WriteTx, key: Key, series: readonly NewSeries[]): void => {
  for (const { uid, param, kind, measure } of series)
    tx.run(tx.query.insertInto('series').values({ uid, industry_id: key.industryId, unit_id: key.unitId, param, kind, measure }));
};

const countersOf = (tx: WriteTx, { industryId, unitId }: Key): number[] =>
  tx
    .all(
      tx.query
        .selectFrom('series')
        .select('id')
        .where('industry_id', '=', industryId)
        .where('unit_id', '=', unitId)
        .where('kind', '=', 'counter'),
    )
    .map(({ id }) => id);

/** Every counter of the unit counts by this meter from the slot on. */
const addMeter = (tx: WriteTx, key: Key, { meter, fromSlot }: MeterFrom): void => {
  for (const id of countersOf(tx, key))
    tx.run(
      tx.query.replaceInto('meter').values({
        series_id: id,
        valid_from_slot: fromSlot,
        modulus: meter.modulus,
        base_per_count: meter.basePerCount,
        max_per_hour: meter.maxPerHour,
        back_deadband: backDeadbandOf(meter),
      }),
    );
};

/** Readings at a change of the meter, for every counter of the unit. */
const addMeterReadings = (tx: WriteTx, key: Key, { oldBasePerCount, ...readings }: MeterReadings): void => {
  for (const id of countersOf(tx, key))
    tx.run(tx.query.replaceInto('meter_change').values({ series_id: id, ...readings, old_base_per_count: oldBasePerCount }));
};

const changeOne = (tx: WriteTx, { key, spec, added, measured, removed, meter }: UnitChange): void => {
  tx.run(
    tx.query
      .updateTable('unit')
      .set({ ...columns(spec), version: sql<number>`version + 1` })
      .where('industry_id', '=', key.industryId)
      .where('id', '=', key.unitId),
  );
  addSeries(tx, key, added);
  for (const { id, measure } of measured)
    tx.run(tx.query.updateTable('series').set({ measure }).where('industry_id', '=', key.industryId).where('id', '=', id));
  if (removed.length > 0)
    tx.run(tx.query.deleteFrom('series').where('industry_id', '=', key.industryId).where('id', 'in', removed));
  if (meter) addMeter(tx, key, meter);
};

/** Units, their series and meters. */
export class UnitStore {
  readonly #db: Writer;
  readonly #revised: RevisedStore;

  constructor(db: Writer) {
    this.#db = db;
    this.#revised = new RevisedStore(db);
  }

  /**
   * A change of the meter with all that follows from it for the changes that came later, also where those were entered before. Its slots are
   * worked out after the transaction, or after the next start where the server is killed before.
   */
  addMeterChange(tx: WriteTx, key: Key, readings: MeterReadings, { rows, changes }: MeterTimeline): void {
    for (const row of rows) addMeter(tx, key, row);
    addMeterReadings(tx, key, readings);
    const seriesIds = countersOf(tx, key);
    for (const id of seriesIds)
      for (const { slot, second, oldBasePerCount } of changes)
        tx.run(
          tx.query
            .updateTable('meter_change')
            .set({ old_base_per_count: oldBasePerCount })
            .where('series_id', '=', id)
            .where('slot', '=', slot)
            .where('second', '=', second),
        );
    const { slot } = readings;
    this.#revised.add(tx, [{ industryId: key.industryId, fromSlot: slot, toSlot: slot, seriesIds }]);
  }

  async create(key: Key, spec: UnitSpec, series: readonly NewSeries[], createdAtMs: number): Promise<void> {
    this.#db.run((tx) => {
      tx.run(
        tx.query
          .insertInto('unit')
          .values({ id: key.unitId, industry_id: key.industryId, ...columns(spec), created_at: createdAtMs }),
      );
      addSeries(tx, key, series);
      const { meter } = spec.meta;
      if (!meter) return;
      addMeter(tx, key, { meter, fromSlot: 0 });
      if (meter.openingReading === undefined) return;
      const [slot, opening] = [slotOf(createdAtMs), meter.openingReading];
      addMeterReadings(tx, key, { slot, second: 0, closing: null, opening, oldBasePerCount: meter.basePerCount, note: '' });
    });
  }

  /**
   * Applies the changes in one transaction.
   * @param also further writes of the same transaction; synchronous.
   */
  async change(changes: readonly UnitChange[], also?: (tx: WriteTx) => void): Promise<void> {
    this.#db.run((tx) => {
      for (const change of changes) changeOne(tx, change);
      also?.(tx);
    });
  }

  async delete({ industryId, unitId }: Key, seriesIds: readonly number[]): Promise<void> {
    this.#db.run((tx) => {
      if (seriesIds.length > 0) {
        tx.run(tx.query.deleteFrom('meter_change').where('series_id', 'in', seriesIds));
        tx.run(tx.query.deleteFrom('meter').where('series_id', 'in', seriesIds));
      }
      tx.run(tx.query.deleteFrom('series').where('industry_id', '=', industryId).where('unit_id', '=', unitId));
      tx.run(tx.query.deleteFrom('unit').where('industry_id', '=', industryId).where('id', '=', unitId));
    });
  }

  /** The meters of the counters of a unit, which all count by the same, and the changes of them; both oldest first. */
  async meters(seriesIds: readonly number[]): Promise<{ rows: MeterInForce[]; changes: MeterChangeAt[] }> {
    const [seriesId] = seriesIds;
    if (seriesId === undefined) return { rows: [], changes: [] };
    const rows = await this.#db.reading
      .selectFrom('meter')
      .select('valid_from_slot as fromSlot')
      .select(['modulus', 'base_per_count as basePerCount', 'max_per_hour as maxPerHour', 'back_deadband as backDeadband'])
      .where('series_id', '=', seriesId)
      .orderBy('valid_from_slot')
      .execute();
    const changes = await this.#db.reading
      .selectFrom('meter_change')
      .select(['slot', 'second', 'old_base_per_count as oldBasePerCount'])
      .where('series_id', '=', seriesId)
      .where('closing', 'is not', null)
      .orderBy('slot')
      .orderBy('second')
      .execute();
    return { rows, changes };
  }

  /** What a counter showed last before a slot, by its open days or else by its last closed one. */
  async lastDisplay(seriesIds: readonly number[], beforeSlot: number): Promise<LastDisplay | undefined> {
    const [seriesId] = seriesIds;
    if (seriesId === undefined) return undefined;
    const open = await this.#db.reading
      .selectFrom('reading_open')
      .select(['slot', 'raw', 'mark'])
      .where('series_id', '=', seriesId)
      .where('slot', '<', beforeSlot)
      .where('raw', 'is not', null)
      .where(sql<boolean>`mark & ${marks.ACCEPTED} <> 0`)
      .orderBy('slot', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (open) {
      const shownAt = iso(open.slot * SLOT_MS + (open.mark & marks.SECOND) * 1000);
      return { slot: open.slot, raw: open.raw ?? 0, shownAt };
    }
    // a day is over a whole day later in every zone
    const lastDay = Math.floor(beforeSlot / SLOTS_PER_DAY) - 2;
    const closed = await this.#db.reading
      .selectFrom('day_total')
      .select(['day', 'counter_close as raw'])
      .where('series_id', '=', seriesId)
      .where('day', '<=', lastDay)
      .where('counter_close', 'is not', null)
      .orderBy('day', 'desc')
      .limit(1)
      .executeTakeFirst();
    return closed && { slot: closed.day * SLOTS_PER_DAY, raw: closed.raw ?? 0, shownAt: dateOfDay(closed.day) };
  }

  /** Whether one of these series ever had a meter. */
  async hasMeter(seriesIds: readonly number[]): Promise<boolean> {
    if (seriesIds.length === 0) return false;
    const row = await this.#db.reading
      .selectFrom('meter')
      .select('series_id')
      .where('series_id', 'in', seriesIds)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Whether anything was ever recorded for one of these series. */
  async hasReadings(seriesIds: readonly number[]): Promise<boolean> {
    if (seriesIds.length === 0) return false;
    for (const table of ['day_total', 'reading_day', 'counter_event', 'reading_open'] as const) {
      const row = await this.#db.reading
        .selectFrom(table)
        .select('series_id')
        .where('series_id', 'in', seriesIds)
        .limit(1)
        .executeTakeFirst();
      if (row) return true;
    }
    const running = await this.#db.reading.selectFrom('reading_running').selectAll().execute();
    return running.some((row) => seriesIds.some((id) => isRunning(row, id)));
  }
}
