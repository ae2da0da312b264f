import type { IndustryRecord } from './directoryStore.ts';
import type { Category, Industry, SeriesInfo, Unit, UnitDirectory } from './model.ts';

/** Reads industries whole. */
export type IndustrySource = {
  industryIds(): Promise<string[]>;
  read(industryId: string): Promise<IndustryRecord | undefined>;
};

type Entry = IndustryRecord & { unitById: ReadonlyMap<string, Unit> };

/** The units of every industry, in memory; `refresh` after each change. */
export class MemoryUnitDirectory implements UnitDirectory {
  readonly #source: IndustrySource;
  readonly #entries = new Map<string, Entry>();
  readonly #series = new Map<number, SeriesInfo>();

  constructor(source: IndustrySource) {
    this.#source = source;
  }

  /** Reads everything; answers are empty before. */
  async load(): Promise<void> {
    for (const id of await this.#source.industryIds()) await this.refresh(id);
  }

  /** Takes over what is stored of one industry now. */
  async refresh(industryId: string): Promise<void> {
    const record = await this.#source.read(industryId);
    for (const unit of this.units(industryId)) for (const { id } of unit.series) this.#series.delete(id);
    this.#entries.delete(industryId);
    if (!record) return;
    this.#entries.set(industryId, { ...record, unitById: new Map(record.units.map((unit) => [unit.id, unit])) });
    for (const unit of record.units) for (const series of unit.series) this.#series.set(series.id, series);
  }

  industries(): Industry[] {
    return [...this.#entries.values()].map(({ industry }) => industry);
  }

  industry(industryId: string): Industry | undefined {
    return this.#entries.get(industryId)?.industry;
  }

  categories(industryId: string): Category[] {
    return this.#entries.get(industryId)?.categories ?? [];
  }

  units(industryId: string): Unit[] {
    return this.#entries.get(industryId)?.units ?? [];
  }

  unit(industryId: string, unitId: string): Unit | undefined {
    return this.#entries.get(industryId)?.unitById.get(unitId);
  }

  seriesById(seriesId: number): SeriesInfo | undefined {
    return this.#series.get(seriesId);
  }
}
