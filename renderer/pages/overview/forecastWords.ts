import type { TankForecast } from '../../../server/contract/plant/overview.ts';
import { formatUpTo } from '../../text/numbers.ts';
import { words } from './words.ts';

const DAY_HOURS = 24;

/** 5.1 h, 31 h, 5.1 d. */
const inHours = (hours: number): string =>
  hours <= 2 * DAY_HOURS ? words.hours(formatUpTo(hours, hours < 10 ? 1 : 0)) : words.days(formatUpTo(hours / DAY_HOURS, 1));

/** When a tank is full or empty at its rate. */
export const forecastWords = (forecast: TankForecast | undefined): string => {
  if (forecast === undefined) return '';
  if (forecast.hoursToFull !== null) return words.tanks.full(inHours(forecast.hoursToFull));
  return forecast.hoursToEmpty !== null ? words.tanks.empty(inHours(forecast.hoursToEmpty)) : words.tanks.steady;
};
