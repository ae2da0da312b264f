import { wall as en } from '../../text/en/wall.ts';
import { wall as hi } from '../../text/hi/wall.ts';
import { inLanguage } from '../../text/language.ts';

export const words = inLanguage({ en, hi });
