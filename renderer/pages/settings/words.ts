import { settings as en } from '../../text/en/settings.ts';
import { inLanguage } from '../../text/language.ts';

export const words = inLanguage(en, ({ settings }) => settings);
