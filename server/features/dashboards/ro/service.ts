import type { RoEfficiency, RoNormalized, RoPlant, RoWindowType } from '../../../contract/user/roEfficiency.ts';
import type { Clock } from '../../../core/clock.ts';
import type { CooperativeScheduler } from '../../../core/cooperativeScheduler.ts';
import { Failure } from '../../../core/fail.ts';
import { round } from '../../../core/round.ts';
import type { ShiftCalendar } from '../../../core/shift.ts';
import {
  asOf,
  chooseWindow,
  gather,
  isoOfSlot,
  type ReadingReader,
  readingsEtag,
  type ServingContext,
  sourceFor,
  toTimeWindow,
  type Window,
} from '../../../historian/index.ts';
import type { SeriesInfo, UnitDirectory } from '../../../plantModel/index.ts';
import { adviceFor, daysToClean } from './advice.ts';
import { idleSpans, type RoDay, type RoDays } from './days.ts';
import { figuresOf } from './figures.ts';
import { graphsOf, type RoBucket } from './graphs.ts';
import type { RoComplete, RoEvent, RoPlan, RoReference, RoSideName } from './model.ts';
import { normalizedPct, permeabilityOf } from './normalize.ts';
import { plantsOf } from './plan.ts';
import { type RoReferences, referenceAt } from './references.ts';
import type { RoStore } from './roStore.ts';
import { readSlots } from './slots.ts';
import { joinSums, medianOf, pointsOf, type RoSums, sumRoSlots } from './tally.ts';

/** The slope is that of so many days up to the one that is evaluated. */
const TREND_DAYS = 14;

export type RoParts = {
  store: Pick<RoStore, 'events'>;
  references: RoReferences;
  days: RoDays;
  directory: UnitDirectory;
  reader: ReadingReader;
  calendars: { of(industryId: string): ShiftCalendar };
  turns: CooperativeScheduler;
  clock: Clock;
};

export type RoQuery = { date1: string; date2?: string | undefined; type: RoWindowType };
type Request = { industryId: string; signal: AbortSignal };
type Work = { industryId: string; source: ServingContext; events: readonly RoEvent[] };

/** Permeate over feed, and energy over permeate; a weight of 0 where nothing is known. */
export type RoKpis = Pick<RoSums, 'recovery' | 'specific'> & { targetPct: number | null };

/** Efficiency of RO plants. */
export class RoService {
  readonly #parts: RoParts;

  constructor(parts: RoParts) {
    this.#parts = parts;
  }

  /**
   * Every plant in the window of date1, and of date2 where it is given.
   * @param etag called with a tag of what the answer is made from, before any of it is read; may throw.
   * @throws Failure `noData` where no RO plant is configured; `parameter` for a date before 1970.
   */
  async data({ industryId, signal }: Request, query: RoQuery, etag: (tag: string) => void = () => {}): Promise<RoEfficiency> {
    const { directory, store } = this.#parts;
    const source = sourceFor(this.#parts, this.#parts.turns, industryId, signal);
    const plans = plantsOf(directory, industryId);
    if (!plans) throw new Failure('noData', "Category doesn't exist");
    const window = windowOf(source.calendar, query.type, query.date1, 'date1');
    const compared = query.date2 === undefined ? undefined : windowOf(source.calendar, query.type, query.date2, 'date2');
    const events = await store.events(industryId);
    etag(this.#tag(industryId, source, { ...query, events }, { plans, windows: [window, ...(compared ? [compared] : [])] }));
    const work = { industryId, source, events };
    const answer = async (one: Window): Promise<RoEfficiency['data1']> => {
      const plants: RoPlant[] = [];
      for (const plan of plans) plants.push(await this.#plant(work, plan, one));
      return { window: toTimeWindow(one, source.nowMs), plants };
    };
    const data1 = await answer(window);
    return { type: query.type, data1, ...(compared && { data2: await answer(compared) }) };
  }

  /**
   * What the KPIs of all plants are made of over whole shift days, the running one as far as it has come: steady running alone, as
   * in each plant's own figures. Litres, watt-hours.
   * @param endSlot where counting ends, as of a day that is compared with a running one.
   * @throws Failure `noData` where no RO plant is configured.
   */
  async kpis(industryId: string, fromDay: number, toDay: number, endSlot?: number): Promise<RoKpis> {
    const { directory, store, days } = this.#parts;
    const source = asOf(sourceFor(this.#parts, this.#parts.turns, industryId, new AbortController().signal), endSlot);
    const plans = plantsOf(directory, industryId);
    if (!plans) throw new Failure('noData', "Category doesn't exist");
    const events = await store.events(industryId);
    const parts: RoSums[] = [];
    for (const plan of plans) for (const { sums } of await days.days(plan, source, events, { fromDay, toDay })) parts.push(sums);
    const { recovery, specific } = joinSums(parts);
    // several plants have several targets: then none is shown
    return { recovery, specific, targetPct: plans.length === 1 ? (plans[0]?.recoveryTargetPct ?? null) : null };
  }

  /** The meters of all plants, by what passes them. */
  meters(industryId: string): Record<RoSideName | 'energy', SeriesInfo[]> {
    const { directory } = this.#parts;
    const byId = new Map(directory.units(industryId).flatMap(({ series }) => series.map((one) => [one.id, one] as const)));
    const plans = plantsOf(directory, industryId) ?? [];
    const of = (idsOf: (plan: RoPlan) => readonly number[]): SeriesInfo[] =>
      plans.flatMap((plan) => idsOf(plan).flatMap((id) => byId.get(id) ?? []));
    return {
      feed: of(({ meters }) => meters.feed),
      permeate: of(({ meters }) => meters.permeate),
      reject: of(({ meters }) => meters.reject),
      energy: of(({ energy }) => energy),
    };
  }

  /** Of all days from the first: any of them may hold the reference. */
  #tag(
    industryId: string,
    { nowMs, nowSlot }: ServingContext,
    query: object,
    { plans, windows }: { plans: readonly RoPlan[]; windows: readonly Window[] },
  ): string {
    const { directory, reader } = this.#parts;
    const seriesIds = plans.flatMap((plan) => plan.seriesIds);
    const read = windows.map(({ toDay, toSlot }) => ({ fromDay: 0, toDay, toSlot }));
    return readingsEtag(directory, reader, { industryId, query, nowMs, nowSlot }, { seriesIds, windows: read });
  }

  async #plant(work: Work, plan: RoPlan, window: Window): Promise<RoPlant> {
    const { source, events } = work;
    const days = await this.#parts.days.days(plan, source, events, window);
    const reference = await this.#parts.references.of({ ...work, plan }, window.toDay);
    const buckets = window.step === 'hour' ? this.#hours(plan, work, window) : bucketsOf(window, days);
    await source.pace.turn();
    const evaluated = await this.#evaluatedDay(work, plan, window, days);
    const complete = await completeOf(plan, window, source);
    return {
      plantId: plan.plantId,
      plantName: plan.name,
      running: this.#isRunning(plan, source, window),
      ...figuresOf(plan, joinSums(days.map(({ sums }) => sums)), complete.total),
      normalized: reference && (await this.#normalized(work, plan, reference, evaluated)),
      missingTags: [...plan.missingTags],
      graph: graphsOf(plan, { window, ...complete }, buckets, reference),
    };
  }

  #hours(plan: RoPlan, { source, events }: Work, window: Window): RoBucket[] {
    const { fromSlot } = window;
    const slots = readSlots(source.reader, plan, window, idleSpans(events, plan.plantId));
    const end = Math.max(0, source.nowSlot - fromSlot);
    return window.buckets.map((bucket) => {
      const [from, to] = [bucket.fromSlot - fromSlot, bucket.toSlot - fromSlot];
      const medians = plan.missingTags.length > 0 ? null : medianOf(pointsOf(slots, from, Math.min(to, end)), 1);
      return { sums: sumRoSlots(slots, { from, to, end }), medians };
    });
  }

  /** The last day that can be evaluated; while a day of its own has not run for an hour yet, the day before. */
  async #evaluatedDay(
    { source, events }: Work,
    plan: RoPlan,
    window: Window,
    days: readonly RoDay[],
  ): Promise<RoDay | undefined> {
    const last = days.findLast(({ medians }) => medians !== null);
    const isRunning = source.nowSlot < window.toSlot && source.nowSlot >= window.fromSlot;
    if (last || !isRunning || window.fromDay !== window.toDay || window.fromDay === 0) return last;
    const [before] = await this.#parts.days.days(plan, source, events, {
      fromDay: window.fromDay - 1,
      toDay: window.fromDay - 1,
    });
    return before?.medians ? before : undefined;
  }

  async #normalized(work: Work, plan: RoPlan, reference: RoReference, evaluated: RoDay | undefined): Promise<RoNormalized> {
    const { source } = work;
    const at = { referenceAt: referenceAt(source, reference) };
    const pct = evaluated?.medians && evaluated.day >= reference.day ? normalizedPct(evaluated.medians, reference) : undefined;
    if (!evaluated?.medians || !pct) {
      const unknown = { permeateFlowPct: null, saltPassagePct: null, differentialPressurePct: null, permeability: null };
      return { ...unknown, ...at, measuredAt: null, daysToClean: null, advice: 'none' };
    }
    const trend = await this.#trend(work, plan, reference, evaluated.day);
    return {
      permeateFlowPct: round(pct.permeateFlow, 2),
      saltPassagePct: round(pct.saltPassage, 2),
      differentialPressurePct: round(pct.differentialPressure, 2),
      permeability: plan.areaM2 === null ? null : round(permeabilityOf(evaluated.medians, plan.areaM2), 3),
      ...at,
      measuredAt: isoOfSlot(source.calendar.windowOfDay(evaluated.day).firstSlot),
      daysToClean: round(daysToClean(trend), 1),
      advice: adviceFor(pct),
    };
  }

  /** The days up to one since the last cleaning or the reference. */
  async #trend({ source, events }: Work, plan: RoPlan, reference: RoReference, toDay: number) {
    const { calendar } = source;
    const { toMs } = calendar.windowOfDay(toDay);
    const cleaned = events
      .filter(({ plantId, kind, endMs }) => plantId === plan.plantId && kind === 'cip' && endMs <= toMs)
      .map(({ endMs }) => calendar.dayOf(endMs) + 1);
    const fromDay = Math.min(toDay, Math.max(toDay - TREND_DAYS + 1, reference.day, ...cleaned));
    const days = await this.#parts.days.days(plan, source, events, { fromDay, toDay });
    return days.flatMap(({ day, medians }) => (medians ? [{ day, pct: normalizedPct(medians, reference) }] : []));
  }

  #isRunning(plan: RoPlan, { reader, nowSlot }: ServingContext, window: Window): boolean {
    const toSlot = Math.min(window.toSlot, nowSlot);
    if (toSlot - 1 < window.fromSlot || plan.seriesIds.length === 0) return false;
    const { running, volumes } = readSlots(reader, plan, { fromSlot: Math.max(window.fromSlot, toSlot - 3), toSlot }, []);
    const last = volumes.permeate.findLastIndex((litres) => !Number.isNaN(litres));
    return running[last] === 1;
  }
}

const windowOf = (calendar: ShiftCalendar, type: RoWindowType, date: string, name: string): Window => {
  return chooseWindow(calendar, type, { date1: date }, { date1: name });
};

/** Of a window and of each of its steps: meters are expected from when they joined. */
const completeOf = async (
  { meterIds }: RoPlan,
  window: Window,
  source: ServingContext,
): Promise<{ total: RoComplete; buckets: RoComplete[] }> => {
  const gathered = [...(await gather(source, meterIds, window)).values()];
  const add = (parts: readonly RoComplete[]): RoComplete => ({
    complete: parts.reduce((sum, { complete, expected }) => sum + Math.min(complete, expected), 0),
    expected: parts.reduce((sum, { expected }) => sum + expected, 0),
  });
  return {
    total: add(gathered.map(({ total }) => total)),
    buckets: window.buckets.map((_, at) => add(gathered.flatMap(({ buckets }) => buckets[at] ?? []))),
  };
};

/** Days or months from their days; the median of a month is that of its days. */
const bucketsOf = ({ fromDay, buckets }: Window, days: readonly RoDay[]): RoBucket[] =>
  buckets.map((bucket) => {
    const own = days.slice(bucket.fromDay - fromDay, bucket.toDay - fromDay + 1);
    return {
      sums: joinSums(own.map(({ sums }) => sums)),
      medians: medianOf(
        own.flatMap(({ medians }) => medians ?? []),
        1,
      ),
    };
  });
