import { delivery as en } from '../../../text/en/keep/delivery.ts';
import { inLanguage } from '../../../text/language.ts';

export const words = inLanguage(en, ({ delivery }) => delivery);
