import { CommissioningIcon } from '../../parts/icons.tsx';
import { type FrameSearch, type PageEntry, readFrameSearch } from '../../shell/page.ts';
import { type MeterPlace, readPlace } from './meter/place.ts';

export const entry = {
  id: 'commissioning',
  path: '/commissioning',
  group: 'keep',
  icon: CommissioningIcon,
  needs: ['COMMISSIONING'],
  key: 'm',
  built: true,
} as const satisfies PageEntry;

export const tools = ['doctor', 'device', 'registers', 'traffic', 'tests'] as const;
export type Tool = (typeof tools)[number];

/** What the address of the page says; what is left out is the default, what cannot be read is left out. */
export type CommissioningSearch = FrameSearch &
  MeterPlace & {
    /** A meter is being added; `line`, `device` and `unit` are then of that. Else they are what is looked at. */
    add?: true;
    tool?: Tool;
    /** Every line open, in its own order. */
    all?: true;
    /** Id of the signal whose form is open beside its device, or `new`. */
    signal?: string;
    /** Id of the loop test whose certificate is shown in place of the lines. */
    certificate?: string;
  };

export const readSearch = (search: Record<string, unknown>): CommissioningSearch => {
  const tool = tools.find((one) => one === search.tool && one !== 'doctor');
  return {
    ...readFrameSearch(search),
    ...readPlace(search),
    ...(search.add === true ? { add: true } : {}),
    ...(tool === undefined ? {} : { tool }),
    ...(search.all === true ? { all: true } : {}),
    ...(typeof search.signal === 'string' ? { signal: search.signal } : {}),
    ...(typeof search.certificate === 'string' ? { certificate: search.certificate } : {}),
  };
};
