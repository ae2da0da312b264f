import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { OverviewUnit } from '../../server/contract/plant/overview.ts';
import { isUntried } from '../state/grouping.ts';
import type { LiveValues } from '../state/liveValues.ts';
import { useServices } from '../state/services.ts';

type Unit = Pick<OverviewUnit, 'unitId' | 'type' | 'params'>;

/** What the overview knew nothing of, and a reading has come of since. */
const begunOf = (values: LiveValues, { unitId, params }: Unit): OverviewUnit['params'] =>
  params.filter(isUntried).flatMap((param) => {
    const reading = values.get(unitId, param.param);
    if (reading === undefined) return [];
    const { quality, atMs } = reading;
    const begun = { ...param, quality, at: atMs === null ? null : new Date(atMs).toISOString() };
    return isUntried(begun) ? [] : [begun];
  });

/** A unit of the overview with what has begun to measure since: shown as its first value comes, not when the overview is asked next. */
export const useBegun = <U extends Unit>(unit: U): U => {
  const { values } = useServices();
  const { unitId } = unit;
  const waits = unit.type !== 'virtual' && unit.params.some(isUntried);
  const subscribe = useCallback(
    (listener: () => void) => (waits ? values.subscribe(unitId, listener) : () => undefined),
    [values, unitId, waits],
  );
  const count = useSyncExternalStore(subscribe, () => (waits ? begunOf(values, unit).length : 0));
  return useMemo(() => {
    if (count === 0) return unit;
    const begun = new Map(begunOf(values, unit).map((param) => [param.param, param]));
    return { ...unit, params: unit.params.map((param) => begun.get(param.param) ?? param) };
  }, [values, unit, count]);
};
