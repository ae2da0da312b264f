import { emptyTally, type ServingContext, seriesOf, type Tally, type Window } from '../../../historian/index.ts';
import { meterErrorPct, type Unit } from '../../../plantModel/index.ts';
import { meterSigma, stockAt, stockChangeBetween } from '../balance/index.ts';

/** As a balance is evaluated (docs/domain.md 7.2): less than this many standard uncertainties from 0 is 0. */
const NOISE_SIGMAS = 2;

export type MeteredUnit = { unit: Unit; total: Tally | undefined };

/** Inflow as its meters counted it; what ran back through them was not harvested. */
export const harvestedByMeters = (meters: readonly MeteredUnit[]): number | null => {
  const known = meters.flatMap(({ total }) => total?.sum ?? []);
  return known.length > 0
    ? Math.max(
        0,
        known.reduce((sum, litres) => sum + litres, 0),
      )
    : null;
};

/**
 * Litres that left the tanks by each way and that the tanks rose by. A harvest is never below 0: what meters and levels cannot
 * say from 0 is 0, and where more is missing than that (a leak, a use without a meter) it is not known.
 */
export const harvestedByDifference = async (
  ways: readonly (readonly MeteredUnit[])[],
  tanks: readonly Unit[],
  source: ServingContext,
  { fromSlot, toSlot }: Window,
): Promise<number | null> => {
  let [litres, variance] = [0, 0];
  for (const meters of ways) {
    const known = meters.filter(({ total }) => total !== undefined && total.sum !== null);
    if (known.length === 0) return null;
    for (const { unit, total } of known) {
      const { sum, estimated } = total ?? emptyTally;
      litres += sum ?? 0;
      variance += meterSigma({ volumeL: sum ?? 0, estimatedL: estimated }, meterErrorPct(unit)) ** 2;
    }
  }
  for (const tank of tanks) {
    const series = seriesOf(tank, 'volume');
    const [first, last] = series ? await stockAt(source, series.id, [fromSlot, Math.min(toSlot, source.nowSlot)]) : [];
    const change = series ? stockChangeBetween({ unit: tank, seriesId: series.id }, first, last, source) : null;
    if (!change) return null;
    litres += change.changeL;
    variance += change.sigmaL ** 2;
  }
  if (litres >= 0) return litres;
  return -litres < NOISE_SIGMAS * Math.sqrt(variance) ? 0 : null;
};
