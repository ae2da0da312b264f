import { describe, expect, it } from 'vitest';
import { qualityLetter } from '../../server/contract/model/common.ts';
import { hasValue, isEstimated, letterAt } from './slotQuality.ts';

const letters = qualityLetter.options;

describe('letters of quality', () => {
  it('leave no value where a step is missing or rejected', () => {
    expect(letters.filter((letter) => !hasValue(letter))).toEqual(['M', 'X']);
  });

  it('are estimated in their shape or in their volume', () => {
    expect(letters.filter(isEstimated)).toEqual(['E', 'F']);
  });

  it('are missing where a series ends before its values do', () => {
    expect([letterAt('GE', 1), letterAt('GE', 2), letterAt('', 0)]).toEqual(['E', 'M', 'M']);
  });
});
