import { notFound as en } from '../../text/en/parts/notFound.ts';
import { inLanguage } from '../../text/language.ts';

export const words = inLanguage(en, ({ notFound }) => notFound);
