import type { DecodeSpec } from '../../contract/model/field.ts';
import { isNumberType, numberTypes } from '../decode/registerTypes.ts';
import type { HeldAnswer } from './trust/heldAnswer.ts';

/** Registers (or bits of a coil space) of the value itself, without its fraction part. */
export const widthOf = ({ type, length }: Pick<DecodeSpec, 'type' | 'length'>): number => {
  if (type === 'string') return length ?? 1;
  return isNumberType(type) ? numberTypes[type].registers : 1;
};

/** What one request must bring for the value not to be torn: from its first to its last register. */
export const spanOf = (spec: DecodeSpec): { address: number; count: number } => {
  const end = spec.address + widthOf(spec);
  if (!spec.fraction) return { address: spec.address, count: end - spec.address };
  const { address, type } = spec.fraction;
  const first = Math.min(spec.address, address);
  return { address: first, count: Math.max(end, address + widthOf({ type })) - first };
};

/** Registers as they were read, from `address` on. */
export type ReadWords = { address: number; words: readonly number[]; atMs: number; held?: HeldAnswer };
