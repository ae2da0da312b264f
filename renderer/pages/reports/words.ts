import { reports as en } from '../../text/en/reports.ts';
import { inLanguage } from '../../text/language.ts';

export const words = inLanguage(en, ({ reports }) => reports);
