import { past as en } from '../../text/en/parts/past.ts';
import { inLanguage } from '../../text/language.ts';

export const pastWords = inLanguage(en, ({ past }) => past);
