import { alarms as en } from '../../text/en/alarms.ts';
import { inLanguage } from '../../text/language.ts';

export const words = inLanguage(en, ({ alarms }) => alarms);
