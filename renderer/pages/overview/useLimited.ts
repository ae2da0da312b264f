import type { OverviewUnit } from '../../../server/contract/plant/overview.ts';
import { shownValue } from '../../state/measures.ts';
import { useNow } from '../../state/now.ts';
import { useConnection, useServices } from '../../state/services.ts';
import { trustIn } from '../../state/trust.ts';
import { sideOf } from './limits.ts';

/** Every quality parameter that has limits, and whether it is known to lie inside them. */
export const useLimited = (units: readonly OverviewUnit[]): { name: string; inside: boolean }[] => {
  const { clock, values } = useServices();
  const nowMs = useNow(clock);
  const connected = useConnection().state === 'open';
  return units
    .filter(({ type }) => type === 'quality')
    .flatMap(({ unitId, unitName, params }) =>
      params
        .filter(({ lt, ht }) => lt != null || ht != null)
        .map(({ param, name, measure, lt, ht, staleAfterSeconds }) => {
          const reading = values.get(unitId, param);
          const staleAfterMs = staleAfterSeconds === undefined ? undefined : staleAfterSeconds * 1000;
          const trusted = trustIn(reading, { nowMs, connected, staleAfterMs }).kind === 'good';
          const side = sideOf(shownValue(reading?.value ?? null, measure), lt, ht);
          return { name: `${unitName} ${name}`, inside: trusted && side === 'inside' };
        }),
    );
};
