import type { SlotBlock } from '../../core/slots.ts';
import type { OpenDays } from '../read/openDays.ts';
import type { LatestValue } from '../read/reader.ts';
import type { SlotEngine } from '../slots/slotEngine.ts';
import type { ClosedSeriesDay, SlotWriter } from '../store/slotWriter.ts';
import type { LiveValues } from './liveValues.ts';

/** What readers may see of the slot engine. */
export class EngineDays implements OpenDays {
  readonly #engine: SlotEngine;
  readonly #writer: SlotWriter;
  readonly #live: LiveValues;
  readonly #sampleChanges: () => number;
  readonly #listeners: ((day: ClosedSeriesDay) => void)[] = [];

  constructor(parts: { engine: SlotEngine; writer: SlotWriter; live: LiveValues; sampleChanges(): number }) {
    this.#engine = parts.engine;
    this.#writer = parts.writer;
    this.#live = parts.live;
    this.#sampleChanges = parts.sampleChanges;
  }

  get changes(): number {
    return this.#writer.changes;
  }

  get sampleChanges(): number {
    return this.#sampleChanges();
  }

  get closedThrough(): number {
    return this.#engine.closedThrough;
  }

  has(seriesId: number): boolean {
    return this.#engine.find(seriesId) !== undefined;
  }

  block(seriesId: number, day: number): SlotBlock | undefined {
    return this.#engine.find(seriesId)?.days.known(day)?.block;
  }

  steady(seriesId: number, day: number): { beforeSlot: number; changes: number } | undefined {
    const known = this.#engine.find(seriesId)?.days.known(day);
    return known && { beforeSlot: known.block.firstSlot + known.newest, changes: known.earlierChanges };
  }

  unpacked(seriesId: number): { day: number; block: SlotBlock }[] {
    const series = this.#engine.find(seriesId);
    return series ? [...series.days.inMemory()].filter(({ packed }) => packed === undefined) : [];
  }

  countBefore(seriesId: number, slot: number): number | null {
    const series = this.#engine.find(seriesId);
    return series?.counter ? (series.days.lastAccepted(slot)?.raw ?? null) : null;
  }

  latest(seriesId: number): LatestValue | undefined {
    return this.#live.latest(seriesId);
  }

  quality(seriesId: number): LatestValue['quality'] | undefined {
    return this.#live.quality(seriesId);
  }

  onStored(listener: (day: ClosedSeriesDay) => void): void {
    this.#listeners.push(listener);
  }

  /** Passes on that a closed day was stored. */
  stored(day: ClosedSeriesDay): void {
    for (const listener of this.#listeners) listener(day);
  }
}
