import { median } from '../../../core/statistics.ts';
import { seriesOf } from '../../../historian/index.ts';
import { limitUnit, type SeriesInfo } from '../../../plantModel/index.ts';
import { dayLimitJudge } from './dayLimit.ts';
import { type Finding, type Rule, SLOTS_PER_HOUR, type SlotView } from './model.ts';
import { isInService, paramsOf } from './params.ts';

/** Demand is counted in half hours on the clock, where the supplier does not say otherwise. */
const BLOCK_MINUTES = 30;
const SLOT_MINUTES = 5;
const FORECAST_SLOTS = 2;
const WARN_PART = 0.9;
const LEAST_PF = 0.9;
const LEAST_LOAD = 0.1;
const SEC_PART = 1.15;
const SEC_DAYS = 30;
const LEAST_SEC_DAYS = 10;
/** Water so little that kWh per KL says nothing, part of the usual day. */
const LEAST_WATER = 0.01;
/** What a plant uses at rest weighs more on a day of little water: only days of like water, times and parts of today's, compare. */
const LIKE_WATER = 1.33;
const LEAST_LIKE_DAYS = 5;
const SPREADS = 3 * 1.4826;

/** Kilo-units per hour over slots; null where one is missing. */
const power = (view: SlotView, series: SeriesInfo | undefined, fromSlot: number, toSlot: number): number | null => {
  if (!series) return null;
  let sum = 0;
  for (let slot = fromSlot; slot <= toSlot; slot += 1) {
    if (!view.isMeasured(series.id, slot)) return null;
    sum += view.value(series.id, slot);
  }
  return (sum * SLOTS_PER_HOUR) / (1000 * (toSlot - fromSlot + 1));
};

const usualOf = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null);
  return known.length >= LEAST_SEC_DAYS ? median(known) : null;
};

const isLike = (litres: number | null, todayL: number): boolean =>
  litres !== null && litres <= todayL * LIKE_WATER && litres * LIKE_WATER >= todayL;

/** kWh per KL of a day; null where either is not known or hardly any water flowed. */
const secOf = (view: SlotView, energy: SeriesInfo, volume: SeriesInfo, day: number, usualL: number): number | null => {
  const [wattHours, litres] = [view.daySum(energy.id, day), view.daySum(volume.id, day)];
  return wattHours === null || litres === null || litres <= usualL * LEAST_WATER ? null : wattHours / litres;
};

/** Energy of a day, demand, power factor and kWh per KL (docs/domain.md 13.3); shown and raised only where the plant wants it. */
export const energyThreshold: Rule = {
  category: 'energy_threshold',
  prepare(parts) {
    const { unit, settings, facts, units } = parts;
    const energy = seriesOf(unit, 'energy');
    if (unit.type !== 'energy' || !energy || !facts.energyEnabled || !isInService('energy_threshold', parts)) return undefined;
    const { unitThreshold = 0, contractKVA, ratedKW, alertEnabled } = unit.meta;
    const apparent = seriesOf(unit, 'apparent');
    const water = units.find(({ id }) => id === unit.meta.flowUnitId);
    const volume = water && seriesOf(water, 'volume');
    const deadband = 1 - settings.deadbandPct / 100;
    const warnPct = paramsOf('energy_threshold', parts).number('warnPct', 80);
    const blockSlots = Math.max(
      2,
      Math.round(paramsOf('energy_threshold', parts).number('blockMinutes', BLOCK_MINUTES) / SLOT_MINUTES),
    );
    /** Slots of the block on the clock that are over with this one. */
    const placeOf = (view: SlotView): number => (Math.floor(view.localTime(view.slot).minute / SLOT_MINUTES) % blockSlots) + 1;
    const dayLimit = dayLimitJudge({
      seriesId: energy.id,
      limit: unitThreshold,
      warnPct,
      unitName: unit.name,
      shownIn: limitUnit('Wh', unit.siUnit),
      param: 'energy',
      text: 'energyDay',
      code: 1,
      reAlarmMinutes: 0,
    });

    const demand = (view: SlotView, contract: number): Finding[] => {
      const place = placeOf(view);
      const isEnd = place === blockSlots;
      const kVA = power(view, apparent ?? energy, view.slot - place + 1, view.slot);
      const isForecast = !isEnd && place >= FORECAST_SLOTS;
      const shared = {
        param: 'demand',
        direction: 'high',
        period: '',
        code: 2,
        value: kVA ?? 0,
        threshold: contract,
        onSlots: 1,
        offSlots: 1,
      } as const;
      const told = { unit: unit.name, v: kVA ?? 0, thr: contract, u: apparent ? 'kVA' : 'kW' };
      const isNear = isForecast && kVA !== null && kVA > contract * WARN_PART;
      return [
        {
          ...shared,
          isMet: isEnd && kVA !== null ? kVA > contract : null,
          isOver: isEnd && kVA !== null && kVA <= contract * deadband,
          text: 'demandHigh',
          facts: told,
        },
        {
          ...shared,
          param: 'demand:warn',
          isMet: isEnd ? false : isForecast && kVA !== null ? isNear : null,
          isOver: isEnd,
          text: 'demandNear',
          facts: told,
          insight: true,
          priority: 4,
        },
      ];
    };

    const powerFactor = (view: SlotView): Finding[] => {
      if (placeOf(view) !== blockSlots) return [unknownPf(unit.name)];
      const from = view.slot - blockSlots + 1;
      const [kW, kVA] = [power(view, energy, from, view.slot), power(view, apparent, from, view.slot)];
      const isLoaded = kW !== null && kVA !== null && kVA > 0 && kW > (ratedKW ?? contractKVA ?? 0) * LEAST_LOAD;
      if (!isLoaded) return [unknownPf(unit.name)];
      const pf = kW / kVA;
      return [
        {
          ...unknownPf(unit.name),
          isMet: pf < LEAST_PF,
          isOver: pf >= LEAST_PF * (2 - deadband),
          value: pf,
          facts: { unit: unit.name, v: pf, thr: LEAST_PF, u: '' },
        },
      ];
    };

    /** Once, when the shift day ends. */
    const specific = (view: SlotView, water: SeriesInfo): Finding[] => {
      if (view.slot + 1 !== view.today.endSlot) return [];
      const days = Array.from({ length: SEC_DAYS }, (_, at) => view.today.day - SEC_DAYS + at);
      const usualL = usualOf(days.map((day) => view.daySum(water.id, day))) ?? 0;
      const today = secOf(view, energy, water, view.today.day, usualL);
      const todayL = view.daySum(water.id, view.today.day) ?? 0;
      const alike = days
        .filter((day) => isLike(view.daySum(water.id, day), todayL))
        .map((day) => secOf(view, energy, water, day, usualL))
        .filter((sec) => sec !== null);
      const usual = median(alike);
      if (usualL === 0 || today === null || usual === null || alike.length < LEAST_LIKE_DAYS) return [];
      const spread = median(alike.map((sec) => Math.abs(sec - usual))) ?? 0;
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
          facts: { unit: unit.name, v: today, thr: limit, b: usual, u: 'kWh/KL' },
          onSlots: 1,
          offSlots: 1,
        },
      ];
    };

    return (view) => [
      ...(unitThreshold > 0 && alertEnabled?.daily_threshold !== false ? dayLimit(view) : []),
      ...(contractKVA === undefined ? [] : demand(view, contractKVA)),
      ...(apparent ? powerFactor(view) : []),
      ...(volume ? specific(view, volume) : []),
    ];
  },
};

const unknownPf = (unit: string): Finding => ({
  param: 'pf',
  direction: 'low',
  period: '',
  code: 3,
  isMet: null,
  isOver: false,
  value: 0,
  threshold: LEAST_PF,
  text: 'powerFactorLow',
  facts: { unit, v: 0, thr: LEAST_PF, u: '' },
  onSlots: 2,
  offSlots: 2,
});
