import { energy as en } from '../../text/en/energy.ts';
import { inLanguage } from '../../text/language.ts';

export const words = inLanguage(en, ({ energy }) => energy);
