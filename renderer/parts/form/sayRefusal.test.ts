import { expect, it } from 'vitest';
import { sayRefusal } from './sayRefusal.ts';

const labels: Record<string, string> = { lowThreshold: 'Low level', lt: 'Low limit', depthM: 'Depth' };
const say = (message: string, path = 'meta.highThreshold') => sayRefusal(message, path, (name) => labels[name]);

it('a rule of the server is said beside its field, with other fields by their labels', () => {
  expect(say('must not be below lowThreshold')).toBe('This must not be below “Low level”.');
  expect(say('must not be below lt', 'meta.params.ph.ht')).toBe('This must not be below “Low limit”.');
  expect(say('must not be below the bottom, depthM', 'meta.well.pumpIntakeMbgl')).toBe(
    'This must not be below the bottom, “Depth”.',
  );
  expect(say('is easily guessed. Choose another.')).toBe('This is easily guessed. Choose another.');
  expect(say('is passed within 5 minutes at maxPerHour')).toBe('This is passed within 5 minutes at maxPerHour.');
});

it('a path before the rule is left out, and what is no rule of a field stays as it is', () => {
  expect(say('meta.highThreshold must not be below lowThreshold')).toBe('This must not be below “Low level”.');
  expect(say('Borewell 1 is a borewell unit and counts no water')).toBe('Borewell 1 is a borewell unit and counts no water');
});
