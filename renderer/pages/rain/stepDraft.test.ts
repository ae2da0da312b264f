import { expect, it } from 'vitest';
import type { FwiField } from '../../../server/contract/user/fwi.ts';
import { dataOf, draftOf } from './stepDraft.ts';

const form: FwiField[] = [
  { key: 'name', label: 'Name', type: 'text', required: true, value: 'Works' },
  { key: 'area', label: 'Area', type: 'number', required: true, value: 12.5 },
  { key: 'place', label: 'Place', type: 'map', required: false, value: { lat: 18.5, lon: 73.8 } },
  {
    ...{ key: 'tanks', label: 'Tanks', type: 'table', required: false, value: [{ name: 'A', kl: 30 }] },
    columns: [
      { key: 'name', label: 'Name', type: 'text', required: true },
      { key: 'kl', label: 'KL', type: 'number', required: true },
    ],
  },
];

it('what was entered goes back to the server as it came', () => {
  expect(dataOf(form, draftOf(form))).toEqual({
    ...{ name: 'Works', area: 12.5, place: { lat: 18.5, lon: 73.8 } },
    tanks: [{ name: 'A', kl: 30 }],
  });
});

it('what is left empty is not sent', () => {
  expect(dataOf(form, { name: 'W', area: ' ', 'place.lat': '', 'place.lon': '', tanks: [] })).toEqual({ name: 'W' });
  expect(dataOf(form, { name: 'W', tanks: [{ name: 'B', kl: '' }] })).toEqual({ name: 'W', tanks: [{ name: 'B' }] });
});
