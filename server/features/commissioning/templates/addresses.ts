import type { Space } from '../../../contract/model/field.ts';
import { placeOf, showAddress } from '../../../contract/model/registerAddress.ts';
import type { ComputedAddress, plcFamilies } from '../../../contract/plant/commissioning/templates.ts';
import { Failure } from '../../../core/fail.ts';
import { deltaDvp } from './plc/delta.ts';
import type { PlcRule } from './plc/model.ts';
import { schneiderM221 } from './plc/schneider.ts';
import { siemensS71200 } from './plc/siemens.ts';

type Family = (typeof plcFamilies)[number];

const rules: Readonly<Record<Family, PlcRule>> = {
  'siemens-s7-1200': siemensS71200,
  'schneider-m221': schneiderM221,
  'delta-dvp': deltaDvp,
};

const typesIn: Readonly<Record<'bits' | 'registers', readonly string[]>> = {
  bits: ['bool'],
  registers: ['uint16', 'int16', 'float32', 'uint32', 'int32'],
};

const refused = (message: string): never => {
  throw new Failure('badRequest', message, { errors: [{ path: 'address', message }] });
};

const ofPlc = (notation: string, plc: Family, baseByte: number): ComputedAddress => {
  const operand = notation.replace(/^%/, '').toUpperCase();
  const found =
    rules[plc].compute(operand, baseByte) ?? refused(`${notation} is no operand of ${plc}: write ${rules[plc].examples}`);
  if ('fault' in found) return refused(found.fault);
  const { space, pdu, types, notes, ...rest } = found;
  return { notation, ...showAddress(space, pdu), ...rest, types: [...types], notes: [...notes] };
};

/**
 * What a written address means on the wire.
 * @param baseByte where the PLC's MB_HOLD_REG begins.
 * @throws Failure `badRequest` for what means nothing.
 */
export const computeWire = (
  notation: string,
  { plc, space, base: baseByte }: { plc?: Family | undefined; space?: Space | undefined; base: number },
): ComputedAddress => {
  if (plc) return ofPlc(notation, plc, baseByte);
  const place = placeOf(notation, space);
  if ('fault' in place) return refused(place.fault);
  const kind = place.space === 'coil' || place.space === 'discrete' ? 'bits' : 'registers';
  return {
    notation,
    ...showAddress(place.space, place.pdu),
    registers: 1,
    types: [...typesIn[kind]],
    wordOrder: null,
    bit: null,
    grade: null,
    notes: [],
  };
};
