import { sso as en } from '../../../text/en/keep/sso.ts';
import { inLanguage } from '../../../text/language.ts';

export const words = inLanguage(en, ({ sso }) => sso);
