import { overview as en } from '../../text/en/overview.ts';
import { inLanguage } from '../../text/language.ts';

export const words = inLanguage(en, ({ overview }) => overview);
