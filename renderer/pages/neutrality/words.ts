import { neutrality as en } from '../../text/en/neutrality.ts';
import { inLanguage } from '../../text/language.ts';

export const words = inLanguage(en, ({ neutrality }) => neutrality);
