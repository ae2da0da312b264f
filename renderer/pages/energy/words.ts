import { energy as en } from '../../text/en/energy.ts';
import { energy as hi } from '../../text/hi/energy.ts';
import { inLanguage } from '../../text/language.ts';

export const words = inLanguage({ en, hi });
