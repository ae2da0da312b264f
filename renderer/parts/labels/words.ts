import { labels as en } from '../../text/en/parts/labels.ts';
import { inLanguage } from '../../text/language.ts';

export const words = inLanguage(en, ({ labels }) => labels);
