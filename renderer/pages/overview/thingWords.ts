import type { Overview, SilentCause } from '../../../server/contract/plant/overview.ts';
import { placesBeside } from '../../../server/contract/rules/besideMarks.ts';
import { alarmWords } from '../../text/alarmWords.ts';
import { language } from '../../text/language.ts';
import { formatPart, formatTo, formatValue, formatWithUnit, unitLabel } from '../../text/numbers.ts';
import { formatAge, timeOf, weekdayOf } from '../../text/times.ts';
import { text } from '../../text/words.ts';
import { allLimits, type LimitCounts } from './limits.ts';
import { dayOf } from './usePlantNow.ts';
import { comparedKpis, isBelowUsual, type KpiName, kpiNames, needsSomebody, type Thing } from './verdict.ts';
import { words } from './words.ts';

type Said = { title: string; body: string };
type Moment = { nowMs: number; timezone: string; overview: Overview };

/** A common name for the units of a cause. */
export const causeName = ({ name, unitIds }: SilentCause, { units }: Pick<Overview, 'units'>): string => {
  if (name !== '') return name;
  const [first] = unitIds;
  return (unitIds.length === 1 && units.find(({ unitId }) => unitId === first)?.unitName) || words.silent.units;
};

/** Since when: the last good answer, or, where none came since the server started, the newest value that is known of its units. */
export const sinceMsOf = ({ since, unitIds }: SilentCause, { units }: Pick<Overview, 'units'>): number | null => {
  if (since !== null) return Date.parse(since);
  const own = units.filter(({ unitId }) => unitIds.includes(unitId));
  const known = own.flatMap(({ params }) => params.flatMap(({ at }) => (at === null ? [] : [Date.parse(at)])));
  return known.length === 0 ? null : Math.max(...known);
};

/** Where the doctor of a cause is. */
export const placeOf = ({ kind, id }: SilentCause): { line?: string; device?: string } =>
  id === null ? {} : kind === 'line' ? { line: id } : { device: id };

/** What the cause is, in the person's language; what the line said itself only in English. */
export const causeWords = ({ reason, detail }: SilentCause): string =>
  detail !== null && language() === 'en' ? `${words.silent.reasons[reason]}: ${detail}` : words.silent.reasons[reason];

/** 24.50 ± 1.15 KL; 12,346 ± 1,235 KL: both as exact as the band lets the value be. */
export const plusMinus = (value: number | null, band: number | null, unit: string): string => {
  if (band === null) return formatWithUnit(value, unit);
  const decimals = placesBeside(value, [-band, band], band < 10 ? 2 : band < 100 ? 1 : 0);
  return `${formatTo(value, decimals)} ± ${formatTo(band, decimals)} ${unitLabel(unit)}`;
};

/** The verdict in one line, on the Overview and on the wall. */
export const headline = (things: readonly Thing[]): string => {
  if (things.length === 0) return words.verdict.normal;
  const waiting = things.filter(needsSomebody).length;
  return waiting === 0 ? words.verdict.seenOnly : words.verdict.things(waiting);
};

/** A thing of the verdict in a title and what is behind it. */
export const thingWords = (thing: Thing, { nowMs, timezone, overview }: Moment): Said => {
  switch (thing.kind) {
    case 'alarm': {
      const age = formatAge(nowMs - Date.parse(thing.alarm.raisedAt));
      const { title, action } = alarmWords(thing.alarm);
      return { title, body: `${thing.isWaiting ? words.verdict.waiting(age) : words.verdict.seen(age)}. ${action}` };
    }
    case 'silent': {
      const { cause } = thing;
      const sinceMs = sinceMsOf(cause, overview);
      const since = sinceMs === null ? '' : ` ${words.verdict.since(timeOf(sinceMs, nowMs, timezone))}`;
      return {
        title: `${words.verdict.silent(causeName(cause, overview))}${since}`,
        body: `${words.silent.reasons[cause.reason]}; ${words.verdict.unitsUnknown(cause.unitIds.length)}`,
      };
    }
    case 'outside':
      return { title: words.verdict.outside(thing.names.length), body: thing.names.join(', ') };
    case 'balance': {
      const { unaccountedKL, band95KL, unaccountedPct } = thing.totals;
      const percent = unaccountedPct === null ? text.noValue : `${formatPart(unaccountedPct)} %`;
      return {
        title: words.verdict.unaccounted(plusMinus(unaccountedKL, band95KL, 'KL')),
        body: words.verdict.ofInflow(percent),
      };
    }
    case 'unusual': {
      const { value, unit, sameWeekday } = thing.kpi;
      const { changePct, low, high } = sameWeekday;
      // of a usual 0, or less, there is no part
      const percent = changePct === null ? null : formatWithUnit(Math.abs(changePct), '%');
      const say = isBelowUsual(thing.kpi) ? words.verdict.below : words.verdict.above;
      return {
        title: say(words.kpi[thing.name], percent, weekdayOf(dayOf(overview))),
        body: words.verdict.unusualBody(
          formatWithUnit(value, unit, [low, high]),
          formatValue(low, unit, [value]),
          formatWithUnit(high, unit, [value]),
        ),
      };
    }
  }
};

/** What was looked at, in words; a tick is only beside what is known. */
export type Check = { said: string; isKnown: boolean };

const usualChecks = (overview: Overview): Check[] => {
  const weekday = weekdayOf(dayOf(overview));
  const { compared, unknown } = comparedKpis(overview);
  const listed = (names: readonly KpiName[]): string => names.map((name) => words.kpi[name]).join(', ');
  if (compared.length === kpiNames.length) return [{ said: words.verdict.allUsual(weekday), isKnown: true }];
  return [
    ...(compared.length === 0 ? [] : [{ said: words.verdict.someUsual(weekday, listed(compared)), isKnown: true }]),
    ...(unknown.length === 0 ? [] : [{ said: words.verdict.notCompared(weekday, listed(unknown)), isKnown: false }]),
  ];
};

/** The tank that is full or empty first. */
export const tankWords = (nearest: { name: string; when: string } | null): string =>
  nearest === null ? words.verdict.noEvent : words.verdict.nearest(nearest.name, nearest.when);

/** What was looked at where nothing needs anybody. */
export const checkWords = (
  { overview }: Pick<Moment, 'overview'>,
  known: {
    reporting: { total: number; online: number };
    limits: LimitCounts;
    balance: { unaccountedKL: number | null; band95KL: number | null; status: string } | null;
    nearest: { name: string; when: string } | null;
  },
): Check[] => {
  const { reporting, limits, balance, nearest } = known;
  const all = allLimits(limits);
  const hasTank = overview.units.some(({ type }) => type === 'stock');
  return [
    {
      said: `${words.verdict.noAlarm} ${words.verdict.reporting(reporting.online, reporting.total)} ${all === 0 ? words.verdict.noLimits : words.verdict.limits(limits.inside, all, limits.standing.length)}`,
      isKnown: true,
    },
    ...usualChecks(overview),
    balance?.status === 'balanced'
      ? { said: words.verdict.closes(plusMinus(balance.unaccountedKL, balance.band95KL, 'KL')), isKnown: true }
      : { said: words.verdict.balanceUnknown, isKnown: false },
    ...(hasTank ? [{ said: tankWords(nearest), isKnown: true }] : []),
  ];
};
