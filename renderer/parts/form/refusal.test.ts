import { expect, it } from 'vitest';
import { ruleOf, sentenceOf } from './refusal.ts';

const say = (path: string, message: string) => sentenceOf(ruleOf(message, path));

it.each([
  ['shown', 'shown must be a number as a display shows it', 'This must be a number as a display shows it.'],
  ['id', 'id Effluent gateway is switched off', 'Effluent gateway is switched off'],
  ['values.0', 'values.0 must be a number', 'This must be a number.'],
  ['industry.id', 'industry.id missing', 'This is needed.'],
  ['span', 'span missing: the tolerance is a share of it', 'Span missing: the tolerance is a share of it'],
  ['meta.tank.rows.1', 'meta.tank.rows.1 level and volume must both rise', 'Level and volume must both rise'],
  ['address', 'address touches 4 to 9, which must not be read', 'This touches 4 to 9, which must not be read.'],
])('the message for %s has no field name of the API in it: %s', (path, message, said) => {
  expect(say(path, message)).toBe(said);
});

it.each([
  ['version', 'version 3 is no longer the present one', 'Version 3 is no longer the present one'],
  ['unitId', 'Borewell 1 counts no water', 'Borewell 1 counts no water'],
  ['name', 'name Flow is that of another tag', 'Name Flow is that of another tag'],
])('what is more than a rule of %s stays whole: %s', (path, message, said) => {
  expect(say(path, message)).toBe(said);
});
