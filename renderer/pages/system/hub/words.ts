import { hub as en } from '../../../text/en/keep/hub.ts';
import { inLanguage } from '../../../text/language.ts';

export const words = inLanguage(en, ({ hub }) => hub);
