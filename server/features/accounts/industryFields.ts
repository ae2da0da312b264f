import type { Category, ShiftRule } from '../../plantModel/index.ts';

/** Categories whose unit of measure is a setting of the industry. */
export type SiUnits = { SOURCE_CATEGORY?: string | undefined; STOCK_CATEGORY?: string | undefined };
type CategoryId = keyof SiUnits;

type Meta = Record<string, unknown>;

const DEFAULT_UNIT = 'KL';
const FALLBACK: ShiftRule = {
  validFrom: '1970-01-01',
  timezone: 'Asia/Kolkata',
  startAt: '00:00:00',
  endAt: '00:00:00',
  shiftName: '',
};

/** The rule of the farthest date: what was saved last, though a coming day may be the first it rules. */
export const newestShift = (shifts: readonly ShiftRule[]): ShiftRule =>
  shifts.toSorted((a, b) => (a.validFrom < b.validFrom ? -1 : 1)).at(-1) ?? FALLBACK;

const shown = (id: CategoryId, categories: readonly Category[]): Category[] =>
  categories.filter(({ standardCategoryId }) => standardCategoryId === id);

const stored = (meta: Meta): Meta => (typeof meta.siUnit === 'object' && meta.siUnit !== null ? { ...meta.siUnit } : {});

/** Stored with the category; with the industry where it has no such category yet. */
export const siUnitOf = (id: CategoryId, categories: readonly Category[], meta: Meta): string => {
  const [category] = shown(id, categories);
  const kept = stored(meta)[id];
  return category?.siUnit || (typeof kept === 'string' && kept) || DEFAULT_UNIT;
};

/** What a change of units writes: into the categories that exist, otherwise into the industry's own document. */
export const siUnitWrite = (
  wanted: SiUnits,
  categories: readonly Category[],
  meta: Meta,
): { siUnits: Map<string, string>; meta: Meta } => {
  const siUnits = new Map<string, string>();
  const kept = stored(meta);
  for (const id of ['SOURCE_CATEGORY', 'STOCK_CATEGORY'] as const) {
    const unit = wanted[id];
    if (unit === undefined || unit === siUnitOf(id, categories, meta)) continue;
    const own = shown(id, categories);
    for (const category of own) siUnits.set(category.id, unit);
    if (own.length === 0) kept[id] = unit;
  }
  return { siUnits, meta: Object.keys(kept).length > 0 ? { siUnit: kept } : {} };
};
