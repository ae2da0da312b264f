import { firstRun as en } from '../../text/en/firstRun.ts';
import { firstRun as hi } from '../../text/hi/firstRun.ts';
import { inLanguage } from '../../text/language.ts';

export const words = inLanguage({ en, hi });
