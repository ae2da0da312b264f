import { groundwater as en } from '../../text/en/groundwater.ts';
import { groundwater as hi } from '../../text/hi/groundwater.ts';
import { inLanguage } from '../../text/language.ts';

export const words = inLanguage({ en, hi });
