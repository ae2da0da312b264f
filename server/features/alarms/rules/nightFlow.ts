import { HOURS_PER_DAY, MINUTES_PER_DAY, SLOT_MINUTES, SLOT_MS, SLOTS_PER_DAY, SLOTS_PER_HOUR } from '../../../core/slots.ts';
import { MAD_TO_SIGMA, median } from '../../../core/statistics.ts';
import { seriesOf } from '../../../historian/index.ts';
import { type FlowOf, lessTankFill } from './flow.ts';
import type { RuleFinding, RuleParts, SlotView } from './model.ts';
import { paramsOf } from './params.ts';
import { isQuiet, type QuietTime, quietTimeOf } from './quietTime.ts';

const NIGHTS = 14;
const LEAST_NIGHTS = 7;
/** By how much a night must be over the others, and how many nights in a row. */
export type Margin = { spreads: number; part: number; nights: number; isOverAll?: true };
const usualMargin: Margin = { spreads: 3, part: 0.1, nights: 2 };
/** A watch that nobody chose must not cry wolf: three nights running are more than each of the nights before, and by more. */
export const learnedMargin: Margin = { spreads: 5, part: 0.25, nights: 3, isOverAll: true };

/** Of a night of which less was measured, the least hour of the rest is no least of the night. */
const LEAST_PART = 0.5;

/** Smallest mean over an hour within the slots of one night; null where too little of it was measured, or no hour whole. */
const leastHour = (view: SlotView, flow: FlowOf, endSlot: number, slots: number): number | null => {
  let least: number | null = null;
  let [sum, run, measured] = [0, 0, 0];
  for (let slot = endSlot - slots + 1; slot <= endSlot; slot += 1) {
    const q = flow.at(view, slot);
    if (!Number.isFinite(q) || !flow.isMeasured(view, slot)) {
      [sum, run] = [0, 0];
      continue;
    }
    sum += q;
    run += 1;
    measured += 1;
    if (run > SLOTS_PER_HOUR) sum -= flow.at(view, slot - SLOTS_PER_HOUR);
    if (run >= SLOTS_PER_HOUR && (least === null || sum / SLOTS_PER_HOUR < least)) least = sum / SLOTS_PER_HOUR;
  }
  return measured < LEAST_PART * slots ? null : least;
};

/** Nights of an alarm are held against those before it: a leak does not become usual within so many nights. */
const NIGHTS_LOOKED = 60;
/** Nights that readings may still come late for are looked at anew. */
const UNSETTLED_NIGHTS = 7;

type Night = { flowM3h: number; isCalm: boolean };
type Margins = Margin & { leastM3h: number };

/** What a night has to be above: the median of nights, and by how much. */
const limitOf = (known: readonly number[], { spreads, part, isOverAll, leastM3h }: Margins): { base: number; margin: number } => {
  const base = median(known) ?? 0;
  const margin = Math.max(
    spreads * MAD_TO_SIGMA * (median(known.map((value) => Math.abs(value - base))) ?? 0),
    part * base,
    leastM3h,
    isOverAll ? Math.max(...known) - base + 2 * leastM3h : 0,
  );
  return { base, margin };
};

/**
 * Nights in order of time: an alarm is open from so many nights in excess running to as many without. Nights in excess, and those of
 * an open alarm, are no measure for later ones.
 */
const evaluateNights = (flows: readonly number[], margins: Margins) => {
  const nights: Night[] = [];
  const excesses: boolean[] = [];
  let isOpen = false;
  let limit = limitOf([], margins);
  for (const flowM3h of flows) {
    const known = nights.filter(({ isCalm }) => isCalm).slice(-NIGHTS);
    limit = limitOf(
      known.map((night) => night.flowM3h),
      margins,
    );
    const isExcess = known.length >= LEAST_NIGHTS && flowM3h - limit.base > limit.margin;
    excesses.push(isExcess);
    // the first nights, of which fewer are known, are in excess of none
    if (excesses.slice(-margins.nights).every((one) => one === isExcess)) isOpen = isExcess;
    nights.push({ flowM3h, isCalm: !isExcess && !isOpen });
  }
  return { isOpen, ...limit };
};

/** The hours of the night at a unit; a whole day is a night without an end. */
export const nightOf = (parts: RuleParts): QuietTime => {
  const params = paramsOf('stable_flow', parts);
  const night = quietTimeOf(params.text('nightFrom', '00:00'), params.text('nightTo', '06:00'), undefined);
  return night.isAlways || (night.toMinute - night.fromMinute) % MINUTES_PER_DAY === 0 ? { isAlways: true } : night;
};

/**
 * Minimum night flow (docs/domain.md 8.2), evaluated once, at the end of the night window, against earlier nights of the same kind
 * of day; nights in excess are left out of the baseline of later ones.
 */
export const nightFlow = (
  parts: RuleParts,
  inflow: FlowOf,
  leastM3h: number,
  margin: Margin = usualMargin,
): ((view: SlotView) => RuleFinding[]) => {
  const params = paramsOf('stable_flow', parts);
  const tankId = params.text('tankUnitId', '');
  const tank = parts.units.find(({ id, type, deployed }) => id === tankId && type === 'stock' && deployed);
  const stock = tank && seriesOf(tank, 'volume');
  const flow = stock ? lessTankFill(inflow, stock) : inflow;
  const quiet = nightOf(parts);
  const offDay = params.optional('weeklyOffDay');
  const use = params.number('nightUseM3h', 0);
  const baselineSlot = Math.floor(Date.parse(`${params.text('baselineFrom', '1970-01-01')}T00:00:00Z`) / SLOT_MS);
  // a night without an end never ends
  if (quiet.isAlways) return () => [];
  const slots = ((quiet.toMinute - quiet.fromMinute + MINUTES_PER_DAY) % MINUTES_PER_DAY) / SLOT_MINUTES;
  const settled = new Map<number, number | null>();
  return (view) => {
    if (!isQuiet(quiet, view, view.slot) || isQuiet(quiet, view, view.slot + 1)) return [];
    const isOff = (slot: number): boolean => view.localTime(slot).weekday === offDay;
    const leastOf = (end: number): number | null => {
      const known = settled.get(end);
      if (known !== undefined) return known;
      const least = leastHour(view, flow, end, slots);
      if (end <= view.slot - UNSETTLED_NIGHTS * SLOTS_PER_DAY) settled.set(end, least);
      return least;
    };
    settled.delete(view.slot - (NIGHTS_LOOKED + 1) * SLOTS_PER_DAY);
    const flows: number[] = [];
    for (let ago = NIGHTS_LOOKED; ago >= 0; ago -= 1) {
      const end = view.slot - ago * SLOTS_PER_DAY;
      const least = end < baselineSlot || isOff(end) !== isOff(view.slot) ? null : leastOf(end);
      if (least !== null) flows.push(Math.max(0, least - use));
    }
    const last = flows.at(-1);
    if (last === undefined || flows.length < margin.nights) return [];
    const { isOpen, base, margin: above } = evaluateNights(flows, { ...margin, leastM3h });
    const finding: RuleFinding = {
      param: 'night',
      direction: 'high',
      period: '',
      isMet: isOpen,
      isOver: !isOpen,
      value: last,
      threshold: base + above,
      text: 'nightFlow',
      facts: {
        unit: parts.unit.name,
        v: last,
        b: base,
        h: 1,
        lossKLD: (last - base) * HOURS_PER_DAY,
        leakM3h: last - base,
      },
      code: 2,
      onSlots: 1,
      offSlots: 1,
    };
    return [finding];
  };
};
