import { SLOTS_PER_HOUR } from '../../../core/slots.ts';
import { median } from '../../../core/statistics.ts';
import { type GaugeName, type RoSideName, roSides } from './model.ts';
import { type Coefficients, coefficientsOf } from './normalize.ts';
import { type RoSlots, saltAt } from './slots.ts';

const LITRES = 1000;

/** A sum and over how much: litres and slots, or a weighted sum and its weight. */
type Sum = { sum: number; weight: number };

/** Sums over some slots of a plant, from which every ratio follows. Litres and watt-hours. */
export type RoSums = {
  complete: number;
  runningSlots: number;
  steadySlots: number;
  /** All that passed, and what passed in steady slots. */
  passed: Record<RoSideName, Sum>;
  steady: Record<RoSideName, Sum>;
  /** Where both are known: permeate over feed. */
  recovery: Sum;
  /** Where all are metered: feed - permeate - reject, over feed. */
  closure: Sum;
  /** Salt that left with the permeate over its volume, and that came with the feed. */
  permeateSalt: Sum;
  feedSalt: Sum;
  pressureDrop: Sum;
  energy: Sum;
  /** Of all slots in which both are known: energy over permeate. */
  specific: Sum;
  gauges: Map<GaugeName, Sum>;
};

const nothing = (): Sum => ({ sum: 0, weight: 0 });
const threeOf = (): Record<RoSideName, Sum> => ({ feed: nothing(), permeate: nothing(), reject: nothing() });

export const emptySums = (): RoSums => ({
  complete: 0,
  runningSlots: 0,
  steadySlots: 0,
  passed: threeOf(),
  steady: threeOf(),
  recovery: nothing(),
  closure: nothing(),
  permeateSalt: nothing(),
  feedSalt: nothing(),
  pressureDrop: nothing(),
  energy: nothing(),
  specific: nothing(),
  gauges: new Map(),
});

/** Does nothing where a part is not known. */
const add = (to: Sum, value: number, weight = 1): void => {
  if (Number.isNaN(value) || Number.isNaN(weight)) return;
  to.sum += value;
  to.weight += weight;
};

const sumsOf = (sums: RoSums): Sum[] => [
  ...roSides.flatMap((side) => [sums.passed[side], sums.steady[side]]),
  sums.recovery,
  sums.closure,
  sums.permeateSalt,
  sums.feedSalt,
  sums.pressureDrop,
  sums.energy,
  sums.specific,
];

/** Several stretches as one; none of the parts is changed. */
export const joinSums = (parts: readonly RoSums[]): RoSums => {
  const whole = emptySums();
  const into = sumsOf(whole);
  for (const part of parts) {
    whole.complete += part.complete;
    whole.runningSlots += part.runningSlots;
    whole.steadySlots += part.steadySlots;
    for (const [at, { sum, weight }] of sumsOf(part).entries()) {
      const to = into[at];
      if (to) add(to, sum, weight);
    }
    for (const [name, { sum, weight }] of part.gauges) {
      const to = whole.gauges.get(name) ?? nothing();
      add(to, sum, weight);
      whole.gauges.set(name, to);
    }
  }
  return whole;
};

/** Concentrations are weighted by the water they were in, the rest by time. */
const weightOf = (slots: RoSlots, name: GaugeName, at: number): number => {
  const [side, param] = name.split('.');
  return param === 'tds' || param === 'conductivity' ? (slots.volumes[side as RoSideName][at] ?? Number.NaN) : 1;
};

const tallySteady = (sums: RoSums, slots: RoSlots, at: number): void => {
  const litres = (side: RoSideName): number => slots.volumes[side][at] ?? Number.NaN;
  const gauge = (name: GaugeName): number => slots.gauges.get(name)?.[at] ?? Number.NaN;
  const [feed, permeate] = [litres('feed'), litres('permeate')];
  const metered = (side: RoSideName): number => slots.metered[side][at] ?? Number.NaN;
  sums.steadySlots += 1;
  for (const side of roSides) add(sums.steady[side], litres(side));
  add(sums.recovery, permeate, feed);
  add(sums.closure, metered('feed') - metered('permeate') - metered('reject'), metered('feed'));
  const [feedSalt, permeateSalt] = [saltAt(slots, 'feed', at), saltAt(slots, 'permeate', at)];
  if (!Number.isNaN(feedSalt * permeateSalt * feed * permeate)) {
    add(sums.feedSalt, feedSalt * feed, feed);
    add(sums.permeateSalt, permeateSalt * permeate, permeate);
  }
  add(sums.pressureDrop, gauge('feed.pressure') - gauge('reject.pressure'));
  for (const name of slots.gauges.keys()) {
    const weight = weightOf(slots, name, at);
    const to = sums.gauges.get(name) ?? nothing();
    add(to, gauge(name) * weight, weight);
    sums.gauges.set(name, to);
  }
};

/** Slots [from, to) counted from the first one; those from `end` on are still to come. */
export const sumRoSlots = (slots: RoSlots, { from, to, end }: { from: number; to: number; end: number }): RoSums => {
  const sums = emptySums();
  for (let at = from; at < Math.min(to, end); at += 1) {
    sums.complete += slots.complete[at] ?? 0;
    for (const side of roSides) add(sums.passed[side], slots.volumes[side][at] ?? Number.NaN);
    add(sums.energy, slots.energy[at] ?? Number.NaN);
    add(sums.specific, slots.energy[at] ?? Number.NaN, slots.volumes.permeate[at] ?? Number.NaN);
    sums.runningSlots += slots.running[at] ?? 0;
    if (slots.steady[at] === 1) tallySteady(sums, slots, at);
  }
  return sums;
};

/** The coefficients of every steady slot that was wholly measured. */
export const pointsOf = (slots: RoSlots, from: number, to: number): Coefficients[] => {
  const points: Coefficients[] = [];
  for (let at = from; at < to; at += 1) {
    if (slots.steady[at] !== 1 || slots.exact[at] !== 1) continue;
    const flow = (side: RoSideName): number => ((slots.volumes[side][at] ?? Number.NaN) * SLOTS_PER_HOUR) / LITRES;
    const gauge = (name: GaugeName): number => slots.gauges.get(name)?.[at] ?? Number.NaN;
    const point = coefficientsOf({
      feedM3h: flow('feed'),
      permeateM3h: flow('permeate'),
      rejectM3h: flow('reject'),
      feedMgL: saltAt(slots, 'feed', at),
      permeateMgL: saltAt(slots, 'permeate', at),
      feedBar: gauge('feed.pressure'),
      permeateBar: gauge('permeate.pressure'),
      rejectBar: gauge('reject.pressure'),
      celsius: gauge('temperature'),
    });
    if (point && !Number.isNaN(point.water)) points.push(point);
  }
  return points;
};

/** Medians of each; null of fewer than `fewest` points. */
export const medianOf = (points: readonly Coefficients[], fewest: number): Coefficients | null =>
  points.length < Math.max(1, fewest)
    ? null
    : {
        water: median(points.map(({ water }) => water)) ?? Number.NaN,
        salt: median(points.map(({ salt }) => salt)) ?? Number.NaN,
        pressure: median(points.map(({ pressure }) => pressure)) ?? Number.NaN,
      };
