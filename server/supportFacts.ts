import type { Config } from './config.ts';
import type { BackupFeature } from './features/backup/index.ts';
import type { Plant } from './plant.ts';

/** What support is shown of the server as it runs; whoever sends it leaves secrets and people out. */
export const supportFacts = (
  { gateway, directory }: Pick<Plant, 'gateway' | 'directory'>,
  { service }: BackupFeature,
  { config, version }: { config: Config; version: string },
): Record<string, unknown> => {
  const { channels, devices } = gateway.status();
  const industries = directory.industries();
  return {
    version: { version, startedWith: process.execArgv, uptimeSeconds: Math.round(process.uptime()) },
    settings: config,
    memory: process.memoryUsage(),
    backup: { ...service.state(), folder: '[left out]' },
    field: { channels, devices },
    counts: { industries: industries.length, units: industries.reduce((sum, { id }) => sum + directory.units(id).length, 0) },
  };
};
