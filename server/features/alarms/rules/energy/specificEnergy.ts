import { MAD_TO_SIGMA, median } from '../../../../core/statistics.ts';
import type { SeriesInfo } from '../../../../plantModel/index.ts';
import type { RuleFinding, SlotView } from '../model.ts';
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

const usualOf = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null);
  return known.length >= LEAST_SEC_DAYS ? median(known) : null;
};

const isLike = (litres: number | null, todayL: number): boolean =>
  litres !== null && litres <= todayL * LIKE_WATER && litres * LIKE_WATER >= todayL;

type Consumer = { energy: SeriesInfo; water: SeriesInfo; usualL: number };

/** kWh per KL of a day; null where either is not known or hardly any water flowed. */
const secOf = (view: SlotView, { energy, water, usualL }: Consumer, day: number): number | null => {
  const [wattHours, litres] = [view.daySum(energy.id, day), view.daySum(water.id, day)];
  return wattHours === null || litres === null || litres <= usualL * LEAST_WATER ? null : wattHours / litres;
};

/** kWh per KL of a shift day against like days before it; once, when the day ends. */
export const specificEnergy = (view: SlotView, { name, energy, deadband }: EnergyBlockUnit, water: SeriesInfo): RuleFinding[] => {
  if (view.slot + 1 !== view.today.endSlot) return [];
  const days = Array.from({ length: SEC_DAYS }, (_, at) => view.today.day - SEC_DAYS + at);
  const usualL = usualOf(days.map((day) => view.daySum(water.id, day))) ?? 0;
  const consumer = { energy, water, usualL };
  const today = secOf(view, consumer, view.today.day);
  const todayL = view.daySum(water.id, view.today.day) ?? 0;
  const alike = days
    .filter((day) => isLike(view.daySum(water.id, day), todayL))
    .map((day) => secOf(view, consumer, day))
    .filter((sec) => sec !== null);
  const usual = median(alike);
  if (usualL === 0 || today === null || usual === null || alike.length < LEAST_LIKE_DAYS) return [];
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
