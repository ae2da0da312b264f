import { HOUR_MS } from '../../../server/contract/model/common.ts';
import type { AlarmView } from '../../../server/contract/plant/alarms.ts';
import type { Overview, OverviewKpi, SilentCause } from '../../../server/contract/plant/overview.ts';
import { isBandKnown, isFarOutside } from '../../../server/contract/rules/unusual.ts';
import type { BalanceTotals } from '../../../server/contract/user/waterBalance.ts';
import type { Attention } from '../../state/alarms.ts';
import type { LimitCounts } from './limits.ts';

/** The figures that are held against the same weekday, in the order of the page. */
export const kpiNames = ['intake', 'consumption', 'stock', 'discharge', 'energy'] as const;
export type KpiName = (typeof kpiNames)[number];

/** One thing that needs somebody, most urgent first. */
export type Thing =
  | { kind: 'alarm'; alarm: AlarmView; isWaiting: boolean }
  | { kind: 'silent'; cause: SilentCause }
  | { kind: 'outside'; names: readonly string[] }
  | { kind: 'balance'; totals: BalanceTotals }
  | { kind: 'unusual'; name: KpiName; kpi: OverviewKpi };

/** Known, and what there is to do; or not known at all. */
export type Verdict = { things: Thing[]; reporting: { total: number; online: number } };

export type VerdictFacts = {
  attention: Attention | null;
  overview: Overview;
  limits: LimitCounts;
  balance: BalanceTotals | null;
};

/** What the shift has counted in its first hour says little. */
const FIRST_HOUR_MS = HOUR_MS;

/** Of what is missing in the figure nobody knows how unusual it is: then there is no change, nor is there of a median that is not above 0. */
export const isUnusual = ({ value, sameWeekday }: OverviewKpi): boolean =>
  isFarOutside(value, sameWeekday) && (sameWeekday.changePct !== null || (sameWeekday.median ?? 0) <= 0);

export const isBelowUsual = ({ value, sameWeekday: { low } }: OverviewKpi): boolean =>
  value !== null && low !== null && value < low;

const isBegun = ({ comparedTo, window: { from } }: Overview): boolean =>
  Date.parse(comparedTo) - Date.parse(from) >= FIRST_HOUR_MS;

/** Of a figure that nothing measures nothing is missing. */
export const hasMeter = ({ meters }: OverviewKpi): boolean => meters.unitIds.length > 0;

/** The figures that were held against their weekday, and those of which that cannot be said yet; none that nothing measures. */
export const comparedKpis = (overview: Overview): { compared: KpiName[]; unknown: KpiName[] } => {
  const isKnown = (name: KpiName): boolean =>
    isBegun(overview) && overview.kpis[name].value !== null && isBandKnown(overview.kpis[name].sameWeekday);
  const measured = kpiNames.filter((name) => hasMeter(overview.kpis[name]));
  return { compared: measured.filter(isKnown), unknown: measured.filter((name) => !isKnown(name)) };
};

/** Whether the balance says more than its meters' errors: only a finding of 2 standard uncertainties. */
const isOpen = (totals: BalanceTotals | null): totals is BalanceTotals =>
  totals !== null && (totals.status === 'loss' || totals.status === 'gain');

/** Causes that somebody can do something about; a unit that waits for its first entry is none. */
export const troubles = (silent: readonly SilentCause[]): SilentCause[] =>
  silent.filter(({ reason }) => reason !== 'neverEntered' && reason !== 'disabled');

/** An alarm that somebody has acknowledged is listed and waits for nobody: the alarm bar says so too. */
export const needsSomebody = (thing: Thing): boolean => thing.kind !== 'alarm' || thing.isWaiting;

/**
 * What needs somebody: alarms by urgency, silence by cause, limits, the balance, and days that are unlike their weekday; last the alarms
 * that are acknowledged and still active.
 */
export const verdictOf = ({ attention, overview, limits, balance }: VerdictFacts): Verdict => {
  const waiting = attention?.waiting ?? [];
  const seen = (attention?.seen ?? []).filter(({ insight }) => !insight);
  const begun = isBegun(overview);
  const measured = overview.units.filter(({ type }) => type !== 'virtual');
  const never = new Set(overview.silent.flatMap(({ reason, unitIds }) => (reason === 'neverEntered' ? unitIds : [])));
  const expected = measured.filter(({ unitId }) => !never.has(unitId));
  return {
    things: [
      ...waiting.map((alarm): Thing => ({ kind: 'alarm', alarm, isWaiting: true })),
      ...troubles(overview.silent).map((cause): Thing => ({ kind: 'silent', cause })),
      ...(limits.outside.length === 0 ? [] : [{ kind: 'outside', names: limits.outside } satisfies Thing]),
      ...(isOpen(balance) ? [{ kind: 'balance', totals: balance } satisfies Thing] : []),
      ...kpiNames.flatMap((name): Thing[] => {
        const kpi = overview.kpis[name];
        return begun && isUnusual(kpi) ? [{ kind: 'unusual', name, kpi }] : [];
      }),
      ...seen.map((alarm): Thing => ({ kind: 'alarm', alarm, isWaiting: false })),
    ],
    reporting: { total: expected.length, online: expected.filter(({ online }) => online).length },
  };
};
