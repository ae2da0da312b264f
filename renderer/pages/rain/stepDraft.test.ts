import { expect, it } from 'vitest';
import type { FwiField } from '../../../server/contract/user/fwi.ts';
import { dataOf, draftOf, stepProblems } from './stepDraft.ts';

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

it('says what is wrong where, by what the server says of its fields', () => {
  const limited = form.map((field) => (field.key === 'area' ? { ...field, min: 1, max: 50 } : field));
  const problems = (typed: Partial<ReturnType<typeof draftOf>>) =>
    stepProblems(limited, { ...draftOf(limited), ...typed } as ReturnType<typeof draftOf>);
  expect(problems({})).toEqual({});
  expect(problems({ area: '12,5' })).toEqual({});
  expect(problems({ name: ' ', area: 'wide' })).toEqual({
    name: 'This is needed.',
    area: 'This must be a number, without a comma between thousands.',
  });
  expect(problems({ area: '0.5' })).toEqual({ area: 'At least 1.' });
  expect(problems({ area: '51' })).toEqual({ area: 'At most 50.' });
  expect(problems({ 'place.lat': '95', 'place.lon': '' })).toEqual({
    'place.lat': 'At most 90.',
    'place.lon': 'This is needed.',
  });
  expect(problems({ 'place.lat': '', 'place.lon': '' })).toEqual({});
  expect(problems({ tanks: [{ name: 'A', kl: '3' }, {}] })).toEqual({
    'tanks.1.name': 'This is needed.',
    'tanks.1.kl': 'This is needed.',
  });
  expect(dataOf(limited, { ...draftOf(limited), area: '12,5' })).toMatchObject({ area: 12.5 });
});

it('a date in a row is read as a person types it', () => {
  const sources: FwiField = {
    ...{ key: 'sources', label: 'Sources', type: 'table', required: true },
    columns: [{ key: 'nocValidTo', label: 'Permit valid to', type: 'date', required: false }],
  };
  const draft = (nocValidTo: string) => ({ sources: [{ nocValidTo }] });
  for (const typed of ['31/03/2031', '31 Mar 2031', '2031-03-31']) {
    expect(stepProblems([sources], draft(typed))).toEqual({});
    expect(dataOf([sources], draft(typed))).toEqual({ sources: [{ nocValidTo: '2031-03-31' }] });
  }
  expect(stepProblems([sources], draft('31/13/2031'))).toEqual({ 'sources.0.nocValidTo': 'This cannot be used here.' });
});
