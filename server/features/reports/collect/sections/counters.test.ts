import { describe, expect, it } from 'vitest';
import type { SeriesInfo } from '../../../../plantModel/model.ts';
import { type Display, displayColumns, displayUnit, displayUnitOver, joinUnits } from './counters.ts';

const display = (counterUnit: string): Display => ({ open: 1, close: 2, counterUnit });

describe('the unit of a display', () => {
  it.each([
    ['L', 1, 'L'],
    ['L', 1000, 'm³'],
    ['L', 1_000_000, 'ML'],
    ['L', 10, '× 10 L'],
    ['Wh', 1000, 'kWh'],
    ['Wh', 100, '× 100 Wh'],
    ['VAh', 1000, 'kVAh'],
    ['mm', 0.2, '× 0.2 mm'],
  ])('of %s by %d is %s', (measure, basePerCount, unit) => {
    expect(displayUnit(measure, basePerCount)).toBe(unit);
  });

  it('is in the column heads where all meters have the same, also those that showed nothing', () => {
    const none = { open: null, close: null, counterUnit: '' };
    expect(displayColumns([display('m³'), none, display('m³')], 'counter').map(({ unit }) => unit)).toEqual(['m³', 'm³']);
    expect(displayColumns([none], 'counter').map(({ unit }) => unit)).toEqual([undefined, undefined]);
  });

  it('is beside each figure where they differ', () => {
    const columns = displayColumns([display('m³'), display('× 10 L')], 'reading');
    expect(columns.map(({ key, name, unit }) => [key, name, unit])).toEqual([
      ['open', 'Opening reading', undefined],
      ['close', 'Closing reading', undefined],
      ['counterUnit', 'Unit of reading', undefined],
    ]);
  });

  it('is shown twice after the change to a meter that counts in another unit', () => {
    const basePerCount = (_: SeriesInfo, slot: number): number => (slot < 100 ? 1000 : 1);
    const series = { measure: 'L' } as SeriesInfo;
    const unitOver = (from: number, to: number): string => displayUnitOver({ basePerCount }, series, from, to);
    expect([unitOver(0, 99), unitOver(99, 100), unitOver(100, 200)]).toEqual(['m³', 'm³, then L', 'L']);
    expect(displayColumns([display(unitOver(99, 100))], 'counter')).toHaveLength(3);
    expect(joinUnits(['m³', '', 'm³, then L', 'L'])).toBe('m³, then L');
  });
});
