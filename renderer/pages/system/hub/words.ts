import { hub as en } from '../../../text/en/keep/hub.ts';
import { reports } from '../../../text/en/reports.ts';
import { inLanguage } from '../../../text/language.ts';

export const words = inLanguage(en, ({ hub }) => hub);
export const reportWords = inLanguage(reports, (all) => all.reports);
