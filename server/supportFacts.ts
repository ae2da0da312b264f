import type { Config } from './config.ts';
import { readCrashes } from './crashReports.ts';
import type { BackupFeature } from './features/backup/index.ts';
import type { MetricsMinute } from './metricsHistory.ts';
import type { Plant } from './plant.ts';
import type { Storage } from './storage.ts';

const MEBIBYTE = 1_048_576;
/** Of each line, the newest. */
const FRAMES = 200;
/** Up to the function and the byte after it: what was asked and answered, and no value of a register. */
const headBytes = { mbap: 9, rtu: 3 } as const;

/** Figures of a minute, for `MetricsHistory`. */
export const figuresOf = ({ gateway }: Pick<Plant, 'gateway'>, disk: Storage): MetricsMinute => {
  const { rss, heapUsed, external } = process.memoryUsage();
  const { channels } = gateway.status();
  return {
    residentMiB: Math.round(rss / MEBIBYTE),
    heapMiB: Math.round(heapUsed / MEBIBYTE),
    externalMiB: Math.round(external / MEBIBYTE),
    databaseMiB: disk.bytes() === 0 ? null : Math.round(disk.bytes() / MEBIBYTE),
    diskFreeMiB: disk.isThere() ? Math.round(disk.room().freeBytes / MEBIBYTE) : null,
    lines: channels.length,
    linesUp: channels.filter(({ state }) => state === 'ready' || state === 'busy').length,
  };
};

/** The newest frames of every line: when, which way, how long, whom and for what; not what the registers held. */
const framesOf = ({ gateway }: Pick<Plant, 'gateway'>): object[] =>
  gateway.status().channels.map(({ connectionId }) => {
    const line = gateway.line(connectionId);
    const framing = line?.connection.settings.kind === 'tcp' ? 'mbap' : 'rtu';
    const frames = (line?.traffic.frames() ?? []).slice(-FRAMES).map(({ atUs, direction, bytes }) => ({
      at: new Date(atUs / 1000).toISOString(),
      direction,
      bytes: bytes.length,
      head: Buffer.from(bytes.subarray(0, headBytes[framing])).toString('hex'),
    }));
    return { connectionId, framing, frames };
  });

/** What support is shown of the server as it runs; whoever sends it leaves secrets and people out. */
export const supportFacts = (
  plant: Pick<Plant, 'gateway' | 'directory'>,
  { service }: BackupFeature,
  { config, version, minutes }: { config: Config; version: string; minutes: readonly MetricsMinute[] },
): Record<string, unknown> => {
  const { gateway, directory } = plant;
  const { channels, devices } = gateway.status();
  const industries = directory.industries();
  return {
    version: { version, startedWith: process.execArgv, uptimeSeconds: Math.round(process.uptime()) },
    settings: config,
    memory: process.memoryUsage(),
    backup: { ...service.state(), folder: '[left out]' },
    field: { channels, devices },
    frames: framesOf(plant),
    metrics: minutes,
    crashes: readCrashes(config.dataFolder),
    counts: { industries: industries.length, units: industries.reduce((sum, { id }) => sum + directory.units(id).length, 0) },
  };
};
