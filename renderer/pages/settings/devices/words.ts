import { devices as en } from '../../../text/en/devices.ts';
import { inLanguage } from '../../../text/language.ts';

export const words = inLanguage(en, ({ devices }) => devices);
