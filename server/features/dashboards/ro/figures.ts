import { finePlaces } from '../../../contract/rules/finePlaces.ts';
import type { RoPlant } from '../../../contract/user/roEfficiency.ts';
import { round } from '../../../core/round.ts';
import { SLOTS_PER_HOUR } from '../../../core/slots.ts';
import { percentOf, toKilo } from '../../../historian/index.ts';
import type { GaugeName, RoComplete, RoPlan, RoSideName } from './model.ts';
import type { RoSums } from './tally.ts';

const LITRES = 1000;

type Sum = { sum: number; weight: number };
type Figures = Omit<RoPlant, 'plantId' | 'plantName' | 'running' | 'normalized' | 'missingTags' | 'graph'>;

const ratio = ({ sum, weight }: Sum): number | null => (weight > 0 ? sum / weight : null);
const percent = (part: Sum): number | null => {
  const found = ratio(part);
  return found === null ? null : 100 * found;
};

/** 100 Cp/Cf of the flow-weighted means. */
const saltPassage = ({ permeateSalt, feedSalt }: RoSums): number | null => {
  const [permeate, feed] = [ratio(permeateSalt), ratio(feedSalt)];
  return permeate === null || !feed ? null : (100 * permeate) / feed;
};

const meanFlow = (sums: RoSums, side: RoSideName): number | null => {
  const litres = ratio(sums.steady[side]);
  return litres === null ? null : (litres * SLOTS_PER_HOUR) / LITRES;
};

/** Of permeate there may be very little. */
const fine = (value: number | null): number | null => (value === null ? null : round(value, finePlaces(value, 1)));

const sideOf = (sums: RoSums, side: RoSideName): RoPlant['feed'] => {
  const gauge = (param: 'tds' | 'conductivity' | 'pressure' | 'ph'): number | null => {
    const name: GaugeName = `${side}.${param}`;
    return ratio(sums.gauges.get(name) ?? { sum: 0, weight: 0 });
  };
  const { sum, weight } = sums.passed[side];
  return {
    flowM3h: round(meanFlow(sums, side), 2),
    volumeKL: weight > 0 ? toKilo(sum, 2) : null,
    tds: fine(gauge('tds')),
    conductivity: fine(gauge('conductivity')),
    pressureBar: round(gauge('pressure'), 2),
    ph: round(gauge('ph'), 2),
  };
};

/** Every figure of a stretch that needs no reference; ratios are of sums, unrounded ones are in `lines`. */
export const figuresOf = (plan: RoPlan, sums: RoSums, { complete, expected }: RoComplete): Figures => {
  const passage = saltPassage(sums);
  const isKnown = sums.passed.permeate.weight > 0;
  const temperature = sums.gauges.get('temperature');
  return {
    runHours: isKnown ? round(sums.runningSlots / SLOTS_PER_HOUR, 2) : null,
    feed: sideOf(sums, 'feed'),
    permeate: sideOf(sums, 'permeate'),
    reject: sideOf(sums, 'reject'),
    temperatureC: round(temperature ? ratio(temperature) : null, 2),
    recoveryPct: round(percent(sums.recovery), 2),
    recoveryTarget: plan.recoveryTargetPct,
    saltRejectionPct: round(passage === null ? null : 100 - passage, 2),
    saltPassagePct: round(passage, 2),
    differentialPressureBar: round(ratio(sums.pressureDrop), 2),
    flowClosurePct: round(percent(sums.closure), 2),
    ...(plan.energy.length > 0 && {
      energy: {
        kWh: sums.energy.weight > 0 ? toKilo(sums.energy.sum, 1) : null,
        // Wh per litre is kWh per KL
        specificKWhPerKL: round(ratio(sums.specific), 3),
      },
    }),
    completeness: percentOf(complete, expected),
  };
};

/** What graphs draw of a stretch. */
export const lines = {
  recovery: { name: 'Recovery', unit: '%', of: (sums: RoSums) => percent(sums.recovery) },
  feedFlow: { name: 'Feed flow', unit: 'm3/h', of: (sums: RoSums) => meanFlow(sums, 'feed') },
  permeateFlow: { name: 'Permeate flow', unit: 'm3/h', of: (sums: RoSums) => meanFlow(sums, 'permeate') },
  rejectFlow: { name: 'Reject flow', unit: 'm3/h', of: (sums: RoSums) => meanFlow(sums, 'reject') },
  saltRejection: {
    name: 'Salt rejection',
    unit: '%',
    of: (sums: RoSums) => {
      const passage = saltPassage(sums);
      return passage === null ? null : 100 - passage;
    },
  },
  differentialPressure: { name: 'Pressure drop', unit: 'bar', of: (sums: RoSums) => ratio(sums.pressureDrop) },
  specificEnergy: { name: 'Specific energy', unit: 'kWh/KL', of: (sums: RoSums) => ratio(sums.specific) },
} as const satisfies Record<string, { name: string; unit: string; of(sums: RoSums): number | null }>;
