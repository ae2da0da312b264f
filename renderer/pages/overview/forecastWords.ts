import { formatSigned, formatUpTo, unitLabel } from '../../text/numbers.ts';
import type { TankTrend } from './tankState.ts';
import { words } from './words.ts';

const DAY_HOURS = 24;

/** 5.1 h, 31 h, 5.1 d; what comes within a tenth of an hour is not in 0. */
const inHours = (hours: number): string =>
  hours < 0.1
    ? words.soon
    : hours <= 2 * DAY_HOURS
      ? words.hours(formatUpTo(hours, hours < 10 ? 1 : 0))
      : words.days(formatUpTo(hours / DAY_HOURS, 1));

/** When a tank is full or empty, or what its level and its flows say where they differ; each part stays on one line. */
export const forecastParts = (trend: TankTrend): string[] => {
  if (trend.kind === 'none') return [];
  if (trend.kind === 'steady') return [words.tanks.steady];
  if (trend.kind === 'differ') {
    // the unit of both: beside levels in % a bare number reads as one of these
    const now = `${formatSigned(trend.nowM3h, 1)} ${unitLabel('m3/h')}`;
    const rates = [words.tanks.lastHour(formatSigned(trend.lastHourM3h, 1)), words.tanks.rateNow(now)];
    return trend.ahead === null ? rates : [...rates, ...forecastParts(trend.ahead)];
  }
  return [words.tanks[trend.kind](inHours(trend.hours))];
};

/** The same in one line. */
export const forecastWords = (trend: TankTrend): string => forecastParts(trend).join(', ');

/** The same where there is room for one figure: by the flows now, where the last hour says otherwise. */
export const shortWords = (trend: TankTrend): string =>
  trend.kind === 'differ' ? (trend.ahead === null ? '' : forecastWords(trend.ahead)) : forecastWords(trend);
