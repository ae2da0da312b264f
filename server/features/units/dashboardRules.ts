import type { UnitType } from '../../contract/model/common.ts';
import { tankHeight } from '../../contract/model/tankVolume.ts';
import type { UnitMeta, UnitSpec } from '../../contract/model/units.ts';
import type { InputFault } from '../../core/refusal.ts';
import { hasCountedVolume, typePhrase, type Unit } from '../../plantModel/index.ts';

/** Types that have a use for a part of the meta; parts that are not listed fit every type. */
const typesOf: Partial<Record<keyof UnitMeta, readonly UnitType[]>> = {
  flowUnitId: ['quality', 'energy'],
  contractKVA: ['energy'],
  ratedKW: ['energy'],
  mpePct: ['flow', 'borewell', 'energy', 'rain'],
  minimumFlowM3h: ['flow', 'borewell'],
  flowLow: ['flow', 'borewell'],
  flowHigh: ['flow', 'borewell'],
  levelSigmaM: ['stock', 'level', 'borewell'],
  deadLevelM: ['stock'],
  credit: ['flow', 'borewell', 'manual', 'virtual'],
  ro: ['flow', 'quality', 'energy', 'virtual'],
  well: ['borewell', 'level'],
};

const listed = (types: readonly string[]): string =>
  types.length < 2 ? types.join() : `${types.slice(0, -1).join(', ')} and ${types.at(-1)}`;

const typeFaults = ({ type, meta }: UnitSpec): InputFault[] =>
  Object.entries(typesOf).flatMap(([name, types]) =>
    meta[name as keyof UnitMeta] === undefined || types.includes(type)
      ? []
      : [{ path: `meta.${name}`, message: `is for ${listed(types)} units only` }],
  );

/** The water of a quality or energy unit is counted by a unit that has a volume. */
const flowUnitFaults = ({ flowUnitId }: UnitMeta, selfId: string | undefined, units: readonly Unit[]): InputFault[] => {
  if (flowUnitId === undefined) return [];
  const path = 'meta.flowUnitId';
  if (flowUnitId === selfId) return [{ path, message: 'must be another unit' }];
  const meter = units.find(({ id }) => id === flowUnitId);
  if (!meter) return [{ path, message: `unit ${flowUnitId} does not exist` }];
  return hasCountedVolume(meter) ? [] : [{ path, message: `${meter.name} is ${typePhrase(meter.type)} and counts no water` }];
};

/** The tank whose fill is no use of a line. */
const lineTankFaults = ({ alertParams }: UnitMeta, units: readonly Unit[]): InputFault[] => {
  const tankId = alertParams?.stable_flow?.tankUnitId;
  if (tankId === undefined || units.some(({ id, type }) => id === tankId && type === 'stock')) return [];
  return [{ path: 'meta.alertParams.stable_flow.tankUnitId', message: 'must be a stock unit of this industry' }];
};

const wellFaults = ({ well }: UnitMeta): InputFault[] => {
  if (!well) return [];
  const { depthM, casingM, pumpIntakeMbgl } = well;
  const beyond = (depth: number | undefined): boolean => depth !== undefined && depthM !== undefined && depth > depthM;
  return [
    ...(beyond(casingM) ? [{ path: 'meta.well.casingM', message: 'must not be above depthM' }] : []),
    ...(beyond(pumpIntakeMbgl) ? [{ path: 'meta.well.pumpIntakeMbgl', message: 'must not be below the bottom, depthM' }] : []),
  ];
};

const roFaults = ({ type, meta: { ro } }: UnitSpec): InputFault[] => {
  if (!ro) return [];
  const path = 'meta.ro.side';
  if (type === 'energy' && ro.side !== 'train') return [{ path, message: 'must be train for an energy unit' }];
  if ((type === 'flow' || type === 'virtual') && ro.side === 'train')
    return [{ path, message: 'must be feed, permeate or reject for a meter' }];
  return [];
};

/** What is wrong with the parts of a unit that dashboards, balances and alerts compute with, by field. */
export const dashboardFaults = (spec: UnitSpec, selfId: string | undefined, units: readonly Unit[]): InputFault[] => {
  const { flowLow, flowHigh, deadLevelM, tank } = spec.meta;
  return [
    ...typeFaults(spec),
    ...flowUnitFaults(spec.meta, selfId, units),
    ...lineTankFaults(spec.meta, units),
    ...wellFaults(spec.meta),
    ...roFaults(spec),
    ...(flowLow !== undefined && flowHigh !== undefined && flowLow > flowHigh
      ? [{ path: 'meta.flowHigh', message: 'must not be below flowLow' }]
      : []),
    ...(deadLevelM !== undefined && tank && deadLevelM >= tankHeight(tank)
      ? [{ path: 'meta.deadLevelM', message: 'must be below the top of the tank' }]
      : []),
  ];
};
