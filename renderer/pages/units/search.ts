import { type FrameSearch, readFrameSearch } from '../../shell/page.ts';
import { isDate } from '../../text/times.ts';

export const rangeKeys = ['h24', 'shift', 'week', 'month', 'year', 'own'] as const;
export type RangeKey = (typeof rangeKeys)[number];
/** Beside the trend. */
export const unitTabs = ['events', 'meter', 'limits'] as const;
export type UnitTab = (typeof unitTabs)[number];
export const stepKeys = ['slot', 'hour', 'day'] as const;
export type StepKey = (typeof stepKeys)[number];
export const mostOverlays = 5;

/** What the address of a unit's page says; what is left out is the default. */
export type UnitSearch = FrameSearch & {
  tab?: UnitTab;
  range?: RangeKey;
  /** Last shift day of the range, YYYY-MM-DD; the running one where left out. */
  date?: string;
  /** First shift day of a range of one's own. */
  since?: string;
  /** A parameter of the unit, or `counter`. */
  param?: string;
  step?: StepKey;
  /** `none`, `day`, or the last day of what is compared; the like range before where left out. */
  compare?: string;
  /** Ids of the units laid over it. */
  with?: string[];
  /** Start of the pinned step, epoch seconds. */
  at?: number;
  /** The stretch that is looked at, epoch seconds. */
  zoom?: [number, number];
};

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
const date = (value: unknown): string | undefined => (typeof value === 'string' && isDate(value) ? value : undefined);
const seconds = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : undefined;

const zoomOf = (value: unknown): [number, number] | undefined => {
  if (!Array.isArray(value)) return undefined;
  const [from, to] = value.map(seconds);
  return from !== undefined && to !== undefined && from < to ? [from, to] : undefined;
};

const unitsOf = (value: unknown): string[] | undefined => {
  if (!Array.isArray(value)) return undefined;
  const ids = [...new Set(value.flatMap((one) => text(one) ?? []))].slice(0, mostOverlays);
  return ids.length === 0 ? undefined : ids;
};

/** Addresses are typed and mailed: what cannot be read is left out. */
export const readUnitSearch = (search: Record<string, unknown>): UnitSearch => {
  const range = rangeKeys.find((key) => key === search.range);
  const compare = search.compare === 'none' || search.compare === 'day' ? search.compare : date(search.compare);
  const known = {
    tab: unitTabs.find((tab) => tab === search.tab),
    range: range === 'shift' ? undefined : range,
    date: date(search.date),
    since: date(search.since),
    param: text(search.param),
    step: stepKeys.find((key) => key === search.step),
    compare,
    with: unitsOf(search.with),
    at: seconds(search.at),
    zoom: zoomOf(search.zoom),
  };
  const said = Object.entries(known).filter(([, value]) => value !== undefined);
  return { ...readFrameSearch(search), ...(Object.fromEntries(said) as Omit<UnitSearch, 'view'>) };
};
