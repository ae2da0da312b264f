import type { RuleFinding, SlotView } from '../model.ts';
import { type EnergyBlockUnit, placeOf, power } from './energyBlock.ts';

const FORECAST_SLOTS = 2;
const WARN_PART = 0.9;

/** Demand of the block on the clock against the contract, and early in the block what it leads to. @param contract kVA */
export const demand = (
  view: SlotView,
  { name, energy, apparent, blockSlots, deadband }: EnergyBlockUnit,
  contract: number,
): RuleFinding[] => {
  const place = placeOf(view, blockSlots);
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
  const facts = { unit: name, v: kVA ?? 0, thr: contract, u: apparent ? 'kVA' : 'kW' };
  const isNear = isForecast && kVA !== null && kVA > contract * WARN_PART;
  return [
    {
      ...shared,
      isMet: isEnd && kVA !== null ? kVA > contract : null,
      isOver: isEnd && kVA !== null && kVA <= contract * deadband,
      text: 'demandHigh',
      facts,
    },
    {
      ...shared,
      param: 'demand:warn',
      isMet: isEnd ? false : isForecast && kVA !== null ? isNear : null,
      isOver: isEnd,
      text: 'demandNear',
      facts,
      insight: true,
      priority: 4,
    },
  ];
};
