import { rain as en } from '../../text/en/rain.ts';
import { inLanguage } from '../../text/language.ts';

export const words = inLanguage(en, ({ rain }) => rain);
