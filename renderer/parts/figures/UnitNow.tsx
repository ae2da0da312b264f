import type { OverviewUnit } from '../../../server/contract/plant/overview.ts';
import { shownUnit, shownValue } from '../../state/measures.ts';
import { useNow } from '../../state/now.ts';
import { useConnection, useLiveReading, useServices } from '../../state/services.ts';
import { type Trust, trustIn } from '../../state/trust.ts';
import { LiveFigure } from './LiveFigure.tsx';

type Param = OverviewUnit['params'][number];

/** The live reading of one parameter in its shown unit, and how far it may be trusted. */
export const useTrusted = (unitId: string, param: Param): { value: number | null; unit: string; trust: Trust } => {
  const { clock } = useServices();
  const nowMs = useNow(clock);
  const connected = useConnection().state === 'open';
  const reading = useLiveReading(unitId, param.param);
  const staleAfterMs = param.staleAfterSeconds === undefined ? undefined : param.staleAfterSeconds * 1000;
  return {
    value: shownValue(reading?.value ?? null, param.measure),
    unit: shownUnit(param.measure),
    trust: trustIn(reading, { nowMs, connected, staleAfterMs }),
  };
};

export const UnitNow = ({ unitId, param, size }: { unitId: string; param: Param; size?: 'row' | 'tile' | 'big' }) => {
  const { value, unit, trust } = useTrusted(unitId, param);
  return <LiveFigure value={value} unit={unit} trust={trust} {...(size === undefined ? {} : { size })} />;
};
