import { describe, expect, it } from 'vitest';
import { features } from '../../contract/model/featureData.ts';
import { rig, serveFeatures } from '../../test/featuresPlant.ts';

serveFeatures();

describe('reference data', () => {
  it('hold the master list, units of measure, the industry and the enumerations', async () => {
    const { body } = await rig.call('GET', '/api/user/common/', { token: 'ravi' });
    expect(body).toMatchObject({
      standardCategories: expect.arrayContaining([
        {
          standardCategoryId: 'ID_SOURCE',
          name: 'Source',
          unitTypes: ['flow', 'borewell', 'manual', 'virtual'],
          siUnits: ['KL', 'm3', 'L', 'ML'],
        },
      ]),
      unitMappings: { KL: { toBase: 1000, base: 'L', decimals: 2 }, kWh: { toBase: 1000, base: 'Wh', decimals: 1 } },
      industry: { industryId: 'DEMO', timezone: 'Asia/Kolkata', shift: { startAt: '06:00:00' }, currency: 'INR' },
      enums: { featureData: [...features], qualityLetter: ['G', 'E', 'F', 'B', 'M', 'R', 'X'] },
      serverTime: new Date(rig.plant.clock.now()).toISOString(),
      version: '1.2.3',
    });
  });

  it('show the notes of the industry, and neither its facts nor its settings', async () => {
    await rig.plant.kysely
      .updateTable('industry')
      .set({ meta: JSON.stringify({ ...rig.plant.directory.industry('DEMO')?.meta, address: 'Plot 7', logo: '/x.png' }) })
      .where('id', '=', 'DEMO')
      .execute();
    await rig.plant.changes.run('DEMO', async () => undefined);
    const { body } = await rig.call('GET', '/api/user/common', { token: 'ravi' });
    expect((body as { industry: { meta: unknown } }).industry.meta).toEqual({ address: 'Plot 7' });
    expect(JSON.stringify(body)).not.toContain('fiscalYear');
  });
});
