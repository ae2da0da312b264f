import { expect, it } from 'vitest';
import { refusalReason, refusedText } from './refusalTexts.ts';

it('what the hub refused is said by its date and in words', () => {
  expect(refusedText('11111111222243338444555555555555 20779')).toBe('22 Nov 2026: 11111111222243338444555555555555');
  expect(refusedText('stream audit')).toBe('stream audit');
  expect(refusedText('unit ["U1"]')).toBe('unit ["U1"]');
  expect(refusalReason('unreadable')).toContain('ahead of the hub’s clock');
  expect(refusalReason('of a later version')).toBe('of a later version');
});
