import type { WellPermit } from '../../../contract/plant/readings/watch.ts';
import type { Gwi, YearlyWell } from '../../../contract/user/gwi.ts';
import type { Clock } from '../../../core/clock.ts';
import type { CooperativeScheduler } from '../../../core/cooperativeScheduler.ts';
import { round } from '../../../core/round.ts';
import { dateOfDay, type ShiftCalendar } from '../../../core/shift.ts';
import {
  chooseWindow,
  type DayTotal,
  daysOf,
  expectedSlots,
  gather,
  type ReadingReader,
  readingsEtag,
  type ServingContext,
  shownUnits,
  sourceFor,
  type Window,
} from '../../../historian/index.ts';
import { factsOf, type Unit, type UnitDirectory } from '../../../plantModel/index.ts';
import { nearestGauge, rainGauges } from '../rain/index.ts';
import { aquiferRows } from './aquifers.ts';
import { type MonthRead, monthText, referenceFlow, usedOfPermitPct, wellMonthOf } from './months.ts';
import { permitsOf } from './permits.ts';
import { seasonal } from './seasons.ts';
import { staticOf } from './staticData.ts';
import { WellLevels } from './wellLevels.ts';
import { seriesOfWells, type Well, wellsOf } from './wells.ts';

export type GroundwaterParts = {
  directory: UnitDirectory;
  reader: ReadingReader;
  calendars: { of(industryId: string): ShiftCalendar };
  turns: CooperativeScheduler;
  clock: Clock;
};
type Request = { industryId: string; signal: AbortSignal };

const MONTHS = 12;
/** Seasons this far back belong to the trend and so to the tag of an answer. */
const TREND_DAYS = 9200;
const SIGNIFICANT = 0.05;

/** Wells of an industry: what they are, what a year of them was like, and the aquifers they are in. */
export class GroundwaterService {
  readonly #parts: GroundwaterParts;
  readonly #levels: WellLevels;

  constructor(parts: GroundwaterParts) {
    this.#parts = parts;
    this.#levels = new WellLevels(parts.reader);
  }

  /**
   * The year that ends with a month.
   * @param month YYYY-MM
   * @param etag called with a tag of what the answer is made from, before any of it is read; may throw.
   */
  async data({ industryId, signal }: Request, month: string, etag: (tag: string) => void): Promise<Gwi> {
    const { directory, reader } = this.#parts;
    const source = sourceFor(this.#parts, this.#parts.turns, industryId, signal);
    const facts = factsOf(directory.industry(industryId));
    const units = shownUnits(directory, industryId);
    const wells = wellsOf(units);
    const last = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1;
    const first = last - MONTHS + 1;
    const window = chooseWindow(source.calendar, 'CUSTOM', {
      date1: dateOfDay(daysOf(first).fromDay),
      date2: dateOfDay(daysOf(last).toDay),
    });
    const gauges = rainGauges(units);
    const recharge = units.filter(({ id }) => facts.rainWater.rechargedUnitIds.includes(id)).flatMap(volumeOf);
    const seriesIds = [...seriesOfWells(wells), ...gauges.map(({ seriesId }) => seriesId), ...recharge];
    const { nowMs, nowSlot } = source;
    etag(
      readingsEtag(
        directory,
        reader,
        { industryId, query: { gwi: month }, nowMs, nowSlot },
        // whether a pump runs on over the end of the last month is known of the day after it
        { seriesIds, windows: [{ ...window, fromDay: window.toDay - TREND_DAYS, toDay: window.toDay + 1 }] },
      ),
    );
    const rain = await this.#sums(
      source,
      gauges.map(({ seriesId }) => seriesId),
      window,
    );
    const recharged = await this.#sums(source, recharge, window);
    const rechargeL = Array.from({ length: MONTHS }, (_, at) => together(recharge.map((id) => recharged.get(id)?.[at] ?? null)));
    const yearlyData: YearlyWell[] = [];
    for (const well of wells) {
      const gauge = nearestGauge(gauges, well.unit);
      const rainMm = gauge ? rain.get(gauge.seriesId) : undefined;
      yearlyData.push(await this.#year(well, source, { first, last, rainMm, rechargeL }));
    }
    return {
      month: monthText(last),
      staticData: wells.map(staticOf),
      yearlyData,
      aquiferData: aquiferRows(facts.aquifers, wells, yearlyData),
    };
  }

  /** What is left of the permits to abstract. */
  permits({ industryId, signal }: Request): { asOf: string; wells: WellPermit[] } {
    const source = sourceFor(this.#parts, this.#parts.turns, industryId, signal);
    return {
      asOf: new Date(source.nowMs).toISOString(),
      wells: permitsOf(wellsOf(shownUnits(this.#parts.directory, industryId)), source),
    };
  }

  async #year(
    well: Well,
    source: ServingContext,
    given: { first: number; last: number; rainMm: (number | null)[] | undefined; rechargeL: (number | null)[] },
  ): Promise<YearlyWell> {
    const { reader } = this.#parts;
    const { calendar, nowSlot } = source;
    const today = calendar.dayOfSlot(nowSlot);
    const [fromDay, toDay] = [daysOf(given.first).fromDay, Math.min(today, daysOf(given.last).toDay)];
    await source.pace.turn();
    const totals = (id: number | undefined): DayTotal[] =>
      id === undefined || toDay < fromDay ? [] : reader.dayTotals([id], fromDay, toDay);
    const [volumes, levelTotals] = [totals(well.volume?.id), totals(well.level?.id)];
    const joinedDay = calendar.dayOfSlot(source.joinedSlot ?? 0);
    const reads: MonthRead[] = [];
    for (let month = given.first; month <= given.last; month += 1) {
      const days = daysOf(month);
      const isOfMonth = ({ day }: DayTotal): boolean => day >= days.fromDay && day <= days.toDay;
      const { firstSlot: fromSlot } = calendar.windowOfDay(days.fromDay);
      const { firstSlot: toSlot } = calendar.windowOfDay(days.toDay + 1);
      // of days before the plant joined as much was expected as there is
      const early = [...volumes, ...levelTotals]
        .filter((total) => isOfMonth(total) && total.day < joinedDay)
        .reduce((sum, { complete }) => sum + complete, 0);
      const hasLevels = levelTotals.some(isOfMonth) || volumes.some(isOfMonth);
      reads.push({
        month,
        levels: hasLevels ? await this.#levels.days(well, source, days.fromDay, days.toDay) : [],
        volumes: volumes.filter(isOfMonth),
        levelTotals: levelTotals.filter(isOfMonth),
        expectedSlots: [well.volume, well.level]
          .filter((series) => series !== undefined)
          .reduce((sum, series) => sum + expectedSlots(source, series, { fromSlot, toSlot }), early),
        lastDay: today,
        rainMm: given.rainMm?.[month - given.first] ?? null,
        rechargeL: given.rechargeL[month - given.first] ?? null,
      });
    }
    const reference = referenceFlow(reads.flatMap(({ levels }) => levels.flatMap(({ runs }) => runs)));
    const { preMonsoonMbgl, postMonsoonMbgl, trend, ...years } = await seasonal(well, given.last, {
      levels: this.#levels,
      reader,
      source,
    });
    const { slope, p, years: trendYears } = trend;
    return {
      unitId: well.unit.id,
      wellName: well.unit.name,
      months: reads.map((read) => wellMonthOf(well.unit, read, reference)),
      ...years,
      preMonsoonMbgl: round(preMonsoonMbgl, 2),
      postMonsoonMbgl: round(postMonsoonMbgl, 2),
      fluctuationM: preMonsoonMbgl === null || postMonsoonMbgl === null ? null : round(preMonsoonMbgl - postMonsoonMbgl, 2),
      trendMPerYear: round(slope, 3),
      trendYears,
      trendP: round(p, 4),
      trend: slope === null || p === null ? null : p >= SIGNIFICANT || slope === 0 ? 'none' : slope > 0 ? 'falling' : 'rising',
      usedOfPermitPct: usedOfPermitPct(well.unit, volumes),
    };
  }

  /** Sums by month of each series; null where nothing was measured. */
  async #sums(source: ServingContext, seriesIds: readonly number[], window: Window): Promise<Map<number, (number | null)[]>> {
    const gathered = await gather(source, seriesIds, window);
    return new Map([...gathered].map(([id, { buckets }]) => [id, buckets.map(({ sum }) => sum)]));
  }
}

const volumeOf = ({ series }: Unit): number[] =>
  series.filter(({ param, kind }) => param === 'volume' && kind === 'counter').map(({ id }) => id);

const together = (sums: readonly (number | null)[]): number | null =>
  sums.every((sum) => sum === null) ? null : sums.reduce<number>((all, sum) => all + (sum ?? 0), 0);
