import { editor as en } from '../../text/en/edit/editor.ts';
import { inLanguage } from '../../text/language.ts';

export const words = inLanguage(en, ({ editor }) => editor);
