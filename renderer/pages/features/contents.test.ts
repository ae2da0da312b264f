import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { chooseLocale } from '../../text/language.ts';
import { type Documents, rowsOf } from './contents.ts';

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { lang: '' } });
  vi.stubGlobal('localStorage', { setItem: () => undefined, getItem: () => null });
});
afterEach(async () => {
  await chooseLocale('en-IN');
  vi.unstubAllGlobals();
});

it('channels are named in the language of the person', async () => {
  const data = { channels: { web: { enabled: true }, sms: { enabled: true }, email: { enabled: false } } };
  const documents = { alerts: { version: 1, updatedAt: '2026-11-30T10:00:00Z', data } } as unknown as Documents;
  const said = () => rowsOf(documents).find(({ feature }) => feature === 'alerts')?.document?.says;
  expect(said()).toBe('channels on: Panel, SMS');
  await chooseLocale('hi-IN');
  expect(said()).toBe('चालू माध्यम: पैनल, एसएमएस');
});
