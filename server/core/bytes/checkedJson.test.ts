import { describe, expect, it } from 'vitest';
import { checkedJson, parseChecked } from './checkedJson.ts';

const value = { format: 'x-1', epoch: 1, keys: [{ kid: 'a', secret: 'AbC_-9' }], at: null };

describe('a small file with a check', () => {
  it('says what was written, and one of before the checks does too', () => {
    expect(parseChecked(checkedJson(value))).toEqual(value);
    expect(parseChecked(JSON.stringify(value))).toEqual(value);
    expect(parseChecked('[1,2]')).toEqual([1, 2]);
  });

  it('is refused with any single bit flipped, or says the same', () => {
    const bytes = Buffer.from(checkedJson(value));
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const flipped = Buffer.from(bytes);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      let said: unknown = 'refused';
      try {
        said = parseChecked(flipped.toString('utf8'));
      } catch {
        // as it should be
      }
      expect(['refused', value], `bit ${bit}: ${flipped.toString('utf8')}`).toContainEqual(said);
    }
  });
});
