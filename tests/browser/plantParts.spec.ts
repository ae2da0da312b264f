import type { Locator, Page } from '@playwright/test';
import { askApi } from './pageWords.ts';
import { expect, test } from './plant.ts';

type Meta = Record<string, unknown> & {
  params?: Record<string, { ht: number | null }>;
  well?: object;
  ro?: object;
  credit?: object;
};
type Unit = { id: string; name: string; type: string; meta: Meta };

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const saved = (form: Locator) => expect(form.getByText('Saved. Undo leads back')).toBeVisible();

/** Parts of a unit that only some units have: which unit, which field, what is typed, and what is stored then. */
const parts: readonly {
  of: string;
  part: string;
  has: (unit: Unit) => boolean;
  field: string;
  /** Of what is stored before. */
  next: (before: unknown) => string | number;
  stored: (meta: Meta) => unknown;
}[] = [
  {
    of: 'the limit of a parameter of quality',
    part: 'limits',
    has: ({ type, meta }) => type === 'quality' && Object.values(meta.params ?? {})[0]?.ht != null,
    field: 'High limit',
    next: (before) => Number(before ?? 100) + 0.25,
    stored: ({ params = {} }) => Object.values(params)[0]?.ht,
  },
  {
    of: 'the contract demand of an energy meter',
    part: 'limits',
    has: ({ type }) => type === 'energy',
    field: 'Contract demand',
    next: (before) => Number(before ?? 400) + 5,
    stored: ({ contractKVA }) => contractKVA,
  },
  {
    of: 'the construction of a well',
    part: 'well',
    has: ({ type, meta }) => type === 'borewell' && meta.well !== undefined,
    field: 'Power of the pump',
    next: (before) => Number(before ?? 11) + 0.5,
    stored: ({ well }) => Reflect.get(well ?? {}, 'pumpKW'),
  },
  {
    of: 'who verified a credit of neutrality',
    part: 'credit',
    has: ({ meta }) => meta.credit !== undefined,
    field: 'Verified by',
    next: (before) => `${before}, second visit`,
    stored: ({ credit }) => Reflect.get(credit ?? {}, 'verifiedBy'),
  },
];

test.describe('parts of units that few units have', () => {
  for (const { of, part, has, field, next, stored } of parts)
    test(`${of} is changed, stored and led back`, async ({ signedIn: page }) => {
      await page.goto('/plant');
      const { units } = await askApi<{ units: Unit[] }>(page, '/api/plant/units');
      const unit = units.find(has);
      if (unit === undefined) throw new Error(`the demo has no unit for ${of}`);
      await page.goto(`/plant?item=unit%20${unit.id}&part=${part}`);
      const form = page.getByRole('form', { name: unit.name, exact: true });
      const value = next(stored(unit.meta));
      await form.getByLabel(field, { exact: true }).first().fill(String(value).replace('.', ','));
      await save(page).click();
      await saved(form);
      expect(stored((await askApi<Unit>(page, `/api/plant/units/${unit.id}`)).meta)).toBe(value);
      await page.getByRole('button', { name: 'Undo', exact: true }).click();
      await save(page).click();
      await saved(form);
      expect(stored((await askApi<Unit>(page, `/api/plant/units/${unit.id}`)).meta)).toEqual(stored(unit.meta));
    });

  test('a meter takes its part in an RO train, and is taken out of it', async ({ signedIn: page }) => {
    await page.goto('/plant');
    const { units } = await askApi<{ units: Unit[] }>(page, '/api/plant/units');
    const unit = units.find(({ type, meta }) => type === 'flow' && meta.ro === undefined);
    if (unit === undefined) throw new Error('every meter of the demo is in an RO train');
    await page.goto(`/plant?item=unit%20${unit.id}&part=ro`);
    const form = page.getByRole('form', { name: unit.name, exact: true });
    await form.getByRole('button', { name: 'Enter: Part in an RO train' }).click();
    await form.getByLabel('Part', { exact: true }).selectOption({ index: 1 });
    await save(page).click();
    await saved(form);
    const now = await askApi<Unit>(page, `/api/plant/units/${unit.id}`);
    expect(now.meta.ro).toMatchObject({ side: expect.stringMatching(/feed|permeate|reject|train/) });
    await form.getByRole('button', { name: 'Leave out: Part in an RO train' }).click();
    await save(page).click();
    await saved(form);
    expect((await askApi<Unit>(page, `/api/plant/units/${unit.id}`)).meta.ro).toBeUndefined();
  });

  test('an aquifer is a fact of the plant, and a well names it', async ({ signedIn: page }) => {
    await page.goto('/plant?tab=facts&part=aquifers');
    const facts = page.getByRole('form', { name: 'Aquifers' });
    const before = await askApi<{ facts: { aquifers: unknown[] } }>(page, '/api/plant/industry/facts');
    await facts.getByRole('button', { name: 'Add: Aquifers' }).click();
    const last = facts.getByRole('group', { name: /^Aquifers, \d+$/ }).last();
    await last.getByLabel('Short name').fill('deep-test');
    await last.getByLabel('Name', { exact: true }).first().fill('Deep aquifer');
    await last.getByLabel('Kind', { exact: true }).selectOption({ index: 1 });
    await save(page).click();
    await saved(facts);
    const now = await askApi<{ facts: { aquifers: { aquiferId: string }[] } }>(page, '/api/plant/industry/facts');
    expect(now.facts.aquifers.at(-1)).toMatchObject({ aquiferId: 'deep-test', name: 'Deep aquifer' });
    const { units } = await askApi<{ units: Unit[] }>(page, '/api/plant/units');
    const well = units.find(({ type, meta }) => type === 'borewell' && meta.well !== undefined);
    await page.goto(`/plant?item=unit%20${well?.id}&part=well`);
    await expect(page.getByLabel('Aquifer', { exact: true }).getByRole('option', { name: /Deep aquifer/ })).toBeAttached();
    await page.goto('/plant?tab=facts&part=aquifers');
    await facts
      .getByRole('button', { name: /^Take away: Aquifers, / })
      .last()
      .click();
    await save(page).click();
    await saved(facts);
    expect(await askApi<{ facts: { aquifers: unknown[] } }>(page, '/api/plant/industry/facts')).toMatchObject({
      facts: { aquifers: before.facts.aquifers },
    });
  });
});
