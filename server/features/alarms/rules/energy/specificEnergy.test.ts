import { expect, it } from 'vitest';
import type { SeriesInfo } from '../../../../plantModel/index.ts';
import type { SlotView } from '../model.ts';
import type { EnergyBlockUnit } from './energyBlock.ts';
import { specificEnergy } from './specificEnergy.ts';

const [ENERGY, WATER] = [1, 2];
const TODAY = 100;
const DAY_SLOTS = 288;
const unit = { name: 'Pumps', energy: { id: ENERGY } as SeriesInfo, deadband: 0.95 } as EnergyBlockUnit;

type Slots = {
  energyFrom?: number;
  waterFrom?: number;
  pastEnergyFrom?: Readonly<Record<number, number>>;
  pastWaterFrom?: Readonly<Record<number, number>>;
  /** What days before today used in place of the above, where it says so. */
  pastL?: (daysAgo: number) => number | null;
};

/**
 * Ten days before today: five with as much water as given, five with a tenth of it; all of 1 Wh per litre but today's 2. `known`: the first
 * slots of today of which something is known.
 */
const findings = (waterL: number, todayL: number, atEnd = true, unmetered: readonly number[] = [], known: Slots = {}) => {
  const { energyFrom = 0, waterFrom = 0, pastEnergyFrom = {}, pastWaterFrom = {}, pastL } = known;
  const litresOf = (day: number): number | null => {
    if (pastL) return pastL(TODAY - day);
    if (day < TODAY - 10 || day >= TODAY) return null;
    return day % 2 === 0 ? waterL : waterL / 10;
  };
  const value = (seriesId: number, slot: number): number => {
    if (slot < (seriesId === WATER ? waterFrom : energyFrom)) return Number.NaN;
    if (seriesId === WATER) return todayL / 288;
    return unmetered.includes(TODAY) ? Number.NaN : (2 * todayL) / 288;
  };
  const past = (seriesId: number, slot: number): number => {
    const day = TODAY + Math.floor(slot / DAY_SLOTS);
    const at = slot - (day - TODAY) * DAY_SLOTS;
    const isKnown = at >= ((seriesId === WATER ? pastWaterFrom : pastEnergyFrom)[day] ?? 0);
    return isKnown && !(seriesId === ENERGY && unmetered.includes(day)) ? (litresOf(day) ?? Number.NaN) / DAY_SLOTS : Number.NaN;
  };
  const view = {
    slot: 287,
    today: { day: TODAY, date: '2026-03-10', firstSlot: 0, endSlot: atEnd ? 288 : 289 },
    shiftDay: (day: number) => ({ firstSlot: (day - TODAY) * DAY_SLOTS, endSlot: (day - TODAY + 1) * DAY_SLOTS }),
    isWholeDay: (seriesId: number, day: number) => !(((seriesId === WATER ? pastWaterFrom : pastEnergyFrom)[day] ?? 0) > 0),
    value: (seriesId: number, slot: number) => (slot < 0 ? past(seriesId, slot) : value(seriesId, slot)),
    daySum: (seriesId: number, day: number) => {
      if (day === TODAY) {
        const values = Array.from({ length: 288 }, (_, slot) => value(seriesId, slot)).filter((one) => !Number.isNaN(one));
        return values.length === 0 ? null : values.reduce((sum, one) => sum + one, 0);
      }
      const litres = litresOf(day);
      if (litres === null || (seriesId === ENERGY && unmetered.includes(day))) return null;
      return litres * (1 - ((seriesId === ENERGY ? pastEnergyFrom : pastWaterFrom)[day] ?? 0) / DAY_SLOTS);
    },
  } as unknown as SlotView;
  return specificEnergy(view, unit, { id: WATER } as SeriesInfo);
};

it('energy for a day’s water is compared with days of up to a third more or less water, and with no others', () => {
  expect(findings(13_300, 10_000)).toMatchObject([{ isMet: true, value: 2, facts: { b: 1 } }]);
  expect(findings(13_301, 10_000)).toEqual([]);
  expect(findings(10_000, 13_300)).toHaveLength(1);
  expect(findings(10_000, 13_301)).toEqual([]);
});

it('it is looked at once, when the shift day ends', () => {
  expect(findings(10_000, 10_000, false)).toEqual([]);
  expect(findings(10_000, 10_000)).toHaveLength(1);
});

it('a day whose energy is not known is neither compared nor compared with', () => {
  expect(findings(10_000, 10_000, true, [TODAY])).toEqual([]);
  expect(findings(10_000, 10_000, true, [])).toHaveLength(1);
  // four of the five days that are like today are too few
  expect(findings(10_000, 10_000, true, [TODAY - 2])).toEqual([]);
});

it('energy and water are those of the same hours: where a meter was silent for hours, nothing is said of the day', () => {
  const [finding] = findings(10_000, 10_000, true, [], { waterFrom: 20 });
  expect(finding?.value).toBeCloseTo(2, 9);
  expect(findings(10_000, 10_000, true, [], { waterFrom: 28 })).toHaveLength(1);
  expect(findings(10_000, 10_000, true, [], { waterFrom: 29 })).toEqual([]);
  expect(findings(5000, 10_000, true, [], { waterFrom: 144 })).toEqual([]);
  expect(findings(10_000, 10_000, true, [], { energyFrom: 144 })).toEqual([]);
});

it('days before are of the same hours too: one whose energy was silent for hours is compared with what passed then, or not at all', () => {
  const silent = (fromSlot: number) => Object.fromEntries([2, 4, 6].map((back) => [TODAY - back, fromSlot]));
  // half of their energy would make 0.5 Wh per litre usual
  expect(findings(10_000, 10_000, true, [], { pastEnergyFrom: silent(144) })).toEqual([]);
  const [finding] = findings(10_000, 10_000, true, [], { pastEnergyFrom: silent(28) });
  expect(finding?.facts.b).toBeCloseTo(1, 9);
});

it('the usual water is that of days that were measured: days of which hours are missing would make hardly any water a usual day’s', () => {
  // ten days of 10,000 L, six of 50 L as today, and days of 10,000 L of which a sixth is known
  const pastL = (daysAgo: number): number | null => (daysAgo > 30 ? null : daysAgo > 10 && daysAgo <= 16 ? 50 : 10_000);
  const hardly = Object.fromEntries(Array.from({ length: 14 }, (_, at) => [TODAY - 17 - at, 287]));
  expect(findings(0, 50, true, [], { pastL, pastWaterFrom: hardly })).toEqual([]);
});
