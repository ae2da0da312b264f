import { describe, expect, it } from 'vitest';
import type { UnitType } from '../contract/model/common.ts';
import { unitMeta } from '../contract/model/units.ts';
import { expressionFaults } from './expression.ts';

/** A unit of the industry: of a type, or a virtual one of these parts. */
const unit = (id: string, made: UnitType | readonly string[]): Parameters<typeof expressionFaults>[2][number] => ({
  id,
  name: `Unit ${id}`,
  type: typeof made === 'string' ? made : 'virtual',
  meta: unitMeta.parse(typeof made === 'string' ? {} : { expression: made.map((unitId) => ({ unitId, factor: 1 })) }),
});
const sumOf = (...ids: string[]) => ids.map((unitId) => ({ unitId, factor: 1 }));
const self = { id: 'sum', name: 'Whole plant' };
const meters = [unit('a', 'flow'), unit('b', 'borewell'), unit('c', 'manual')];

describe('the expression of a virtual unit', () => {
  it('adds and subtracts meters, entries by hand and other virtual units', () => {
    const units = [...meters, unit('d', ['a']), unit('sum', ['a'])];
    expect(expressionFaults([...sumOf('a', 'b', 'c'), { unitId: 'd', factor: -1 }], self, units)).toEqual([]);
  });

  it('names what is no part of the industry, and what has no volume to add', () => {
    const units = [...meters, unit('tank', 'stock'), unit('panel', 'energy')];
    expect(expressionFaults(sumOf('a', 'gone', 'tank', 'panel'), self, units)).toEqual([
      { path: 'meta.expression.1.unitId', message: 'unit gone does not exist' },
      { path: 'meta.expression.2.unitId', message: 'Unit tank is a stock unit and has no volume to add' },
      { path: 'meta.expression.3.unitId', message: 'Unit panel is an energy unit and has no volume to add' },
    ]);
  });

  it('counts no part twice: the later one is named', () => {
    expect(expressionFaults(sumOf('a', 'b', 'a'), self, meters)).toEqual([
      { path: 'meta.expression.2.unitId', message: 'Unit a is there twice' },
    ]);
  });

  it('has no part that does not count', () => {
    expect(expressionFaults([{ unitId: 'a', factor: 0 }], self, meters)).toEqual([
      { path: 'meta.expression.0.factor', message: 'factor must not be 0' },
    ]);
  });

  it('never holds itself, at once or through others: the way is named', () => {
    const units = [...meters, unit('sum', ['a']), unit('north', ['a', 'east']), unit('east', ['b', 'sum'])];
    expect(expressionFaults(sumOf('sum'), self, units)).toEqual([
      { path: 'meta.expression.0.unitId', message: 'Whole plant cannot be a part of itself' },
    ]);
    expect(expressionFaults(sumOf('a', 'north'), self, units)).toEqual([
      { path: 'meta.expression.1.unitId', message: 'makes a cycle: Whole plant → Unit north → Unit east → Whole plant' },
    ]);
  });

  it('may hold a meter by two ways, and what is not stored yet is in no way', () => {
    const units = [...meters, unit('north', ['a', 'b']), unit('east', ['a', 'north'])];
    expect(expressionFaults(sumOf('north', 'east'), self, units)).toEqual([]);
    expect(expressionFaults(sumOf('north'), { id: undefined, name: 'New' }, [...units, unit('sum', ['north'])])).toEqual([]);
  });

  it('is looked through to its end where units that are stored already make a cycle among themselves', () => {
    const units = [...meters, unit('x', ['y']), unit('y', ['x'])];
    expect(expressionFaults(sumOf('x'), self, units)).toEqual([]);
  });
});
