import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Bus } from '../../core/bus.ts';
import { messageOf } from '../../core/fail.ts';
import type { Retraction, Sample } from '../../core/field/field.ts';
import type { Log } from '../../core/log.ts';
import type { PlantClock } from '../../core/plantClock.ts';
import { counterSlotOf, SLOT_MS, slotOf } from '../../core/slots.ts';
import type { WriteTx } from '../../db/writer.ts';
import { Calendars, type TagBinding, type UnitDirectory } from '../../plantModel/index.ts';
import type { OpenDays } from '../read/openDays.ts';
import { isPossible, mostOfRates } from '../slots/possibleValues.ts';
import { planSeries } from '../slots/seriesRule.ts';
import { SlotEngine } from '../slots/slotEngine.ts';
import type { ReadingStore } from '../store/readingStore.ts';
import type { AdoptedDay, SlotStore } from '../store/slotStore.ts';
import { type ClosedSeriesDay, SlotWriter } from '../store/slotWriter.ts';
import { Adopting } from './adopting.ts';
import { ClockAlarm } from './clockAlarm.ts';
import { DayClosing } from './dayClosing.ts';
import { EngineDays } from './engineDays.ts';
import { FlushTimer, GRACE_MS } from './flushTimer.ts';
import { type LeftRevision, publishLeft } from './leftRevisions.ts';
import { LiveValues } from './liveValues.ts';
import type { NtpWatch } from './ntpWatch.ts';
import { restWhenDue } from './restWhenDue.ts';
import { RevisedMarks } from './revisedMarks.ts';
import { type RevisedSeries, revisedRows, revisedSlots } from './revisedRows.ts';
import { Revising } from './revising.ts';
import { RevocableReadings } from './revocableReadings.ts';
import { type SampleTarget, SampleTargets, targetsOf } from './sampleTargets.ts';

/** After a restart `slotsClosed` is published for slots up to this old. */
const SLOTS_PUBLISHED_LATE = 12;

export type IngestParts = {
  clock: PlantClock;
  log: Log;
  bus: Bus;
  units: UnitDirectory;
  store: ReadingStore;
  slotStore: SlotStore;
  /** How the clock is against a time server; absent where none is asked. */
  ntp?: NtpWatch | undefined;
};

/**
 * Takes samples from the field, keeps the running slots in memory and stores them every 10 s in one transaction. What that
 * transaction committed survives any crash; `slotsClosed` and the day events are published after it.
 *
 * Days close here and not in a process of their own: packing goes series by series in steps of about 10 ms, each a transaction,
 * which needs no second copy of the open day and leaves one writer.
 */
export class Ingest {
  readonly #engine: SlotEngine;
  readonly #parts: IngestParts;
  readonly #calendars: Calendars;
  readonly #writer: SlotWriter;
  readonly #closing: DayClosing;
  readonly #clockAlarm: ClockAlarm;
  readonly #live: LiveValues;
  readonly #revising: Revising;
  readonly #adopting: Adopting;
  readonly #revocable = new RevocableReadings();
  #targets = new SampleTargets(new Map());
  readonly #flushTimer: FlushTimer;
  /** Flushes run one after the other. */
  #lastFlush: Promise<unknown> = Promise.resolve();
  #flushes = 0;
  #sampleChanges = 0;
  #publishedSlot = Number.NEGATIVE_INFINITY;
  #fault: string | null = null;
  #left: readonly LeftRevision[] = [];
  readonly #marks: RevisedMarks;
  readonly #openDays: EngineDays;

  constructor(parts: IngestParts) {
    this.#parts = parts;
    this.#calendars = new Calendars(parts.units);
    this.#engine = new SlotEngine({ calendars: this.#calendars, closedDays: parts.store, log: parts.log });
    this.#writer = new SlotWriter(this.#engine, parts.slotStore);
    this.#marks = new RevisedMarks(parts.slotStore);
    this.#closing = new DayClosing({
      ...parts,
      ntp: parts.ntp,
      calendars: this.#calendars,
      engine: this.#engine,
      writer: this.#writer,
    });
    this.#flushTimer = new FlushTimer(parts.clock, (slotCanClose) => {
      if (this.#flushes === 0 || slotCanClose) void this.flush();
    });
    this.#clockAlarm = new ClockAlarm(parts);
    this.#live = new LiveValues(this.#engine, parts.bus);
    const held = { engine: this.#engine, writer: this.#writer, live: this.#live };
    this.#openDays = new EngineDays({ ...held, sampleChanges: () => this.#sampleChanges });
    const own = { engine: this.#engine, writer: this.#writer, flush: () => this.flush(), fault: () => this.#fault };
    this.#adopting = new Adopting({ ...own, slotStore: parts.slotStore });
    this.#revising = new Revising({
      ...own,
      store: parts.store,
      calendars: this.#calendars,
      note: (event) => this.#closing.note(event),
      rest: () => restWhenDue(parts.clock),
    });
  }

  /** Why readings are not being stored at present, for health and its alarm; null when they are. */
  get storageFault(): string | null {
    return this.#fault;
  }

  /** What readers may see of the days in memory. */
  get openDays(): OpenDays {
    return this.#openDays;
  }

  /** Forgets revised slots up to a mark: every subscriber has handled them. */
  dropRevised(mark: number): void {
    const { slotStore } = this.#parts;
    slotStore.transaction((tx) => slotStore.revised.drop(tx, mark));
  }

  /** Replaces what feeds what; units, meters and shift rules are read again. Call it after every change of them. */
  bind(bindings: readonly TagBinding[]): void {
    this.#sampleChanges += 1;
    const { units, store } = this.#parts;
    const all = units.industries().flatMap(({ id }) => units.units(id));
    this.#marks.plan();
    const meters = { rows: store.meters(), changes: store.meterChanges() };
    const fed = new Set(bindings.map(({ seriesId }) => seriesId));
    const plans = planSeries(all, meters, fed);
    this.#engine.configure(plans);
    this.#live.follow(plans, fed);
    this.#targets = targetsOf(bindings, { engine: this.#engine, live: this.#live, most: mostOfRates(all, meters) });
    this.#live.publish();
  }

  /** Loads the open days from the database and begins to store. */
  start(): void {
    const { clock, store, ntp } = this.#parts;
    ntp?.start();
    for (const [slot, seriesId, value, letter, raw, mark] of store.openRows())
      this.#engine.find(seriesId)?.days.restore(slot, value ?? 0, letter.charCodeAt(0), raw ?? Number.NaN, mark);
    const newestSlot = store.newestOpenSlot();
    if (newestSlot !== null && newestSlot * SLOT_MS > clock.now()) clock.continueFrom((newestSlot + 1) * SLOT_MS);
    const now = slotOf(clock.now());
    const newest = newestSlot ?? now;
    this.#publishedSlot = Math.max(Math.min(newest, now) - 1, now - SLOTS_PUBLISHED_LATE);
    this.#engine.resume(now);
    this.#left = this.#parts.slotStore.revised.waiting();
    // a crash may have come between storing what was revised and what is derived from it
    for (const { seriesIds, fromSlot, toSlot } of this.#left)
      for (const id of seriesIds) {
        const series = this.#engine.find(id);
        series?.touch(fromSlot, Math.min(toSlot, this.#engine.closedThrough));
        series?.evaluateChanges(now, fromSlot);
      }
    this.#flushTimer.start();
    void this.flush();
  }

  /** Stores what there is and ends. */
  async stop(): Promise<void> {
    this.#parts.ntp?.stop();
    if (!this.#flushTimer.stop()) return;
    this.#closing.stop();
    await this.flush();
  }

  accept(samples: readonly Sample[]): void {
    this.#sampleChanges += 1;
    const nowMs = this.#parts.clock.now();
    const targets = this.#targets.ofAll(samples);
    for (let at = 0; at < samples.length; at += 1) {
      const sample = samples[at];
      if (sample) for (let target = targets[at]; target; target = target.next) this.#take(target, sample, nowMs);
    }
    this.#live.publish();
  }

  /** Readings that were not those of their tags go, and every slot and sum is worked out without them. */
  retract(retractions: readonly Retraction[]): void {
    this.#sampleChanges += 1;
    for (const { tagId, ...span } of retractions)
      for (let target = this.#targets.of(tagId); target; target = target.next)
        for (const { slot, left } of this.#revocable.takeBack(target.seriesId, span))
          this.#engine.retake(target.seriesId, slot, left);
  }

  /** Stores everything taken so far; resolves once it is committed, or has failed (see `storageFault`). */
  flush(): Promise<void> {
    this.#flushes += 1;
    const flushed = this.#lastFlush.then(async () => {
      await this.#store();
      this.#flushes -= 1;
    });
    this.#lastFlush = flushed;
    return flushed;
  }

  /** Works a shift day out again: see `Revising`. */
  recompute(industryId: string, date: string, seriesIds?: ReadonlySet<number>): Promise<number[]> {
    return this.#revising.recompute(industryId, date, seriesIds);
  }

  /** Takes a person's values: see `Revising`. */
  enter(seriesId: number, fromSlot: number, values: readonly (number | null)[], note: string): Promise<void> {
    return this.#revising.enter(seriesId, fromSlot, values, note);
  }

  /** Takes whole closed days from elsewhere: see `Adopting`. */
  adopt(days: readonly AdoptedDay[], beside: (tx: WriteTx) => void): Promise<void> {
    return this.#adopting.adopt(days, beside);
  }

  #take({ seriesId, isCounter, series, integrals, latest, mostAt }: SampleTarget, sample: Sample, nowMs: number): void {
    const { value } = sample;
    const isAhead = sample.atMs > nowMs + SLOT_MS;
    if (isAhead)
      this.#closing.note({
        seriesId,
        slot: slotOf(nowMs),
        kind: 'clock',
        before: sample.atMs,
        after: nowMs,
        note: 'reading from the future taken as now',
      });
    const atMs = isAhead ? nowMs : sample.atMs;
    const slot = isCounter ? counterSlotOf(atMs) : slotOf(atMs);
    const isImpossible = typeof value === 'number' && !isPossible(value, slot, mostAt);
    const quality = isImpossible ? 'BAD_RANGE' : sample.quality;
    if (typeof value === 'number' && (quality === 'GOOD' || quality === 'UNCERTAIN')) {
      if (latest) this.#live.take(latest, value, quality, atMs);
      // shown, and not kept under a time that may be another
      if (this.#parts.clock.isInDoubt) return;
      const second = Math.floor((atMs - slot * SLOT_MS) / 1000);
      if (sample.isRevocable) this.#revocable.note(seriesId, { atMs: sample.atMs, slot, second, value });
      if (series) this.#engine.takeInto(series, slot, value, second);
      this.#engine.sampleRate(integrals, atMs, value);
      return;
    }
    const isRejected = quality === 'BAD_RANGE' || quality === 'BAD_SENSOR';
    if (isRejected && !this.#parts.clock.isInDoubt) this.#engine.reject(seriesId, slot);
    if (latest) this.#live.take(latest, null, quality, atMs);
  }

  async #store(): Promise<void> {
    const { clock, log } = this.#parts;
    const stored: ClosedSeriesDay[] = [];
    // what arrives from here on may miss this pass and is published by the next one
    const revised = this.#engine.takeRevised();
    const { planned } = this.#marks;
    try {
      await this.#engine.settleInTurns(slotOf(clock.now() - GRACE_MS) - 1, restWhenDue(clock));
      const steps = clock.takeSteps();
      this.#closing.noteSteps(steps);
      this.#clockAlarm.follow(steps);
      const mark = this.#markRevised(revised, planned);
      this.#closing.begin(clock.now());
      for (let more = true; more; ) {
        const step = this.#writer.step();
        stored.push(...step.stored);
        for (const day of step.stored) this.#openDays.stored(day);
        more = step.more;
        if (more) await nextTurn();
      }
      this.#closing.storeNotes();
      if (this.#fault) log.info({}, 'readings are stored again');
      this.#fault = null;
      this.#report(stored, revised);
      publishLeft(this.#left, { bus: this.#parts.bus, calendars: this.#calendars, publishedSlot: this.#publishedSlot });
      this.#left = [];
      if (mark !== undefined) this.#parts.bus.emit('revisionsPublished', { mark });
    } catch (error) {
      for (const { series, spans } of revised) for (const { from, to } of spans) series.revised.add(from, to);
      if (!this.#fault) log.error({ err: error }, 'readings cannot be stored; they are kept in memory and tried again');
      this.#fault = messageOf(error);
    }
  }

  /** On the disk before the values are, so that a crash between storing and publishing is repaired at the next start. */
  #markRevised(revised: readonly RevisedSeries[], planned: number): number | undefined {
    const late = revised.flatMap(({ series, spans }) =>
      spans.filter(({ from }) => from <= this.#publishedSlot).map((span) => ({ series, ...span })),
    );
    return this.#marks.add(revisedRows(late, this.#writer.changedDays(), this.#calendars), planned);
  }

  #report(stored: readonly ClosedSeriesDay[], revised: readonly RevisedSeries[]): void {
    const { bus } = this.#parts;
    const late = this.#publishedSlot;
    const { closedThrough: toSlot } = this.#engine;
    // once for all of them: a clock that was set a year ahead closes 105,120
    if (late < toSlot) bus.emit('slotsClosed', { fromSlot: late + 1, toSlot });
    this.#publishedSlot = Math.max(late, toSlot);
    this.#closing.publish(stored);
    for (const event of revisedSlots(revised, late, this.#calendars)) bus.emit('slotsRevised', event);
  }
}
