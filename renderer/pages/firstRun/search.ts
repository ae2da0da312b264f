import { type MeterPlace, readPlace } from '../commissioning/meter/place.ts';

const steps = ['network', 'backup', 'meter'] as const;

/** The step after the owner, and the meter that is being added; without a step the first run goes on where it was left. */
export type FirstRunSearch = MeterPlace & { at?: (typeof steps)[number] };

export const readFirstRun = (search: Record<string, unknown>): FirstRunSearch => {
  const at = steps.find((one) => one === search.at);
  return { ...readPlace(search), ...(at === undefined ? {} : { at }) };
};
