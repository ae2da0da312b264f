import { afterEach, beforeEach } from 'vitest';
import type { DeviceTemplate } from '../contract/model/deviceTemplates.ts';
import { deviceTemplate } from '../contract/model/deviceTemplates.ts';
import { addIndustry, type Plant, someConnection, someDevice, someTag, startPlant } from './configuredPlant.ts';

const template: DeviceTemplate = deviceTemplate.parse({
  id: 'acme-flow',
  manufacturer: 'Acme',
  model: 'Flow',
  category: 'flow',
  source: 'made for this test',
  verified: true,
  timeoutMs: 400,
  limits: { maxRegisters: 20 },
  tags: [
    {
      name: 'Total',
      kind: 'counter',
      measure: 'm3',
      param: 'volume',
      periodMs: 10_000,
      decode: { space: 'holding', address: 0, type: 'uint32' },
      grade: 'A',
      typical: 5,
    },
    {
      name: 'Flow',
      kind: 'gauge',
      measure: 'm3/h',
      param: 'flow',
      periodMs: 5000,
      decode: { space: 'holding', address: 4, type: 'float32' },
      grade: 'A',
      typical: 12,
    },
  ],
});
export let plant: Plant;
export let connectionId: string;
export let deviceId: string;
export const tag = (fields: Record<string, unknown> = {}) => plant.tags.create('DEMO', someTag(deviceId, fields));
export const serial = { kind: 'serial', path: '/dev/ttyUSB0' };

export const eachWithDevice = (): void => {
  beforeEach(async () => {
    plant = await startPlant({ templates: [template] });
    await addIndustry(plant);
    connectionId = (await plant.connections.create('DEMO', someConnection())).id;
    deviceId = (await plant.devices.create('DEMO', someDevice(connectionId))).id;
  });
  afterEach(() => {
    plant.close();
    plant.remove();
  });
};

/** The same plant, read from its disk once more. */
export const restartPlant = async (): Promise<void> => {
  const { folder } = plant;
  plant.close();
  plant = await startPlant({ folder, templates: [template] });
};
