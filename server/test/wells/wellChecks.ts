import { expect } from 'vitest';
import { readPermits, type WellPermit } from '../../contract/plant/readings/watch.ts';
import type { BorewellUnit, DeviceDataV2 } from '../../contract/user/deviceData.ts';
import { type Gwi, gwi, type WellMonth, type YearlyWell } from '../../contract/user/gwi.ts';
import { ManualClock } from '../../core/clock.ts';
import { CooperativeScheduler } from '../../core/cooperativeScheduler.ts';
import { dateOfDay, dayNumber } from '../../core/shift.ts';
import { SLOT_MS } from '../../core/slots.ts';
import { GroundwaterService, groundwaterRoutes } from '../../features/dashboards/groundwater/index.ts';
import { readingRoutes } from '../../features/readings/routes.ts';
import type { ReadingReader } from '../../historian/index.ts';
import { sessionsOf, someCaller, startRig } from '../httpRig.ts';
import type { MadeWells, PlainWell } from './madeWells.ts';
import { capacityOf, joined, medianOf, PlainWells, referenceOf, senSlope } from './plainWells.ts';

type Asked = { made: MadeWells; plain: PlainWells; ask(path: string): Promise<unknown> };

const differences: string[] = [];
const same = (found: unknown, wanted: unknown, about: string): void => {
  if (JSON.stringify(found) !== JSON.stringify(wanted))
    differences.push(`${about}: ${JSON.stringify(found)} for ${JSON.stringify(wanted)}`);
};
const near = (found: number | null | undefined, wanted: number | null, places: number, about: string): void => {
  const isSame = wanted === null ? (found ?? null) === null : Math.abs((found ?? Number.NaN) - wanted) <= 0.501 * 10 ** -places;
  if (!isSame) differences.push(`${about}: ${found} for ${wanted}`);
};

const monthsBefore = (month: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => {
    const whole = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 - (count - 1 - at);
    return `${Math.floor(whole / 12)}-${String((whole % 12) + 1).padStart(2, '0')}`;
  });

const todayOf = ({ plant, nowSlot }: MadeWells): number => plant.calendar.dayOfSlot(nowSlot);
const slashed = (day: number): string => dateOfDay(day).split('-').reverse().join('/');

const yearStart = ({ startMonth }: PlainWell, year: number): number =>
  dayNumber(`${year}-${String(startMonth).padStart(2, '0')}-01`);
/** The permit's year that a day is in. */
const permitYearOf = (well: PlainWell, day: number): { from: number; next: number } => {
  const year = Number(dateOfDay(day).slice(0, 4));
  const first = day >= yearStart(well, year) ? year : year - 1;
  return { from: yearStart(well, first), next: yearStart(well, first + 1) };
};

const permittedOf = (well: PlainWell, days: readonly number[]): number | null => {
  const { noc } = well;
  if (!noc || (noc.permittedKLD === null && noc.permittedKLY === null) || days.length === 0) return null;
  const ofDay = (day: number): number => {
    if (dateOfDay(day) > noc.validTo) return 0;
    const { from, next } = permitYearOf(well, day);
    const ofYear = noc.permittedKLY === null ? Number.POSITIVE_INFINITY : noc.permittedKLY / (next - from);
    return Math.min(noc.permittedKLD ?? Number.POSITIVE_INFINITY, ofYear);
  };
  return days.reduce((sum, day) => sum + ofDay(day), 0);
};

const checkMonth = ({ made, plain }: Asked, well: PlainWell, found: WellMonth, month: string, reference: number | null): void => {
  const about = `${well.id} ${month}`;
  const days = plain.daysOfMonth(month);
  const read = days.map((day) => plain.day(well, day));
  const runs = read.flatMap((day) => day.runs);
  const { swl, recovering } = joined(read);
  const pwl = medianOf(runs.flatMap(({ levelM }) => levelM ?? []));
  const hours = read.flatMap((day) => day.hours ?? []);
  const volumeL = plain.sumL(well.volume, days);
  near(found.abstractionKL, volumeL === null ? null : volumeL / 1000, 2, `${about} abstraction`);
  near(found.permittedKL, permittedOf(well, days), 2, `${about} permitted`);
  near(found.runHours, hours.length === 0 ? null : hours.reduce((sum, one) => sum + one, 0), 1, `${about} hours`);
  near(found.swlMbgl, swl, 2, `${about} static`);
  same(found.recovering, recovering, `${about} recovering`);
  near(found.pwlMbgl, pwl, 2, `${about} pumping`);
  near(found.drawdownM, swl === null || pwl === null ? null : pwl - swl, 2, `${about} drawdown`);
  near(found.specificCapacity, capacityOf(runs, swl, reference), 2, `${about} capacity`);
  near(found.rainMm, plain.sumL(made.rain, days), 1, `${about} rain`);
  const rechargeL = plain.sumL(made.rechargeL, days);
  near(found.rechargeKL, rechargeL === null ? null : rechargeL / 1000, 2, `${about} recharge`);
};

const checkSeasons = ({ plain }: Asked, well: PlainWell, found: YearlyWell, month: string): void => {
  const [year, at] = [Number(month.slice(0, 4)), Number(month.slice(5))];
  const last = { pre: at >= 5 ? year : year - 1, post: at >= 11 ? year : year - 1 };
  const of = (name: 'pre' | 'post') =>
    Array.from({ length: 25 }, (_, ago) => last[name] - ago).flatMap((one) => {
      const months = name === 'pre' ? [`${one}-04`, `${one}-05`] : [`${one}-11`];
      const { swl } = joined(months.flatMap((of) => plain.daysOfMonth(of)).map((day) => plain.day(well, day)));
      return swl === null ? [] : [{ year: one, value: swl }];
    });
  const [pre, post] = [of('pre'), of('post')];
  const lastOf = (values: typeof pre, of: number): number | null => values.find(({ year: one }) => one === of)?.value ?? null;
  const [before, after] = [lastOf(pre, last.pre), lastOf(post, last.post)];
  near(found.preMonsoonMbgl, before, 2, `${well.id} before the monsoon`);
  near(found.postMonsoonMbgl, after, 2, `${well.id} after the monsoon`);
  near(found.fluctuationM, before === null || after === null ? null : before - after, 2, `${well.id} fluctuation`);
  near(found.trendMPerYear, senSlope([pre, post]), 3, `${well.id} trend`);
  const years = [found.trendYears, found.preMonsoonYear, found.postMonsoonYear];
  same(years, [Math.max(pre.length, post.length), last.pre, last.post], `${well.id} years`);
};

const checkYear = async (asked: Asked): Promise<void> => {
  const { made, plain, ask } = asked;
  const month = dateOfDay(todayOf(made)).slice(0, 7);
  const answer: Gwi = gwi.parse(await ask(`/user/gwi/data?month=${month.slice(5)}/${month.slice(0, 4)}`));
  for (const well of made.wells) {
    const found = answer.yearlyData.find(({ unitId }) => unitId === well.id);
    if (!found) throw new Error(`no ${well.id}`);
    const months = monthsBefore(month, 12);
    const days = months.flatMap((one) => plain.daysOfMonth(one));
    const reference = referenceOf(days.flatMap((day) => plain.day(well, day).runs));
    for (const [at, one] of months.entries()) checkMonth(asked, well, found.months[at] as WellMonth, one, reference);
    const metered = well.isPiezometer ? [] : days.filter((day) => plain.sumL(well.volume, [day]) !== null);
    const [allowed, used] = [permittedOf(well, metered), plain.sumL(well.volume, metered)];
    near(found.usedOfPermitPct, allowed && used !== null ? used / 10 / allowed : null, 1, `${well.id} used of permit`);
    checkSeasons(asked, well, found, month);
  }
};

const checkDays = async ({ made, plain, ask }: Asked): Promise<void> => {
  const today = todayOf(made);
  for (const day of [today, today - 1, today - 3]) {
    const query = `date1=${slashed(day)}&type=DAY&category=GROUND_WATER_LEVEL&divisionFactor=1`;
    const data = (await ask(`/user/deviceDataV2?${query}`)) as DeviceDataV2;
    const units = data.categories.flatMap(({ subCategories }) => subCategories.flatMap((sub) => sub.units));
    for (const well of made.wells) {
      const about = `${well.id} on ${dateOfDay(day)}`;
      const found = units.find(({ unitId }) => unitId === well.id)?.borewell as BorewellUnit;
      const span = plain.daySpan(day);
      const rest = plain.restBefore(well, span.to);
      const run = well.isPiezometer ? undefined : plain.newestRun(well, span.to);
      near(found.swlMbgl, rest.levelM, 2, `${about} static`);
      same(found.recovering, rest.recovering, `${about} recovering`);
      near(found.pwlMbgl, run?.levelM ?? null, 2, `${about} pumping`);
      const drawdown = rest.levelM === null || run?.levelM == null ? null : run.levelM - rest.levelM;
      near(found.drawdownM, drawdown, 2, `${about} drawdown`);
      const capacity = drawdown !== null && drawdown > 0 && run?.flowM3h != null ? run.flowM3h / drawdown : null;
      near(found.specificCapacity, capacity, 2, `${about} capacity`);
      near(found.runHours, plain.day(well, day).hours, 2, `${about} hours`);
      const litres = plain.sumL(well.volume, [day]);
      near(found.abstractionKL, litres === null ? null : litres / 1000, 2, `${about} abstraction`);
    }
  }
};

const checkPermits = async ({ made, plain, ask }: Asked): Promise<void> => {
  const { wells } = readPermits.reply.parse(await ask('/plant/permits')) as { wells: WellPermit[] };
  const today = todayOf(made);
  const permitted = made.wells.filter(({ noc }) => noc !== undefined);
  expect(wells.map(({ unitId }) => unitId)).toEqual(permitted.map(({ id }) => id));
  for (const [at, well] of permitted.entries()) {
    const found = wells[at] as WellPermit;
    const { from, next } = permitYearOf(well, today);
    const days = Array.from({ length: today - from + 1 }, (_, ago) => from + ago);
    const yearL = well.isPiezometer ? null : plain.sumL(well.volume, days);
    const todayL = well.isPiezometer ? null : plain.sumL(well.volume, [today]);
    near(found.todayKL, todayL === null ? null : todayL / 1000, 2, `${well.id} today`);
    near(found.yearKL, yearL === null ? null : yearL / 1000, 2, `${well.id} year`);
    same([found.yearFrom, found.yearEndsIn], [slashed(from), next - 1 - today], `${well.id} permit year`);
    const before = Array.from({ length: 30 }, (_, ago) => today - 1 - ago).filter((day) => {
      const { from: first, to } = plain.daySpan(day);
      return !well.isPiezometer && plain.knownSlots(well.volume, day) >= 0.9 * (to - first);
    });
    const meanKL = before.length === 0 ? null : (plain.sumL(well.volume, before) ?? 0) / 1000 / before.length;
    near(found.meanKLD, meanKL, 2, `${well.id} mean`);
    const left = well.noc?.permittedKLY == null ? null : Math.max(0, well.noc.permittedKLY - (yearL ?? 0) / 1000);
    const lasts = left === null || meanKL === null || meanKL <= 0 ? null : Math.floor(left / meanKL);
    const endsIn = dayNumber(well.noc?.validTo ?? '') - today;
    const daysLeft = endsIn < 0 && left !== null ? 0 : lasts === null ? null : Math.min(lasts, endsIn);
    same(found.endsIn, endsIn, `${well.id} ends in`);
    same(found.daysLeft, daysLeft, `${well.id} days left`);
  }
};

/** What is said of wells over HTTP, from a reader of their slots, that is not what going through the slots by hand gives. */
export const wellDifferences = async (made: MadeWells, reader: ReadingReader): Promise<string[]> => {
  const { plant, nowSlot } = made;
  const clock = new ManualClock(nowSlot * SLOT_MS + 20_000);
  const parts = { directory: plant, reader, calendars: { of: () => plant.calendar }, clock };
  const turns = new CooperativeScheduler();
  const routes = [
    ...groundwaterRoutes(new GroundwaterService({ ...parts, turns })),
    ...readingRoutes({ ...parts, scheduler: turns }),
  ];
  const http = await startRig(routes, { clock, sessions: sessionsOf({ asha: { caller: someCaller(), panel: false } }) });
  const ask = async (path: string): Promise<unknown> => {
    const { status, body, text } = await http.ask(`/api${path}`, { headers: { authorization: 'Bearer asha' } });
    expect(status, `${path} ${text}`).toBe(200);
    return body;
  };
  try {
    const asked = { made, plain: new PlainWells(made), ask };
    await checkYear(asked);
    await checkDays(asked);
    await checkPermits(asked);
    return differences.splice(0);
  } finally {
    await http.stop();
  }
};
