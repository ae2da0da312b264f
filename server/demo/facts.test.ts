import { describe, expect, it } from 'vitest';
import { industryFacts } from '../contract/model/industryFacts.ts';
import { dayNumber } from '../core/shift.ts';
import { beverageFacts } from './facts.ts';
import { beverageIndustry } from './layout/beverage.ts';
import { beverageScada } from './layout/beverageScada.ts';
import { idIn } from './setup.ts';

describe('what the office of the demo plant has entered', () => {
  const facts = industryFacts.parse(beverageFacts(20_260, dayNumber('2026-03-15')));

  it('is the production of the last 12 whole months, as the lines make it', () => {
    expect(facts.production.map(({ month }) => month)).toEqual([
      ...['03', '04', '05', '06', '07', '08', '09', '10', '11', '12'].map((month) => `2025-${month}`),
      '2026-01',
      '2026-02',
    ]);
    // three lines of 9, 6.5 and 4.6 m3/h at nine tenths of their speed, some 130, 84 and 96 hours a week
    for (const { quantity } of facts.production) {
      expect(quantity).toBeGreaterThan(6500);
      expect(quantity).toBeLessThan(9500);
    }
  });

  it('is the same for the same plant', () => {
    expect(industryFacts.parse(beverageFacts(20_260, dayNumber('2026-03-31')))).toEqual(facts);
    expect(industryFacts.parse(beverageFacts(7, dayNumber('2026-03-15'))).production).not.toEqual(facts.production);
  });
});

describe('the overview of the demo plant', () => {
  it('shows units that the plant has, and links them by nodes on the page', () => {
    const ids = new Set(beverageIndustry.units.map(({ key }) => idIn('DEMO', key)));
    const [page] = beverageScada.pages;
    const bound = page?.nodes.flatMap(({ bind = [] }) => bind.map(({ unitId }) => unitId)) ?? [];
    expect(bound.length).toBeGreaterThan(40);
    expect(bound.filter((id) => !ids.has(id))).toEqual([]);
    const nodes = new Set(page?.nodes.map(({ id }) => id));
    expect(page?.edges.filter(({ source, target }) => !nodes.has(source) || !nodes.has(target))).toEqual([]);
  });
});
