import { type MeterPlace, readPlace } from '../commissioning/meter/place.ts';

/** The step after the network, and the meter that is being added, where the first run has come so far. */
export type FirstRunSearch = MeterPlace & { at?: 'backup' | 'meter' };

export const readFirstRun = (search: Record<string, unknown>): FirstRunSearch => ({
  ...readPlace(search),
  ...(search.at === 'meter' || search.at === 'backup' ? { at: search.at } : {}),
});
