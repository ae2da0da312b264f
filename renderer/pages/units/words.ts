import { units as en } from '../../text/en/units.ts';
import { inLanguage } from '../../text/language.ts';

export const words = inLanguage(en, ({ units }) => units);
