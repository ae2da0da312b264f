import { isFailure } from '../../../core/fail.ts';
import { dateOfDay } from '../../../core/shift.ts';
import type { Window } from '../../../historian/index.ts';
import type { SeriesInfo } from '../../../plantModel/index.ts';
import type { BalanceService } from '../balance/index.ts';
import type { NeutralityService } from '../neutrality/index.ts';
import type { RoService } from '../ro/index.ts';
import { type KpiPart, nothing } from './parts.ts';
import { kilo } from './water.ts';

type Groups = readonly (readonly SeriesInfo[])[];
type Behind = { neutrality: Groups; recovery: Groups; specific: Groups };

/** What other dashboards know of a plant in a window as far as a slot. */
export type CrossDashboardKpis = {
  /** Changes with whatever they are made from besides readings and configuration. */
  version(industryId: string): Promise<string>;
  neutrality(industryId: string, window: Window, endSlot: number): Promise<KpiPart>;
  loss(industryId: string, window: Window, endSlot: number): Promise<KpiPart>;
  /** The meters behind them, in groups that have each to be measured; of credits those that count on a day. */
  behind(industryId: string, day: number): Behind;
  ro(industryId: string, window: Window, endSlot: number): Promise<{ recovery: KpiPart; sec: KpiPart; targetPct: number | null }>;
};

type Services = {
  balance: Pick<BalanceService, 'over'>;
  neutrality: Pick<NeutralityService, 'data' | 'meters'>;
  ro: Pick<RoService, 'kpis' | 'meters'>;
  version: CrossDashboardKpis['version'];
};

const unlessAbsent = async <T>(work: () => Promise<T>, absent: T): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (isFailure(error, 'noData')) return absent;
    throw error;
  }
};

const requestOf = (industryId: string, endSlot: number) => ({ industryId, signal: new AbortController().signal, endSlot });
const partOf = ({ sum, weight }: { sum: number; weight: number }): KpiPart =>
  weight > 0 ? { top: sum, bottom: weight } : nothing;

export const crossDashboardKpis = ({ balance, neutrality, ro, version }: Services): CrossDashboardKpis => ({
  version,
  neutrality: (industryId, window, endSlot) =>
    unlessAbsent(async () => {
      // litres: with the usual factor each plant answers in its own unit of measure, and these do not add up
      const query = { date1: dateOfDay(window.fromDay), date2: dateOfDay(window.toDay), divisionFactor: 1 };
      const { credited, debited } = await neutrality.data(requestOf(industryId, endSlot), query);
      return { top: kilo(credited.value), bottom: kilo(debited.value) };
    }, nothing),
  async loss(industryId, window, endSlot) {
    const answer = await balance.over(requestOf(industryId, endSlot), window, 1000);
    if (!answer || answer.totals.status === 'undetermined' || answer.totals.status === 'incomplete') return nothing;
    return { top: answer.totals.unaccountedKL, bottom: answer.totals.inKL };
  },
  behind(industryId, day) {
    const { feed, permeate, reject, energy } = ro.meters(industryId);
    return {
      neutrality: neutrality.meters(industryId, day),
      recovery: [feed, permeate, reject],
      specific: [energy, permeate],
    };
  },
  ro: (industryId, { fromDay, toDay }, endSlot) =>
    unlessAbsent(
      async () => {
        const { recovery, specific, targetPct } = await ro.kpis(industryId, fromDay, toDay, endSlot);
        return { recovery: partOf(recovery), sec: partOf(specific), targetPct };
      },
      { recovery: nothing, sec: nothing, targetPct: null },
    ),
});
