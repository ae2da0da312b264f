import { describe, expect, it } from 'vitest';
import type { QualityLetter } from '../../../server/contract/model/common.ts';
import { linePaths } from './linePaths.ts';

const through = (letters: string) => linePaths([...letters].map((letter, x) => ({ x, y: 5, letter: letter as QualityLetter })));

describe('the paths of a small line', () => {
  it('break where a step is missing or rejected', () => {
    expect(through('GGMGGXGG').measured).toBe('M0.0 5.0L1.0 5.0M3.0 5.0L4.0 5.0M6.0 5.0L7.0 5.0');
  });

  it('keep what is estimated apart from what was measured', () => {
    expect(through('GGEFGG')).toEqual({
      measured: 'M0.0 5.0L1.0 5.0M4.0 5.0L5.0 5.0',
      estimated: 'M1.0 5.0L2.0 5.0L3.0 5.0L4.0 5.0',
    });
  });

  it('show a value without neighbours as a dot', () => {
    expect(through('MGMEM')).toEqual({ measured: 'M1.0 5.0h0', estimated: 'M3.0 5.0h0' });
  });

  it('are empty where nothing is known', () => {
    expect(through('MXM')).toEqual({ measured: '', estimated: '' });
  });
});
