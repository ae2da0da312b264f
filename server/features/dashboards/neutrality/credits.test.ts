import { expect, it } from 'vitest';
import type { UnitMeta } from '../../../contract/model/units.ts';
import { dayNumber } from '../../../core/shift.ts';
import { TestPlant } from '../../../test/testPlant.ts';
import { type CreditClaim, claimsOf, exclusionOf } from './credits.ts';

const day = dayNumber('2026-06-10');
const credit = (verifiedBy: string | null, validTo: string | null = null): UnitMeta['credit'] => ({
  method: 'metered',
  onSite: true,
  sameWatershed: true,
  verifiedBy,
  validTo,
});

/** A main with a meter behind it. */
const listed = (ofMain: UnitMeta['credit'], ofPart: UnitMeta['credit']): [id: string, exclusion: string | null][] => {
  const plant = new TestPlant().addCategory('SOURCE_CATEGORY', ['s']);
  const standardCategoryIds = ['ID_WATER_CREDITED'];
  plant.addUnit({
    id: 'main',
    type: 'flow',
    subCategoryId: 's',
    standardCategoryIds,
    meta: { ...(ofMain && { credit: ofMain }) },
  });
  const meta = { subMeterOf: 'main', ...(ofPart && { credit: ofPart }) };
  plant.addUnit({ id: 'part', type: 'flow', subCategoryId: 's', standardCategoryIds, meta });
  const excluded = (claim: CreditClaim) => exclusionOf(claim, day);
  return claimsOf(plant.units('DEMO'), excluded).map((claim) => [claim.unit.id, excluded(claim)]);
};

it('a verified credit counts where the meter that holds its water does not', () => {
  expect(listed(credit(null), credit('SGS'))).toEqual([
    ['main', 'unverified'],
    ['part', null],
  ]);
  expect(listed(credit('SGS', '2026-05-01'), credit('SGS'))).toEqual([
    ['main', 'expired'],
    ['part', null],
  ]);
});

it('a credit whose water another one has counted is none', () => {
  expect(listed(credit('SGS'), credit('SGS'))).toEqual([['main', null]]);
  expect(listed(credit('SGS'), credit(null))).toEqual([['main', null]]);
  expect(listed(credit(null), credit(null))).toEqual([['main', 'unverified']]);
});
