import { describe, expect, it } from 'vitest';
import { factorOf, limitUnit, siUnitChoices, toConfigured, toShown } from './unitsOfMeasure.ts';

describe('units of measure', () => {
  it('says how many litres or watt-hours are one of a unit, and nothing of a unit of something else', () => {
    expect(['L', 'KL', 'm3', 'ML'].map((unit) => factorOf('L', unit))).toEqual([1, 1000, 1000, 1e6]);
    expect(['Wh', 'kWh', 'MWh'].map((unit) => factorOf('Wh', unit))).toEqual([1, 1000, 1e6]);
    expect(['m', 'furlong', 'toString', ''].map((unit) => factorOf('L', unit))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('gives the choices of a category', () => {
    expect(siUnitChoices('SOURCE_CATEGORY')).toEqual(['KL', 'm3', 'L', 'ML']);
    expect(siUnitChoices('ENERGY_CATEGORY')).toEqual(['kWh', 'MWh', 'Wh']);
    expect(siUnitChoices('QUALITY_CATEGORY')).toEqual([]);
    expect(siUnitChoices('MY_OWN')).toContain('ML');
  });

  it.each(['KL', 'm3', 'L', 'ML'])('keeps a limit through the unit %s and back', (siUnit) => {
    const shown = limitUnit('L', siUnit);
    for (const limit of [0, 0.1, 600, 33.3, 1234567.89]) expect(toConfigured(toShown(limit, shown), shown)).toBe(limit);
    expect(toShown(600, shown)).toBe({ KL: 600, m3: 600, L: 600_000, ML: 0.6 }[siUnit]);
  });

  it('leaves a limit of something that is not divided as it is', () => {
    expect(limitUnit('mm', 'mm')).toEqual({ unit: 'mm', ofKilo: 1 });
  });
});
