import { alarms as en } from '../../text/en/alarms.ts';
import { alarms as hi } from '../../text/hi/alarms.ts';
import { inLanguage } from '../../text/language.ts';

export const words = inLanguage({ en, hi });
