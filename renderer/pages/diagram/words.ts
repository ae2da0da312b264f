import { diagram as en } from '../../text/en/diagram.ts';
import { inLanguage } from '../../text/language.ts';

export const words = inLanguage(en, ({ diagram }) => diagram);
