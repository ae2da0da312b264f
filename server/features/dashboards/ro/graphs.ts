import type { Series } from '../../../contract/model/common.ts';
import { round } from '../../../core/round.ts';
import { isoOfSlot, percentOf, type Window } from '../../../historian/index.ts';
import { lines } from './figures.ts';
import type { RoComplete, RoPlan, RoReference } from './model.ts';
import { type Coefficients, normalizedPct } from './normalize.ts';
import type { RoSums } from './tally.ts';

/** A stretch of a graph. */
export type RoBucket = { sums: RoSums; medians: Coefficients | null };
/** A window of graphs, and how complete it and its stretches are. */
type Drawn = { window: Window; total: RoComplete; buckets: readonly RoComplete[] };

const PLACES = 3;

/** Null where the steps are not equal. */
const stepMinutesOf = ({ buckets }: Window): number | null => {
  const [size = 0, ...others] = new Set(buckets.map(({ fromSlot, toSlot }) => toSlot - fromSlot));
  return others.length === 0 ? size * 5 : null;
};

const letterOf = (value: number | null, found: RoComplete | undefined): string =>
  value === null ? 'M' : found && found.complete < found.expected ? 'E' : 'G';

/** Lines of what is measured, and of the normalised three where there is a reference. */
export const graphsOf = (plan: RoPlan, drawn: Drawn, buckets: readonly RoBucket[], reference: RoReference | null): Series[] => {
  const { window, total } = drawn;
  const line = (key: string, name: string, unit: string, pick: (bucket: RoBucket) => number | null): Series => {
    const values = buckets.map(pick);
    const known = values.filter((value) => value !== null);
    return {
      key,
      name,
      unit,
      start: isoOfSlot(window.fromSlot),
      stepMinutes: stepMinutesOf(window),
      labels: window.buckets.map(({ label }) => label),
      values: values.map((value) => round(value ?? 0, PLACES)),
      quality: values.map((value, at) => letterOf(value, drawn.buckets[at])).join(''),
      min: known.length > 0 ? round(Math.min(...known), PLACES) : null,
      max: known.length > 0 ? round(Math.max(...known), PLACES) : null,
      completeness: percentOf(total.complete, total.expected),
    };
  };
  const pct = (quantity: 'permeateFlow' | 'saltPassage' | 'differentialPressure') => (bucket: RoBucket) =>
    bucket.medians && reference ? normalizedPct(bucket.medians, reference)[quantity] : null;
  return [
    ...Object.entries(lines)
      .filter(([key]) => key !== 'specificEnergy' || plan.energy.length > 0)
      .map(([key, { name, unit, of }]) => line(key, name, unit, ({ sums }) => of(sums))),
    ...(reference
      ? [
          line('permeateFlowPct', 'Normalised permeate flow', '%', pct('permeateFlow')),
          line('saltPassagePct', 'Normalised salt passage', '%', pct('saltPassage')),
          line('differentialPressurePct', 'Normalised pressure drop', '%', pct('differentialPressure')),
        ]
      : []),
  ];
};
