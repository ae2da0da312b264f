import type { z } from 'zod';
import type { readUnit } from '../../../../server/contract/plant/units.ts';
import { placesOfLimits } from '../../../../server/contract/rules/finePlaces.ts';
import { formatSome, formatUpTo, formatWithUnit, unitLabel } from '../../../text/numbers.ts';
import { dateOf, dateText } from '../../../text/times.ts';
import { text } from '../../../text/words.ts';
import { words } from '../words.ts';

export type PlantUnit = z.output<typeof readUnit.reply>;
/** A line of a tab, and of its table twin. */
export type UnitFact = { name: string; value: string };

const known = (facts: readonly (readonly [string, string | undefined])[]): UnitFact[] =>
  facts.flatMap(([name, value]) => (value === undefined || value === '' ? [] : [{ name, value }]));

/** What the configuration says of the meter, the tank or the well of a unit. */
export const meterFacts = ({ meta, maxCapacity, type }: PlantUnit, timezone: string): UnitFact[] => {
  const { meter: names } = words;
  const { meter, well } = meta;
  const base = type === 'energy' ? 'Wh' : type === 'rain' ? 'mm' : 'L';
  const capacity = maxCapacity === null ? undefined : formatWithUnit(maxCapacity, 'KL');
  return known([
    [names.make, meta.meterMake],
    [names.serial, meta.meterSerial],
    [names.accuracy, meta.meterClass],
    [names.error, meta.mpePct === undefined ? undefined : `± ${formatWithUnit(meta.mpePct, '%')}`],
    [names.calibrated, meta.calibratedOn === undefined ? undefined : dateText(dateOf(Date.parse(meta.calibratedOn), timezone))],
    [names.count, meter === undefined ? undefined : `${formatSome(meter.basePerCount, 6)} ${base}`],
    [names.rollover, meter === undefined ? undefined : names.counts(formatUpTo(meter.modulus, 0))],
    [names.most, meter === undefined ? undefined : names.countsAnHour(formatUpTo(meter.maxPerHour, 1))],
    [names.least, meta.minimumFlowM3h === undefined ? undefined : formatWithUnit(meta.minimumFlowM3h, 'm3/h')],
    [type === 'stock' ? names.capacity : names.capacityOfDay, capacity],
    [names.wellDepth, well?.depthM === undefined ? undefined : formatWithUnit(well.depthM, 'm')],
    [names.pumpAt, well?.pumpIntakeMbgl === undefined ? undefined : `${formatUpTo(well.pumpIntakeMbgl, 1)} ${words.belowGround}`],
    [names.permit, well?.noc === undefined ? undefined : names.permitTo(well.noc.number, dateText(well.noc.validTo))],
    [names.permitted, well?.noc?.permittedKLD == null ? undefined : names.aDay(formatWithUnit(well.noc.permittedKLD, 'KL'))],
    [names.series, type === 'virtual' ? names.computed : undefined],
  ]);
};

const range = (low: number | null | undefined, high: number | null | undefined, unit: string): string | undefined => {
  const { limits: names } = words;
  const parts = [
    ...(low == null ? [] : [names.from(formatUpTo(low, placesOfLimits([low])))]),
    ...(high == null ? [] : [names.to(formatUpTo(high, placesOfLimits([high])))]),
  ];
  return parts.length === 0 ? undefined : `${parts.join(' ')}${unit === '' ? '' : ` ${unitLabel(unit)}`}`;
};

/** Every limit that the unit is held against, of each parameter. */
export const limitFacts = ({ meta, type, siUnit }: PlantUnit): UnitFact[] => {
  const { limits: names } = words;
  const amount = type === 'energy' ? 'kWh' : 'KL';
  const positive = (value: number | undefined): string | undefined =>
    value === undefined || value <= 0 ? undefined : formatWithUnit(value, amount);
  // a tank's limits are in percent of it
  const ofLevel = type === 'stock' ? '%' : type === 'borewell' || type === 'level' ? 'm' : siUnit;
  return known([
    ...Object.values(meta.params ?? {}).map(
      ({ name, unit, lt, ht, limitSource }) =>
        [name, [range(lt, ht, unit) ?? names.none, limitSource ?? ''].filter(Boolean).join(', ')] as const,
    ),
    [text.params.level ?? '', range(meta.lowThreshold, meta.highThreshold, ofLevel)],
    [text.params.flow ?? '', range(meta.flowLow, meta.flowHigh, 'm3/h')],
    [words.limitOf.day, positive(meta.unitThreshold)],
    [words.limitOf.month, positive(meta.monthlyThreshold)],
    [names.contract, meta.contractKVA === undefined ? undefined : formatWithUnit(meta.contractKVA, 'kVA')],
  ]);
};
