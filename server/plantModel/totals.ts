import type { TotalReason } from '../contract/model/totals.ts';
import type { MeterTerm, Unit } from './model.ts';

type Counting = Pick<Unit, 'id' | 'type' | 'meta' | 'countedIn' | 'adds' | 'standardCategoryId' | 'standardCategoryIds'>;
type Part = { unit: Counting };

/** What a unit counts: the meters of a sum, else itself. */
const termsOf = ({ id, adds, countedIn, standardCategoryId, standardCategoryIds }: Counting): readonly MeterTerm[] =>
  adds.length > 0 ? adds : [{ unitId: id, factor: 1, countedIn, standardIds: [standardCategoryId, ...standardCategoryIds] }];

const addedBy = (unit: Counting): MeterTerm[] => termsOf(unit).filter(({ factor }) => factor > 0);

/** Whether what a meter counts is in a unit's count: the nearest meter on its way that the unit names decides. */
const holds = (unit: Counting, { unitId, countedIn }: MeterTerm): boolean => {
  for (let at = -1; at < countedIn.length; at += 1) {
    const id = at < 0 ? unitId : countedIn[at];
    if (id === unit.id) return true;
    const named = unit.adds.find((term) => term.unitId === id);
    if (named) return named.factor > 0;
  }
  return false;
};

/** Parts that may already include a meter's count, found without a search through all parts. */
class Holders<P extends Part> {
  readonly #byId = new Map<string, P[]>();

  constructor(parts: Iterable<P>) {
    for (const part of parts) {
      this.#add(part.unit.id, part);
      for (const { unitId } of part.unit.adds) if (unitId !== part.unit.id) this.#add(unitId, part);
    }
  }

  #add(id: string, part: P): void {
    const known = this.#byId.get(id);
    if (known) known.push(part);
    else this.#byId.set(id, [part]);
  }

  /** Whether another part than `own` counts a meter's water already. */
  isHeld(term: MeterTerm, own: P, kept: ReadonlySet<P>): boolean {
    const isBy = (id: string): boolean =>
      this.#byId.get(id)?.some((part) => part !== own && kept.has(part) && holds(part.unit, term)) ?? false;
    return isBy(term.unitId) || term.countedIn.some(isBy);
  }
}

/** Sums of most meters are looked at first, then meters that are behind fewest; the rest by id, so that no list's order matters. */
const byReach = (a: Part, b: Part): number =>
  b.unit.adds.length - a.unit.adds.length ||
  a.unit.countedIn.length - b.unit.countedIn.length ||
  (a.unit.id < b.unit.id ? 1 : -1);

/**
 * The parts of a sum without those whose water or energy the others have counted already: a meter behind another, a virtual unit
 * beside its parts, a part beside the virtual unit that holds it. What was left out for the sake of a part that was left out itself,
 * and is in no other, is counted again.
 */
export const countedOnce = <P extends Part>(parts: readonly P[]): P[] => {
  const unique = [...new Map(parts.map((part) => [part.unit.id, part])).values()];
  const holders = new Holders(unique);
  const kept = new Set(unique);
  const order = unique.toSorted(byReach);
  const isHeldWhole = (part: P): boolean => {
    const terms = addedBy(part.unit);
    return terms.length > 0 && terms.every((term) => holders.isHeld(term, part, kept));
  };
  for (const part of order) if (isHeldWhole(part)) kept.delete(part);
  for (const part of order.toReversed()) if (!kept.has(part) && !isHeldWhole(part)) kept.add(part);
  return unique.filter((part) => kept.has(part));
};

/** Whether a unit is or counts as a standard category. */
export const countsAs = (
  { standardCategoryId, standardCategoryIds }: Pick<Unit, 'standardCategoryId' | 'standardCategoryIds'>,
  standardId: string,
): boolean => standardCategoryId === standardId || standardCategoryIds.includes(standardId);

/** What a plant's water meters count its consumption by: those of use, and where there is none the intake. */
export const consumptionId = (meters: readonly Parameters<typeof countsAs>[0][]): 'ID_CONSUMPTION' | 'ID_SOURCE' =>
  meters.some((unit) => countsAs(unit, 'ID_CONSUMPTION')) ? 'ID_CONSUMPTION' : 'ID_SOURCE';

const isCountedAs = (unit: Counting, standardId: string): boolean =>
  addedBy(unit).every(({ standardIds }) => standardIds.includes(standardId));

/** An amount entered by hand that was saved or given back elsewhere: no water of a pipe of this plant. */
const isOffset = (unit: Counting): boolean =>
  unit.type === 'manual' &&
  (unit.meta.credit !== undefined || isCountedAs(unit, 'ID_WATER_CREDITED')) &&
  !isCountedAs(unit, 'ID_SOURCE') &&
  !isCountedAs(unit, 'ID_CONSUMPTION');

/** Totals of intake and of use beside each other are the same water at two places. */
const isIntakeBesideUse = (units: readonly Counting[]): boolean =>
  units.some(({ adds }) => adds.length > 0) &&
  units.some((unit) => isCountedAs(unit, 'ID_SOURCE') && !isCountedAs(unit, 'ID_CONSUMPTION')) &&
  units.some((unit) => isCountedAs(unit, 'ID_CONSUMPTION') && !isCountedAs(unit, 'ID_SOURCE'));

/**
 * Which parts make the total of a list, so that no water is in it twice; `reason` says why there is no total, and then nothing is
 * counted. Offsets entered by hand add up among themselves, never to what meters counted.
 */
export const totalParts = <P extends Part>(parts: readonly P[]): { counted: P[]; reason: TotalReason | null } => {
  const metered = parts.filter(({ unit }) => !isOffset(unit));
  const counted = countedOnce(metered.length > 0 ? metered : parts);
  const holders = new Holders(counted);
  const kept = new Set(counted);
  if (counted.some((part) => addedBy(part.unit).some((term) => holders.isHeld(term, part, kept))))
    return { counted: [], reason: 'sharedParts' };
  if (isIntakeBesideUse(counted.map(({ unit }) => unit))) return { counted: [], reason: 'intakeAndUse' };
  return counted.length > 0 ? { counted, reason: null } : { counted, reason: 'nothingAdds' };
};

/** The limit of a total, that of its units together; null where one of them has none, which a limit of 0 is too. */
export const limitOfTotal = (limits: readonly (number | null | undefined)[]): number | null => {
  const known = limits.flatMap((limit) => (limit ? [limit] : []));
  return known.length === 0 || known.length < limits.length ? null : known.reduce((sum, limit) => sum + limit, 0);
};
