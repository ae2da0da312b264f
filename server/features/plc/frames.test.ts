import { describe, expect, it } from 'vitest';
import type { Frame } from '../../contract/user/plc.ts';
import { FakeCommands } from '../../test/fakeCommands.ts';
import { frame, pointSpec } from '../../test/plcRig.ts';
import {
  bitsOf,
  hexOf,
  isHeld,
  isWritten,
  namesOf,
  ownPlace,
  readOf,
  refuseDoubles,
  shownAt,
  specOf,
  valuesOf,
  widthOf,
  wordsOf,
  writeOf,
  writtenPlace,
} from './frames.ts';

const of = (fn: Frame['fn'], values: number[], address = 10): Frame => frame({ fn, values, address });
const bits = (count: number): number[] => Array.from({ length: count }, (_, at) => at % 2);
const why = (make: () => unknown): unknown => {
  try {
    make();
  } catch (error) {
    return { message: (error as Error).message, code: (error as { code?: string }).code };
  }
  return 'taken';
};

describe('the names of a command', () => {
  it('come from the first frame, where they are not given', () => {
    expect(namesOf([frame({ frameId: 'RO1.PUMP.START' })])).toEqual({ asset: 'RO1', command: 'PUMP.START' });
    expect(namesOf([frame({ frameId: 'RO1.START' })], 'A')).toEqual({ asset: 'A', command: 'START' });
    expect(namesOf([frame({ frameId: 'RO1.START' })], undefined, 'C')).toEqual({ asset: 'RO1', command: 'C' });
    expect(namesOf([frame({ frameId: 'START' })], 'A', 'C')).toEqual({ asset: 'A', command: 'C' });
  });

  it.each(['START', '.START'])('cannot be made of %s', (frameId) => {
    expect(why(() => namesOf([frame({ frameId })], 'A'))).toMatchObject({ code: 'badRequest' });
    expect(why(() => namesOf([frame({ frameId })]))).toMatchObject({ code: 'badRequest' });
  });

  it('are each of one frame', () => {
    expect(why(() => refuseDoubles([frame({ frameId: 'A.B' }), frame({ frameId: 'A.C' })]))).toBe('taken');
    expect(why(() => refuseDoubles([frame({ frameId: 'A.B' }), frame({ frameId: 'A.B' })]))).toMatchObject({
      code: 'badRequest',
    });
  });
});

describe('a frame that writes', () => {
  it.each<[Frame, object]>([
    [of(5, [1]), { kind: 'writeCoil', address: 10, value: true }],
    [of(5, [0]), { kind: 'writeCoil', address: 10, value: false }],
    [of(6, [65_535]), { kind: 'writeRegister', address: 10, value: 65_535 }],
    [of(15, [1, 0, 1]), { kind: 'writeCoils', address: 10, values: [true, false, true] }],
    [of(16, [7, 8]), { kind: 'writeRegisters', address: 10, values: [7, 8] }],
    [of(22, [0xff00, 0x12]), { kind: 'maskRegister', address: 10, andMask: 0xff00, orMask: 0x12 }],
  ])('of function $fn is what goes on the wire', (sent, write) => {
    expect(writeOf(sent, 0)).toEqual(write);
  });

  it.each<[string, Frame, string]>([
    ['no values', of(6, []), 'frames.3.values: is missing'],
    ['a coil of 2', of(5, [2]), 'frames.3.values: coils take 0 or 1'],
    ['coils of which one is 2', of(15, [1, 2]), 'frames.3.values: coils take 0 or 1'],
    ['two coils in one', of(5, [1, 0]), 'frames.3.values: function 5 takes one value'],
    ['two registers in one', of(6, [1, 0]), 'frames.3.values: function 6 takes one value'],
    ['124 registers', of(16, bits(124)), 'frames.3.values: at most 123 registers'],
    ['one mask', of(22, [1]), 'frames.3.values: function 22 takes the AND and the OR mask'],
    ['three masks', of(22, [1, 2, 3]), 'frames.3.values: function 22 takes the AND and the OR mask'],
    ['registers past the end', of(16, [1, 2], 65_535), 'frames.3.address: runs past the last address'],
    ['coils past the end', of(15, [1, 1], 65_535), 'frames.3.address: runs past the last address'],
    ['a read', of(3, [1]), 'frames.3.fn: reads go to read-registers'],
  ])('is refused with %s', (_, sent, message) => {
    expect(why(() => writeOf(sent, 3))).toEqual({ message, code: 'badRequest' });
  });

  it('may reach the last address and 123 registers', () => {
    expect(writeOf(of(16, [1, 2], 65_534), 0)).toMatchObject({ address: 65_534 });
    expect(writeOf(of(22, [1, 2], 65_535), 0)).toMatchObject({ address: 65_535 });
    expect(writeOf(of(16, bits(123)), 0)).toMatchObject({ kind: 'writeRegisters' });
    expect(writeOf(of(16, [2, 3]), 0)).toMatchObject({ values: [2, 3] });
  });

  it('covers as many registers as it writes', () => {
    expect([of(15, [1, 0, 1]), of(16, [1, 2]), of(6, [1]), of(22, [1, 2]), of(5, [1])].map(widthOf)).toEqual([3, 2, 1, 1, 1]);
    expect(widthOf({ fn: 16 })).toBe(0);
  });

  it('is shown by the words and the place that it writes', () => {
    const shown = [of(5, [1]), of(5, [0]), of(15, [1, 0]), of(6, [9]), of(16, [7, 8]), of(22, [3, 4])].map((one) => {
      const write = writeOf(one, 0);
      return [hexOf(wordsOf(write)), writtenPlace(write)];
    });
    expect(shown).toEqual([
      ['0001', { space: 'coil', address: 10, count: 1 }],
      ['0000', { space: 'coil', address: 10, count: 1 }],
      ['0001 0000', { space: 'coil', address: 10, count: 2 }],
      ['0009', { space: 'holding', address: 10, count: 1 }],
      ['0007 0008', { space: 'holding', address: 10, count: 2 }],
      ['0003 0004', { space: 'holding', address: 10, count: 1 }],
    ]);
  });
});

describe('a frame that reads', () => {
  const read = (more: Partial<Frame>) => readOf(frame({ fn: 3, values: undefined, ...more } as Partial<Frame>), 0);

  it('reads the space of its function, and as much as its type needs', () => {
    expect(([1, 2, 3, 4] as const).map((fn) => read({ fn }).space)).toEqual(['coil', 'discrete', 'holding', 'input']);
    expect(
      ['uint16', 'int16', 'uint32', 'int32', 'float32'].map((dataType) => read({ dataType } as Partial<Frame>).count),
    ).toEqual([1, 1, 2, 2, 2]);
    expect(read({ count: 7, address: 3 })).toEqual({ space: 'holding', address: 3, count: 7 });
  });

  it('reads at most 125 registers, more bits, and nothing past the end', () => {
    expect(read({ count: 125 }).count).toBe(125);
    expect(why(() => read({ count: 126 }))).toMatchObject({ message: 'frames.0.count: at most 125 registers' });
    expect(why(() => read({ fn: 4, count: 126 }))).toMatchObject({ code: 'badRequest' });
    expect(read({ fn: 2, count: 126 }).count).toBe(126);
    expect(read({ address: 65_535 }).count).toBe(1);
    expect(why(() => read({ address: 65_535, count: 2 }))).toMatchObject({
      message: 'frames.0.address: runs past the last address',
    });
    for (const fn of [5, 6, 15, 16, 22] as const)
      expect(why(() => read({ fn }))).toMatchObject({ message: 'frames.0.fn: writes go to write-registers' });
  });
});

describe('the registers of a write point', () => {
  const commands = new FakeCommands();
  const mask = pointSpec({ fn: 22, scale: 1, min: 0, max: 0x30, step: 0x10 });
  const coil = pointSpec({ fn: 5, type: 'bool', scale: 1, min: 0, max: 1 });
  const wide = pointSpec({ fn: 16, type: 'float32', scale: 1 });

  it('are coils or holding registers, one or two', () => {
    expect([coil, pointSpec(), wide, { ...coil, fn: 15 as const }].map(ownPlace)).toEqual([
      { space: 'coil', address: 10, count: 1 },
      { space: 'holding', address: 10, count: 1 },
      { space: 'holding', address: 10, count: 2 },
      { space: 'coil', address: 10, count: 1 },
    ]);
    expect(['uint32', 'int32', 'int16'].map((type) => ownPlace({ ...wide, type } as typeof wide).count)).toEqual([2, 2, 1]);
    expect([coil, { ...coil, fn: 15 as const }, wide].map((one) => specOf(one).space)).toEqual(['coil', 'coil', 'holding']);
  });

  it('hold the bits of a mask, a bit as it is, and a number as it is encoded', () => {
    expect(bitsOf(mask)).toBe(0x30);
    expect(bitsOf(pointSpec())).toBeNull();
    expect(valuesOf(mask, 0x10, commands)).toEqual([0xffcf, 0x10]);
    expect(valuesOf(coil, 1, commands)).toEqual([1]);
    expect(valuesOf(pointSpec(), 7, commands)).toEqual([7]);
    // a coil is written as it is, a number as its type is encoded
    const encoding = { encode: (_: unknown, value: number) => [1, value] };
    expect(valuesOf(coil, 0, encoding)).toEqual([0]);
    expect(valuesOf(pointSpec(), 7, encoding)).toEqual([1, 7]);
  });

  it('show the masked bits, a bit, a number, or nothing', () => {
    expect(shownAt(mask, [0x0f25], commands)).toBe(0x20);
    expect(shownAt(coil, [1], commands)).toBe(1);
    expect(shownAt(pointSpec(), [9], commands)).toBe(9);
    expect([mask, coil, pointSpec()].map((one) => shownAt(one, [], commands))).toEqual([null, null, null]);
  });
});

describe('a write of some bits of a register', () => {
  const write = { kind: 'maskRegister', address: 10, andMask: 0xff0f, orMask: 0x0050 } as const;

  it.each([
    [0x1252, true],
    [0xfe5f, true],
    [0x0050, true],
    [0x1242, false],
    [0x12d2, false],
    [0x1202, false],
  ])('is held by %i where its own bits are so, whatever the others are: %s', (now, held) => {
    expect(isHeld(write, [now])).toBe(held);
  });

  it.each([
    [0x1202, 0x1252, true],
    [0x1202, 0x1242, true],
    [0x1252, 0x1252, false],
    [0x1252, 0x0f5f, false],
    [0x1252, 0x1202, false],
    [0x1202, 0xff0f, false],
  ])('from %i to %i has carried something out: %s', (before, now, written) => {
    expect(isWritten(write, [before], [now])).toBe(written);
  });
});
