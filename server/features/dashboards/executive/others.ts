import { isFailure } from '../../../core/fail.ts';
import { dateOfDay } from '../../../core/shift.ts';
import type { Window } from '../../readings/window.ts';
import type { BalanceService } from '../balance/service.ts';
import type { NeutralityService } from '../neutrality/service.ts';
import type { RoService } from '../ro/service.ts';
import { nothing, type Part } from './parts.ts';

/** What other dashboards know of a plant in a window. */
export type Others = {
  neutrality(industryId: string, window: Window): Promise<Part>;
  loss(industryId: string, window: Window): Promise<Part>;
  ro(industryId: string, window: Window): Promise<{ recovery: Part; sec: Part; targetPct: number | null }>;
};

type Services = {
  balance: Pick<BalanceService, 'over'>;
  neutrality: Pick<NeutralityService, 'data'>;
  ro: Pick<RoService, 'data'>;
};

const unlessAbsent = async <T>(work: () => Promise<T>, absent: T): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (isFailure(error, 'noData')) return absent;
    throw error;
  }
};

const requestOf = (industryId: string) => ({ industryId, signal: new AbortController().signal });
const sumOf = (values: readonly (number | null | undefined)[]): number | null => {
  const known = values.filter((value) => typeof value === 'number');
  return known.length > 0 ? known.reduce((sum, value) => sum + value, 0) : null;
};

export const othersOf = ({ balance, neutrality, ro }: Services): Others => ({
  neutrality: (industryId, { fromDay, toDay }) =>
    unlessAbsent(async () => {
      const query = { date1: dateOfDay(fromDay), date2: dateOfDay(toDay), divisionFactor: 1000 };
      const { credited, debited } = await neutrality.data(requestOf(industryId), query);
      return { top: credited.value, bottom: debited.value };
    }, nothing),
  async loss(industryId, window) {
    const answer = await balance.over(requestOf(industryId), window, 1000);
    if (!answer || answer.totals.status === 'undetermined' || answer.totals.status === 'incomplete') return nothing;
    return { top: answer.totals.unaccountedKL, bottom: answer.totals.inKL };
  },
  ro: (industryId, { type, toDay }) =>
    unlessAbsent(
      async () => {
        if (type === 'CUSTOM') return { recovery: nothing, sec: nothing, targetPct: null };
        const { plants } = (await ro.data(requestOf(industryId), { date1: dateOfDay(toDay), type })).data1;
        const metered = plants.filter(({ feed, permeate }) => feed.volumeKL !== null && permeate.volumeKL !== null);
        const powered = plants.filter(({ energy, permeate }) => energy?.kWh != null && permeate.volumeKL !== null);
        return {
          recovery: {
            top: sumOf(metered.map(({ permeate }) => permeate.volumeKL)),
            bottom: sumOf(metered.map(({ feed }) => feed.volumeKL)),
          },
          sec: {
            top: sumOf(powered.map(({ energy }) => energy?.kWh)),
            bottom: sumOf(powered.map(({ permeate }) => permeate.volumeKL)),
          },
          // several plants have several targets: then none is shown
          targetPct: plants.length === 1 ? (plants[0]?.recoveryTarget ?? null) : null,
        };
      },
      { recovery: nothing, sec: nothing, targetPct: null },
    ),
});
