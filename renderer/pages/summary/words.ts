import { balance as enBalance } from '../../text/en/balance.ts';
import { summary as en } from '../../text/en/summary.ts';
import { inLanguage } from '../../text/language.ts';

export const words = inLanguage({ ...en, status: enBalance.status }, ({ summary, balance }) => ({
  ...summary,
  status: balance.status,
}));
