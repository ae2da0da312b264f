import type { SlotBlock } from '../../core/slots.ts';
import type { LatestValue } from './reader.ts';

/**
 * The days that are not packed yet, as the process that takes the samples keeps them in memory. Readers see it; only ingest changes
 * what is behind it. Days are shift days (days since 1970-01-01), slots are 5 minutes (`floor(epoch seconds / 300)`).
 */
export interface OpenDays {
  /** Grows with every stored change. */
  readonly changes: number;
  /** Grows whenever samples are taken or taken back, or other ones are listened to. */
  readonly sampleChanges: number;
  /** Last slot whose values are final; -Infinity before the start. */
  readonly closedThrough: number;
  /** Whether this series is kept in memory at all. */
  has(seriesId: number): boolean;
  /** The day as it is in memory; undefined when it is not there. */
  block(seriesId: number, day: number): SlotBlock | undefined;
  /** Before which slot a day changes only together with a number that grows; undefined when it is not there. */
  steady(seriesId: number, day: number): { beforeSlot: number; changes: number } | undefined;
  /** Days in memory that are not packed yet. */
  unpacked(seriesId: number): { day: number; block: SlotBlock }[];
  /** Counts of a counter at its last accepted reading before a slot; null when there was none, or it is no counter. */
  countBefore(seriesId: number, slot: number): number | null;
  /** The newest sample; undefined before the first one. */
  latest(seriesId: number): LatestValue | undefined;
  /** Of the newest sample. */
  quality(seriesId: number): LatestValue['quality'] | undefined;
  /** Calls back for every closed day as soon as it is stored or changed. */
  onStored(listener: (day: { seriesId: number; day: number }) => void): void;
}
