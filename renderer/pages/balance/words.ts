import { balance as en } from '../../text/en/balance.ts';
import { inLanguage } from '../../text/language.ts';

export const words = inLanguage(en, ({ balance }) => balance);
