import { describe, expect, it } from 'vitest';
import type { Unit } from '../../../plantModel/model.ts';
import { destinationOf, isFresh, isTreated, sourceOf } from './year.ts';

const unit = (meta: Unit['meta'], type: Unit['type'] = 'flow'): Unit => ({ type, meta }) as Unit;

describe('what a meter counts as', () => {
  it.each([
    ['River Mula', 'surface'],
    ['Storm drain', 'surface'],
    ['Municipal sewer', 'third_party'],
    ['Common effluent treatment plant', 'third_party'],
    ['CETP', 'third_party'],
    ['Recharge pit', 'ground'],
    ['Marine outfall, Arabian Sea', 'sea'],
    ['Seasonal garden', 'other'],
  ])('%s is %s', (dischargeTo, kind) => {
    expect(destinationOf(unit({ dischargeTo }))).toBe(kind);
  });

  it('is treated where a treatment is named', () => {
    expect(['ETP', 'Tertiary, UV'].map((treatment) => isTreated(unit({ treatment })))).toEqual([true, true]);
    expect(['none', ' No ', 'Untreated', 'without treatment'].map((treatment) => isTreated(unit({ treatment })))).toEqual(
      Array(4).fill(false),
    );
    expect(isTreated(unit({}))).toBe(false);
  });

  it('is ground water of a borewell, fresh but from the sea or from where nobody said, unless it is entered', () => {
    expect(sourceOf(unit({}, 'borewell'))).toBe('ground');
    expect(sourceOf(unit({ waterSource: 'third_party' }, 'borewell'))).toBe('third_party');
    expect(sourceOf(unit({}))).toBe('other');
    expect([{ waterSource: 'ground' as const }, { waterSource: 'sea' as const }, {}].map((meta) => isFresh(unit(meta)))).toEqual([
      true,
      false,
      false,
    ]);
    expect(isFresh(unit({ waterSource: 'ground', freshwater: false }))).toBe(false);
  });
});
