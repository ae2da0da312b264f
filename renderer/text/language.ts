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

const apply = (next: Locale): void => {
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
export const applyStoredLocale = (): void => {
  const stored = localStorage.getItem(storageKey);
  apply(locales.find((own) => own === stored) ?? localeFor(navigator.languages));
};

export const chooseLocale = (next: Locale): void => {
  localStorage.setItem(storageKey, next);
  apply(next);
};

/**
 * Words in the language chosen at the moment they are read. So they are read while a component or function runs,
 * never into a constant of a module.
 */
export const inLanguage = <Words extends object>(words: Record<Language, Words>): Words =>
  new Proxy(words.en, { get: (_, key) => Reflect.get(words[language()], key) });
