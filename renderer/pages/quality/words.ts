import { quality as en } from '../../text/en/quality.ts';
import { inLanguage } from '../../text/language.ts';

export const words = inLanguage(en, ({ quality }) => quality);
