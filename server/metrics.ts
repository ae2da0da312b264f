import type { Clock } from './core/clock.ts';
import { slotOf } from './core/slots.ts';
import type { EventLoopDelay, MetricsSource } from './features/commissioning/index.ts';
import type { ModbusGateway } from './field/gateway.ts';
import type { Ingest } from './historian/index.ts';
import type { Storage } from './storage.ts';

const SLOT_SECONDS = 300;

export type MetricsParts = { gateway: ModbusGateway; ingest: Ingest; loopDelay: EventLoopDelay; storage: Storage; clock: Clock };

/** Where the figures of /metrics come from. */
export const metricsOf = ({
  gateway,
  ingest,
  loopDelay,
  storage,
  clock,
}: MetricsParts): Omit<MetricsSource, 'backupAgeSeconds' | 'diskFreeBytes' | 'diskFullAtSeconds'> => ({
  fieldStatus: () => gateway.status(),
  ingestLagSeconds: () => {
    const behind = slotOf(clock.now()) - 1 - ingest.openDays.closedThrough;
    return Number.isFinite(behind) ? behind * SLOT_SECONDS : null;
  },
  eventLoopDelayP99Ms: () => loopDelay.takeP99Ms(),
  residentBytes: () => process.memoryUsage.rss(),
  // it is never empty: its disk does not answer
  databaseBytes: () => storage.bytes() || null,
});
