import type { UnitMeta } from '../../../contract/model/units.ts';
import type { WellPermit } from '../../../contract/plant/readings/watch.ts';
import { round } from '../../../core/round.ts';
import { dayNumber } from '../../../core/shift.ts';
import {
  type DayTotal,
  dmyOfDay,
  isEnteredByHand,
  knownOfDay,
  percentOf,
  type ServingContext,
} from '../../../historian/index.ts';
import { permitYear } from '../../../plantModel/index.ts';
import type { Well } from './wells.ts';

type Noc = NonNullable<NonNullable<UnitMeta['well']>['noc']>;

const MEAN_DAYS = 30;
/** A day of which less is known would make the mean that of the gaps. */
const KNOWN_PART = 0.9;
const PLACES = 2;

const sumKL = (days: readonly DayTotal[]): number | null => {
  const known = days.flatMap(({ sum }) => (sum === null ? [] : [sum]));
  return known.length === 0 ? null : known.reduce((all, one) => all + one, 0) / 1000;
};

const meanOf = (days: readonly DayTotal[]): number | null => {
  const sum = sumKL(days);
  return sum === null ? null : sum / days.filter((day) => day.sum !== null).length;
};

/** Days that what is left of the year lasts, no longer than the permit does; null where nothing says how fast it is used. */
const daysLeftOf = (leftKL: number, { meanKLD, endsIn }: { meanKLD: number | null; endsIn: number }): number | null => {
  if (endsIn < 0) return 0;
  return meanKLD === null || meanKLD <= 0 ? null : Math.min(Math.floor(leftKL / meanKLD), endsIn);
};

const permitOf = ({ unit, volume }: Well, noc: Noc, source: ServingContext): WellPermit => {
  const { reader, calendar, nowSlot, unitOf } = source;
  const today = calendar.dayOfSlot(nowSlot);
  const { fromDay, toDay } = permitYear(unit, today);
  const read = volume ? reader.dayTotals([volume.id], Math.min(fromDay, today - MEAN_DAYS), today) : [];
  const year = read.filter(({ day }) => day >= fromDay);
  const yearKL = sumKL(year);
  const isKnown = (day: DayTotal): boolean =>
    isEnteredByHand(unit, unitOf) || knownOfDay(day, source) >= KNOWN_PART * day.expected;
  const meanKLD = meanOf(read.filter((one) => one.day < today && one.day >= today - MEAN_DAYS && isKnown(one)));
  const endsIn = dayNumber(noc.validTo) - today;
  const left = noc.permittedKLY === null ? null : Math.max(0, noc.permittedKLY - (yearKL ?? 0));
  // of all of the permit's year: what was drawn before the meter was there is not known
  const passed = nowSlot - calendar.windowOfDay(fromDay).firstSlot;
  return {
    unitId: unit.id,
    unitName: unit.name,
    number: noc.number,
    validTo: dmyOfDay(dayNumber(noc.validTo)),
    permittedKLD: noc.permittedKLD,
    permittedKLY: noc.permittedKLY,
    todayKL: round(sumKL(read.filter(({ day }) => day === today)), PLACES),
    yearFrom: dmyOfDay(fromDay),
    yearKL: round(yearKL, PLACES),
    yearCompleteness: percentOf(
      Math.min(
        passed,
        year.reduce((all, { complete }) => all + complete, 0),
      ),
      passed,
    ),
    meanKLD: round(meanKLD, PLACES),
    daysLeft: left === null ? null : daysLeftOf(left, { meanKLD, endsIn }),
    yearEndsIn: toDay - today,
    endsIn,
  };
};

/** What is left of the permit of every well that has one. */
export const permitsOf = (wells: readonly Well[], source: ServingContext): WellPermit[] =>
  wells.flatMap((well) => {
    const noc = well.unit.meta.well?.noc;
    return noc ? [permitOf(well, noc, source)] : [];
  });
