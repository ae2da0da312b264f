import { commands as en } from '../../text/en/commands.ts';
import { commands as hi } from '../../text/hi/commands.ts';
import { inLanguage } from '../../text/language.ts';

export const words = inLanguage({ en, hi });
