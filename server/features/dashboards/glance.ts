import type { LandingKpis } from '../../contract/user/landing.ts';
import { isFailure } from '../../core/fail.ts';
import { round } from '../../core/round.ts';
import { dayNumber } from '../../core/shift.ts';
import { UntilChanged } from '../../core/untilChanged.ts';
import type { Writer } from '../../db/writer.ts';
import { type BalanceGraphs, type BalanceService, isEvaluated } from './balance/index.ts';
import type { Glance } from './landing/index.ts';
import type { RoService, RoStore } from './ro/index.ts';

type Asked = {
  balance: Pick<BalanceService, 'worstNode' | 'verdicts'>;
  ro: Pick<RoService, 'kpis'>;
  version(industryId: string): Promise<string>;
};

/** Changes with the balance graph and with work on RO plants; read anew once the database was written to. */
export const versionOf = (
  graphs: Pick<BalanceGraphs, 'version'>,
  store: Pick<RoStore, 'events'>,
  database: Pick<Writer, 'state'>,
): ((industryId: string) => Promise<string>) => {
  const kept = new UntilChanged<string>(() => database.state());
  const read = async (industryId: string): Promise<string> =>
    JSON.stringify([await graphs.version(industryId), await store.events(industryId)]);
  return (industryId) => kept.of(industryId, () => read(industryId));
};

/** One number of each of the other dashboards, for a page that shows the whole plant. */
export const glanceAt = ({ balance, ro, version }: Asked): Glance => ({
  version,
  async worstNode(industryId, date): Promise<LandingKpis['worstNode']> {
    const worst = await balance.worstNode(industryId, date);
    if (!worst) return null;
    const { nodeId, label, unaccountedKL, unaccountedPct, z, status } = worst;
    return { nodeId, label, unaccountedKL, unaccountedPct, z, status };
  },
  async evaluatedNodes(industryId, date) {
    const verdicts = await balance.verdicts(industryId, date);
    return { evaluated: verdicts.filter(isEvaluated).length, all: verdicts.length };
  },
  async roRecoveryPct(industryId, date): Promise<number | null> {
    try {
      const { recovery } = await ro.kpis(industryId, dayNumber(date), dayNumber(date));
      return recovery.weight > 0 ? round((100 * recovery.sum) / recovery.weight, 1) : null;
    } catch (error) {
      if (isFailure(error, 'noData')) return null;
      throw error;
    }
  },
});
