import { program as en } from '../../../text/en/keep/program.ts';
import { inLanguage } from '../../../text/language.ts';

export const words = inLanguage(en, ({ program }) => program);
