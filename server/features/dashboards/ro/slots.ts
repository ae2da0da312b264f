import { isCompleteAt, isCountedAt, SLOTS_PER_HOUR } from '../../../core/slots.ts';
import type { ReadingReader } from '../../../historian/index.ts';
import type { GaugeName, RoPlan, RoSideName } from './model.ts';

/** Start-up that does not count: 15 minutes. */
const STARTUP_SLOTS = 3;
const LITRES = 1000;

type Span = { fromSlot: number; toSlot: number };

/** What happened in slots [fromSlot, fromSlot + length) of a plant; NaN where it is not known. */
export type RoSlots = {
  fromSlot: number;
  length: number;
  /** Litres as metered. */
  metered: Readonly<Record<RoSideName, Float64Array>>;
  /** Litres; of a side without meters what the other two leave for it. */
  volumes: Readonly<Record<RoSideName, Float64Array>>;
  /** Watt-hours. */
  energy: Float64Array;
  gauges: ReadonlyMap<GaugeName, Float64Array>;
  /** 1 where permeate flows at all, and where it does for the figures: settled, and not in a cleaning, flush or shutdown. */
  running: Uint8Array;
  steady: Uint8Array;
  /** 1 where all volumes were measured in the slot itself. */
  exact: Uint8Array;
  /** How many meters have a complete slot. */
  complete: Uint8Array;
};

/** Permeate of a slot in m3/h. */
const rateOf = (litres: number): number => (litres * SLOTS_PER_HOUR) / LITRES;

const combine = (length: number, one: Float64Array, other: Float64Array, sign: 1 | -1): Float64Array =>
  Float64Array.from({ length }, (_, at) => (one[at] ?? Number.NaN) + sign * (other[at] ?? Number.NaN));

/** Reads everything that a plant measures; a slot in which one of several meters is not known is not known. */
export const readSlots = (reader: ReadingReader, plan: RoPlan, { fromSlot, toSlot }: Span, idle: readonly Span[]): RoSlots => {
  const length = toSlot - fromSlot;
  const complete = new Uint8Array(length);
  const exact = new Uint8Array(length).fill(1);
  const add = (sum: Float64Array, seriesId: number, kind: 'volume' | 'energy' | 'gauge'): void => {
    const { values, quality } = reader.slots(seriesId, fromSlot, toSlot);
    for (let at = 0; at < length; at += 1) {
      sum[at] = (sum[at] ?? 0) + (isCountedAt(quality, at) ? (values[at] ?? 0) : Number.NaN);
      if (kind === 'gauge') continue;
      if (isCompleteAt(quality, at)) complete[at] = (complete[at] ?? 0) + 1;
      else if (kind === 'volume') exact[at] = 0;
    }
  };
  const sumOf = (seriesIds: readonly number[], kind: 'volume' | 'energy' | 'gauge'): Float64Array => {
    const sum = new Float64Array(length).fill(seriesIds.length === 0 ? Number.NaN : 0);
    for (const id of seriesIds) add(sum, id, kind);
    return sum;
  };
  const metered = {
    feed: sumOf(plan.meters.feed, 'volume'),
    permeate: sumOf(plan.meters.permeate, 'volume'),
    reject: sumOf(plan.meters.reject, 'volume'),
  };
  const has = (side: RoSideName): boolean => plan.meters[side].length > 0;
  const volumes = {
    feed: has('feed') ? metered.feed : combine(length, metered.permeate, metered.reject, 1),
    permeate: has('permeate') ? metered.permeate : combine(length, metered.feed, metered.reject, -1),
    reject: has('reject') ? metered.reject : combine(length, metered.feed, metered.permeate, -1),
  };
  const gauges = new Map([...plan.gauges].map(([name, id]) => [name, sumOf([id], 'gauge')] as const));
  const running = Uint8Array.from(volumes.permeate, (litres) => (rateOf(litres) > plan.runningAboveM3h ? 1 : 0));
  return {
    fromSlot,
    length,
    metered,
    volumes,
    energy: sumOf(plan.energy, 'energy'),
    gauges,
    running,
    steady: steadyOf(running, volumes.permeate, stoppedBefore(reader, plan, fromSlot), { fromSlot, idle }),
    exact,
    complete,
  };
};

/** How many slots ago the train is known to have been stopped; beyond a start-up it makes no difference. */
const stoppedBefore = (reader: ReadingReader, plan: RoPlan, fromSlot: number): number => {
  const before = plan.meters.permeate.map((id) => reader.slots(id, fromSlot - STARTUP_SLOTS, fromSlot));
  for (let ago = 1; ago <= STARTUP_SLOTS && before.length > 0; ago += 1) {
    const at = STARTUP_SLOTS - ago;
    const litres = before.reduce(
      (sum, { values, quality }) => sum + (isCountedAt(quality, at) ? (values[at] ?? 0) : Number.NaN),
      0,
    );
    if (rateOf(litres) <= plan.runningAboveM3h) return ago - 1;
  }
  return STARTUP_SLOTS;
};

const steadyOf = (
  running: Uint8Array,
  permeate: Float64Array,
  sinceStop: number,
  { fromSlot, idle }: { fromSlot: number; idle: readonly Span[] },
): Uint8Array => {
  const steady = new Uint8Array(running.length);
  let since = sinceStop;
  for (let at = 0; at < running.length; at += 1) {
    const runs = running[at] === 1;
    if (runs && since >= STARTUP_SLOTS) steady[at] = 1;
    // a gap is not a stop
    since = runs || Number.isNaN(permeate[at]) ? since + 1 : 0;
  }
  for (const span of idle) {
    const from = Math.max(0, span.fromSlot - fromSlot);
    if (from < steady.length) steady.fill(0, from, Math.max(from, span.toSlot - fromSlot));
  }
  return steady;
};

/** A reading of the feed or permeate as salt, mg/L: TDS, or else 0.65 of the conductivity in µS/cm. */
export const saltAt = ({ gauges }: RoSlots, side: RoSideName, at: number): number => {
  const tds = gauges.get(`${side}.tds`)?.[at] ?? Number.NaN;
  return Number.isNaN(tds) ? 0.65 * (gauges.get(`${side}.conductivity`)?.[at] ?? Number.NaN) : tds;
};
