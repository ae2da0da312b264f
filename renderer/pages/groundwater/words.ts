import { groundwater as en } from '../../text/en/groundwater.ts';
import { inLanguage } from '../../text/language.ts';

export const words = inLanguage(en, ({ groundwater }) => groundwater);
