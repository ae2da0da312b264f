import { executive as en } from '../../text/en/executive.ts';
import { inLanguage } from '../../text/language.ts';

export const words = inLanguage(en, ({ executive }) => executive);
