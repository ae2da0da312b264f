import { expect, it } from 'vitest';
import { rain as english } from '../../text/en/rain.ts';
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

it('each field of the fresh-water form has a Hindi name, and the two parts of a place have their own', () => {
  const keys = [
    ...['siteName', 'areaM2', 'location', 'location.lat', 'location.lon', 'state', 'district', 'industryType', 'product'],
    ...['productionPerDay', 'productionUnit', 'catchments', 'name', 'surface', 'coefficient', 'firstFlushMm', 'filterEfficiency'],
    ...[
      'tanks',
      'capacityKL',
      'pits',
      'volumeKL',
      'aquiferType',
      'points',
      'klPerDay',
      'qualityClass',
      'rainSuitable',
      'sources',
    ],
    ...['source', 'costPerKL', 'nocNumber', 'nocValidTo', 'investment', 'yearlyCost', 'confirmed', 'gaugeUnitId'],
  ];
  expect(keys.filter((key) => !/[\u0900-\u097f]/.test(hindi.fields[key] ?? ''))).toEqual([]);
  expect([english.fields['location.lat'], english.fields['location.lon']]).toEqual(['Latitude', 'Longitude']);
  expect(Object.keys(hindi.measures)).toEqual(['KL/day', 'per KL']);
});
