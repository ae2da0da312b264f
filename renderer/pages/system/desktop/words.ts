import { desktop as en } from '../../../text/en/keep/desktop.ts';
import { inLanguage } from '../../../text/language.ts';

export const words = inLanguage(en, ({ desktop }) => desktop);
