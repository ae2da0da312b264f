import { MAD_TO_SIGMA, median } from '../../../../core/statistics.ts';
import type { SeriesInfo } from '../../../../plantModel/index.ts';
import type { RuleFinding, ShiftDay, SlotView } from '../model.ts';
import type { EnergyBlockUnit } from './energyBlock.ts';

const SEC_PART = 1.15;
const SEC_DAYS = 30;
const LEAST_SEC_DAYS = 10;
/** Water so little that kWh per KL says nothing, part of the usual day. */
const LEAST_WATER = 0.01;
/** What a plant uses at rest weighs more on a day of little water: only days of like water, times and parts of today's, compare. */
const LIKE_WATER = 1.33;
const LEAST_LIKE_DAYS = 5;
const SPREADS = 3 * MAD_TO_SIGMA;
/** Of a day's slots, in which both meters have to be known: what the plant uses at rest is spread over all of them. */
const KNOWN_PART = 0.9;

const usualOf = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null);
  return known.length >= LEAST_SEC_DAYS ? median(known) : null;
};

const isLike = (litres: number, todayL: number): boolean => litres <= todayL * LIKE_WATER && litres * LIKE_WATER >= todayL;

type Consumer = { energy: SeriesInfo; water: SeriesInfo };
type Slots = Pick<ShiftDay, 'firstSlot' | 'endSlot'>;
type Amounts = { wattHours: number; litres: number };

/** Energy and water of the slots of a shift day in which both are known; null where these are too few. */
const amountsBySlot = (view: SlotView, { energy, water }: Consumer, { firstSlot, endSlot }: Slots): Amounts | null => {
  const amounts: Amounts = { wattHours: 0, litres: 0 };
  let known = 0;
  for (let at = firstSlot; at < endSlot; at += 1) {
    const [wattHours, litres] = [view.value(energy.id, at), view.value(water.id, at)];
    if (Number.isNaN(wattHours) || Number.isNaN(litres)) continue;
    amounts.wattHours += wattHours;
    amounts.litres += litres;
    known += 1;
  }
  return known < KNOWN_PART * (endSlot - firstSlot) ? null : amounts;
};

/** The same of a day before, from its totals where nothing of it is missing. */
const amountsOf = (view: SlotView, consumer: Consumer, day: number): Amounts | null => {
  const { energy, water } = consumer;
  const [wattHours, litres] = [view.daySum(energy.id, day), view.daySum(water.id, day)];
  if (wattHours === null || litres === null) return null;
  const isWhole = view.isWholeDay(energy.id, day) && view.isWholeDay(water.id, day);
  return isWhole ? { wattHours, litres } : amountsBySlot(view, consumer, view.shiftDay(day));
};

/** Water of a day before, as far as it counts for what is usual; null where hours of it are missing. */
const waterOf = (view: SlotView, { id }: SeriesInfo, day: number): number | null => {
  const litres = view.daySum(id, day);
  if (litres === null || view.isWholeDay(id, day)) return litres;
  const { firstSlot, endSlot } = view.shiftDay(day);
  let known = 0;
  for (let at = firstSlot; at < endSlot; at += 1) if (!Number.isNaN(view.value(id, at))) known += 1;
  return known < KNOWN_PART * (endSlot - firstSlot) ? null : litres;
};

/** kWh per KL of a shift day against like days before it; once, when the day ends. */
export const specificEnergy = (view: SlotView, { name, energy, deadband }: EnergyBlockUnit, water: SeriesInfo): RuleFinding[] => {
  if (view.slot + 1 !== view.today.endSlot) return [];
  const days = Array.from({ length: SEC_DAYS }, (_, at) => view.today.day - SEC_DAYS + at);
  const usualL = usualOf(days.map((day) => waterOf(view, water, day))) ?? 0;
  const consumer = { energy, water };
  const now = amountsBySlot(view, consumer, view.today);
  if (usualL === 0 || now === null || now.litres <= usualL * LEAST_WATER) return [];
  const today = now.wattHours / now.litres;
  const alike = days
    .map((day) => amountsOf(view, consumer, day))
    .filter((then) => then !== null)
    .filter(({ litres }) => litres > usualL * LEAST_WATER && isLike(litres, now.litres))
    .map(({ wattHours, litres }) => wattHours / litres);
  const usual = median(alike);
  if (usual === null || alike.length < LEAST_LIKE_DAYS) return [];
  const spread = median(alike.map((sec) => Math.abs(sec - usual))) ?? Number.NaN;
  const limit = Math.max(usual * SEC_PART, usual + SPREADS * spread);
  return [
    {
      param: 'sec',
      direction: 'high',
      period: '',
      code: 4,
      isMet: today > limit,
      isOver: today <= limit * deadband,
      value: today,
      threshold: limit,
      text: 'secHigh',
      facts: { unit: name, v: today, thr: limit, b: usual, u: 'kWh/KL' },
      onSlots: 1,
      offSlots: 1,
    },
  ];
};
