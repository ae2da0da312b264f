import type { Category, Unit, UnitDirectory } from './model.ts';

type Made<T> = { categories: readonly Category[]; made: T };

/** What follows from an industry's units and categories alone, made once for each state of them: a change of any makes new lists. */
export const madeOfUnits = <T>(
  make: (directory: UnitDirectory, industryId: string) => T,
): ((directory: UnitDirectory, industryId: string) => T) => {
  const known = new WeakMap<readonly Unit[], Made<T>>();
  return (directory, industryId) => {
    const [units, categories] = [directory.units(industryId), directory.categories(industryId)];
    const found = known.get(units);
    if (found?.categories === categories) return found.made;
    const made = make(directory, industryId);
    known.set(units, { categories, made });
    return made;
  };
};
