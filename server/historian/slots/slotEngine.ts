import { PROFILE_WEEKS } from '../../core/counters/gapFill.ts';
import type { Log } from '../../core/log.ts';
import { code, slotOf } from '../../core/slots.ts';
import type { Calendars } from '../../plantModel/index.ts';
import { derivationsOf, formulaOf } from './closedFormula.ts';
import { type ClosedDays, type DayBlock, DayBlocks } from './dayBlocks.ts';
import { derive } from './derivedSlots.ts';
import { emptySlot } from './emptySlot.ts';
import { EngineSeries } from './engineSeries.ts';
import { rejectSlot } from './gaugeSlots.ts';
import { enterSlots } from './manualSlots.ts';
import { isOtherFormula, type SeriesPlan, sourcesOf } from './seriesRule.ts';
import { copiesOf, isSame } from './slotCopies.ts';
import { SlotRanges, type SlotSpan } from './slotRanges.ts';

const none: readonly EngineSeries[] = [];

/**
 * From readings to slots, in memory: no timers, no SQL. Live ingest, history and recomputes all run through it, so that a
 * slot has one value however it came about. Call `take` for readings, `settle` for what is over, then store what `series()` holds.
 */
export class SlotEngine {
  readonly #calendars: Calendars;
  readonly #closedDays: ClosedDays;
  readonly #log: Log;
  readonly #series = new Map<number, EngineSeries>();
  /** In an order in which parts come before their sums. */
  #ordered: EngineSeries[] = [];
  /** Which series integrate the samples of a rate. */
  #integrals = new Map<number, EngineSeries[]>();
  #closedThrough = Number.NEGATIVE_INFINITY;
  readonly #clamped = new Set<number>();
  readonly #daysOf = (seriesId: number): DayBlocks | undefined => this.#series.get(seriesId)?.days;

  constructor({ calendars, closedDays, log }: { calendars: Calendars; closedDays: ClosedDays; log: Log }) {
    this.#calendars = calendars;
    this.#closedDays = closedDays;
    this.#log = log;
  }

  /** The last slot that is over. */
  get closedThrough(): number {
    return this.#closedThrough;
  }

  series(): readonly EngineSeries[] {
    return this.#ordered;
  }

  find(seriesId: number): EngineSeries | undefined {
    return this.#series.get(seriesId);
  }

  /** Replaces the series and their rules; days in memory stay with their series. */
  configure(plans: readonly SeriesPlan[]): void {
    const wanted = new Set(plans.map(({ info }) => info.id));
    for (const id of this.#series.keys()) if (!wanted.has(id)) this.#series.delete(id);
    const derivedAnew: EngineSeries[] = [];
    this.#ordered = plans.map((plan) => {
      const calendar = this.#calendars.of(plan.info.industryId);
      const known = this.#series.get(plan.info.id);
      if (known) {
        const before = known.counter;
        if (isOtherFormula(known.rule, plan.rule)) derivedAnew.push(known);
        known.follow(plan.rule, this.#closedThrough);
        if (known.days.calendar !== calendar) known.days.rebase(calendar);
        if (!before && Number.isFinite(this.#closedThrough)) known.counter?.resume(this.#closedThrough);
        return known;
      }
      const made = new EngineSeries(plan, new DayBlocks(plan.info.id, calendar, this.#closedDays));
      if (Number.isFinite(this.#closedThrough)) made.counter?.resume(this.#closedThrough);
      this.#series.set(plan.info.id, made);
      if (isOtherFormula(undefined, plan.rule)) derivedAnew.push(made);
      return made;
    });
    for (const series of derivedAnew) this.#deriveOpenDays(series);
    this.#integrals = Map.groupBy(
      this.#ordered.filter(({ integral }) => integral),
      ({ rule }) => (rule.how === 'integral' ? rule.rateId : -1),
    );
  }

  /** After the open days were restored: evaluates again whatever was under way. */
  resume(throughSlot: number): void {
    this.#closedThrough = throughSlot - 1;
    for (const series of this.#ordered) {
      series.counter?.resume(throughSlot);
      series.evaluateChanges(throughSlot);
      // what is made of a closed day stays as it was, also where the formula is another one now
      for (const { block, packed } of series.days.inMemory())
        if (!packed) series.touch(block.firstSlot, block.firstSlot + block.values.length - 1);
    }
  }

  /**
   * A good reading: display counts of a counter, else the value.
   * @param second within the slot, 0..300
   */
  take(seriesId: number, slot: number, value: number, second: number): void {
    const series = this.#series.get(seriesId);
    if (series) this.takeInto(series, slot, value, second);
  }

  /** The same for a series at hand, as `find` has it. */
  takeInto(series: EngineSeries, slot: number, value: number, second: number): void {
    if (!Number.isFinite(value)) return;
    const isLate = slot <= this.#closedThrough;
    if (isLate) series.revised.add(slot, slot);
    series.mean?.take(slot, value, isLate);
    series.last?.take(slot, value, second);
    const { counter } = series;
    // + 0 turns -0 into 0, so that equal readings have equal bits
    const changed = counter ? counter.take(slot, value + 0, second) : null;
    if (!counter || changed === null) return;
    if (isLate) series.late.add(slot, slot);
    else counter.enqueue(slot);
    if (changed < slot && changed <= this.#closedThrough) series.evaluateFrom(changed);
  }

  /** The series that integrate the samples of this one, a flow or power. */
  integralsOf(seriesId: number): readonly EngineSeries[] {
    return this.#integrals.get(seriesId) ?? none;
  }

  /** The same sample of a flow or power, for the volumes that are integrated from it. */
  sampleRate(integrals: readonly EngineSeries[], atMs: number, rate: number): void {
    if (integrals.length === 0 || slotOf(atMs) <= this.#closedThrough) return;
    for (const { integral } of integrals) integral?.sample(atMs, rate);
  }

  /** Readings of a slot were not the series' own: works it out again from those that are left. */
  retake(seriesId: number, slot: number, left: readonly { value: number; second: number }[]): void {
    const series = this.#series.get(seriesId);
    if (series) emptySlot(series, this.#integrals.get(seriesId) ?? [], slot, slot <= this.#closedThrough);
    for (const { value, second } of left) this.take(seriesId, slot, value, second);
  }

  /** A reading that was taken and failed its checks. */
  reject(seriesId: number, slot: number): void {
    const series = this.#series.get(seriesId);
    if (!series || !(series.mean ?? series.last ?? series.counter)) return;
    rejectSlot(series.days, slot);
    series.touch(slot, slot);
  }

  /** Slots that were over and got other readings since this was last asked, of series and of what is derived from them. */
  takeRevised(): { series: EngineSeries; spans: SlotSpan[] }[] {
    for (const series of this.#ordered)
      for (const id of sourcesOf(series.rule)) series.revised.include(this.#series.get(id)?.revised);
    return this.#ordered
      .filter(({ revised }) => !revised.isEmpty)
      .map((series) => {
        const spans = [...series.revised];
        series.revised.clear();
        return { series, spans };
      });
  }

  /** Closes every slot up to `throughSlot`, applies late readings and computes derived series. */
  settle(throughSlot: number): void {
    const firstClosed = this.#passTo(throughSlot);
    for (const series of this.#ordered) this.#settleOne(series);
    this.#derive(firstClosed);
  }

  /** The same with a rest between series whenever `rest` asks for one; readings may be taken meanwhile. */
  async settleInTurns(throughSlot: number, rest: () => Promise<void> | undefined): Promise<void> {
    const firstClosed = this.#passTo(throughSlot);
    for (const series of this.#ordered) {
      this.#settleOne(series);
      // to wait for nothing makes a promise all the same, of each of thousands of series
      const rested = rest();
      if (rested !== undefined) await rested;
    }
    // in one turn, because what is touched from here on belongs to the next time
    this.#derive(firstClosed);
  }

  /**
   * Works a stretch of slots of one series out again from its readings; nothing is touched where nothing was wrong.
   * @returns whether anything came out differently.
   */
  recompute(series: EngineSeries, fromSlot: number, toSlot: number): boolean {
    const end = Math.min(toSlot, this.#closedThrough);
    if (end < fromSlot) return false;
    const before = copiesOf(series.days, fromSlot, end);
    series.counter?.evaluateAgain(fromSlot, end, this.#closedThrough);
    this.#deriveOne(series, { from: fromSlot, to: end }, fromSlot);
    return !isSame(before, copiesOf(series.days, fromSlot, end));
  }

  /** Puts values of a person in place of what slots hold: see `enterSlots`. A counter's slot taken back is worked out again. */
  enter(series: EngineSeries, fromSlot: number, values: readonly (number | null)[]) {
    const { days, counter, touch } = series;
    const entered = { isAmount: series.info.kind === 'counter', isCounter: counter !== undefined, fromSlot, values };
    const { putBack, ...sums } = enterSlots(days, entered, touch);
    const changed = (): void => {
      const toSlot = Math.min(fromSlot + values.length - 1, this.#closedThrough);
      if (toSlot >= fromSlot) series.revised.add(fromSlot, toSlot);
      if (counter && toSlot >= fromSlot) series.late.add(fromSlot, toSlot);
      else this.#deriveOne(series, { from: fromSlot, to: toSlot }, fromSlot);
    };
    changed();
    const takeBack = (): void => {
      putBack();
      changed();
    };
    return { ...sums, takeBack };
  }

  /** With the next settling, as it would be after a start: a day that runs is by one formula. */
  #deriveOpenDays(series: EngineSeries): void {
    for (const source of sourcesOf(series.rule).map((id) => this.#series.get(id)))
      for (const { block, packed } of source?.days.inMemory() ?? []) {
        const to = block.firstSlot + block.values.length - 1;
        if (packed) continue;
        source?.touch(block.firstSlot, to);
        if (this.#closedThrough >= block.firstSlot) series.revised.add(block.firstSlot, Math.min(to, this.#closedThrough));
      }
  }

  /** @returns the first slot that this closes. */
  #passTo(throughSlot: number): number {
    const firstClosed = this.#closedThrough + 1;
    if (throughSlot > this.#closedThrough) this.#closedThrough = throughSlot;
    return firstClosed;
  }

  #settleOne(series: EngineSeries): void {
    series.counter?.close(this.#closedThrough);
    series.mean?.close(this.#closedThrough);
    this.#settleLate(series);
    series.counter?.preview();
  }

  #settleLate(series: EngineSeries): void {
    const { late, counter } = series;
    if (late.isEmpty || !counter) return;
    const done = [...late].map(({ from, to }) => counter.evaluateAgain(from, to, this.#closedThrough));
    late.clear();
    for (const { block } of this.#daysServed(series)) {
      const end = Math.min(block.firstSlot + block.values.length - 1, this.#closedThrough);
      // a gap is worked out as a whole and in order of time: each of its days has its shape already
      if (done.some(({ from, to }) => from <= block.firstSlot && end <= to)) continue;
      done.push(counter.evaluateAgain(block.firstSlot, end, this.#closedThrough));
    }
  }

  /** Later days of the same weekday whose gaps took their shape from what has just changed. */
  #daysServed({ days, touched }: EngineSeries): DayBlock[] {
    const { calendar } = days;
    const today = calendar.dayOfSlot(this.#closedThrough);
    const served = new Set<number>();
    for (const { from, to } of touched)
      for (let day = calendar.dayOfSlot(from); day <= calendar.dayOfSlot(to); day += 1)
        for (let week = 1; week <= PROFILE_WEEKS; week += 1) if (day + 7 * week <= today) served.add(day + 7 * week);
    const wasFilled = (letter: number): boolean => letter === code.E || letter === code.F;
    return [...served]
      .sort((a, b) => a - b)
      .map((day) => days.find(day))
      .filter((day): day is DayBlock => day?.block.quality.some(wasFilled) === true);
  }

  #derive(firstClosed: number): void {
    for (const series of this.#ordered) {
      const { rule } = series;
      const sources = sourcesOf(rule);
      if (sources.length === 0) continue;
      const ranges = new SlotRanges();
      for (const id of sources) ranges.include(this.#series.get(id)?.touched);
      if (rule.how === 'integral' && Number.isFinite(firstClosed)) ranges.add(firstClosed, this.#closedThrough);
      for (const { span, formula } of derivationsOf(series, this.#daysOf, ranges))
        this.#deriveOne(series, span, firstClosed, formula);
    }
    for (const series of this.#ordered) series.touched.clear();
  }

  #deriveOne(series: EngineSeries, span: SlotSpan, firstClosed: number, formula = formulaOf(series.rule, this.#daysOf)): void {
    const { rule, days, touch, integral } = series;
    if (formula) this.#publishClamped(series, derive(days, formula, span, touch).clampedSlot, firstClosed);
    if (rule.how === 'integral') {
      const to = Math.min(span.to, this.#closedThrough);
      integral?.closeFromMeans(this.#daysOf(rule.rateId), { from: span.from, to });
    }
  }

  /** Once when a level leaves its tank, not once a slot. */
  #publishClamped({ info }: EngineSeries, clampedSlot: number | null, firstClosed: number): void {
    if (clampedSlot === null) this.#clamped.delete(info.id);
    else if (clampedSlot >= firstClosed && !this.#clamped.has(info.id)) {
      this.#clamped.add(info.id);
      this.#log.warn(
        { unitId: info.unitId, slot: clampedSlot },
        'level is outside its tank; its volume is cut at the end of the tank',
      );
    }
  }
}
