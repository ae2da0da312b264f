import { Failure } from '../../../core/fail.ts';
import type { ComparedPair } from '../../../historian/index.ts';
import { cell, comparedChangeOf, completeOf } from '../collect/columns.ts';
import { pairsOfReadings } from '../collect/unitReading.ts';
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

/** The meters of both years whose difference is what a plant consumed. */
export const consumedPairs = ([now, before]: Years): ComparedPair[] => [
  ...pairsOfReadings(now.withdrawal, before.withdrawal),
  ...pairsOfReadings(now.discharge, before.discharge).map((pair) => ({ ...pair, isTakenOff: true })),
];

/** Withdrawal, consumption and discharge of both years. @param hasChange with the change between them, once the year is over */
export const volumeKpis = (
  [now, before]: Years,
  shown: VolumeUnit,
  hasChange: boolean,
): Record<'withdrawal' | 'consumption' | 'discharge', Kpi> => {
  type Of = { key: string; name: string; klOf(year: Year): number | null; pairs: readonly ComparedPair[] };
  const kpi = ({ key, name, klOf, pairs }: Of): Kpi => {
    const [value, previous] = [volumeIn(shown, klOf(now)), volumeIn(shown, klOf(before))];
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
  const taken = pairsOfReadings(now.withdrawal, before.withdrawal);
  const given = pairsOfReadings(now.discharge, before.discharge);
  return {
    withdrawal: kpi({ key: 'withdrawal', name: 'Withdrawal', klOf: ({ withdrawal }) => totalKL(withdrawal), pairs: taken }),
    consumption: kpi({
      key: 'consumption',
      name: 'Consumption (withdrawal less discharge)',
      klOf: consumedKL,
      pairs: consumedPairs([now, before]),
    }),
    discharge: kpi({ key: 'discharge', name: 'Discharge', klOf: ({ discharge }) => totalKL(discharge), pairs: given }),
  };
};
