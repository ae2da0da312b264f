import { commissioning as en } from '../../text/en/commissioning.ts';
import { meter as enMeter } from '../../text/en/meter.ts';
import { inLanguage } from '../../text/language.ts';

export const words = inLanguage({ ...en, ...enMeter }, ({ commissioning, meter }) => ({ ...commissioning, ...meter }));
