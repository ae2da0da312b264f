import { forms as en } from '../../text/en/parts/forms.ts';
import { inLanguage } from '../../text/language.ts';

export const words = inLanguage(en, ({ forms }) => forms);
