import { seriesOf } from '../../../historian/index.ts';
import type { Unit } from '../../../plantModel/index.ts';

export type RainGauge = { unit: Unit; seriesId: number };
type Place = { lat: number; lon: number };

/** Gauges of the units that are shown, in the industry's own order. */
export const rainGauges = (units: readonly Unit[]): RainGauge[] =>
  units.flatMap((unit) => {
    const series = unit.type === 'rain' ? seriesOf(unit, 'rain') : undefined;
    return series ? [{ unit, seriesId: series.id }] : [];
  });

/** Degrees of latitude; a site is too small for the earth's curve to matter. */
const distance = (one: Place, other: Place): number =>
  Math.hypot(one.lat - other.lat, (one.lon - other.lon) * Math.cos((one.lat * Math.PI) / 180));

/** The gauge nearest to a unit, of those that are on the map; else the first one. */
export const nearestGauge = (gauges: readonly RainGauge[], { meta: { location } }: Unit): RainGauge | undefined => {
  if (!location) return gauges[0];
  const placed = gauges.flatMap((gauge) => (gauge.unit.meta.location ? [{ gauge, at: gauge.unit.meta.location }] : []));
  const [nearest] = placed.sort((a, b) => distance(a.at, location) - distance(b.at, location));
  return nearest?.gauge ?? gauges[0];
};
