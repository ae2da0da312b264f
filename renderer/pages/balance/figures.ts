import { placesBeside } from '../../../server/contract/rules/besideMarks.ts';
import { litresOf } from '../../state/measures.ts';
import { formatApart, formatTo } from '../../text/numbers.ts';

type Uncertain = { unaccountedKL: number | null; band95KL: number | null };

/** What is unaccounted for, and its band where it is known: what is beyond the band does not read as at its end. */
export const bandParts = ({ unaccountedKL, band95KL }: Uncertain): string[] => {
  const places = band95KL === null ? 1 : placesBeside(unaccountedKL, [-band95KL, band95KL], 1);
  return [formatTo(unaccountedKL, places), ...(band95KL === null ? [] : [formatTo(band95KL, places)])];
};

/** The number of uncertainties, which decides at 2. */
export const formatZ = (z: number | null): string => formatApart(z, [-2, 2], 1);

/** 65.7 ± 18.6 KL: the band is that of 95 %. */
export const withBand = ({ unaccountedKL, band95KL }: Uncertain): string =>
  `${bandParts({ unaccountedKL, band95KL }).join(' ± ')} KL`;

/** Without its sign, where words say the direction. */
export const amountWithBand = ({ unaccountedKL, band95KL }: Uncertain): string =>
  withBand({ unaccountedKL: unaccountedKL === null ? null : Math.abs(unaccountedKL), band95KL });

/** The page is in kilolitres; pictures and courses come in the unit in which the plant is shown. */
export const inKL = (values: readonly number[], siUnit: string): number[] => {
  const perKL = (litresOf[siUnit] ?? 1000) / 1000;
  return values.map((value) => value * perKL);
};
