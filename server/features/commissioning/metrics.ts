import { Counter, Gauge, Registry } from 'prom-client';
import type { ChannelState, DeviceState, FieldStatus } from '../../core/field/field.ts';
import type { FieldRegistry } from './registry.ts';

/** Where the figures of /metrics come from; null is not known, and left out. */
export interface MetricsSource {
  fieldStatus(): FieldStatus;
  /** Seconds by which the stored slots lag behind; null before the first. */
  ingestLagSeconds(): number | null;
  /** 99th percentile of the event loop's delay since it was last asked. */
  eventLoopDelayP99Ms(): number | null;
  residentBytes(): number;
  /** Database and write-ahead log. */
  databaseBytes(): number | null;
  /** Since the last verified backup; infinite where none was ever made, null where the clock was set back since. */
  backupAgeSeconds(): number | null;
  diskFreeBytes(): number | null;
  /** Seconds since 1970; infinite where that is more than ten years away. */
  diskFullAtSeconds(): number | null;
}

type Labels = Record<string, string>;
type Sample = [Labels, number | null];
const isKnown = (sample: Sample): sample is [Labels, number] => sample[1] !== null && !Number.isNaN(sample[1]);

type Figure<S> = { name: string; help: string; value(state: S): number | null; counts?: true };

const states: readonly ChannelState['state'][] = [
  'stopped',
  'connecting',
  'settling',
  'ready',
  'busy',
  'draining',
  'down',
  'backoff',
];
const healths: readonly DeviceState['health'][] = ['good', 'suspect', 'offline', 'unknown'];

const channelFigures: Figure<ChannelState>[] = [
  { name: 'reconnects_total', help: 'Times the line was opened again', value: (state) => state.reconnects, counts: true },
  {
    name: 'late_answers_total',
    help: 'Answers dropped because they came too late',
    value: (state) => state.lateAnswers,
    counts: true,
  },
  { name: 'bytes_dropped_total', help: 'Bytes that belonged to no answer', value: (state) => state.bytesDropped, counts: true },
  { name: 'violations_total', help: 'Answers that broke the protocol', value: (state) => state.violations, counts: true },
  { name: 'utilisation_ratio', help: 'Part of the time the line is busy', value: (state) => state.utilisationPct / 100 },
  { name: 'queue_commands', help: 'Commands waiting', value: ({ queueDepth: [commands] }) => commands },
  { name: 'queue_polls', help: 'Polls waiting', value: ({ queueDepth: [, polls] }) => polls },
  { name: 'queue_scans', help: 'Scans waiting', value: ({ queueDepth: [, , scans] }) => scans },
];

const inSeconds = (ms: number | null): number | null => (ms === null ? null : ms / 1000);

const deviceFigures: Figure<DeviceState>[] = [
  { name: 'requests_total', help: 'Requests sent', value: (state) => state.requests, counts: true },
  { name: 'ok_total', help: 'Requests answered well', value: (state) => state.ok, counts: true },
  { name: 'timeouts_total', help: 'Requests without an answer', value: (state) => state.timeouts, counts: true },
  { name: 'crc_errors_total', help: 'Answers with a wrong checksum', value: (state) => state.crcErrors, counts: true },
  { name: 'bad_answers_total', help: 'Answers of the wrong shape', value: (state) => state.badAnswers, counts: true },
  {
    name: 'skipped_blocks_total',
    help: 'Reads left out because the one before was not done',
    value: (state) => state.skippedBlocks,
    counts: true,
  },
  { name: 'rtt_p50_seconds', help: 'Median answer time', value: (state) => inSeconds(state.rttMsP50) },
  { name: 'rtt_p95_seconds', help: '95th percentile of the answer time', value: (state) => inSeconds(state.rttMsP95) },
  { name: 'last_good_timestamp_seconds', help: 'When it last answered well', value: (state) => inSeconds(state.lastGoodAtMs) },
];

/** One set of metrics of one scrape; made anew each time, so that what is no longer configured is no longer there. */
class Scrape {
  readonly registry = new Registry();

  gauge(name: string, help: string, samples: readonly Sample[]): void {
    this.#add(samples, (labelNames) => {
      const gauge = new Gauge({ name, help, registers: [this.registry], labelNames });
      return (labels, value) => gauge.set(labels, value);
    });
  }

  counter(name: string, help: string, samples: readonly Sample[]): void {
    this.#add(samples, (labelNames) => {
      const counter = new Counter({ name, help, registers: [this.registry], labelNames });
      return (labels, value) => counter.inc(labels, value);
    });
  }

  /** @param make makes the metric and says how a sample is put into it; not called without one: a metric without labels would say 0. */
  #add(samples: readonly Sample[], make: (labelNames: string[]) => (labels: Labels, value: number) => void): void {
    const known = samples.filter(isKnown);
    const [first] = known;
    if (!first) return;
    const put = make(Object.keys(first[0]));
    for (const [labels, value] of known) put(labels, value);
  }

  figures<S>(prefix: string, figures: readonly Figure<S>[], list: readonly [Labels, S][]): void {
    for (const { name, help, value, counts } of figures) {
      const samples = list.map(([labels, state]): Sample => [labels, value(state)]);
      if (counts) this.counter(`${prefix}_${name}`, help, samples);
      else this.gauge(`${prefix}_${name}`, help, samples);
    }
  }

  states<S extends string>(name: string, help: string, all: readonly S[], list: readonly [Labels, S][]): void {
    this.gauge(
      name,
      help,
      list.flatMap(([labels, now]) => all.map((state): [Labels, number] => [{ ...labels, state }, state === now ? 1 : 0])),
    );
  }
}

const ofField = (scrape: Scrape, { channels, devices }: FieldStatus, registry: FieldRegistry): void => {
  const lines = channels.map((state): [Labels, ChannelState] => [
    { connection: state.connectionId, name: registry.connections.get(state.connectionId)?.name ?? '' },
    state,
  ]);
  const slaves = devices.map((state): [Labels, DeviceState] => [
    { device: state.deviceId, connection: state.connectionId, name: registry.devices.get(state.deviceId)?.name ?? '' },
    state,
  ]);
  scrape.figures('headworks_channel', channelFigures, lines);
  scrape.states(
    'headworks_channel_state',
    'State of the line',
    states,
    lines.map(([labels, { state }]) => [labels, state]),
  );
  scrape.figures('headworks_device', deviceFigures, slaves);
  scrape.states(
    'headworks_device_health',
    'Health of the device',
    healths,
    slaves.map(([labels, { health }]) => [labels, health]),
  );
  scrape.counter(
    'headworks_device_exceptions_total',
    'Modbus exceptions answered',
    slaves.flatMap(([labels, { exceptions }]) =>
      Object.entries(exceptions).map(([exception, count]): [Labels, number] => [{ ...labels, exception }, count]),
    ),
  );
};

/** The text of /metrics now, and its media type. */
export const metricsText = async (
  source: MetricsSource,
  registry: FieldRegistry,
): Promise<{ body: string; contentType: string }> => {
  const scrape = new Scrape();
  ofField(scrape, source.fieldStatus(), registry);
  scrape.gauge('headworks_ingest_lag_seconds', 'Time by which stored slots lag behind', [[{}, source.ingestLagSeconds()]]);
  scrape.gauge('headworks_event_loop_delay_p99_seconds', 'Since the last scrape', [
    [{}, inSeconds(source.eventLoopDelayP99Ms())],
  ]);
  scrape.gauge('headworks_resident_bytes', 'Memory of the server process', [[{}, source.residentBytes()]]);
  scrape.gauge('headworks_database_bytes', 'Database and write-ahead log', [[{}, source.databaseBytes()]]);
  scrape.gauge('headworks_backup_age_seconds', 'Time since the last verified backup', [[{}, source.backupAgeSeconds()]]);
  scrape.gauge('headworks_disk_free_bytes', 'Free space on the disk of the data folder', [[{}, source.diskFreeBytes()]]);
  scrape.gauge('headworks_disk_full_timestamp_seconds', 'When the disk is full at the present growth', [
    [{}, source.diskFullAtSeconds()],
  ]);
  return { body: await scrape.registry.metrics(), contentType: scrape.registry.contentType };
};
