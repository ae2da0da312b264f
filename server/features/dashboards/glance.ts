import type { LandingKpis } from '../../contract/landing.ts';
import type { RoPlant } from '../../contract/roEfficiency.ts';
import { isFailure } from '../../core/fail.ts';
import type { BalanceService } from './balance/service.ts';
import type { Glance } from './landing/service.ts';
import type { RoService } from './ro/service.ts';

type Asked = { balance: Pick<BalanceService, 'worstNode'>; ro: Pick<RoService, 'data'> };

const known = (plants: readonly RoPlant[]): RoPlant[] =>
  plants.filter(({ feed, permeate }) => feed.volumeKL !== null && permeate.volumeKL !== null);

/** Of several plants, by the sums of their water. */
const recoveryOf = (plants: readonly RoPlant[]): number | null => {
  const feedKL = known(plants).reduce((sum, { feed }) => sum + (feed.volumeKL ?? 0), 0);
  const permeateKL = known(plants).reduce((sum, { permeate }) => sum + (permeate.volumeKL ?? 0), 0);
  return feedKL > 0 ? Math.round((1000 * permeateKL) / feedKL) / 10 : null;
};

/** One number of each of the other dashboards, for a page that shows the whole plant. */
export const glanceAt = ({ balance, ro }: Asked): Glance => ({
  async worstNode(industryId, date): Promise<LandingKpis['worstNode']> {
    const worst = await balance.worstNode(industryId, date);
    if (!worst) return null;
    const { nodeId, label, unaccountedKL, unaccountedPct, z, status } = worst;
    return { nodeId, label, unaccountedKL, unaccountedPct, z, status };
  },
  async roRecoveryPct(industryId, date): Promise<number | null> {
    try {
      const request = { industryId, signal: new AbortController().signal };
      return recoveryOf((await ro.data(request, { date1: date, type: 'DAY' })).data1.plants);
    } catch (error) {
      if (isFailure(error, 'noData')) return null;
      throw error;
    }
  },
});
