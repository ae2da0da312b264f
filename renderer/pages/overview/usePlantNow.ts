import { useMemo } from 'react';
import { balanceMoment } from '../../../server/contract/plant/balanceMoments.ts';
import type { Overview } from '../../../server/contract/plant/overview.ts';
import { readBalanceData, readBalanceGraph } from '../../../server/contract/user/waterBalance.ts';
import { useEndpoint } from '../../api/useEndpoint.ts';
import { attentionOf } from '../../state/alarms.ts';
import type { Fresh } from '../../state/fresh.ts';
import { sectionOf } from '../../state/grouping.ts';
import { litresOf } from '../../state/measures.ts';
import { useNow } from '../../state/now.ts';
import { usePast } from '../../state/past.tsx';
import { useAllLive, useConnection, useServices } from '../../state/services.ts';
import { useAlarms } from '../../state/useAlarms.ts';
import { useLink } from '../../state/useLink.ts';
import { useShared } from '../../state/useShared.ts';
import { useUnknownSince } from '../../state/useUnknownSince.ts';
import { shiftDate, toDmy } from '../../text/times.ts';
import { type TankNow, tankNow } from './nodeNow.ts';
import { tankFlows, tankTrend } from './tankTrend.ts';
import { useLimited } from './useLimited.ts';
import { verdictOf } from './verdict.ts';

/** The running shift day of an overview, YYYY-MM-DD. */
export const dayOf = ({ window }: Pick<Overview, 'window'>): string =>
  shiftDate(Date.parse(window.from), window.timezone, window.shiftStart);

/** Of the shift day, up to now or to the moment that is drawn. */
const useBalance = (overview: Overview, at: string | undefined) => {
  const asked = { query: { date1: toDmy(dayOf(overview)), type: 'HOUR' as const } };
  const today = useEndpoint(readBalanceData, asked, { everyMs: 5 * 60_000, enabled: at === undefined });
  const then = useEndpoint(balanceMoment, { query: { at: at ?? '' } }, { enabled: at !== undefined });
  return at === undefined ? today : then;
};

const nothingQueued: ReadonlySet<string> = new Set();

/**
 * What the page says of the plant as a whole, now or at the moment that is drawn; the wall and the phone say the same. Made anew every second;
 * a part that says the same as before is the same object.
 */
export const usePlantNow = (overview: Overview, fresh: Fresh) => {
  const { values, clock } = useServices();
  useAllLive();
  const nowMs = useNow(clock);
  const connected = useConnection().state === 'open';
  const past = usePast();
  const linkNow = useLink();
  const link = past === null ? linkNow : ({ lost: false } as const);
  const alarmsNow = useAlarms();
  const unknownMs = useUnknownSince(alarmsNow.fresh);
  const figuresMs = useUnknownSince(fresh);
  const attention = useMemo(
    () => (past === null ? alarmsNow.attention : attentionOf(past.alarms, nothingQueued)),
    [past, alarmsNow.attention],
  );
  const limits = useShared(useLimited(overview.units));
  const balance = useBalance(overview, past?.at);
  const graph = useEndpoint(readBalanceGraph, {}, { everyMs: 10 * 60_000 });
  const units = useMemo(() => new Map(overview.units.map((unit) => [unit.unitId, unit])), [overview]);
  const moment = { nowMs, connected };
  const tanks: TankNow[] = overview.units
    .filter((unit) => sectionOf(unit) === 'stock')
    .map((unit) => {
      const flows = graph.data === undefined ? null : tankFlows(graph.data, unit.unitId, { values, units, moment });
      const netM3h = flows?.netM3h ?? null;
      const m3PerUnit = (litresOf[unit.siUnit] ?? 1000) / 1000;
      const netPerHour = netM3h === null ? null : netM3h / m3PerUnit;
      const now = tankNow(values, unit, moment);
      const capacity = unit.maxCapacity ?? null;
      const level =
        now.percent === null || capacity === null || now.trust.kind !== 'good' ? null : (now.percent * capacity) / 100;
      return { ...now, flows, trend: tankTrend(unit.forecast, { netPerHour, capacity, level, m3PerUnit }) };
    });
  const totals = balance.data?.totals ?? null;
  return {
    ...useShared(verdictOf({ attention, overview, limits, balance: totals })),
    attention,
    /** Since when the alarms cannot be read; what is known of them may not be all. */
    alarmsUnknownMs: past === null ? unknownMs : null,
    /** Since when the figures cannot be read: those that are shown are of then. */
    figuresUnknownMs: past === null ? figuresMs : null,
    limits,
    balance,
    tanks: useShared(tanks),
    units,
    moment,
    link,
  };
};
export type PlantNow = ReturnType<typeof usePlantNow>;
