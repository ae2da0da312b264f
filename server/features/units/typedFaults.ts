import { standardCategoryIds } from '../../contract/model/common.ts';
import type { UnitMeta, UnitSpec } from '../../contract/model/units.ts';
import type { InputFault } from '../../core/refusal.ts';
import { typedYearFault } from '../../core/text/typedYear.ts';
import { DAY_MS } from '../../core/time.ts';
import type { Category, Unit } from '../../plantModel/index.ts';

/** Rain is shown apart and counts as nothing else. */
const known: ReadonlySet<string> = new Set([...standardCategoryIds, 'RAIN_CATEGORY']);

/**
 * A misspelt id counts as nothing. An id of the plant's own is that of one of its categories; stored ids are not looked at again.
 */
export const standardIdFaults = (
  { standardCategoryId, standardCategoryIds: ids }: UnitSpec,
  before: Unit | undefined,
  categories: readonly Category[],
): InputFault[] => {
  const own = new Set([
    ...categories.map((category) => category.standardCategoryId),
    ...(before ? [before.standardCategoryId, ...before.standardCategoryIds] : []),
  ]);
  const wanted: [path: string, id: string][] = [
    ['standardCategoryId', standardCategoryId],
    ...ids.map((id, at): [string, string] => [`standardCategoryIds.${at}`, id]),
  ];
  return wanted
    .filter(([, id]) => !known.has(id) && !own.has(id))
    .map(([path, id]) => ({
      path,
      message: `${id} is no standard category: it must be one of ${[...known].join(', ')}, or that of a category of the plant`,
    }));
};

type Typed = { path: string; date: string | null | undefined; isPast?: boolean };

const datesOf = (meta: UnitMeta): Typed[] => [
  { path: 'meta.calibratedOn', date: meta.calibratedOn, isPast: true },
  { path: 'meta.credit.validTo', date: meta.credit?.validTo },
  { path: 'meta.well.drilledOn', date: meta.well?.drilledOn, isPast: true },
  { path: 'meta.well.noc.validTo', date: meta.well?.noc?.validTo },
  { path: 'meta.alertParams.stable_flow.learnFrom', date: meta.alertParams?.stable_flow?.learnFrom },
  ...Object.entries(meta.params ?? {}).map(([param, { labComparedOn }]) => ({
    path: `meta.params.${param}.labComparedOn`,
    date: labComparedOn,
    isPast: true,
  })),
];

/** Dates that people type of a unit: none of a year that cannot be, and nothing was done tomorrow. Those that were stored stay. */
export const typedDateFaults = ({ meta }: UnitSpec, before: Unit | undefined, nowMs: number): InputFault[] => {
  const stored = new Map(before ? datesOf(before.meta).map(({ path, date }) => [path, date]) : []);
  return datesOf(meta).flatMap(({ path, date, isPast }): InputFault[] => {
    if (date === undefined || date === null || stored.get(path) === date) return [];
    const message =
      typedYearFault(date) ?? (isPast && Date.parse(date) > nowMs + DAY_MS ? 'must not be in the future' : undefined);
    return message === undefined ? [] : [{ path, message }];
  });
};
