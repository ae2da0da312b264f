import type { FeatureData } from '../../../contract/model/featureData.ts';
import { factsOf, type Industry, type Unit } from '../../../plantModel/index.ts';

/** Wells and piezometers as the shown units describe them, and the aquifers of the plant's facts. */
export const groundwaterOf = (industry: Industry | undefined, units: readonly Unit[]): FeatureData<'GWI'> => ({
  wells: units
    .filter(({ type, meta }) => type === 'borewell' || meta.well !== undefined)
    .map(({ id, name, meta }) => ({ ...meta.well, unitId: id, wellName: name, location: meta.location ?? null })),
  aquifer: factsOf(industry).aquifers,
});

/** A point for each shown unit that says where it is; undefined when none does. */
export const mapOf = (units: readonly Unit[]): FeatureData<'map_view'> | undefined => {
  const features = units.flatMap(({ id, name, type, standardCategoryId, meta: { location } }) =>
    location
      ? [
          {
            type: 'Feature' as const,
            geometry: { type: 'Point' as const, coordinates: [location.lon, location.lat] as [number, number] },
            properties: { unitId: id, unitName: name, unitType: type, standardCategoryId },
          },
        ]
      : [],
  );
  return features.length > 0 ? { type: 'FeatureCollection', features } : undefined;
};
