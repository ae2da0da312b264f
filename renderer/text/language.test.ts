import { afterEach, expect, test, vi } from 'vitest';
import { chooseLocale, type Locale, localeFor } from './language.ts';
import { formatWithUnit } from './numbers.ts';
import { longDate } from './times.ts';
import { text } from './words.ts';

const choose = async (locale: Locale): Promise<void> => {
  vi.stubGlobal('localStorage', { setItem: () => {} });
  vi.stubGlobal('document', { documentElement: {} });
  await chooseLocale(locale);
};
afterEach(async () => {
  await choose('en-IN');
  vi.unstubAllGlobals();
});

test('the browser’s first known language is taken', () => {
  expect(localeFor(['de', 'hi', 'en-US'])).toBe('hi-IN');
  expect(localeFor(['en-US', 'en'])).toBe('en-US');
  expect(localeFor(['en-AU'])).toBe('en-GB');
  expect(localeFor(['mr'])).toBe('en-IN');
});

test('words, numbers and dates follow the choice', async () => {
  const shown: Record<string, string[]> = {};
  for (const locale of ['en-IN', 'en-GB', 'en-US', 'hi-IN'] as const) {
    await choose(locale);
    shown[locale] = [text.loading, formatWithUnit(1234567.8, 'kWh'), longDate('2026-11-22')];
  }
  expect(shown).toEqual({
    'en-IN': ['Loading', '12,34,567.8 kWh', 'Sun, 22 Nov 2026'],
    'en-GB': ['Loading', '1,234,567.8 kWh', 'Sun, 22 Nov 2026'],
    'en-US': ['Loading', '1,234,567.8 kWh', 'Sun, Nov 22, 2026'],
    'hi-IN': ['लोड हो रहा है', '12,34,567.8 kWh', 'रवि, 22 नव॰ 2026'],
  });
});
