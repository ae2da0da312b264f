import { useMemo, useRef, useState } from 'react';
import type { OverviewUnit } from '../../../server/contract/plant/overview.ts';
import { useOverview } from '../../api/useOverview.ts';

const none: readonly OverviewUnit[] = [];

/** What every drawing is made with: the units that can be bound, whether things snap to the grid, and the middle of what is in sight. */
export const useCanvas = () => {
  const units = useOverview().data?.units ?? none;
  const unitNames = useMemo(() => new Map(units.map(({ unitId, unitName }) => [unitId, unitName])), [units]);
  const [snap, setSnap] = useState(true);
  const middle = useRef(() => ({ x: 0, y: 0 }));
  return { units, unitNames, snap, setSnap, middle };
};
