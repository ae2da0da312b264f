import { placesBeside, placesNotZero, writtenShare } from '../../server/contract/rules/besideMarks.ts';
import { finePlaces, placesOfLimits } from '../../server/contract/rules/finePlaces.ts';
import { locale } from './language.ts';
import { text } from './words.ts';

/** Digits after the point per unit of measure (the formatter is the only place that rounds). */
const decimalsOf: Record<string, number> = {
  KL: 2,
  'm3/h': 1,
  m3: 2,
  m: 2,
  'm bgl': 2,
  mbgl: 2,
  '%': 1,
  // as many as the same amount has in KL and kWh: a slot of 5 minutes would be 0.00 of these
  ML: 5,
  MWh: 4,
  kWh: 1,
  kW: 1,
  kVA: 1,
  kVAh: 1,
  kvarh: 1,
  mm: 1,
  'mm/h': 1,
  bar: 2,
  pH: 2,
  NTU: 2,
  'mg/L': 1,
  'µS/cm': 0,
  'uS/cm': 0,
  '°C': 1,
  V: 1,
  A: 1,
  L: 0,
  min: 0,
  'kWh/KL': 3,
};

const written: Record<string, string> = { 'm3/h': 'm³/h', m3: 'm³', m2: 'm²', 'uS/cm': 'µS/cm', mbgl: 'm bgl', degC: '°C' };

/** The unit as it is printed. */
export const unitLabel = (unit: string): string => written[unit] ?? unit;

/** Of what analysers measure, and of units that the panel does not know: what is measured in them may be very small. */
export const isFine = (unit: string): boolean =>
  ['mg/L', 'NTU', 'µS/cm', 'uS/cm'].includes(unit) || (unit !== '' && !(unit in decimalsOf));

export const decimalsFor = (unit: string): number => decimalsOf[unit] ?? 2;

/** Limits or other numbers that a value is written beside: it does not read as one that it differs from. */
export type Marks = readonly (number | null | undefined)[];

const decimalsIn = (value: number | null | undefined, unit: string, beside: Marks = []): number => {
  const decimals = decimalsFor(unit);
  return placesBeside(value, beside, value != null && isFine(unit) ? finePlaces(value, decimals) : decimals);
};

const formats = new Map<string, Intl.NumberFormat>();
const formatWith = (minimum: number, maximum: number, sign: 'auto' | 'exceptZero'): Intl.NumberFormat => {
  const key = `${locale()} ${minimum} ${maximum} ${sign}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const made = new Intl.NumberFormat(locale(), {
    minimumFractionDigits: minimum,
    maximumFractionDigits: maximum,
    signDisplay: sign,
  });
  formats.set(key, made);
  return made;
};

/** With a true minus, and none before a zero. */
const withMinus = (shown: string): string => (/^-[0.,]*$/.test(shown) ? shown.slice(1) : shown.replace('-', '−'));

/** Always so many digits after the point; a value that is not known is a dash, never 0. */
export const formatTo = (value: number | null | undefined, decimals: number): string => {
  if (value === null || value === undefined || !Number.isFinite(value)) return text.noValue;
  return withMinus(formatWith(decimals, decimals, 'auto').format(value));
};

/** A value in its unit's own precision, small ones of analysers with two digits at least; without the unit. What is not known is a dash, never 0. */
export const formatValue = (value: number | null | undefined, unit: string, beside: Marks = []): string =>
  formatTo(value, decimalsIn(value, unit, beside));

/** A value as formatValue writes it, in two parts: the whole, and its decimals with the point. */
export const formatInParts = (value: number | null, unit: string, beside: Marks = []): [whole: string, decimals: string] => {
  const shown = formatValue(value, unit, beside);
  const digits = decimalsIn(value, unit, beside);
  if (digits === 0 || shown === text.noValue) return [shown, ''];
  return [shown.slice(0, -digits - 1), shown.slice(-digits - 1)];
};

/** A value followed by its unit. */
export const formatWithUnit = (value: number | null | undefined, unit: string, beside: Marks = []): string => {
  const shown = formatValue(value, unit, beside);
  return shown === text.noValue || unit === '' ? shown : `${shown} ${unitLabel(unit)}`;
};

/** An amount of money as everywhere, in reports too: its currency, then two digits after the point. Without its currency none is shown. */
export const formatMoney = (amount: number | null | undefined, currency: string | undefined): string => {
  const shown = formatTo(amount, 2);
  return shown === text.noValue || currency === undefined ? text.noValue : `${currency} ${shown}`.trim();
};

/** A change in percent with its sign; more than tenfold is given as a factor. */
export const formatChange = (percent: number | null | undefined): string => {
  if (percent === null || percent === undefined || !Number.isFinite(percent)) return text.noValue;
  if (percent >= 1000) return `×${formatWith(0, 0, 'auto').format(1 + percent / 100)}`;
  const decimals = Math.abs(percent) < 100 ? 1 : 0;
  return `${formatWith(decimals, decimals, 'exceptZero').format(percent)} %`.replace('-', '−');
};

/** A difference with its sign and one digit after the point, as of two percentages. */
export const formatDifference = (difference: number): string =>
  formatWith(1, 1, 'exceptZero').format(difference).replace('-', '−');

/** Completeness: 99.96 must not be shown as 100. */
export const formatCompleteness = (percent: number): string =>
  percent >= 100 ? '100 %' : `${formatWith(0, 1, 'auto').format(Math.min(99.9, Math.floor(percent * 10) / 10))} %`;

/** At most so many digits after the point, none for nothing. */
export const formatUpTo = (value: number, decimals: number): string => withMinus(formatWith(0, decimals, 'auto').format(value));

/** The same, and no 0 for what is more than nothing: 0.3 h of running. */
export const formatSome = (value: number, decimals: number): string => formatUpTo(value, placesNotZero(value, decimals));

/** Digits after the point for numbers that stand side by side: those of the finest of them, at most so many. */
export const placesAlike = (values: Marks, most: number): number =>
  placesOfLimits(
    values.map((value) => (value == null ? null : Number(value.toFixed(most)))),
    0,
  );

/** What a counter showed before and after: 0.30 → 0.35. */
export const formatFromTo = (before: number | null | undefined, after: number | null | undefined): string =>
  [before, after].map((shown) => formatTo(shown, placesAlike([before, after], 2))).join(' → ');

/** A part in percent without its sign, which is not 0 where there is one. */
export const formatPart = (percent: number): string => formatTo(Math.abs(percent), placesNotZero(percent, 1));

/** A number without its unit, with no digits but those that keep it apart from what it is held against. */
export const formatApart = (value: number | null, beside: Marks, decimals: number): string =>
  formatTo(value, placesBeside(value, beside, decimals));

/** Percent of a whole, which reads as 100 where it is all of it and no more. */
export const formatShare = (percent: number, decimals = 0): string => {
  const written = writtenShare(percent, decimals);
  return `${formatUpTo(written.percent, written.places)} %`;
};

/** How full a tank is, percent without its unit: 100.0 where it is, and not before. */
export const formatFilled = (percent: number | null): string => {
  if (percent === null) return text.noValue;
  const written = writtenShare(percent, 1);
  return formatTo(written.percent, written.places);
};

/** The same with its sign, + included. */
export const formatSigned = (value: number, decimals: number): string =>
  formatWith(0, decimals, 'exceptZero').format(value).replace('-', '−');

/** Digits after the point that show two numbers as different which differ by so much. */
const decimalsOfStep = (step: number): number => {
  for (let decimals = 0; decimals < 9; decimals += 1)
    if (Math.abs(step * 10 ** decimals - Math.round(step * 10 ** decimals)) < 1e-6) return decimals;
  return 9;
};

/** A short number for an axis without trailing zeros: at most 3 digits of fraction, or as many as make its lines differ. */
export const formatAxis = (value: number, step = 1): string => formatUpTo(value, Math.max(3, decimalsOfStep(step)));

/** A figure and its unit on one line. */
export const unbroken = (figure: string): string => figure.replaceAll(' ', '\u00a0');
