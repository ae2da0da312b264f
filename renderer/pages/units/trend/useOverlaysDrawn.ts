import { useRef } from 'react';
import type { Overlay } from './chart.ts';
import type { OverlayLine } from './useLines.ts';

/** The overlays as the chart takes them; the same list as long as their steps are, so that nothing is drawn anew for nothing. */
export const useOverlaysDrawn = (lines: readonly OverlayLine[]): readonly Overlay[] => {
  const before = useRef<readonly Overlay[]>([]);
  const now = lines.map(({ unit, line }) => ({ name: unit.unitName, unit: line.answer.data?.unit ?? '', steps: line.steps }));
  const same =
    now.length === before.current.length &&
    now.every(({ steps, unit }, at) => before.current[at]?.steps === steps && before.current[at]?.unit === unit);
  if (!same) before.current = now;
  return before.current;
};
