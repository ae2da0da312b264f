import type { RuleFinding, SlotView } from '../model.ts';
import { type EnergyBlockUnit, placeOf, power } from './energyBlock.ts';

const LEAST_PF = 0.9;
const LEAST_LOAD = 0.1;

/** Power factor of each block in which the load was more than a tenth of the rating. @param ratedKW 0 where it is not known */
export const powerFactor = (
  view: SlotView,
  { name, energy, apparent, blockSlots, deadband }: EnergyBlockUnit,
  ratedKW: number,
): RuleFinding[] => {
  if (placeOf(view, blockSlots) !== blockSlots) return [unknownPf(name)];
  const from = view.slot - blockSlots + 1;
  const [kW, kVA] = [power(view, energy, from, view.slot), power(view, apparent, from, view.slot)];
  const isLoaded = kW !== null && kVA !== null && kVA > 0 && kW > ratedKW * LEAST_LOAD;
  if (!isLoaded) return [unknownPf(name)];
  const pf = kW / kVA;
  return [
    {
      ...unknownPf(name),
      isMet: pf < LEAST_PF,
      isOver: pf >= LEAST_PF * (2 - deadband),
      value: pf,
      facts: { unit: name, v: pf, thr: LEAST_PF, u: '' },
    },
  ];
};

const unknownPf = (unit: string): RuleFinding => ({
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
