import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadTemplates } from '../../../field/templates.ts';
import { TemplateCatalog } from './catalog.ts';

const [one, two] = loadTemplates(join(import.meta.dirname, '../../../../resources/devices'));
if (!one || !two) throw new Error('the product has no models');

it('the models of the product are read when one is first looked for, and once', () => {
  let reads = 0;
  const catalog = new TemplateCatalog(() => {
    reads += 1;
    return [one];
  });
  // what a start does: a plant's own models are put beside those of the product
  catalog.put({ industryId: 'DEMO', version: 1, template: two });
  expect(catalog.find('DEMO', null)).toBeUndefined();
  expect(reads).toBe(0);
  expect(catalog.find('DEMO', one.id)).toMatchObject({ id: one.id, origin: 'shipped' });
  expect(catalog.list('DEMO').map(({ id }) => id)).toEqual([one.id, two.id]);
  expect(catalog.isShipped(two.id)).toBe(false);
  expect(reads).toBe(1);
});
