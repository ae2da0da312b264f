import { Failure } from '../../../core/fail.ts';
import { cell, comparedChangeOf, completeOf } from '../collect/columns.ts';
import { pairsOfReadings, type UnitReading } from '../collect/unitReading.ts';
import type { Kpi } from '../model.ts';
import type { ReturnContext } from './part.ts';
import { consumedKL, readYears, totalKL, type Year } from './year.ts';

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

/** Withdrawal, consumption and discharge of both years. @param hasChange with the change between them, once the year is over */
export const volumeKpis = (
  [now, before]: Years,
  shown: VolumeUnit,
  hasChange: boolean,
): Record<'withdrawal' | 'consumption' | 'discharge', Kpi> => {
  type Of = { key: string; name: string; klOf(year: Year): number | null; meters(year: Year): UnitReading[] };
  const kpi = ({ key, name, klOf, meters }: Of): Kpi => {
    const [value, previous] = [volumeIn(shown, klOf(now)), volumeIn(shown, klOf(before))];
    const pairs = pairsOfReadings(meters(now), meters(before));
    return {
      key,
      name,
      value,
      unit: shown.unit,
      decimals: shown.decimals,
      previous,
      changePct: hasChange && now.isOver ? comparedChangeOf(value, previous, pairs) : null,
      completenessPct: completeOf([...now.withdrawal, ...now.discharge]),
    };
  };
  const taken = ({ withdrawal }: Year): UnitReading[] => withdrawal;
  const given = ({ discharge }: Year): UnitReading[] => discharge;
  return {
    withdrawal: kpi({ key: 'withdrawal', name: 'Withdrawal', klOf: (year) => totalKL(taken(year)), meters: taken }),
    consumption: kpi({
      key: 'consumption',
      name: 'Consumption (withdrawal less discharge)',
      klOf: consumedKL,
      meters: (year) => [...taken(year), ...given(year)],
    }),
    discharge: kpi({ key: 'discharge', name: 'Discharge', klOf: (year) => totalKL(given(year)), meters: given }),
  };
};
