import { afterEach, beforeEach } from 'vitest';
import type { FieldStatus } from '../core/field/field.ts';
import type { MetricsSource } from '../features/commissioning/index.ts';
import { commissioningRoutes } from '../features/commissioning/routes.ts';
import { stateRoutes } from '../features/commissioning/stateRoutes.ts';
import { unitRoutes } from '../features/units/routes.ts';
import { addIndustry, METER, type Plant, startPlant } from './configuredPlant.ts';
import { type Rig, sessionsOf, someCaller, startRig } from './httpRig.ts';

const COMMISSIONING = new Set(['COMMISSIONING'] as const);

const sessions = sessionsOf({
  tech: { caller: someCaller({ permissions: COMMISSIONING }), panel: false },
  north: { caller: someCaller({ industryId: 'NORTH', permissions: COMMISSIONING }), panel: false },
  viewer: { caller: someCaller({ permissions: new Set(['ALERTS', 'SYSTEM', 'ACCOUNT_SETTINGS']) }), panel: false },
});
export let plant: Plant;
export let rig: Rig;
const knownFigures: Omit<MetricsSource, 'fieldStatus'> = {
  ingestLagSeconds: () => 1.5,
  eventLoopDelayP99Ms: () => 4,
  residentBytes: () => 1000,
  databaseBytes: () => 2000,
  backupAgeSeconds: () => 7200,
  diskFreeBytes: () => 5e9,
  diskFullAtSeconds: () => Number.POSITIVE_INFINITY,
};
export const field: { status: FieldStatus; isReady: boolean; figures: typeof knownFigures } = {
  status: { channels: [], devices: [], tags: [] },
  isReady: true,
  figures: knownFigures,
};
// biome-ignore lint/suspicious/noExplicitAny: bodies are looked into freely
type Body = any;

export const as =
  (token: string) =>
  async (method: string, path: string, body?: object): Promise<{ status: number; body: Body }> => {
    const reply = await rig.ask(`/api/plant${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body && { body }),
    });
    return { status: reply.status, body: reply.body };
  };
export const tech = as('tech');

export const unitBody = {
  subCategoryId: 'DEMO-sub',
  name: 'Main',
  type: 'flow',
  standardCategoryId: 'SOURCE_CATEGORY',
  siUnit: 'KL',
  meta: { meter: METER },
};

export const tagBody = {
  name: 'Total',
  kind: 'counter',
  decode: { space: 'holding', address: 8, type: 'uint32', wordOrder: 'CDAB' },
  periodMs: 5000,
};

export const wireOne = async () => {
  const unit = (await tech('POST', '/units', unitBody)).body;
  const line = (await tech('POST', '/connections', { name: 'Line', settings: { kind: 'tcp', host: 'plc.local' } })).body;
  const device = (await tech('POST', '/devices', { connectionId: line.id, name: 'Meter', slaveId: 3 })).body;
  const tag = (await tech('POST', '/tags', { ...tagBody, deviceId: device.id, unitId: unit.id, param: 'volume' })).body;
  return { unit, line, device, tag };
};

export const serveCommissioning = (): void => {
  beforeEach(async () => {
    plant = await startPlant();
    await addIndustry(plant);
    await addIndustry(plant, 'NORTH');
    field.status = { channels: [], devices: [], tags: [] };
    field.isReady = true;
    field.figures = { ...knownFigures };
    const metrics: MetricsSource = {
      fieldStatus: () => field.status,
      ingestLagSeconds: () => field.figures.ingestLagSeconds(),
      eventLoopDelayP99Ms: () => field.figures.eventLoopDelayP99Ms(),
      residentBytes: () => field.figures.residentBytes(),
      databaseBytes: () => field.figures.databaseBytes(),
      backupAgeSeconds: () => field.figures.backupAgeSeconds(),
      diskFreeBytes: () => field.figures.diskFreeBytes(),
      diskFullAtSeconds: () => field.figures.diskFullAtSeconds(),
    };
    const routes = [
      ...unitRoutes(plant),
      ...commissioningRoutes(plant),
      ...stateRoutes({
        registry: plant.registry,
        metrics,
        metricsToken: 'a-token-of-its-own',
        isReady: () => field.isReady,
        backup: () => ({ lastVerifiedDaysAgo: 0.5, findings: ['noRecoveryKit'] }),
        storage: () => ({ findings: ['diskFullSoon'] }),
        clock: plant.clock,
      }),
    ];
    rig = await startRig(routes, { sessions, trustedProxies: ['127.0.0.1'] });
  });
  afterEach(async () => {
    await rig.stop();
    plant.close();
    plant.remove();
  });
};
