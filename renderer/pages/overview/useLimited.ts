import type { OverviewUnit } from '../../../server/contract/plant/overview.ts';
import { shownValue } from '../../state/measures.ts';
import { useNow } from '../../state/now.ts';
import { useConnection, useServices } from '../../state/services.ts';
import { trustIn } from '../../state/trust.ts';
import { type LimitCounts, limitCounts, sideOf } from './limits.ts';

/** Every quality parameter that has limits, by where it is now. */
export const useLimited = (units: readonly OverviewUnit[]): LimitCounts => {
  const { clock, values } = useServices();
  const nowMs = useNow(clock);
  const connected = useConnection().state === 'open';
  return limitCounts(
    units
      .filter(({ type }) => type === 'quality')
      .flatMap(({ unitId, unitName, params, waterStands = false }) =>
        params
          .filter(({ lt, ht }) => lt != null || ht != null)
          .map(({ param, name, measure, lt, ht, staleAfterSeconds }) => {
            const reading = values.get(unitId, param);
            const staleAfterMs = staleAfterSeconds === undefined ? undefined : staleAfterSeconds * 1000;
            const trusted = trustIn(reading, { nowMs, connected, staleAfterMs }).kind === 'good';
            const value = trusted ? shownValue(reading?.value ?? null, measure) : null;
            const ofLimit = !waterStands && value !== null && ht != null && ht > 0 ? value / ht : null;
            return {
              name: `${unitName} ${name}`,
              side: waterStands && value !== null ? 'noFlow' : sideOf(value, lt, ht),
              ofLimit,
            };
          }),
      ),
  );
};
