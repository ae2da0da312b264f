import { placesOfLimits } from '../../../contract/rules/finePlaces.ts';
import { dateOfDay, type ShiftCalendar } from '../../../core/shift.ts';
import { MINUTES_PER_QUARTER, type QuarterHour, SLOT_MS, SLOTS_PER_QUARTER } from '../../../core/slots.ts';
import { dmyOf } from '../../../core/time.ts';
import { beside, cell, number, share, text } from '../collect/columns.ts';
import type { UnitReading } from '../collect/unitReading.ts';
import type { Cell, ChartSection, Column, DataSheet, Row, TableSection } from '../model.ts';
import { type Exceedance, type QuarterLimits, sideOf } from './exceedances.ts';
import type { ReturnContext } from './part.ts';

/** Of limits as they were entered, and of what is held against them. */
export const placesOf = (all: readonly Pick<LimitedReading, 'limits'>[]): number =>
  placesOfLimits(all.flatMap(({ limits: { low, high } }) => [low, high]));

const marksOf = ({ limits: { low, high } }: Pick<LimitedReading, 'limits'>): number[] =>
  [low, high].filter((limit) => limit !== null);

const verdicts = { above: 'above', below: 'below' } as const;
const title = ({ reading, name }: LimitedReading): string => `${reading.unit.name}: ${name}`;
const verdictOf = ({ limits }: LimitedReading, mean: number | null): string => {
  const side = sideOf(mean, limits);
  return mean === null ? 'not valid' : side === null ? 'kept' : verdicts[side];
};

/** One that a shift's start divides is of no day (docs/domain.md 5.2). */
const isDivided = ({ slot }: QuarterHour, calendar: ShiftCalendar): boolean =>
  calendar.dayOfSlot(slot) !== calendar.dayOfSlot(slot + SLOTS_PER_QUARTER - 1);

const byDay = ({ quarters }: LimitedReading, calendar: ShiftCalendar): Map<number, QuarterHour[]> =>
  Map.groupBy(
    quarters.filter((quarter) => !isDivided(quarter, calendar)),
    ({ slot }) => calendar.dayOfSlot(slot),
  );

const dayRow = (one: LimitedReading, day: number, quarters: readonly QuarterHour[]): Row => {
  const known = quarters.flatMap(({ mean }) => (mean === null ? [] : [mean]));
  const out = quarters.filter(({ mean }) => sideOf(mean, one.limits) !== null).length;
  return {
    cells: {
      date: dateOfDay(day),
      min: known.length > 0 ? cell(Math.min(...known)) : null,
      mean: known.length > 0 ? cell(known.reduce((sum, value) => sum + value, 0) / known.length) : null,
      max: known.length > 0 ? cell(Math.max(...known)) : null,
      valid: cell((100 * known.length) / quarters.length),
      minutes: known.length > 0 ? MINUTES_PER_QUARTER * out : null,
    },
  };
};

const quarterTable = (one: LimitedReading, at: number): TableSection => ({
  kind: 'table',
  key: `quarters${at + 1}`,
  title: `Quarter hours: ${title(one)}`,
  columns: [
    { key: 'at', name: 'From', kind: 'time' },
    beside(number('mean', 'Mean', one.measure, placesOf([one])), ...marksOf(one)),
    text('verdict', 'Verdict'),
  ],
  rows: one.quarters.map(({ slot, mean }) => ({
    cells: { at: slot * SLOT_MS, mean: cell(mean), verdict: verdictOf(one, mean) },
  })),
  empty: 'No quarter hour has passed yet.',
});

const dayTable = (one: LimitedReading, at: number, calendar: ShiftCalendar): TableSection => ({
  kind: 'table',
  key: `days${at + 1}`,
  title: `Days: ${title(one)}`,
  columns: [
    { key: 'date', name: 'Date', kind: 'date' },
    beside(number('min', 'Smallest', one.measure, placesOf([one])), ...marksOf(one)),
    beside(number('mean', 'Mean', one.measure, placesOf([one])), ...marksOf(one)),
    beside(number('max', 'Largest', one.measure, placesOf([one])), ...marksOf(one)),
    share('valid', 'Valid'),
    number('minutes', 'Out', 'min', 0),
  ],
  rows: [...byDay(one, calendar)].map(([day, quarters]) => dayRow(one, day, quarters)),
  empty: 'No quarter hour has passed yet.',
  ...(one.quarters.some((quarter) => isDivided(quarter, calendar)) && {
    notes: ['A quarter hour that the start of a shift divides is of no day, but of the whole.'],
  }),
});

const isOneDay = ({ window }: ReturnContext): boolean => window.fromDay === window.toDay;

/** Of one day its quarter hours, of several their days; the data sheet always has the quarter hours. */
export const dayTables = (all: readonly LimitedReading[], context: ReturnContext): TableSection[] =>
  all.map((one, at) => (isOneDay(context) ? quarterTable(one, at) : dayTable(one, at, context.calendar)));

const clockOf = (timezone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-GB', { timeZone: timezone, hour: '2-digit', minute: '2-digit' });

/** The means of one day, or the largest mean of each day, with the limits drawn across. */
export const quarterCharts = (all: readonly LimitedReading[], context: ReturnContext): ChartSection[] => {
  const clock = clockOf(context.window.timezone);
  return all.map((one, at): ChartSection => {
    const days = [...byDay(one, context.calendar)].map(([day, quarters]) => dayRow(one, day, quarters).cells);
    const points: [string, Cell | undefined][] = isOneDay(context)
      ? one.quarters.map(({ slot, mean }) => [clock.format(slot * SLOT_MS), cell(mean)])
      : days.map(({ date, max }) => [dmyOf(String(date)), max]);
    const { low, high } = one.limits;
    return {
      kind: 'chart',
      key: `chart${at + 1}`,
      title: isOneDay(context) ? `Quarter hours: ${title(one)}` : `Largest quarter hour of each day: ${title(one)}`,
      form: 'lines',
      unit: one.measure,
      decimals: placesOf([one]),
      labels: points.map(([label]) => label),
      series: [{ name: one.name, values: points.map(([, value]) => (typeof value === 'number' ? value : null)) }],
      limits: [
        ...(low === null ? [] : [{ name: `low ${low}`, value: low }]),
        ...(high === null ? [] : [{ name: `high ${high}`, value: high }]),
      ],
    };
  });
};

const columnsOf = (all: readonly LimitedReading[]): Column[] => [
  { key: 'time', name: 'Quarter hour', kind: 'time' },
  text('unitId', 'Unit id'),
  text('unit', 'Analyser'),
  text('param', 'Parameter'),
  number('mean', 'Mean', '', Math.max(3, placesOf(all))),
  text('measure', 'Measured in'),
  text('verdict', 'Verdict'),
];

/** One row per quarter hour and parameter. */
export const quarterSheet = (all: readonly LimitedReading[]): DataSheet => ({
  columns: columnsOf(all),
  async *rows() {
    for (const one of all) {
      const { unit, series } = one.reading;
      for (const { slot, mean } of one.quarters)
        yield [slot * SLOT_MS, unit.id, unit.name, series.param, cell(mean), one.measure, verdictOf(one, mean)];
    }
  },
});

/** One parameter of one analyser with its means of quarter hours. */
export type LimitedReading = {
  reading: UnitReading;
  name: string;
  measure: string;
  limits: QuarterLimits;
  quarters: QuarterHour[];
  exceedances: Exceedance[];
};
