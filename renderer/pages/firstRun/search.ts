import { type MeterPlace, readPlace } from '../commissioning/meter/place.ts';

/** The meter that is being added, where the first run has come so far. */
export type FirstRunSearch = MeterPlace & { at?: 'meter' };

export const readFirstRun = (search: Record<string, unknown>): FirstRunSearch => ({
  ...readPlace(search),
  ...(search.at === 'meter' ? { at: 'meter' as const } : {}),
});
