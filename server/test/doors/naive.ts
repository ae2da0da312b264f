import type { IndustryFacts } from '../../contract/model/industryFacts.ts';
import type { Sketch } from './sketch.ts';

/** What a slot of a series is known to be; absent where nothing is. */
type Slot = { value: number; letter: string };
/** Slots from one on to before another. */
export type Span = { from: number; to: number };

const SLOT_MS = 300_000;
const SLOTS_PER_HOUR = 12;
const BLOCK_SLOTS = 6;

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** Figures of a plant, worked out slot by slot as docs/domain.md defines them, from what its export says of every slot. */
export class NaivePlant {
  readonly #slots = new Map<string, Map<number, Slot>>();
  readonly units: Sketch['units'];
  readonly facts: IndustryFacts;
  readonly #clock: Intl.DateTimeFormat;
  readonly #minutes = new Map<number, number>();
  readonly nowSlot: number;
  #firstSlot = Number.POSITIVE_INFINITY;

  constructor(sketch: Sketch, csv: string, facts: IndustryFacts) {
    this.units = sketch.units;
    this.facts = facts;
    const clock = { timeZone: sketch.zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
    this.#clock = new Intl.DateTimeFormat('en-GB', clock);
    for (const line of csv.split('\r\n').slice(1)) {
      const [time = '', unitId, , param, , value = '', letter = 'M'] = line.split(',');
      if (value === '') continue;
      const key = `${unitId}.${param}`;
      const own = this.#slots.get(key) ?? new Map<number, Slot>();
      this.#slots.set(key, own);
      this.#firstSlot = Math.min(this.#firstSlot, Date.parse(time) / SLOT_MS);
      own.set(Date.parse(time) / SLOT_MS, { value: Number(value), letter });
    }
    this.nowSlot = Math.floor(Date.parse(`${sketch.lastDate}T17:43:20Z`) / SLOT_MS);
  }

  #unit(id: string) {
    return this.units.find((unit) => unit.id === id);
  }

  at(key: string, slot: number): Slot | undefined {
    return this.#slots.get(key)?.get(slot);
  }

  value(key: string, slot: number): number {
    return this.at(key, slot)?.value ?? Number.NaN;
  }

  isMeasured(key: string, slot: number): boolean {
    return 'GBR'.includes(this.at(key, slot)?.letter ?? 'M');
  }

  *each({ from, to }: Span): Generator<number> {
    for (let slot = Math.max(from, this.#firstSlot); slot < Math.min(to, this.nowSlot); slot += 1) yield slot;
  }

  known(key: string, span: Span): number[] {
    return [...this.each(span)].map((slot) => this.value(key, slot)).filter((value) => !Number.isNaN(value));
  }

  sum(key: string, span: Span): number | null {
    const known = this.known(key, span);
    return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
  }

  /** Slots that were measured, of those since the first value; all of them where something is known of the day before. */
  completeness(key: string, span: Span): { complete: number; expected: number } {
    const slots = [...this.each(span)];
    const wasThere = this.known(key, { from: span.from - 288, to: span.from }).length > 0;
    const first = wasThere ? 0 : slots.findIndex((slot) => !Number.isNaN(this.value(key, slot)));
    const since = first < 0 ? [] : slots.slice(first);
    return { complete: since.filter((slot) => this.isMeasured(key, slot)).length, expected: since.length };
  }

  sumOf(ids: readonly string[], span: Span): number | null {
    const known = ids.flatMap((id) => this.sum(`${id}.volume`, span) ?? []);
    return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
  }

  /** Sum over sum of the slots in which both are known; null where the lower sum is not above 0. */
  ratio(above: string, below: string, span: Span): number | null {
    let [top, bottom] = [0, 0];
    for (const slot of this.each(span)) {
      if (Number.isNaN(this.value(above, slot) + this.value(below, slot))) continue;
      top += this.value(above, slot);
      bottom += this.value(below, slot);
    }
    return bottom > 0 ? top / bottom : null;
  }

  /** Minutes after midnight on the plant's clock. */
  minuteOf(slot: number): number {
    const known = this.#minutes.get(slot);
    if (known !== undefined) return known;
    const [hours = 0, minutes = 0] = this.#clock
      .format(slot * SLOT_MS)
      .split(':')
      .map(Number);
    this.#minutes.set(slot, 60 * hours + minutes);
    return 60 * hours + minutes;
  }

  /** The largest half hour on the clock that was wholly measured, VA, and when it began. */
  demand(key: string, span: Span): { va: number; at: string } | null {
    let best: { va: number; at: string } | null = null;
    for (const slot of this.each(span)) {
      if (this.minuteOf(slot) % 30 !== 0 || slot + BLOCK_SLOTS > Math.min(span.to, this.nowSlot)) continue;
      const block = Array.from({ length: BLOCK_SLOTS }, (_, at) => slot + at);
      if (!block.every((one) => this.isMeasured(key, one))) continue;
      const va = 2 * block.reduce((sum, one) => sum + this.value(key, one), 0);
      if (best === null || va > best.va + 1e-6) best = { va, at: new Date(slot * SLOT_MS).toISOString() };
    }
    return best;
  }

  cost(id: string, span: Span, isMonth: boolean): number | null {
    const { energy, ratePerKWh, demandRatePerKVA } = this.facts.tariffs;
    let charge = 0;
    for (const slot of this.each(span)) {
      const wh = this.value(`${id}.energy`, slot);
      if (Number.isNaN(wh)) continue;
      const minute = this.minuteOf(slot);
      const slab = energy.find(({ from, to }) => {
        const [start, end] = [minutesOf(from), minutesOf(to)];
        return start < end ? minute >= start && minute < end : minute >= start || minute < end;
      });
      charge += (wh / 1000) * (slab?.ratePerKWh ?? ratePerKWh ?? Number.NaN);
    }
    if (this.sum(`${id}.energy`, span) === null) return null;
    const demand = isMonth ? this.demand(`${id}.apparent`, span) : null;
    return charge + ((demand?.va ?? 0) / 1000) * (demandRatePerKVA ?? 0);
  }

  /** What water may be expected to pass on a day, litres. */
  normalDayL(id: string): number {
    const meter = this.#unit(id)?.meta?.meter;
    return (meter?.maxPerHour ?? 0) * (meter?.basePerCount ?? 0) * 24;
  }

  #isWet(id: string, slot: number): boolean {
    const flowId = this.#unit(id)?.meta?.flowUnitId;
    const litres = flowId === undefined ? Number.NaN : this.value(`${flowId}.volume`, slot);
    return Number.isNaN(litres) || litres > 0;
  }

  /** Quarter hours outside their limits, of those that could be held against them; one that a day's start divides is of longer stretches alone. */
  quarters(id: string, param: string, span: Span): { evaluated: number; out: number } {
    const { lt = null, ht = null } = this.#unit(id)?.meta?.params?.[param] ?? {};
    const found = { evaluated: 0, out: 0 };
    for (const slot of this.each(span)) {
      if (slot % 3 !== 0 || slot + 3 > Math.min(span.to, this.nowSlot)) continue;
      const valid = [slot, slot + 1, slot + 2].filter((one) => this.isMeasured(`${id}.${param}`, one) && this.#isWet(id, one));
      if (valid.length < 2) continue;
      const mean = valid.reduce((sum, one) => sum + this.value(`${id}.${param}`, one), 0) / valid.length;
      found.evaluated += 1;
      if ((lt !== null && mean < lt) || (ht !== null && mean > ht)) found.out += 1;
    }
    return found;
  }

  /** Values of an analyser that were measured while water flowed. */
  wet(id: string, param: string, span: Span): number[] {
    return [...this.each(span)]
      .filter((slot) => this.isMeasured(`${id}.${param}`, slot) && this.#isWet(id, slot))
      .map((slot) => this.value(`${id}.${param}`, slot));
  }

  /** Milligrams that passed. */
  load(param: string, flow: string, span: Span): number | null {
    let mg: number | null = null;
    for (const slot of this.each(span)) {
      const one = this.value(param, slot) * this.value(flow, slot);
      if (!Number.isNaN(one)) mg = (mg ?? 0) + one;
    }
    return mg;
  }

  /** Litres of a side of the RO plant: metered, or what the others leave for it. */
  side(side: 'feed' | 'permeate' | 'reject', slot: number): number {
    return this.value(`${side}.volume`, slot);
  }

  /** Slots in which the train runs for more than a quarter of an hour; a gap is no stop. */
  steady(span: Span, runningAboveM3h: number): { running: number; steady: number[] } {
    const isRunning = (slot: number): boolean => (this.side('permeate', slot) * SLOTS_PER_HOUR) / 1000 > runningAboveM3h;
    const isStopped = (slot: number): boolean => !isRunning(slot) && !Number.isNaN(this.side('permeate', slot));
    const steady: number[] = [];
    let running = 0;
    for (const slot of this.each(span)) {
      if (!isRunning(slot)) continue;
      running += 1;
      if (![slot - 1, slot - 2, slot - 3].some(isStopped)) steady.push(slot);
    }
    return { running, steady };
  }
}
