import type { MeterSpec, UnitSpec } from '../../contract/model/units.ts';
import type { MeterChangeSpec } from '../../contract/plant/units.ts';
import type { InputFault } from '../../core/refusal.ts';
import { DAY_MS, iso } from '../../core/time.ts';
import {
  expressionFaults,
  feedFault,
  isMetered,
  subMeterFaults,
  typePhrase,
  type Unit,
  unitSiUnitChoices,
} from '../../plantModel/index.ts';
import { dashboardFaults } from './dashboardRules.ts';

/** Parts of the configuration that only some types have, and whether those cannot be without. */
const metaFaults = ({ type, meta }: UnitSpec): InputFault[] => {
  const faults: InputFault[] = [];
  const add = (path: string, message: string): void => {
    faults.push({ path, message });
  };
  if (type === 'virtual' && !meta.expression) add('meta.expression', 'is needed for a virtual unit: the units it sums');
  if (type !== 'virtual' && meta.expression) add('meta.expression', 'is for virtual units only');
  if (type === 'quality' && Object.keys(meta.params ?? {}).length === 0)
    add('meta.params', 'is needed for a quality unit: at least one parameter');
  if (type !== 'quality' && meta.params) add('meta.params', 'is for quality units only');
  if (!isMetered(type) && meta.meter) add('meta.meter', 'is for flow, borewell, energy and rain units only');
  if (type !== 'stock' && meta.tank) add('meta.tank', 'is for stock units only');
  for (const [param, { lt, ht }] of Object.entries(meta.params ?? {}))
    if (lt !== null && ht !== null && lt > ht) add(`meta.params.${param}.ht`, 'must not be below lt');
  const { lowThreshold, highThreshold } = meta;
  if (lowThreshold !== undefined && highThreshold !== undefined && lowThreshold > highThreshold)
    add('meta.highThreshold', 'must not be below lowThreshold');
  return faults;
};

/** A display must not wrap within 5 minutes, or the number of rollovers would be unknown. */
const meterFaults = ({ meta: { meter } }: UnitSpec): InputFault[] => {
  if (!meter) return [];
  const faults: InputFault[] = [];
  if (meter.maxPerHour / 12 >= meter.modulus)
    faults.push({ path: 'meta.meter.modulus', message: 'is passed within 5 minutes at maxPerHour' });
  if ((meter.openingReading ?? 0) >= meter.modulus)
    faults.push({ path: 'meta.meter.openingReading', message: `must be below the modulus ${meter.modulus}` });
  if ((meter.backDeadband ?? 0) >= meter.modulus)
    faults.push({ path: 'meta.meter.backDeadband', message: 'must be below modulus' });
  return faults;
};

/** A unit of measure that was stored before may stay. */
const siUnitFaults = (spec: UnitSpec, before: Unit | undefined): InputFault[] => {
  const choices = unitSiUnitChoices(spec);
  if (spec.siUnit === '' || spec.siUnit === before?.siUnit || choices.includes(spec.siUnit)) return [];
  return [{ path: 'siUnit', message: `must be one of ${choices.filter(Boolean).join(', ')}` }];
};

/**
 * What is wrong with a unit beyond its shape, by field.
 * @param before the stored unit, when it is changed; its tags must still fit.
 * @param units of its industry.
 */
export const unitFaults = (spec: UnitSpec, before: Unit | undefined, units: readonly Unit[]): InputFault[] => {
  const faults: InputFault[] = [
    ...siUnitFaults(spec, before),
    ...metaFaults(spec),
    ...meterFaults(spec),
    ...subMeterFaults(spec, before?.id, units),
    ...dashboardFaults(spec, before?.id, units),
  ];
  if (before && before.type !== spec.type)
    faults.push({
      path: 'type',
      message: `is fixed: ${before.name} is ${typePhrase(before.type)}; retire it and add another one`,
    });
  if (spec.type === 'virtual')
    faults.push(...expressionFaults(spec.meta.expression ?? [], { id: before?.id, name: spec.name }, units));
  for (const feed of before?.feeds ?? []) {
    const fault = feedFault(spec, feed);
    if (fault)
      faults.push({ path: 'meta', message: `meta does not fit tag ${feed.name}, which feeds ${feed.param}: ${fault.message}` });
  }
  return faults;
};

type MeterChangeAt = Pick<MeterChangeSpec, 'basePerCount' | 'closing' | 'opening'> & { atMs: number };

/** What is wrong with the readings of a meter that was changed. @param meter as the unit has it: the old one */
export const meterChangeFaults = (
  meter: MeterSpec | undefined,
  { atMs, basePerCount, closing, opening }: MeterChangeAt,
  { nowMs, joinedAtMs }: { nowMs: number; joinedAtMs: number },
): InputFault[] => {
  if (!meter) return [{ path: 'id', message: 'the unit has no meter' }];
  const faults: InputFault[] = [];
  if (atMs > nowMs) faults.push({ path: 'at', message: 'must not be in the future' });
  // a meter may have been put in on the day before the plant was set up, and its opening reading be counted from
  if (atMs < joinedAtMs - DAY_MS) faults.push({ path: 'at', message: `is before the plant joined at ${iso(joinedAtMs)}` });
  if (closing >= meter.modulus) faults.push({ path: 'closing', message: `must be below the modulus ${meter.modulus}` });
  if (opening >= meter.modulus) faults.push({ path: 'opening', message: `must be below the modulus ${meter.modulus}` });
  if (basePerCount.old !== undefined && basePerCount.old !== meter.basePerCount)
    faults.push({
      path: 'basePerCount.old',
      message: `is ${meter.basePerCount} as the old meter was entered; what was counted by it is not rewritten`,
    });
  return faults;
};
