import { structure as en } from '../../text/en/parts/structure.ts';
import { inLanguage } from '../../text/language.ts';

export const words = inLanguage(en, ({ structure }) => structure);
