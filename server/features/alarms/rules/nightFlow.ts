import { SLOT_MS } from '../../../core/slots.ts';
import { median } from '../../../core/statistics.ts';
import { seriesOf } from '../../../historian/index.ts';
import { type FlowOf, lessTankFill } from './flow.ts';
import { DAY_SLOTS, type Finding, type RuleParts, SLOTS_PER_HOUR, type SlotView } from './model.ts';
import { paramsOf } from './params.ts';
import { isQuiet, quietTimeOf } from './quietTime.ts';

const NIGHTS = 14;
const LEAST_NIGHTS = 7;
/** By how much a night must be over the others, and how many nights in a row. */
export type Margin = { spreads: number; part: number; nights: number; isOverAll?: true };
const usualMargin: Margin = { spreads: 3, part: 0.1, nights: 2 };
/** A watch that nobody chose must not cry wolf: three nights running are more than each of the nights before, and by more. */
export const learnedMargin: Margin = { spreads: 5, part: 0.25, nights: 3, isOverAll: true };
/** Makes a median absolute deviation a standard deviation. */
const MAD_TO_SIGMA = 1.4826;
const HOURS = 24;
const WEEK = 7;

/** Smallest mean over an hour within the slots of one night; null where no hour was measured whole. */
const leastHour = (view: SlotView, flow: FlowOf, endSlot: number, slots: number): number | null => {
  let least: number | null = null;
  let [sum, run] = [0, 0];
  for (let slot = endSlot - slots + 1; slot <= endSlot; slot += 1) {
    const q = flow.at(view, slot);
    if (!Number.isFinite(q) || !flow.isMeasured(view, slot)) {
      [sum, run] = [0, 0];
      continue;
    }
    sum += q;
    run += 1;
    if (run > SLOTS_PER_HOUR) sum -= flow.at(view, slot - SLOTS_PER_HOUR);
    if (run >= SLOTS_PER_HOUR && (least === null || sum / SLOTS_PER_HOUR < least)) least = sum / SLOTS_PER_HOUR;
  }
  return least;
};

type Night = { flowM3h: number; isExcess: boolean };

/**
 * Minimum night flow (docs/domain.md 8.2), evaluated once, at the end of the night window, against earlier nights of the same kind
 * of day; nights in excess are left out of the baseline of later ones.
 */
export const nightFlow = (
  parts: RuleParts,
  inflow: FlowOf,
  leastM3h: number,
  { spreads, part, nights: inRow, isOverAll }: Margin = usualMargin,
): ((view: SlotView) => Finding[]) => {
  const params = paramsOf('stable_flow', parts);
  const tankId = params.text('tankUnitId', '');
  const tank = parts.units.find(({ id, type, deployed }) => id === tankId && type === 'stock' && deployed);
  const stock = tank && seriesOf(tank, 'volume');
  const flow = stock ? lessTankFill(inflow, stock) : inflow;
  const quiet = quietTimeOf(params.text('nightFrom', '00:00'), params.text('nightTo', '06:00'), undefined);
  const offDay = params.optional('weeklyOffDay');
  const use = params.number('nightUseM3h', 0);
  const baselineSlot = Math.floor(Date.parse(`${params.text('baselineFrom', '1970-01-01')}T00:00:00Z`) / SLOT_MS);
  const slots = quiet.isAlways ? DAY_SLOTS : ((quiet.toMinute - quiet.fromMinute + 1440) % 1440) / 5;
  return (view) => {
    if (!isQuiet(quiet, view, view.slot) || isQuiet(quiet, view, view.slot + 1)) return [];
    const isOff = (slot: number): boolean => view.localTime(slot).weekday === offDay;
    const nights: Night[] = [];
    let margin = 0;
    let base = 0;
    for (let ago = NIGHTS + WEEK; ago >= 0; ago -= 1) {
      const end = view.slot - ago * DAY_SLOTS;
      if (end < baselineSlot || isOff(end) !== isOff(view.slot)) continue;
      const least = leastHour(view, flow, end, slots);
      if (least === null) continue;
      const flowM3h = Math.max(0, least - use);
      const known = nights
        .filter(({ isExcess }) => !isExcess)
        .slice(-NIGHTS)
        .map((night) => night.flowM3h);
      base = median(known) ?? 0;
      margin = Math.max(
        spreads * MAD_TO_SIGMA * (median(known.map((value) => Math.abs(value - base))) ?? 0),
        part * base,
        leastM3h,
        isOverAll ? Math.max(...known) - base + 2 * leastM3h : 0,
      );
      nights.push({ flowM3h, isExcess: known.length >= LEAST_NIGHTS && flowM3h - base > margin });
    }
    const last = nights.at(-1);
    const newest = nights.slice(-inRow);
    if (!last || newest.length < inRow) return [];
    const finding: Finding = {
      param: 'night',
      direction: 'high',
      period: '',
      isMet: newest.every(({ isExcess }) => isExcess),
      isOver: !last.isExcess,
      value: last.flowM3h,
      threshold: base + margin,
      text: 'nightFlow',
      facts: {
        unit: parts.unit.name,
        v: last.flowM3h,
        b: base,
        h: 1,
        lossKLD: (last.flowM3h - base) * HOURS,
        leakM3h: last.flowM3h - base,
      },
      code: 2,
      onSlots: 1,
      offSlots: 1,
    };
    return [finding];
  };
};
