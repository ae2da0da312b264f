import { commissioning as en } from '../../text/en/commissioning.ts';
import { meter as enMeter } from '../../text/en/meter.ts';
import { commissioning as hi } from '../../text/hi/commissioning.ts';
import { meter as hiMeter } from '../../text/hi/meter.ts';
import { inLanguage } from '../../text/language.ts';

export const words = inLanguage({ en: { ...en, ...enMeter }, hi: { ...hi, ...hiMeter } });
