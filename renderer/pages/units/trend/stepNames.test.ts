import { expect, test } from 'vitest';
import { stepName } from './stepNames.ts';

const at = (time: string) => Date.parse(`${time}+05:30`);

test('a step that lasts for days is named by both of them', () => {
  const gap = { fromMs: at('2026-11-27T22:00'), toMs: at('2026-11-29T06:00') };
  expect(stepName(gap, 'Asia/Kolkata', 'slot', true)).toBe('27 Nov, 22:00 – 29 Nov, 06:00');
  const slot = { fromMs: at('2026-11-27T23:55'), toMs: at('2026-11-28T00:00') };
  expect(stepName(slot, 'Asia/Kolkata', 'slot', false)).toBe('23:55 – 00:00');
  expect(stepName(slot, 'Asia/Kolkata', 'slot', true)).toBe('27 Nov, 23:55 – 00:00');
});
