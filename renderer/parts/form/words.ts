import { forms as en } from '../../text/en/forms.ts';
import { forms as hi } from '../../text/hi/forms.ts';
import { inLanguage } from '../../text/language.ts';

export const words = inLanguage({ en, hi });
