import { expect, test } from 'vitest';
import { ruleOf } from './interlocks.ts';
import { cellText, withMeasure } from './measured.ts';

test('a condition is said with the unit of its signal, as exactly as it was entered', () => {
  expect(ruleOf({ is: 'above', limit: 0.3, measure: 'bar' })).toBe('> 0.3 bar');
  expect(ruleOf({ is: 'below', limit: 0.0004, measure: 'm3/h' })).toBe('< 0.0004 m³/h');
  expect(ruleOf({ is: 'notEqual', limit: 1, measure: '' })).toBe('≠ 1');
  expect(withMeasure(-12.5, 'degC')).toBe('−12.5 °C');
});

test('the journal says a value as exactly as it was sent', () => {
  expect(cellText(0.0004, 'm3/h')).toBe('0.0004 m³/h');
  expect(cellText('Open', '')).toBe('Open');
  expect(cellText(null, 'bar')).toBe('–');
});
