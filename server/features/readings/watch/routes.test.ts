import { expect, it } from 'vitest';
import { readQuality, readTariffBlocks } from '../../../contract/plant/readings/watch.ts';
import { same, serve } from '../../../test/servedReadings.ts';
import { TestPlant } from '../../../test/testPlant.ts';

it('what is listed of quality and energy is what lists have: nothing of a disabled category or sub-category', async () => {
  const plant = new TestPlant()
    .addCategory('ENERGY_CATEGORY', ['pumps', 'offices'])
    .addCategory('QUALITY_CATEGORY', ['outlet'])
    .addCategory('STOCK_CATEGORY', ['old'], { enabled: false });
  for (const subCategoryId of ['pumps', 'offices', 'old']) {
    plant.addUnit({ id: `meter-${subCategoryId}`, type: 'energy', subCategoryId });
    plant.write(`meter-${subCategoryId}`, 'energy', '2026-06-09', 0, same(288, 1000));
  }
  const params = { ph: { name: 'pH', unit: '', lt: 6, ht: 9 } };
  for (const subCategoryId of ['outlet', 'old'])
    plant.addUnit({ id: `analyser-${subCategoryId}`, type: 'quality', subCategoryId, meta: { params } });
  for (const sub of plant.categories('DEMO').flatMap(({ subCategories }) => subCategories)) sub.enabled = sub.id !== 'offices';
  const { ask } = await serve(plant, '2026-06-10T12:00:20+05:30');
  const blocks = readTariffBlocks.reply.parse((await ask('/api/plant/tariff-blocks?date1=09/06/2026&type=DAY')).body);
  expect(JSON.stringify(blocks)).toContain('meter-pumps');
  expect(JSON.stringify(blocks)).not.toMatch(/meter-(offices|old)/);
  const quality = readQuality.reply.parse((await ask('/api/plant/quality?date1=09/06/2026')).body);
  expect(JSON.stringify(quality)).toContain('analyser-outlet');
  expect(JSON.stringify(quality)).not.toContain('analyser-old');
});
