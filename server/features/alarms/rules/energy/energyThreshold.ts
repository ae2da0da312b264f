import { SLOT_MINUTES } from '../../../../core/slots.ts';
import { seriesOf } from '../../../../historian/index.ts';
import { limitUnit, type SeriesInfo } from '../../../../plantModel/index.ts';
import { dayLimitEvaluator } from '../dayLimit.ts';
import type { Rule, RuleParts } from '../model.ts';
import { isInService, paramsOf } from '../params.ts';
import { demand } from './demand.ts';
import { BLOCK_MINUTES, type EnergyBlockUnit } from './energyBlock.ts';
import { powerFactor } from './powerFactor.ts';
import { specificEnergy } from './specificEnergy.ts';

/** The water that a unit's energy is held against. */
const waterOf = ({ unit, units }: RuleParts): SeriesInfo | undefined => {
  const water = units.find(({ id }) => id === unit.meta.flowUnitId);
  return water && seriesOf(water, 'volume');
};

/** Energy of a day, demand, power factor and kWh per KL (docs/domain.md 13.3); shown and raised only where the plant wants it. */
export const energyThreshold: Rule = {
  category: 'energy_threshold',
  seldom: (parts) => (waterOf(parts) ? ['sec'] : []),
  prepare(parts) {
    const { unit, settings, facts } = parts;
    const energy = seriesOf(unit, 'energy');
    if (unit.type !== 'energy' || !energy || !facts.energyEnabled || !isInService('energy_threshold', parts)) return undefined;
    const { unitThreshold = 0, contractKVA, ratedKW, alertEnabled } = unit.meta;
    const apparent = seriesOf(unit, 'apparent');
    const volume = waterOf(parts);
    const deadband = 1 - settings.deadbandPct / 100;
    const warnPct = paramsOf('energy_threshold', parts).number('warnPct', 80);
    const blockSlots = Math.max(
      2,
      Math.round(paramsOf('energy_threshold', parts).number('blockMinutes', BLOCK_MINUTES) / SLOT_MINUTES),
    );
    const energyUnit: EnergyBlockUnit = { name: unit.name, energy, apparent, blockSlots, deadband };
    const dayLimit = dayLimitEvaluator({
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

    return (view) => [
      ...(unitThreshold > 0 && alertEnabled?.daily_threshold !== false ? dayLimit(view) : []),
      ...(contractKVA === undefined ? [] : demand(view, energyUnit, contractKVA)),
      ...(apparent ? powerFactor(view, energyUnit, ratedKW ?? contractKVA ?? 0) : []),
      ...(volume ? specificEnergy(view, energyUnit, volume) : []),
    ];
  },
};
