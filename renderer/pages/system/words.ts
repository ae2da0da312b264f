import { system as en } from '../../text/en/system.ts';
import { inLanguage } from '../../text/language.ts';

export const words = inLanguage(en, ({ system }) => system);
