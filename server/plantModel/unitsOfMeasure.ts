import { standardCategoryIds, type UnitType } from '../contract/model/common.ts';

/** A value in this unit, times `toBase`, is a value in the stored unit `base`; answers round it to `decimals` places. */
export type UnitOfMeasure = {
  name: string;
  toBase: number;
  base: string;
  decimals: number;
  /** What is measured in it may be very small: two digits of it are kept at least. */
  isFine?: true;
};

const unit = (name: string, base: string, decimals: number, toBase = 1): UnitOfMeasure => ({ name, toBase, base, decimals });

/** Units that answers use. The units of one base have as many decimals as the same amount needs in each of them. */
export const unitsOfMeasure: Readonly<Record<string, UnitOfMeasure>> = {
  L: unit('Litres', 'L', 2),
  KL: unit('Kilolitres', 'L', 2, 1000),
  m3: unit('Cubic metres', 'L', 2, 1000),
  ML: unit('Megalitres', 'L', 5, 1e6),
  Wh: unit('Watt-hours', 'Wh', 1),
  kWh: unit('Kilowatt-hours', 'Wh', 1, 1000),
  MWh: unit('Megawatt-hours', 'Wh', 4, 1e6),
  VAh: unit('Volt-ampere-hours', 'VAh', 1),
  kVAh: unit('Kilovolt-ampere-hours', 'VAh', 1, 1000),
  kW: unit('Kilowatts', 'kW', 2),
  kVA: unit('Kilovolt-amperes', 'kVA', 2),
  'm3/h': unit('Cubic metres an hour', 'm3/h', 2),
  m: unit('Metres', 'm', 2),
  'm bgl': unit('Metres below ground level', 'm bgl', 2),
  mm: unit('Millimetres', 'mm', 1),
  'mm/h': unit('Millimetres an hour', 'mm/h', 1),
  '%': unit('Percent', '%', 1),
  bar: unit('Bar', 'bar', 2),
  '°C': unit('Degrees Celsius', '°C', 2),
  pH: unit('pH', 'pH', 2),
  NTU: { ...unit('Nephelometric turbidity units', 'NTU', 2), isFine: true },
  'µS/cm': { ...unit('Microsiemens per centimetre', 'µS/cm', 2), isFine: true },
  'mg/L': { ...unit('Milligrams per litre', 'mg/L', 2), isFine: true },
};

const water: readonly UnitType[] = ['flow', 'borewell', 'manual', 'virtual'];
const volumes = ['KL', 'm3', 'L', 'ML'] as const;

type Kind = { types: readonly UnitType[]; siUnits: readonly string[] };

/** What each standard category counts, and the units of measure that an industry may choose for it. */
export const standardKinds: Readonly<Record<(typeof standardCategoryIds)[number], Kind>> = {
  SOURCE_CATEGORY: { types: water, siUnits: volumes },
  STOCK_CATEGORY: { types: ['stock'], siUnits: volumes },
  GROUND_WATER_LEVEL: { types: ['borewell', 'level'], siUnits: ['m bgl', 'm'] },
  QUALITY_CATEGORY: { types: ['quality'], siUnits: [] },
  ENERGY_CATEGORY: { types: ['energy'], siUnits: ['kWh', 'MWh', 'Wh'] },
  ID_SOURCE: { types: water, siUnits: volumes },
  ID_RAW_WATER_STOCK: { types: ['stock'], siUnits: volumes },
  ID_CONSUMPTION: { types: water, siUnits: volumes },
  ID_WATER_CREDITED: { types: water, siUnits: volumes },
  ID_WATER_DEBITED: { types: water, siUnits: volumes },
  RO_EFFICIENCY_PLANT: { types: ['flow', 'virtual', 'quality', 'energy'], siUnits: [...volumes, 'kWh'] },
};

const isStandard = (id: string): id is (typeof standardCategoryIds)[number] =>
  (standardCategoryIds as readonly string[]).includes(id);

/** The units of measure among which an industry may choose for a category; any known one for a category of its own. */
export const siUnitChoices = (standardCategoryId: string): readonly string[] =>
  isStandard(standardCategoryId) ? standardKinds[standardCategoryId].siUnits : Object.keys(unitsOfMeasure);

/** The units that measure what this one measures, itself among them; none for a unit that is not known. */
export const unitsLike = (siUnit: string): readonly string[] => {
  const base = Object.hasOwn(unitsOfMeasure, siUnit) ? unitsOfMeasure[siUnit]?.base : undefined;
  return Object.keys(unitsOfMeasure).filter((name) => base !== undefined && unitsOfMeasure[name]?.base === base);
};

/** Stored units (L, Wh) in one of `siUnit`; undefined where it does not measure the same. */
export const factorOf = (stored: string, siUnit: string): number | undefined => {
  const known = Object.hasOwn(unitsOfMeasure, siUnit) ? unitsOfMeasure[siUnit] : undefined;
  return known?.base === stored ? known.toBase : undefined;
};

const KILO = 1000;
const kilos: Readonly<Record<string, string>> = { L: 'KL', Wh: 'kWh' };
/** Removes what the division of binary fractions leaves behind. */
const DIGITS = 12;

/** Limits and capacities are configured in thousands of the stored unit (KL, kWh), whatever a category is shown in. */
export type LimitUnit = { unit: string; ofKilo: number };

/** The unit in which limits of a series stored in L or Wh are shown, and how many of it one KL or kWh is. */
export const limitUnit = (stored: string, siUnit: string): LimitUnit => {
  const kilo = kilos[stored];
  const factor = kilo === undefined ? undefined : factorOf(stored, siUnit);
  return factor === undefined ? { unit: kilo ?? stored, ofKilo: 1 } : { unit: siUnit, ofKilo: KILO / factor };
};

const clean = (value: number): number => Number(value.toPrecision(DIGITS));

/** A configured limit in the unit that is shown. */
export const toShown = (limit: number, { ofKilo }: LimitUnit): number => (ofKilo === 1 ? limit : clean(limit * ofKilo));

/** A limit in the unit that is shown, as it is configured. */
export const toConfigured = (limit: number, { ofKilo }: LimitUnit): number => (ofKilo === 1 ? limit : clean(limit / ofKilo));
