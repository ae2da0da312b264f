import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Bus } from '../core/bus.ts';
import { ManualClock } from '../core/clock.ts';
import type { Sample } from '../core/field/field.ts';
import type { Log } from '../core/log.ts';
import { PlantClock } from '../core/plantClock.ts';
import { SLOT_MS } from '../core/slots.ts';
import { migrate } from '../db/migrate.ts';
import { type DatabaseConnection, openDatabase, type Sqlite } from '../db/open.ts';
import { Writer } from '../db/writer.ts';
import { HistoryWriter } from '../historian/ingest/historyWriter.ts';
import { Ingest } from '../historian/ingest/ingest.ts';
import { SlotReader } from '../historian/read/slotReader.ts';
import { ReadingStore } from '../historian/store/readingStore.ts';
import { SlotStore } from '../historian/store/slotStore.ts';
import type { TagBinding, UnitDirectory } from '../plantModel/model.ts';

/** A log that keeps what went wrong. */
export const quietLog = (lines: string[] = []): Log => ({
  debug: () => undefined,
  info: () => undefined,
  warn: (_fields, message) => lines.push(message),
  error: (_fields, message) => lines.push(message),
  always: () => undefined,
  child: () => quietLog(lines),
});

/** Writes industries, units, series and meters as the units feature would. */
export const seed = (sqlite: Sqlite, units: UnitDirectory): void => {
  const add = (table: string, row: Record<string, string | number | null>): void => {
    const names = Object.keys(row);
    sqlite.prepare(`insert into ${table} (${names}) values (${names.map(() => '?')})`).run(Object.values(row));
  };
  sqlite.transaction(() => {
    for (const { id, name, shifts } of units.industries()) {
      add('industry', { id, name, joined_at: 0 });
      for (const { validFrom, timezone, startAt, endAt, shiftName } of shifts)
        add('industry_shift', {
          industry_id: id,
          valid_from: validFrom,
          timezone,
          start_at: startAt,
          end_at: endAt,
          shift_name: shiftName,
        });
      add('category', {
        id: `${id}-c`,
        industry_id: id,
        display_name: 'c',
        standard_category_id: 'SOURCE_CATEGORY',
        si_unit: 'KL',
      });
      add('sub_category', { id: `${id}-s`, industry_id: id, category_id: `${id}-c`, display_name: 's' });
      for (const unit of units.units(id)) {
        const { type, name: unitName, standardCategoryId, siUnit } = unit;
        add('unit', {
          id: unit.id,
          industry_id: id,
          sub_category_id: `${id}-s`,
          name: unitName,
          type,
          standard_category_id: standardCategoryId,
          si_unit: siUnit,
          created_at: 0,
        });
        for (const series of unit.series) {
          add('series', {
            id: series.id,
            uid: series.uid,
            industry_id: id,
            unit_id: unit.id,
            param: series.param,
            kind: series.kind,
            measure: series.measure,
          });
          const { meter } = unit.meta;
          if (meter && series.kind === 'counter')
            add('meter', {
              series_id: series.id,
              valid_from_slot: 0,
              modulus: meter.modulus,
              base_per_count: meter.basePerCount,
              max_per_hour: meter.maxPerHour,
              back_deadband: meter.backDeadband ?? 1,
            });
        }
      }
    }
  })();
};

/** One database with units, and ingest on a clock that the test moves. */
export class ReadingsRig {
  readonly folder: string;
  readonly clock: ManualClock;
  /** What samples are stamped by. */
  plantClock: PlantClock;
  readonly log: string[] = [];
  readonly bus = new Bus(quietLog(this.log));
  readonly units: UnitDirectory;
  connection: DatabaseConnection;
  readonly: DatabaseConnection;
  ingest: Ingest;
  reader: SlotReader;
  #bindings: TagBinding[] = [];

  constructor(units: UnitDirectory, nowMs: number) {
    this.folder = mkdtempSync(join(tmpdir(), 'readings-'));
    this.units = units;
    this.clock = new ManualClock(nowMs);
    this.plantClock = new PlantClock(this.clock);
    this.connection = openDatabase(this.path);
    migrate(this.connection.sqlite, this.clock);
    seed(this.connection.sqlite, units);
    this.readonly = openDatabase(this.path, { readonly: true });
    [this.ingest, this.reader] = this.#make();
  }

  get path(): string {
    return join(this.folder, 'headworks.db');
  }

  /** Binds one tag `<unitId>.<param>` to each of these series. */
  bind(bound: readonly string[]): void {
    this.#bindings = bound.map((tagId) => {
      const [unitId = '', param = ''] = tagId.split('.');
      const { id, industryId, kind } = this.seriesOf(unitId, param);
      return { tagId, seriesId: id, industryId, unitId, param, kind };
    });
    this.ingest.bind(this.#bindings);
  }

  start(bound: readonly string[]): this {
    this.bind(bound);
    this.ingest.start();
    return this;
  }

  /** As after a crash: nothing more is stored, a new ingest takes up what the database has. */
  restart(): void {
    this.connection.sqlite.close();
    // without its database the old one stores nothing; it only has to let go of its timer
    void this.ingest.stop();
    this.connection = openDatabase(this.path);
    [this.ingest, this.reader] = this.#make();
    this.ingest.bind(this.#bindings);
    this.ingest.start();
  }

  history(): HistoryWriter {
    const { sqlite } = this.connection;
    return new HistoryWriter({
      store: new ReadingStore(sqlite),
      slotStore: new SlotStore(new Writer(sqlite)),
      units: this.units,
      log: quietLog(this.log),
    });
  }

  seriesOf(unitId: string, param: string) {
    const found = this.units
      .industries()
      .flatMap(({ id }) => this.units.units(id))
      .find(({ id }) => id === unitId);
    const series = found?.series.find((one) => one.param === param);
    if (!series) throw new Error(`${unitId} has no ${param}`);
    return series;
  }

  id(unitId: string, param: string): number {
    return this.seriesOf(unitId, param).id;
  }

  /** A good sample now, or at a moment. */
  send(
    tagId: string,
    value: number | null,
    atMs = this.plantClock.now(),
    quality: Sample['quality'] = value === null ? 'BAD_TIMEOUT' : 'GOOD',
  ): void {
    this.ingest.accept([{ tagId, value, quality, atMs }]);
  }

  /** Moves to 10 s before a slot's end, sends, then moves past its end and stores. */
  async slot(slot: number, values: Record<string, number | null>): Promise<void> {
    this.clock.set((slot + 1) * SLOT_MS - 10_000);
    for (const [tagId, value] of Object.entries(values)) this.send(tagId, value);
    this.clock.set((slot + 1) * SLOT_MS + 3000);
    await this.ingest.flush();
  }

  async close(): Promise<void> {
    await this.ingest.stop();
    this.readonly.sqlite.close();
    this.connection.sqlite.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  #make(): [Ingest, SlotReader] {
    const { sqlite } = this.connection;
    this.plantClock = new PlantClock(this.clock);
    const ingestStore = new ReadingStore(sqlite);
    const ingest = new Ingest({
      clock: this.plantClock,
      log: quietLog(this.log),
      bus: this.bus,
      units: this.units,
      store: ingestStore,
      slotStore: new SlotStore(new Writer(sqlite), ingestStore.damage),
    });
    const store = new ReadingStore(this.readonly.sqlite, ingestStore.damage);
    return [ingest, new SlotReader({ store, units: this.units, clock: this.plantClock, openDays: ingest.openDays })];
  }
}
