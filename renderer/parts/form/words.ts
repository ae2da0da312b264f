import { forms as en } from '../../text/en/parts/forms.ts';
import { forms as hi } from '../../text/hi/parts/forms.ts';
import { inLanguage } from '../../text/language.ts';

export const words = inLanguage({ en, hi });
