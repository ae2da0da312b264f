import { features as en } from '../../text/en/features.ts';
import { inLanguage } from '../../text/language.ts';

export const words = inLanguage(en, ({ features }) => features);
