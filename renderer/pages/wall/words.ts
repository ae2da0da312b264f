import { wall as en } from '../../text/en/wall.ts';
import { inLanguage } from '../../text/language.ts';

export const words = inLanguage(en, ({ wall }) => wall);
