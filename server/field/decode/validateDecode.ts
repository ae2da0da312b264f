import type { DecodeSpec, DeviceLimits, RegisterType, WordOrder } from '../../contract/model/field.ts';
import { spanOf, widthOf } from '../polling/span.ts';
import { isFloatType, isNumberType, numberTypes } from './registerTypes.ts';

export type DecodeFault = { path: string; message: string };

const isBitSpace = (spec: DecodeSpec): boolean => spec.space === 'coil' || spec.space === 'discrete';

/** Word orders that mean something for a type: one register has no words to swap, half of one no bytes. */
export const ordersOf = (type: RegisterType): readonly WordOrder[] => {
  if (type === 'bool' || type.endsWith('lo') || type.endsWith('hi')) return ['ABCD'];
  if (type === 'string' || widthOf({ type }) === 1) return ['ABCD', 'BADC'];
  return ['ABCD', 'CDAB', 'BADC', 'DCBA'];
};

const orderFaults = (path: string, type: RegisterType, order: WordOrder): DecodeFault[] => {
  const orders = ordersOf(type);
  return orders.includes(order) ? [] : [{ path, message: `${order} does not fit ${type}; use ${orders.join(' or ')}` }];
};

const typeFaults = (spec: DecodeSpec): DecodeFault[] => {
  const faults: DecodeFault[] = [];
  const add = (path: string, message: string) => faults.push({ path, message });
  if (isBitSpace(spec) && spec.type !== 'bool') add('type', `${spec.space} holds bits; use bool`);
  if (spec.type === 'bit' && spec.bit === undefined) add('bit', 'is needed for type bit: 0 to 15');
  if (spec.type !== 'bit' && spec.bit !== undefined) add('bit', 'is for type bit only');
  if (spec.type === 'string' && spec.length === undefined) add('length', 'is needed for type string: its registers');
  if (spec.type !== 'string' && spec.length !== undefined) add('length', 'is for type string only');
  return faults;
};

const addressFaults = (spec: DecodeSpec): DecodeFault[] => {
  const end = spec.address + widthOf(spec);
  return end > 65_536 ? [{ path: 'address', message: `the value would end at ${end - 1}, past 65535` }] : [];
};

const fractionFaults = (spec: DecodeSpec): DecodeFault[] => {
  const { fraction } = spec;
  if (!fraction) return [];
  const faults: DecodeFault[] = [];
  const add = (path: string, message: string) => faults.push({ path: `fraction.${path}`, message });
  if (!isNumberType(spec.type) || isBitSpace(spec)) faults.push({ path: 'fraction', message: `cannot be added to ${spec.type}` });
  if (!isNumberType(fraction.type)) {
    add('type', 'must be a number of whole registers');
    return faults;
  }
  const width = widthOf({ type: fraction.type });
  faults.push(...orderFaults('fraction.wordOrder', fraction.type, fraction.wordOrder));
  if (fraction.scale === 0) add('scale', 'must not be 0');
  if (fraction.address + width > 65_536) add('address', 'the fraction would end past 65535');
  if (fraction.address < spec.address + widthOf(spec) && spec.address < fraction.address + width) {
    add('address', 'overlaps the integer part');
  } else if (spanOf(spec).count > 125) {
    add('address', 'is too far from the integer part for one request of 125 registers');
  }
  return faults;
};

const sentinelFaults = (spec: DecodeSpec): DecodeFault[] => {
  if (spec.sentinels.length === 0) return [];
  if (!isNumberType(spec.type)) return [{ path: 'sentinels', message: `do not apply to ${spec.type}` }];
  const { min, max } = numberTypes[spec.type];
  const whole = !isFloatType(spec.type);
  return spec.sentinels.flatMap((sentinel, i) => {
    // the greatest 64-bit numbers are not exact as doubles and round up by one
    if (sentinel >= Number(min) && sentinel <= Number(max) && (!whole || Number.isInteger(sentinel))) return [];
    return [{ path: `sentinels.${i}`, message: `${sentinel} is outside ${spec.type} (${min} to ${max})` }];
  });
};

const valueFaults = (spec: DecodeSpec): DecodeFault[] => {
  const faults: DecodeFault[] = [];
  const add = (path: string, message: string) => faults.push({ path, message });
  if (spec.scale === 0) add('scale', 'must not be 0');
  if (spec.min !== undefined && spec.max !== undefined && spec.min > spec.max) add('max', 'must not be below min');
  if (spec.type !== 'string') return faults;
  if (spec.scale !== 1) add('scale', 'does not apply to string');
  if (spec.offset !== 0) add('offset', 'does not apply to string');
  if (spec.min !== undefined) add('min', 'does not apply to string');
  if (spec.max !== undefined) add('max', 'does not apply to string');
  return faults;
};

const limitFaults = (spec: DecodeSpec, limits: DeviceLimits): DecodeFault[] => {
  const { address, count } = spanOf(spec);
  const last = address + count - 1;
  const faults: DecodeFault[] = [];
  const most = isBitSpace(spec) ? limits.maxBits : limits.maxRegisters;
  if (count > most)
    faults.push({ path: 'type', message: `takes ${count} registers in one request, the device gives at most ${most}` });
  const forbidden = limits.forbidden.find(({ space, from, to }) => space === spec.space && from <= last && to >= address);
  if (forbidden) {
    const { from, to } = forbidden;
    faults.push({
      path: 'address',
      message: `${address} to ${last} touches ${from} to ${to}, which must not be read on this device`,
    });
  }
  return faults;
};

/**
 * What is wrong with a decode spec beyond its shape, field by field; empty when it can be compiled and read.
 * With `limits`, also what the device itself cannot bear.
 */
export const validateDecode = (spec: DecodeSpec, limits?: DeviceLimits): DecodeFault[] => [
  ...typeFaults(spec),
  ...orderFaults('wordOrder', spec.type, spec.wordOrder),
  ...addressFaults(spec),
  ...fractionFaults(spec),
  ...sentinelFaults(spec),
  ...valueFaults(spec),
  ...(limits ? limitFaults(spec, limits) : []),
];
