import { devices as en } from '../../../text/en/devices.ts';
import { devices as hi } from '../../../text/hi/devices.ts';
import { inLanguage } from '../../../text/language.ts';

export const words = inLanguage({ en, hi });
