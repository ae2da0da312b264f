import { Failure } from '../../../core/fail.ts';
import { cell, changeOf, completeOf } from '../collect/columns.ts';
import type { Kpi } from '../model.ts';
import type { ReturnContext } from './part.ts';
import { readYears, type Year } from './year.ts';

/** What the water tables of BRSR and GRI 303 are of: a fiscal year beside the one before it. */
export type Years = readonly [now: Year, before: Year];

/** @throws Failure `noData` where no meter counts as a source. */
export const readWaterYears = async (context: ReturnContext): Promise<Years> => {
  const years = await readYears(context);
  if (years[0].withdrawal.length === 0) throw new Failure('noData', 'No data: no meter counts as a source');
  return years;
};

/** A note where the year is not over. */
export const stillRuns = ([now, before]: Years): string[] =>
  now.isOver ? [] : [`${now.name} still runs: its figures are up to now, those of ${before.name} of the whole year.`];

/** How a return shows volumes; kilolitres are divided by `klPerUnit`. */
export type VolumeUnit = { unit: string; klPerUnit: number; decimals: number };

export const volumeIn = ({ klPerUnit }: VolumeUnit, kl: number | null): number | null =>
  kl === null ? null : cell(kl / klPerUnit);

/** A figure of both years, without the change between them. @param of kilolitres of a year. */
export const yearKpi = (
  key: string,
  name: string,
  of: (year: Year) => number | null,
  [now, before]: Years,
  shown: VolumeUnit,
): Kpi => ({
  key,
  name,
  value: volumeIn(shown, of(now)),
  unit: shown.unit,
  decimals: shown.decimals,
  previous: volumeIn(shown, of(before)),
  changePct: null,
  completenessPct: completeOf([...now.withdrawal, ...now.discharge]),
});

/** The same with the change from the year before, once the year is over. */
export const changingKpi = (...of: Parameters<typeof yearKpi>): Kpi => {
  const shown = yearKpi(...of);
  const [, , , [now]] = of;
  return { ...shown, changePct: now.isOver ? changeOf(shown.value, shown.previous) : null };
};
