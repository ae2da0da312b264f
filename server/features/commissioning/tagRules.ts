import type { TagSpec } from '../../contract/plant/commissioning/fieldConfiguration.ts';
import type { InputFault } from '../../core/refusal.ts';
import { feedFault, type Unit } from '../../plantModel/index.ts';
import type { WritePoint } from '../plc/index.ts';
import type { DecodeRule, Device, Tag } from './model.ts';

/** A text is no number, and one bit does not count. */
const kindFaults = ({ kind, decode: { type } }: TagSpec): InputFault[] => {
  const isWrong = (kind !== 'state' && type === 'string') || (kind === 'counter' && (type === 'bool' || type === 'bit'));
  return isWrong ? [{ path: 'kind', message: `kind ${kind} does not fit decode.type ${type}` }] : [];
};

const targetFaults = (tag: TagSpec, unit: Unit | undefined): InputFault[] => {
  const { unitId, param } = tag;
  if (unitId === null && param === null) return [];
  if (param === null) return [{ path: 'param', message: 'param missing: which parameter of the unit the tag feeds' }];
  if (unitId === null) return [{ path: 'unitId', message: 'unitId missing: whose parameter the tag feeds' }];
  if (!unit) return [{ path: 'unitId', message: `unit ${unitId} does not exist` }];
  const fault = feedFault(unit, { ...tag, param });
  return fault ? [fault] : [];
};

/**
 * What is wrong with a tag beyond its shape, by field.
 * @param device it is on, and `unit` it feeds; undefined when its industry has no such one.
 */
export const tagFaults = (
  tag: TagSpec,
  { device, unit, decodeRule }: { device: Device | undefined; unit: Unit | undefined; decodeRule: DecodeRule },
): InputFault[] => [
  ...(device ? [] : [{ path: 'deviceId', message: `device ${tag.deviceId} does not exist` }]),
  ...decodeRule(tag.decode, device?.limits).map(({ path, message }) => ({ path: `decode.${path}`, message })),
  ...kindFaults(tag),
  ...targetFaults(tag, unit),
];

type LimitedPoint = Pick<WritePoint, 'name' | 'interlocks'>;

/** The limit of an interlock is a bare number: in another unit of its tag it would mean something else. */
export const measureFault = (before: Tag | undefined, tag: TagSpec, points: readonly LimitedPoint[]): InputFault | undefined => {
  if (!before || before.measure === '' || before.measure === tag.measure) return undefined;
  const point = points.find(({ interlocks }) => interlocks.some(({ tagId }) => tagId === before.id));
  if (!point) return undefined;
  const limit = `which has its limit in ${before.measure}: change the interlock first`;
  return { path: 'measure', message: `${before.name} is an interlock of the write point ${point.name}, ${limit}` };
};
