import { expect, it } from 'vitest';
import { amountWithBand, bandParts, formatZ, withBand } from './figures.ts';

it('what is beyond its band does not read as at the end of it', () => {
  expect([
    withBand({ unaccountedKL: 65.72, band95KL: 18.61 }),
    withBand({ unaccountedKL: 65.72, band95KL: 65.68 }),
    amountWithBand({ unaccountedKL: -0.02, band95KL: 0.01 }),
    withBand({ unaccountedKL: 65.72, band95KL: null }),
    withBand({ unaccountedKL: null, band95KL: 2 }),
  ]).toEqual(['65.7 ± 18.6 KL', '65.72 ± 65.68 KL', '0.02 ± 0.01 KL', '65.7 KL', '– ± 2.0 KL']);
  expect(bandParts({ unaccountedKL: -18.64, band95KL: 18.6 })).toEqual(['−18.64', '18.60']);
});

it('a number of uncertainties that is not 2 does not read as 2', () => {
  expect([1.97, 2, 2.04, -1.96, 7.19, null].map(formatZ)).toEqual(['1.97', '2.0', '2.04', '−1.96', '7.2', '–']);
});
