import { useMemo } from 'react';
import type { Overview } from '../../../server/contract/plant/overview.ts';
import { readBalanceData } from '../../../server/contract/user/waterBalance.ts';
import { useEndpoint } from '../../api/useEndpoint.ts';
import { sectionOf } from '../../state/grouping.ts';
import { useNow } from '../../state/now.ts';
import { useConnection, useServices } from '../../state/services.ts';
import { useAlarms } from '../../state/useAlarms.ts';
import { useLink } from '../../state/useLink.ts';
import { shiftDate, toDmy } from '../../text/times.ts';
import { type TankNow, tankNow } from './nodeNow.ts';
import { useLimited } from './useLimited.ts';
import { verdictOf } from './verdict.ts';

/** The running shift day of an overview, YYYY-MM-DD. */
export const dayOf = ({ window }: Pick<Overview, 'window'>): string =>
  shiftDate(Date.parse(window.from), window.timezone, window.shiftStart);

const useBalanceToday = (overview: Overview) =>
  useEndpoint(readBalanceData, { query: { date1: toDmy(dayOf(overview)), type: 'HOUR' } }, { everyMs: 5 * 60_000 });

/** What the page says of the plant as a whole; the wall and the phone say the same. */
export const usePlantNow = (overview: Overview) => {
  const { values, clock } = useServices();
  const nowMs = useNow(clock);
  const connected = useConnection().state === 'open';
  const link = useLink();
  const { attention } = useAlarms();
  const limits = useLimited(overview.units);
  const balance = useBalanceToday(overview);
  const units = useMemo(() => new Map(overview.units.map((unit) => [unit.unitId, unit])), [overview]);
  const moment = { nowMs, connected };
  const tanks: TankNow[] = overview.units
    .filter((unit) => sectionOf(unit) === 'stock')
    .map((unit) => tankNow(values, unit, moment));
  const totals = balance.data?.totals ?? null;
  return {
    ...verdictOf({ attention, overview, limits, balance: totals }),
    attention,
    limits,
    balance,
    tanks,
    units,
    moment,
    link,
  };
};
export type PlantNow = ReturnType<typeof usePlantNow>;
