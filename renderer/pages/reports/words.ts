import { reports as en } from '../../text/en/reports.ts';
import { reports as hi } from '../../text/hi/reports.ts';
import { inLanguage } from '../../text/language.ts';

export const words = inLanguage({ en, hi });
