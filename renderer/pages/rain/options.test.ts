import { expect, it } from 'vitest';
import { rain as hindi } from '../../text/hi/rain.ts';

it('what the fresh-water form offers has a Hindi name', () => {
  const offered = [
    ...['roof', 'metal_sheet', 'concrete', 'asphalt', 'paver', 'gravel', 'soil', 'lawn'],
    ...['beverage', 'food', 'textile', 'chemical', 'pharma', 'metal', 'automotive', 'paper', 'power', 'other'],
    ...['product', 'process', 'utility', 'domestic', 'flushing', 'irrigation'],
    ...['surface', 'ground', 'third_party', 'sea', 'recycled', 'yes', 'no', 'piece'],
    ...['unconfined', 'semi-confined', 'confined', 'unknown'],
  ];
  expect(offered.filter((option) => !/[\u0900-\u097f]/.test(hindi.options[option] ?? ''))).toEqual([]);
});
