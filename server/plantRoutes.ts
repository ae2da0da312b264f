import type { Config } from './config.ts';
import type { Clock } from './core/clock.ts';
import { accountRoutes } from './features/accounts/index.ts';
import { alertRoutes, channelRoutes } from './features/alarms/index.ts';
import { auditRoutes } from './features/audit/index.ts';
import { accessRoutes, authRoutes } from './features/auth/index.ts';
import type { BackupFeature } from './features/backup/index.ts';
import { stateRoutes } from './features/commissioning/index.ts';
import { diagramRoutes } from './features/diagrams/index.ts';
import { networkRoutes } from './features/network/index.ts';
import { plcRoutes } from './features/plc/index.ts';
import { type StorageService, storageRoutes } from './features/storage/index.ts';
import { unitRoutes } from './features/units/index.ts';
import type { Route } from './http/route.ts';
import type { Plant } from './plant.ts';
import type { SecureServer } from './secureServer.ts';

export type PlantRouteParts = {
  config: Config;
  clock: Clock;
  version: string;
  backup: BackupFeature;
  storing: StorageService;
  secure: SecureServer;
  /** Of what is exchanged with a hub. */
  synced: Route[];
  isReady: () => boolean;
};

/** Every route that a plant answers, in the order of its features. */
export const plantRoutes = (
  plant: Plant,
  { config, clock, version, backup, storing, secure, synced, isReady }: PlantRouteParts,
): Route[] => {
  const { registry, metrics } = plant;
  return [
    ...authRoutes(plant.logins),
    ...accessRoutes(plant.logins, () => secure.pairing),
    ...accountRoutes(plant.accounts),
    ...auditRoutes(plant.audit),
    ...networkRoutes(secure.network),
    ...unitRoutes({ ...plant, clock }),
    ...plant.readings.routes,
    ...diagramRoutes({ ...plant.diagrams, nameOf: (id) => plant.users.user(id)?.username, version }),
    ...alertRoutes(plant.alerts.routes),
    ...channelRoutes(plant.alerts.channels),
    ...plant.dashboards.routes,
    ...plant.reports.routes,
    ...plcRoutes(plant.plc),
    ...plant.commissioning.routes,
    ...backup.routes,
    ...stateRoutes({
      registry,
      metrics: {
        ...metrics,
        backupAgeSeconds: () => backup.service.ageSeconds(),
        diskFreeBytes: () => storing.freeBytes(),
        diskFullAtSeconds: () => storing.fullAtSeconds(),
      },
      metricsToken: config.metricsToken,
      isReady,
      backup: () => backup.service.summary(),
      storage: () => ({ findings: storing.findings() }),
      clock,
    }),
    ...storageRoutes(storing),
    ...synced,
  ];
};
