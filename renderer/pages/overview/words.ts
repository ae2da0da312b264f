import { overview as en } from '../../text/en/overview.ts';
import { overview as hi } from '../../text/hi/overview.ts';
import { inLanguage } from '../../text/language.ts';

export const words = inLanguage({ en, hi });
