import { firstRun as en } from '../../text/en/firstRun.ts';
import { inLanguage } from '../../text/language.ts';

export const words = inLanguage(en, ({ firstRun }) => firstRun);
