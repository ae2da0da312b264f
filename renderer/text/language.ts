import { keepIn } from '../api/keepIn.ts';

/** How a person wants to read: words, and the form of numbers and dates. */
export const locales = ['en-IN', 'en-GB', 'en-US', 'hi-IN'] as const;
export type Locale = (typeof locales)[number];
type Language = 'en' | 'hi';

const storageKey = 'headworks.locale';
const listeners = new Set<() => void>();
let chosen: Locale = 'en-IN';

export const locale = (): Locale => chosen;
export const language = (): Language => (chosen === 'hi-IN' ? 'hi' : 'en');
/** Dates of Indian English are written as in Britain: 22 Nov 2026. */
export const dateLocale = (): string => (chosen === 'en-IN' ? 'en-GB' : chosen);

export const subscribeLocale = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

type Hindi = typeof import('./hi/all.ts');
let hindi: Hindi | null = null;
/** The Hindi words, where they are read; null where English is. */
export const hindiWords = (): Hindi | null => (language() === 'hi' ? hindi : null);

/** Words first: nothing is drawn in a language whose words are not there. */
const apply = async (next: Locale): Promise<void> => {
  if (next === 'hi-IN') hindi ??= await import('./hi/all.ts');
  chosen = next;
  document.documentElement.lang = next;
  for (const listener of listeners) listener();
};

/** The first of the browser's languages that the panel has; Indian English where there is none. */
export const localeFor = (wanted: readonly string[]): Locale => {
  for (const one of wanted) {
    const known = locales.find((own) => own === one) ?? (one.split('-')[0] === 'hi' ? 'hi-IN' : undefined);
    if (known !== undefined) return known;
    if (one.split('-')[0] === 'en') return 'en-GB';
  }
  return 'en-IN';
};

/** The choice kept in this browser, else what the browser asks for. */
export const applyStoredLocale = async (): Promise<void> => {
  const stored = localStorage.getItem(storageKey);
  const wanted = locales.find((own) => own === stored) ?? localeFor(navigator.languages);
  // a link too poor for the words of one's own language still shows the plant
  await apply(wanted).catch(() => apply('en-IN'));
};

export const chooseLocale = async (next: Locale): Promise<void> => {
  keepIn(localStorage, storageKey, next);
  // where its words cannot be fetched now, they are with the next load of the page
  await apply(next).catch(() => undefined);
};

/**
 * Words in the language chosen at the moment they are read. So they are read while a component or function runs,
 * never into a constant of a module.
 */
export const inLanguage = <Words extends object>(english: Words, pick: (hindi: Hindi) => Words): Words => {
  let picked: Words | null = null;
  return new Proxy(english, {
    get: (_, key) => {
      const known = hindiWords();
      if (known !== null) picked ??= pick(known);
      return Reflect.get(known === null || picked === null ? english : picked, key);
    },
  });
};
