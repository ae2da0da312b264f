import { balance as enBalance } from '../../text/en/balance.ts';
import { summary as en } from '../../text/en/summary.ts';
import { balance as hiBalance } from '../../text/hi/balance.ts';
import { summary as hi } from '../../text/hi/summary.ts';
import { inLanguage } from '../../text/language.ts';

export const words = inLanguage({ en: { ...en, status: enBalance.status }, hi: { ...hi, status: hiBalance.status } });
