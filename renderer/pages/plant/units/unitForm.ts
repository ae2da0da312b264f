import type { z } from 'zod';
import { standardCategoryIds, type UnitType } from '../../../../server/contract/model/common.ts';
import { unitSpec } from '../../../../server/contract/model/units.ts';
import type { PlantCategory } from '../../../../server/contract/plant/categories.ts';
import type { readUnit } from '../../../../server/contract/plant/units.ts';
import { shapeOf } from '../../../parts/structure/shape.ts';
import type { Option } from '../../../parts/structure/useFields.ts';
import { unitLabel } from '../../../text/numbers.ts';
import { words as alarmWords } from '../../alarms/words.ts';
import { unitFields } from '../words.ts';

export type PlantUnit = z.output<typeof readUnit.reply>;

export const unitShape = () => shapeOf(unitSpec);

/** Which units of measure a unit of this type may be shown in; any text where none is listed. */
const measuresOf: Partial<Record<UnitType, readonly string[]>> = {
  flow: ['KL', 'm3', 'L', 'ML'],
  stock: ['KL', 'm3', 'L', 'ML'],
  manual: ['KL', 'm3', 'L', 'ML'],
  virtual: ['KL', 'm3', 'L', 'ML'],
  borewell: ['KL', 'm3', 'L', 'ML', 'm', 'm bgl'],
  energy: ['kWh', 'MWh', 'Wh'],
  level: ['m', 'm bgl'],
  rain: ['mm'],
};

const asOptions = (values: readonly string[]): Option[] => values.map((value) => ({ value, label: unitLabel(value) }));

type Switch = 'device_status' | 'daily_threshold' | 'monthly_threshold' | keyof typeof onUnlessOff;
const onUnlessOff = { flow_rate: true, energy_threshold: true, borewell_threshold: true, quality_threshold: true } as const;
const amounts: readonly Switch[] = ['daily_threshold', 'monthly_threshold'];

/** Alert categories by type of unit; other types are watched for silence only. */
const switchesOf: Partial<Record<UnitType, readonly (Switch | 'stable_flow' | 'level_exceed')[]>> = {
  flow: [...amounts, 'flow_rate', 'stable_flow'],
  borewell: [...amounts, 'flow_rate', 'stable_flow', 'level_exceed', 'borewell_threshold'],
  stock: ['level_exceed'],
  level: ['level_exceed', 'borewell_threshold'],
  energy: [...amounts, 'energy_threshold'],
  quality: ['quality_threshold'],
  manual: amounts,
  virtual: [...amounts, 'flow_rate'],
};

const switches = (type: UnitType): Option[] =>
  (['device_status', ...(switchesOf[type] ?? [])] as const).map((value) => ({
    value,
    label: alarmWords.watches[value === 'daily_threshold' ? 'unit_threshold' : value],
    // those of a limit are off until somebody switches them on
    isOn: value === 'device_status' || value in onUnlessOff,
  }));

type Of = {
  type: UnitType;
  /** Of the unit itself, which is no choice for its own references. */
  id?: string;
  categories: readonly PlantCategory[];
  units: readonly PlantUnit[];
  aquifers: readonly Option[] | undefined;
  /** Parameters of a quality unit. */
  params: readonly Option[];
};

/** What fields of a unit choose from. */
export const unitChoices = ({ type, id, categories, units, aquifers, params }: Of): Record<string, readonly Option[]> => {
  const others = units.filter((one) => one.id !== id);
  const ofType = (...types: UnitType[]): Option[] =>
    others.filter((one) => types.includes(one.type)).map((one) => ({ value: one.id, label: one.name }));
  const water = ofType('flow', 'borewell', 'manual', 'virtual');
  const siUnits = measuresOf[type];
  return {
    subCategoryId: categories.flatMap(({ displayName, subCategories }) =>
      subCategories.map((group) => ({ value: group.id, label: `${displayName}: ${group.displayName}` })),
    ),
    standardCategoryIds: standardCategoryIds
      .filter((one) => one.startsWith('ID_') || one === 'GROUND_WATER_LEVEL' || one === 'RO_EFFICIENCY_PLANT')
      .map((value) => ({ value, label: unitFields.options[value] ?? value })),
    ...(siUnits === undefined ? {} : { siUnit: asOptions(siUnits) }),
    subMeterOf: type === 'energy' ? ofType('energy') : water,
    flowUnitId: water,
    'expression.unitId': type === 'virtual' ? [...water, ...ofType('energy')] : water,
    tankUnitId: ofType('stock'),
    ...(aquifers === undefined ? {} : { aquiferId: aquifers }),
    alertEnabled: [...switches(type), ...params],
  };
};

/** The parameters of a quality unit as switches. */
export const paramSwitches = ({ meta }: Pick<PlantUnit, 'meta'>): Option[] =>
  Object.entries(meta.params ?? {}).map(([value, { name }]) => ({ value, label: name }));
