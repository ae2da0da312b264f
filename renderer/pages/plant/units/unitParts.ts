import type { UnitType } from '../../../../server/contract/model/common.ts';

/** Parts of a unit, each a page of its form. */
export const unitParts = ['basics', 'limits', 'meter', 'tank', 'well', 'sum', 'water', 'credit', 'ro', 'alerts'] as const;
export type UnitPart = (typeof unitParts)[number];

const metered: readonly UnitType[] = ['flow', 'borewell', 'energy', 'rain'];
const water: readonly UnitType[] = ['flow', 'borewell', 'manual', 'virtual'];
const every: readonly UnitType[] = ['flow', 'stock', 'level', 'borewell', 'quality', 'energy', 'rain', 'manual', 'virtual'];

/** Fields of each part, with the types of units that have them. */
const fieldsOf: Readonly<Record<UnitPart, Readonly<Record<string, readonly UnitType[]>>>> = {
  basics: {
    name: every,
    subCategoryId: every,
    siUnit: every,
    standardCategoryIds: every,
    position: every,
    deployed: every,
    maxCapacity: ['flow', 'borewell', 'stock'],
    'meta.location': every,
  },
  limits: {
    'meta.unitThreshold': ['flow', 'borewell', 'energy', 'manual', 'virtual'],
    'meta.monthlyThreshold': ['flow', 'borewell', 'energy', 'manual', 'virtual'],
    'meta.flowLow': ['flow', 'borewell'],
    'meta.flowHigh': ['flow', 'borewell'],
    'meta.lowThreshold': ['stock', 'level', 'borewell'],
    'meta.highThreshold': ['stock', 'level', 'borewell'],
    'meta.contractKVA': ['energy'],
    'meta.ratedKW': ['energy'],
    'meta.params': ['quality'],
    'meta.underConsent': ['flow', 'quality', 'virtual'],
    'meta.alertEnabled': every,
  },
  meter: {
    'meta.meter': metered,
    'meta.meterMake': every,
    'meta.meterSerial': every,
    'meta.meterClass': every,
    'meta.calibratedOn': every,
    'meta.mpePct': metered,
    'meta.minimumFlowM3h': ['flow', 'borewell'],
    'meta.levelSigmaM': ['level', 'borewell'],
  },
  tank: { 'meta.tank': ['stock'], maxCapacity: ['stock'], 'meta.deadLevelM': ['stock'], 'meta.levelSigmaM': ['stock'] },
  well: { 'meta.well': ['borewell', 'level'] },
  sum: { 'meta.expression': ['virtual'] },
  water: {
    'meta.waterSource': water,
    'meta.freshwater': water,
    'meta.subMeterOf': ['flow', 'borewell', 'energy'],
    'meta.dischargeTo': water,
    'meta.treatment': water,
    'meta.flowUnitId': ['quality', 'energy'],
  },
  credit: { standardCategoryIds: water, 'meta.credit': water },
  ro: { 'meta.ro': ['flow', 'quality', 'energy', 'virtual'] },
  alerts: { 'meta.alertParams': every },
};

/** Paths of the fields of a part that a unit of this type has. */
export const fieldsOfPart = (part: UnitPart, type: UnitType): string[] =>
  Object.entries(fieldsOf[part]).flatMap(([path, types]) => (types.includes(type) ? [path] : []));

export const partsOf = (type: UnitType): UnitPart[] => unitParts.filter((part) => fieldsOfPart(part, type).length > 0);

/** The part that shows a field, the first of several. */
export const partWith = (path: string, type: UnitType): UnitPart | undefined =>
  partsOf(type).find((part) => fieldsOfPart(part, type).some((one) => path === one || path.startsWith(`${one}.`)));

/** Whether a part shows sizes of a tank. */
export const hasTank = (part: UnitPart, type: UnitType): boolean => type === 'stock' && (part === 'tank' || part === 'basics');
