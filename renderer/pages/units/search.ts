import { isDate } from '../../text/times.ts';
import { type PeriodKey, periodKeys } from './period.ts';

/** What the address of a unit's page says; what is left out is the default. */
export type UnitSearch = { period?: PeriodKey; date?: string; param?: string; view?: 'table'; before?: false; step?: 'hour' };

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Addresses are typed and mailed: what cannot be read is left out. */
export const readUnitSearch = (search: Record<string, unknown>): UnitSearch => {
  const period = periodKeys.find((key) => key === search.period);
  const date = text(search.date);
  const param = text(search.param);
  return {
    ...(period === undefined || period === 'day' ? {} : { period }),
    ...(date === undefined || !isDate(date) ? {} : { date }),
    ...(param === undefined ? {} : { param }),
    ...(search.view === 'table' ? { view: 'table' as const } : {}),
    ...(search.before === false ? { before: false as const } : {}),
    ...(search.step === 'hour' ? { step: 'hour' as const } : {}),
  };
};
