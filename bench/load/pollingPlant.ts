/** A plant whose devices have 25 values in 50 registers each, asked once a second; so many of them are stored. */
import { unitSpec } from '../../server/contract/model/units.ts';
import { connectionSpec, deviceSpec, tagSpec } from '../../server/contract/plant/commissioning/fieldConfiguration.ts';
import { startPlant } from '../../server/test/configuredPlant.ts';

const REGISTERS = 50;

export const configurePollingPlant = async (folder: string, ports: readonly number[], stored: number): Promise<void> => {
  const plant = await startPlant({ folder });
  const rule = { validFrom: '2026-01-01', timezone: 'Asia/Kolkata', startAt: '06:00:00', endAt: '06:00:00', shiftName: 'Day' };
  await plant.industries.create({ id: 'BENCH', name: 'Bench', currency: 'INR', joinedAtMs: 0, shifts: [rule] });
  const category = await plant.categories.create('BENCH', {
    displayName: 'Quality',
    standardCategoryId: 'QUALITY_CATEGORY',
    siUnit: '',
    enabled: true,
    position: 0,
  });
  await plant.categories.createSub(
    'BENCH',
    { categoryId: category.id, displayName: 'All', group: '', enabled: true, position: 0 },
    'all',
  );
  const params = Object.fromEntries(
    Array.from({ length: stored }, (_, at) => [`p${at}`, { name: `P${at}`, unit: 'mg/L', lt: null, ht: null }]),
  );
  for (const [at, port] of ports.entries()) {
    const unit = await plant.units.create(
      'BENCH',
      unitSpec.parse({
        subCategoryId: 'all',
        name: `Unit ${at}`,
        type: 'quality',
        standardCategoryId: 'QUALITY_CATEGORY',
        siUnit: '',
        meta: { params },
      }),
    );
    const connection = await plant.connections.create(
      'BENCH',
      connectionSpec.parse({ name: `Line ${at}`, settings: { kind: 'tcp', host: '127.0.0.1', port } }),
    );
    const device = await plant.devices.create(
      'BENCH',
      deviceSpec.parse({ connectionId: connection.id, name: `Device ${at}`, slaveId: 1 }),
    );
    for (let tag = 0; tag < REGISTERS / 2; tag += 1)
      await plant.tags.create(
        'BENCH',
        tagSpec.parse({
          deviceId: device.id,
          name: `T${tag}`,
          kind: 'gauge',
          periodMs: 1000,
          decode: { space: 'holding', address: 2 * tag, type: 'float32' },
          ...(tag < stored && { unitId: unit.id, param: `p${tag}`, measure: 'mg/L' }),
        }),
      );
  }
  plant.close();
};
