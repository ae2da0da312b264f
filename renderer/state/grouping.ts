import type { OverviewUnit } from '../../server/contract/plant/overview.ts';

export const sectionIds = [
  'intake',
  'treatment',
  'use',
  'discharge',
  'stock',
  'groundwater',
  'quality',
  'energy',
  'rain',
  'other',
  'totals',
] as const;
export type SectionId = (typeof sectionIds)[number];

type Kind = Pick<OverviewUnit, 'type' | 'standardCategoryIds' | 'standardCategoryId' | 'subCategory'>;

/** The place of a unit on the pages: what it counts as goes before what its sub-category is called. */
export const sectionOf = ({ type, standardCategoryId, standardCategoryIds, subCategory }: Kind): SectionId => {
  if (type === 'stock') return 'stock';
  if (type === 'quality' || type === 'energy' || type === 'rain') return type;
  if (type === 'virtual') return 'totals';
  const ids = [standardCategoryId, ...standardCategoryIds];
  if (type === 'level') return ids.includes('GROUND_WATER_LEVEL') ? 'groundwater' : 'stock';
  if (ids.includes('ID_SOURCE')) return 'intake';
  if (ids.includes('ID_CONSUMPTION')) return 'use';
  if (type === 'borewell' || ids.includes('GROUND_WATER_LEVEL')) return 'groundwater';
  const words = `${subCategory.group} ${subCategory.displayName}`.toLowerCase();
  if (/discharge|effluent|sewage|waste|\betp\b|\bstp\b/.test(words)) return 'discharge';
  if (ids.includes('RO_EFFICIENCY_PLANT') || /\btreat|\bro\b|permeate|reject|softener|filter/.test(words)) return 'treatment';
  return /\brain/.test(words) ? 'rain' : 'other';
};

/** The sections that have units, in the order of the water's way through the plant. */
export const sectionsOf = <U extends Kind>(units: readonly U[]): { id: SectionId; units: U[] }[] => {
  const found = new Map<SectionId, U[]>();
  for (const unit of units) {
    const id = sectionOf(unit);
    found.set(id, [...(found.get(id) ?? []), unit]);
  }
  return sectionIds.flatMap((id) => {
    const inSection = found.get(id);
    return inSection === undefined ? [] : [{ id, units: inSection }];
  });
};

/** Counters only ever grow: they say what was, not what is. */
export const isCounter = ({ type }: Pick<OverviewUnit, 'type'>, { measure }: { measure: string }): boolean =>
  type !== 'stock' && type !== 'quality' && ['L', 'Wh', 'VAh', 'varh', 'mm'].includes(measure);

type LastTry = Pick<OverviewUnit['params'][number], 'at' | 'quality'>;
type Measuring = Pick<OverviewUnit, 'params' | 'type'> & Partial<Pick<OverviewUnit, 'standardCategoryId'>>;

/** A level in a well of observation is a depth below ground, as its trend says (docs/domain.md), whatever its unit is stored in. */
const asMeasured = ({ type, standardCategoryId }: Measuring, param: OverviewUnit['params'][number]) =>
  type === 'level' && standardCategoryId === 'GROUND_WATER_LEVEL' && param.measure === 'm'
    ? { ...param, measure: 'm bgl' }
    : param;

/** Neither measured nor tried yet, when it was asked about. */
export const isUntried = ({ at, quality }: LastTry): boolean => at === null && quality === 'STALE';

/** Parameters that have ever had a value (a template may know more than its meter gives), counters last. */
export const liveParamsOf = (unit: Measuring): OverviewUnit['params'] =>
  unit.type === 'virtual'
    ? []
    : unit.params
        .filter((param) => !isUntried(param))
        .map((param) => asMeasured(unit, param))
        .sort((a, b) => Number(isCounter(unit, a)) - Number(isCounter(unit, b)));

/** The value that says what a unit does now: a rate where there is one, else its reading. */
export const liveParamOf = (unit: Measuring): OverviewUnit['params'][number] | undefined => {
  const params = liveParamsOf(unit);
  return params.find(({ measure }) => measure === 'm3/h' || measure === 'kW') ?? params.find((param) => !isCounter(unit, param));
};

/** Units whose name, group or kind contains every word of the search. */
export const searchUnits = <U extends Pick<OverviewUnit, 'unitName' | 'subCategory'>>(
  units: readonly U[],
  search: string,
  kindOf: (unit: U) => string,
): U[] => {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return units.filter((unit) => {
    const all = `${unit.unitName} ${unit.subCategory.displayName} ${unit.subCategory.group} ${kindOf(unit)}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
};
