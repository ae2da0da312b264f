import { createHash } from 'node:crypto';
import type { Bus } from '../../core/bus.ts';
import { CooperativeScheduler } from '../../core/cooperativeScheduler.ts';
import type { Log } from '../../core/log.ts';
import { nowSlotOf, type ReadServices, sourceFor } from '../../historian/index.ts';
import type { Unit } from '../../plantModel/index.ts';
import { nightOf } from './nightFlow.ts';
import { workOutUnitDay } from './unitDay.ts';

/** A year, and the month that its first one is held against. Of older days it is worked out when it is asked for. */
const MOST_DAYS = 400;
const STEP_MS = 5;
/** Between steps: a tenth of a core while there is something to work out. */
const REST_MS = 50;
/** After a start, a closing or a change: the hash of the day is known by then, and who asks first is not kept waiting. */
const AFTER_MS = 90_000;
const AFTER_FAULT_MS = 600_000;
/** With the version of what is worked out of a day. */
const KIND = 'whole day 3';

type Parts = ReadServices & { bus: Bus; log: Log };

/** What of the units decides about any of their figures. */
const settingsOf = (units: readonly Unit[]): string =>
  createHash('sha256')
    .update(JSON.stringify(units.map(({ id, type, maxCapacity, meta, series }) => [id, type, maxCapacity, meta, series])))
    .digest('base64url');

/**
 * Works out what later questions need of each day once it has closed, and anew once it was revised or settings changed: a little at a
 * time while the plant runs, the newest day first. What is known already is only looked up.
 */
export class ClosedDayFigures {
  readonly #parts: Parts;
  readonly #ended = new AbortController();
  /** By industry and day, what it was last worked out from here: what cannot be kept is not worked out again and again. */
  readonly #tried = new Map<string, string>();
  #work: Generator<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #leave: (() => void)[] = [];
  /** Something happened since the last look, or a day that is over has no hash yet. */
  #isDue = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  start(): void {
    const { bus } = this.#parts;
    const due = (): void => this.#later();
    this.#leave = [
      bus.on('closed days', 'dayClosed', due),
      bus.on('closed days', 'dayRevised', due),
      bus.on('closed days', 'configurationChanged', due),
    ];
    this.#later();
  }

  stop(): void {
    this.#ended.abort();
    for (const leave of this.#leave.splice(0)) leave();
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#work = undefined;
  }

  /** Works for some milliseconds. @returns whether there is more to do. */
  step(): boolean {
    const { clock } = this.#parts;
    this.#work ??= this.#days();
    const startedMs = clock.monotonicMs();
    do {
      if (!this.#work.next().done) continue;
      this.#work = undefined;
      return false;
    } while (clock.monotonicMs() - startedMs < STEP_MS);
    return true;
  }

  #later(): void {
    this.#isDue = true;
    this.#wait(AFTER_MS);
  }

  #wait(ms: number): void {
    this.#timer ??= setTimeout(() => this.#turn(), ms);
  }

  #turn(): void {
    this.#timer = undefined;
    if (this.#work === undefined) this.#isDue = false;
    try {
      if (this.step()) this.#wait(REST_MS);
      else if (this.#isDue) this.#wait(AFTER_MS);
    } catch (error) {
      this.#parts.log.warn({ err: error }, 'figures of closed days could not be worked out now');
      this.#work = undefined;
      this.#wait(AFTER_FAULT_MS);
    }
  }

  *#days(): Generator<void> {
    for (const { id } of this.#parts.directory.industries()) yield* this.#daysOf(id);
  }

  *#daysOf(industryId: string): Generator<void> {
    const { reader, calendars, clock, directory } = this.#parts;
    const { figures } = reader;
    if (!figures) return;
    const calendar = calendars.of(industryId);
    const nowSlot = nowSlotOf(clock.now());
    const toDay = calendar.dayOfSlot(nowSlot) - 1;
    const fromDay = toDay - MOST_DAYS + 1;
    const contents = figures.contents(industryId, fromDay, toDay);
    const look = figures.of({ kind: KIND, subject: industryId, industryId }, fromDay, toDay);
    const units = directory.units(industryId).filter(({ deployed }) => deployed);
    const settings = settingsOf(units);
    for (const [day, content] of [...contents].sort(([a], [b]) => b - a)) {
      if (content === null) this.#isDue = true;
      if (content === null) continue;
      const { firstSlot, slots } = calendar.windowOfDay(day);
      const basis = `${firstSlot} ${slots} ${settings}`;
      const place = `${industryId} ${day}`;
      const { known, keep } = look(day, basis);
      if (known || this.#tried.get(place) === `${content} ${basis}`) continue;
      this.#tried.set(place, `${content} ${basis}`);
      const source = sourceFor(this.#parts, new CooperativeScheduler(), industryId, this.#ended.signal);
      const night = nightOf(calendar, day);
      for (const unit of units) {
        workOutUnitDay(unit, night, source);
        yield;
      }
      keep([units.length]);
    }
  }
}
