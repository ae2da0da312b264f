import { en } from './en.js';
import { hi } from './hi.js';

const KEPT = 'hub-language';
const languages = { en: { words: en, locale: 'en-GB' }, hi: { words: hi, locale: 'hi-IN' } };
const kept = localStorage.getItem(KEPT);
/** The choice kept in this browser, else the first of its languages that there is, else English. */
let chosen = Object.hasOwn(languages, kept ?? '')
  ? kept
  : (navigator.languages.map((one) => one.split('-')[0]).find((one) => Object.hasOwn(languages, one)) ?? 'en');

/** Dates and numbers of the chosen language. */
export const locale = () => languages[chosen].locale;
export const chosenLanguage = () => chosen;
export const languageNames = Object.entries(languages).map(([id, { words }]) => [id, words.languageName]);
export const chooseLanguage = (next) => {
  chosen = next;
  localStorage.setItem(KEPT, next);
};

/** Words of the chosen language: read while a page is drawn, never into a constant of a module. */
export const text = new Proxy(en, { get: (_, key) => languages[chosen].words[key] });
