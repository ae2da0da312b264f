import { vi } from 'vitest';
import { chooseLocale, type Locale } from '../language.ts';

/** What is read in a form of language, as a browser has it; the next test reads Indian English again. */
export const inLocale = async <T>(locale: Locale, read: () => T | Promise<T>): Promise<T> => {
  vi.stubGlobal('localStorage', { setItem: () => undefined, getItem: () => null });
  vi.stubGlobal('document', { documentElement: { lang: '' } });
  try {
    await chooseLocale(locale);
    return await read();
  } finally {
    await chooseLocale('en-IN');
    vi.unstubAllGlobals();
  }
};
