import type { DecodeSpec } from '../../contract/model/field.ts';
import type { WritePointSpec } from '../../contract/model/writePoint.ts';
import type { Frame } from '../../contract/user/plc.ts';
import { Failure } from '../../core/fail.ts';
import type { FieldCommands, FieldRead, FieldWrite } from '../../core/field/command.ts';

const READS = { 1: 'coil', 2: 'discrete', 3: 'holding', 4: 'input' } as const;
const MOST_REGISTERS = 125;

export const wordsOfHex = (hex: string): number[] => (hex === '' ? [] : hex.split(' ').map((word) => Number.parseInt(word, 16)));
export const hexOf = (words: readonly number[]): string => words.map((one) => one.toString(16).padStart(4, '0')).join(' ');

/** `RO1_FEED_PUMP.START`: asset and command. @throws Failure `badRequest` where an id has no dot and nothing else says it. */
export const namesOf = (frames: readonly Frame[], asset?: string, command?: string): { asset: string; command: string } => {
  const [first] = frames;
  const dot = first?.frameId.indexOf('.') ?? -1;
  if ((asset === undefined || command === undefined) && dot <= 0)
    throw new Failure('badRequest', 'frameId must be asset.command where asset or command is left out', {
      errors: [{ path: 'frames.0.frameId', message: 'must be asset.command' }],
    });
  return { asset: asset ?? first?.frameId.slice(0, dot) ?? '', command: command ?? first?.frameId.slice(dot + 1) ?? '' };
};

/** @throws Failure `badRequest` when two frames bear one id. */
export const refuseDoubles = (frames: readonly Frame[]): void => {
  const seen = new Set<string>();
  for (const [index, { frameId }] of frames.entries()) {
    if (seen.has(frameId))
      throw new Failure('badRequest', `frame ${frameId} is given twice`, {
        errors: [{ path: `frames.${index}.frameId`, message: 'is given twice' }],
      });
    seen.add(frameId);
  }
};

/** How many registers or coils a write covers. */
export const widthOf = ({ fn, values = [] }: Pick<Frame, 'fn' | 'values'>): number =>
  fn === 15 || fn === 16 ? values.length : 1;

const wrong = (index: number, field: string, message: string): Failure =>
  new Failure('badRequest', `frames.${index}.${field}: ${message}`, { errors: [{ path: `frames.${index}.${field}`, message }] });

/** What goes on the wire. @throws Failure `badRequest` for a read function or values that it does not take. */
export const writeOf = (frame: Frame, index: number): FieldWrite => {
  const { fn, address, count, values = [] } = frame;
  const [first = 0, second = 0] = values;
  const isBits = values.every((value) => value === 0 || value === 1);
  if (values.length === 0) throw wrong(index, 'values', 'is missing');
  if ((fn === 5 || fn === 15) && !isBits) throw wrong(index, 'values', 'coils take 0 or 1');
  if ((fn === 5 || fn === 6) && values.length !== 1) throw wrong(index, 'values', `function ${fn} takes one value`);
  if (count !== undefined && count !== values.length && count !== widthOf(frame))
    throw wrong(index, 'count', `is ${count}, and ${values.length} values are given`);
  if (address + widthOf(frame) > 65_536) throw wrong(index, 'address', 'runs past the last address');
  switch (fn) {
    case 5:
      return { kind: 'writeCoil', address, value: first === 1 };
    case 6:
      return { kind: 'writeRegister', address, value: first };
    case 15:
      return { kind: 'writeCoils', address, values: values.map((value) => value === 1) };
    case 16:
      if (values.length > 123) throw wrong(index, 'values', 'at most 123 registers');
      return { kind: 'writeRegisters', address, values };
    case 22:
      if (values.length !== 2) throw wrong(index, 'values', 'function 22 takes the AND and the OR mask');
      return { kind: 'maskRegister', address, andMask: first, orMask: second };
    default:
      throw wrong(index, 'fn', 'reads go to read-registers');
  }
};

/** What is read. @throws Failure `badRequest` for a write function or too many at once. */
export const readOf = ({ fn, address, count, dataType }: Frame, index: number): FieldRead => {
  if (fn !== 1 && fn !== 2 && fn !== 3 && fn !== 4) throw wrong(index, 'fn', 'writes go to write-registers');
  const wide = dataType === 'uint32' || dataType === 'int32' || dataType === 'float32' ? 2 : 1;
  const asked = count ?? wide;
  if (fn >= 3 && asked > MOST_REGISTERS) throw wrong(index, 'count', `at most ${MOST_REGISTERS} registers`);
  if (address + asked > 65_536) throw wrong(index, 'address', 'runs past the last address');
  return { space: READS[fn], address, count: asked };
};

type Shape = Pick<WritePointSpec, 'fn' | 'address' | 'type' | 'wordOrder' | 'scale'>;

/** How a point's registers hold its value. */
export const specOf = ({ fn, address, type, wordOrder, scale }: Shape): DecodeSpec => ({
  space: fn === 5 || fn === 15 ? 'coil' : 'holding',
  address,
  type,
  wordOrder,
  scale,
  offset: 0,
  sentinels: [],
});

/** The bits of its register that a mask point writes; null for points that write whole registers. */
export const bitsOf = ({ fn, max }: Pick<WritePointSpec, 'fn' | 'max'>): number | null => (fn === 22 ? max : null);

/** The values of a frame that writes a point's value. @throws Failure `parameter` when its registers cannot hold it. */
export const valuesOf = (point: WritePointSpec, value: number, commands: Pick<FieldCommands, 'encode'>): number[] => {
  const bits = bitsOf(point);
  if (bits !== null) return [~bits & 0xffff, value];
  return point.type === 'bool' ? [value] : commands.encode(specOf(point), value);
};

/**
 * Whether a valve is opened by the same words that close it: its values may differ by less than its registers hold, or in bits that a mask
 * write leaves alone. @throws Failure as `valuesOf`.
 */
export const isOneWay = (point: WritePointSpec, commands: Pick<FieldCommands, 'encode'>): boolean => {
  const { valve } = point;
  if (!valve) return false;
  const bits = bitsOf(point);
  if (bits !== null) return (valve.openValue & bits) === (valve.closeValue & bits);
  const closing = valuesOf(point, valve.closeValue, commands);
  return valuesOf(point, valve.openValue, commands).every((word, at) => word === closing[at]);
};

/** The value that a point's registers show; null where they hold none. */
export const shownAt = (
  point: WritePointSpec,
  words: readonly number[],
  commands: Pick<FieldCommands, 'decode'>,
): number | null => {
  const [first] = words;
  const bits = bitsOf(point);
  if (bits !== null) return first === undefined ? null : first & bits;
  return point.type === 'bool' ? (first ?? null) : commands.decode(specOf(point), words);
};

/** What a frame that was sent means by the point as it is now: its scale may be another one since. */
export const sentValue = (
  point: WritePointSpec,
  { value, rawOut }: { value: number | null; rawOut: string },
  commands: Pick<FieldCommands, 'decode'>,
): number | null => {
  const words = wordsOfHex(rawOut);
  if (value === null || point.type === 'bool' || bitsOf(point) !== null || words.length !== ownPlace(point).count) return value;
  return shownAt(point, words, commands) ?? value;
};

/** Where a written value can be read again on the same registers. */
export const ownPlace = (point: Shape): FieldRead => {
  const wide = point.type === 'uint32' || point.type === 'int32' || point.type === 'float32' ? 2 : 1;
  return { space: point.fn === 5 || point.fn === 15 ? 'coil' : 'holding', address: point.address, count: wide };
};

/** The registers or coils that a frame writes. */
export const writtenPlace = (write: FieldWrite): FieldRead => {
  const isCoil = write.kind === 'writeCoil' || write.kind === 'writeCoils';
  const count = 'values' in write ? write.values.length : 1;
  return { space: isCoil ? 'coil' : 'holding', address: write.address, count };
};

/** The same of a row of the journal. */
export const placeOfRow = ({ fn, address, rawOut }: { fn: number; address: number; rawOut: string }): FieldRead => ({
  space: fn === 5 || fn === 15 ? 'coil' : 'holding',
  address,
  count: fn === 15 || fn === 16 ? wordsOfHex(rawOut).length : 1,
});

/** Whether two places share a register or coil. */
export const overlaps = (a: FieldRead, b: FieldRead): boolean =>
  a.space === b.space && a.address < b.address + b.count && b.address < a.address + a.count;

type Placed = Shape & Pick<WritePointSpec, 'deviceId'>;

const isShared = (one: Placed, other: Placed): boolean =>
  one.deviceId === other.deviceId && overlaps(ownPlace(one), ownPlace(other));

/** The same frames would be those of both. */
const isSame = (one: Placed, other: Placed): boolean =>
  one.deviceId === other.deviceId && one.fn === other.fn && one.address === other.address;

/**
 * Another point that writes a register or coil of this one, by whatever function: what limits one of them and what must hold for it would be
 * passed by through the other. A pair that was there before is left alone.
 * @param before the point as it is, where it is changed
 */
export const rivalOf = <T extends Placed & { id: string }>(
  { id, spec, before }: { id: string | undefined; spec: Placed; before: Placed | undefined },
  others: readonly T[],
): T | undefined =>
  others.find(
    (other) => other.id !== id && isShared(other, spec) && (isSame(other, spec) || !(before && isShared(other, before))),
  );

/** Whether something of a write is in registers that did not hold it before: a device may refuse what it has half carried out. */
export const isWritten = (write: FieldWrite, before: readonly number[], now: readonly number[]): boolean => {
  if (write.kind !== 'maskRegister') return wordsOf(write).some((word, at) => now[at] === word && before[at] !== word);
  const [was = 0, is = 0] = [before[0], now[0]];
  return ((was ^ is) & ~(is ^ write.orMask) & ~write.andMask & 0xffff) !== 0;
};

/** Whether registers hold all of a write. */
export const isHeld = (write: FieldWrite, now: readonly number[]): boolean => {
  if (write.kind !== 'maskRegister') return wordsOf(write).every((word, at) => now[at] === word);
  return (((now[0] ?? 0) ^ write.orMask) & ~write.andMask & 0xffff) === 0;
};

/** The words that a frame writes. */
export const wordsOf = (write: FieldWrite): number[] => {
  switch (write.kind) {
    case 'writeCoil':
      return [write.value ? 1 : 0];
    case 'writeCoils':
      return write.values.map(Number);
    case 'writeRegister':
      return [write.value];
    case 'writeRegisters':
      return write.values;
    case 'maskRegister':
      return [write.andMask, write.orMask];
  }
};
