import { expect, it } from 'vitest';
import { extremeWords } from './extremes.ts';

const ph = { min: 6.9, max: 7.4, means: [7, 7.2], states: 'ii', lt: 6.5, ht: 8.5, unit: 'pH' };

it('a parameter that was out of its limits is named by how far it was, on that side', () => {
  expect([
    extremeWords({ ...ph, min: 6.1, states: 'il' }),
    extremeWords({ ...ph, max: 8.9, states: 'hi' }),
    extremeWords({ ...ph, min: 6.1, max: 8.9, states: 'hl' }),
    extremeWords({ ...ph, lt: null, ht: 2.5, unit: 'NTU', min: 1.2, max: 2.5, means: [2.504, null], states: 'hn' }),
  ]).toEqual(['Lowest 6.10', 'Highest 8.90', 'Lowest 6.10, Highest 8.90', 'Highest 2.504']);
});
