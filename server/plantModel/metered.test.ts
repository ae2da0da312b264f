import { expect, it } from 'vitest';
import { unitType } from '../contract/model/common.ts';
import { unitMeta } from '../contract/model/units.ts';
import { hasCountedVolume, isMetered } from './metered.ts';

it('the counters of meters alone are read from a totalizer', () => {
  expect(unitType.options.filter(isMetered)).toEqual(['flow', 'borewell', 'energy', 'rain']);
});

it('what counts water by itself or by its parts has a volume to add; a stock has one, but counts none', () => {
  const meta = unitMeta.parse({});
  expect(unitType.options.filter((type) => hasCountedVolume({ type, meta }))).toEqual(['flow', 'borewell', 'manual', 'virtual']);
});
