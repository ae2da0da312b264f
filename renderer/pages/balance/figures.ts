import { litresOf } from '../../state/measures.ts';
import { formatTo } from '../../text/numbers.ts';

type Uncertain = { unaccountedKL: number | null; band95KL: number | null };

/** 65.7 ± 18.6 KL: the band is that of 95 %. */
export const withBand = ({ unaccountedKL, band95KL }: Uncertain): string =>
  band95KL === null ? `${formatTo(unaccountedKL, 1)} KL` : `${formatTo(unaccountedKL, 1)} ± ${formatTo(band95KL, 1)} KL`;

/** Without its sign, where words say the direction. */
export const amountWithBand = ({ unaccountedKL, band95KL }: Uncertain): string =>
  withBand({ unaccountedKL: unaccountedKL === null ? null : Math.abs(unaccountedKL), band95KL });

/** The page is in kilolitres; pictures and courses come in the unit in which the plant is shown. */
export const inKL = (values: readonly number[], siUnit: string): number[] => {
  const perKL = (litresOf[siUnit] ?? 1000) / 1000;
  return values.map((value) => value * perKL);
};
