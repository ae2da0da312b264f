import { isSameMeasure, plainMeasure, type SeriesSpec } from '../../../../../server/contract/model/unitSeries.ts';
import type { PlantTag } from '../../../../../server/contract/plant/commissioning/fieldConfiguration.ts';

const litresPerUsGallon = 3.785411784;

/** Each line: how much of the first measure one of the others is. Gallons alone are not known: those of the US are smaller. */
const alike: readonly Readonly<Record<string, number>>[] = [
  {
    'm3/h': 1,
    'm3/s': 3600,
    'm3/min': 60,
    'm3/d': 1 / 24,
    'kl/h': 1,
    'kl/d': 1 / 24,
    kld: 1 / 24,
    mld: 1000 / 24,
    'l/s': 3.6,
    lps: 3.6,
    'l/min': 0.06,
    lpm: 0.06,
    'l/h': 0.001,
    lph: 0.001,
    'us gpm': 0.06 * litresPerUsGallon,
  },
  { m: 1, cm: 0.01, mm: 0.001, ft: 0.3048, in: 0.0254 },
  { kw: 1, w: 0.001, mw: 1000 },
];

/** How a gauge of one measure becomes one of another: its numbers times `factor`. null where they measure different things. */
export const conversionOf = (from: string, to: string): number | null => {
  const [one, other] = [plainMeasure(from), plainMeasure(to)];
  const line = alike.find((measures) => one in measures && other in measures);
  const [a, b] = [line?.[one], line?.[other]];
  // MW and mW are written alike in small letters
  if (a === undefined || b === undefined || /^mW$/.test(from.trim())) return null;
  return a / b;
};

/**
 * A signal read in the measure of what it feeds: its value and its plausible range, multiplied by the factor; null where
 * nothing is to be converted.
 */
export const convertedFor = (
  { measure: from, decode }: Pick<PlantTag, 'measure' | 'decode'>,
  series: readonly SeriesSpec[],
  param: string,
): (Pick<PlantTag, 'measure' | 'decode'> & { factor: number }) | null => {
  const wanted = series.find((one) => one.param === param);
  if (wanted === undefined || wanted.kind === 'counter' || isSameMeasure(from, wanted.measure)) return null;
  const factor = conversionOf(from, wanted.measure);
  if (factor === null) return null;
  const { scale, offset, fraction, min, max } = decode;
  // 0.1 x 3.6 is 0.36, not 0.36000000000000004
  const times = (value: number): number => Number((value * factor).toPrecision(12));
  return {
    factor: times(1),
    measure: wanted.measure,
    decode: {
      ...decode,
      scale: times(scale),
      offset: times(offset),
      ...(fraction === undefined ? {} : { fraction: { ...fraction, scale: times(fraction.scale) } }),
      ...(min === undefined ? {} : { min: times(min) }),
      ...(max === undefined ? {} : { max: times(max) }),
    },
  };
};
