import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { connectionSettings, type DeviceLimits, decodeSpec, deviceLimits, registerTypes } from '../../contract/model/field.ts';
import type { FieldTag } from '../../core/field/field.ts';
import { type Block, maxGapRegisters, planReads } from './readPlan.ts';
import { spanOf } from './span.ts';

let lastId = 0;
const tag = (address: number, given: Record<string, unknown> = {}, periodMs = 1000): FieldTag => {
  lastId += 1;
  const decode = decodeSpec.parse({ space: 'holding', address, type: 'uint16', ...given });
  return { id: `t${lastId}`, deviceId: 'd', name: `tag ${lastId}`, kind: 'gauge', decode, periodMs };
};
const limits = (given: Record<string, unknown> = {}): DeviceLimits => deviceLimits.parse(given);
const shape = (blocks: Block[]) => blocks.map(({ address, count }) => [address, count]);
const plan = (tags: FieldTag[], given: Record<string, unknown> = {}, maxGap = 10) =>
  planReads(tags, limits(given), { maxGapRegisters: maxGap });
const range = (from: number, to: number, space = 'holding') => ({ space, from, to });

describe('a read plan', () => {
  it('reads through holes up to the gap and no further', () => {
    expect(shape(plan([tag(0), tag(11), tag(23)]))).toEqual([
      [0, 12],
      [23, 1],
    ]);
    expect(shape(plan([tag(0), tag(3)], { maxGapRegisters: 1 }))).toEqual([
      [0, 1],
      [3, 1],
    ]);
  });

  it('keeps spaces and periods apart', () => {
    const blocks = plan([tag(0), tag(1, {}, 5000), tag(2, { space: 'input' }), tag(3, { space: 'coil', type: 'bool' })]);
    expect(blocks.map(({ space, periodMs, address }) => [periodMs, space, address])).toEqual([
      [1000, 'coil', 3],
      [1000, 'holding', 0],
      [1000, 'input', 2],
      [5000, 'holding', 1],
    ]);
  });

  it('counts coils as bits: sixteen of them cost a register', () => {
    const coil = (address: number) => tag(address, { space: 'coil', type: 'bool' });
    expect(shape(plan([coil(0), coil(160), coil(330)]))).toEqual([
      [0, 161],
      [330, 1],
    ]);
    expect(shape(plan([coil(0), coil(20)], { maxBits: 16 }))).toEqual([
      [0, 1],
      [20, 1],
    ]);
  });

  it('tears no value at the limit, and says where each one begins', () => {
    const tags = [tag(0, { type: 'uint64' }), tag(4, { type: 'float32' }), tag(6, { type: 'float32' })];
    const blocks = plan(tags, { maxRegisters: 7 });
    expect(shape(blocks)).toEqual([
      [0, 6],
      [6, 2],
    ]);
    expect(blocks[0]?.tags.map(({ offset }) => offset)).toEqual([0, 4]);
  });

  it('keeps an integer and its fraction in one request', () => {
    const total = tag(10, { type: 'int32', fraction: { address: 6, type: 'float32' } });
    const blocks = plan([tag(0, { type: 'uint64' }), total], { maxRegisters: 10 });
    expect(shape(blocks)).toEqual([
      [0, 4],
      [6, 6],
    ]);
    expect(blocks[1]?.tags).toEqual([{ tag: total, offset: 0 }]);
  });

  it('never reads a forbidden register, nor a tag upon one', () => {
    const forbidden = [range(5, 5), range(20, 30), range(0, 60, 'input')];
    expect(shape(plan([tag(0), tag(4), tag(6), tag(19, { type: 'float32' }), tag(31)], { forbidden }, 50))).toEqual([
      [0, 5],
      [6, 1],
      [31, 1],
    ]);
  });

  it('reads atomic ranges whole, and gives up one that holds a forbidden register', () => {
    const atomic = [range(100, 119), range(120, 139)];
    expect(shape(plan([tag(105), tag(110), tag(150)], { atomic }, 5))).toEqual([
      [100, 20],
      [150, 1],
    ]);
    expect(shape(plan([tag(119, { type: 'float32' })], { atomic }))).toEqual([[100, 40]]);
    expect(plan([tag(105)], { atomic, forbidden: [range(118, 118)] })).toEqual([]);
    expect(plan([tag(105)], { atomic })[0]?.tags[0]?.offset).toBe(5);
  });

  it('gives what is larger than the limit a block of its own', () => {
    expect(shape(plan([tag(0), tag(1, { type: 'uint64' }), tag(5)], { maxRegisters: 2 }))).toEqual([
      [0, 1],
      [1, 4],
      [5, 1],
    ]);
  });

  it('is the same for the same tags in any order', () => {
    const tags = [tag(4), tag(0, { type: 'float32' }), tag(0), tag(4), tag(90)];
    expect(plan([...tags].reverse())).toEqual(plan(tags));
  });
});

const anyTag = fc
  .record({ address: fc.nat(3000), type: fc.constantFrom(...registerTypes), periodMs: fc.constantFrom(1000, 5000) })
  .map(({ address, type, periodMs }) =>
    tag(
      address,
      { type: type === 'bool' ? 'uint16' : type, ...(type === 'bit' && { bit: 0 }), ...(type === 'string' && { length: 20 }) },
      periodMs,
    ),
  );
const anyRange = fc.tuple(fc.nat(3000), fc.nat(20)).map(([from, more]) => range(from, from + more));
const anyLimits = fc.record({
  maxRegisters: fc.integer({ min: 1, max: 125 }),
  forbidden: fc.array(anyRange, { maxLength: 20 }),
  atomic: fc.array(anyRange, { maxLength: 20 }),
});
const within = (from: number, count: number, block: Block) =>
  from >= block.address && from + count <= block.address + block.count;
const overlaps = (a: { from: number; to: number }, from: number, to: number) => a.from <= to && a.to >= from;

describe('any read plan', () => {
  it('covers every tag once, tears none, keeps the limits, and touches nothing forbidden', () => {
    fc.assert(
      fc.property(fc.array(anyTag, { maxLength: 120 }), anyLimits, fc.nat(60), (tags, given, maxGap) => {
        const blocks = plan(tags, given, maxGap);
        const planned = blocks.flatMap((block) => block.tags.map(({ tag }) => tag.id));
        expect(new Set(planned).size).toBe(planned.length);
        const left = tags.filter(({ id }) => !planned.includes(id));
        for (const block of blocks) {
          const last = block.address + block.count - 1;
          expect(given.forbidden.some((one) => overlaps(one, block.address, last))).toBe(false);
          for (const one of given.atomic.filter((one) => overlaps(one, block.address, last))) {
            const mine = block.tags.some(({ tag }) =>
              overlaps(one, spanOf(tag.decode).address, spanOf(tag.decode).address + spanOf(tag.decode).count - 1),
            );
            if (mine) expect(within(one.from, one.to - one.from + 1, block)).toBe(true);
          }
          for (const { tag, offset } of block.tags) {
            expect(tag.periodMs).toBe(block.periodMs);
            expect(block.address + offset).toBe(spanOf(tag.decode).address);
            expect(within(block.address + offset, spanOf(tag.decode).count, block)).toBe(true);
          }
          const alone = block.tags.length === 1 || given.atomic.length > 0;
          if (!alone) expect(block.count).toBeLessThanOrEqual(given.maxRegisters);
        }
        // only what lies on or is bound to a forbidden register is left out
        if (given.atomic.length > 0) return;
        for (const { decode } of left) {
          const { address, count } = spanOf(decode);
          expect(given.forbidden.some((one) => overlaps(one, address, address + count - 1))).toBe(true);
        }
      }),
      { seed: 7, numRuns: 300 },
    );
  });
});

describe('the gap worth reading through', () => {
  const serial = (baudRate: number) => connectionSettings.parse({ kind: 'serial', path: '/dev/ttyS0', baudRate, parity: 'even' });

  it.each([
    [2400, 20, 12],
    [2400, 100, 20],
    [9600, 20, 18],
    [9600, 50, 31],
    [19200, 20, 27],
    [19200, 100, 97],
    [115200, 20, 124],
  ])('at %i baud and %i ms turnaround is %i registers', (baudRate, turnaroundMs, registers) => {
    expect(maxGapRegisters(serial(baudRate), turnaroundMs)).toBe(registers);
  });

  it('is 50 on TCP, and that of a 9600 baud line behind a gateway', () => {
    expect(maxGapRegisters(connectionSettings.parse({ kind: 'tcp', host: 'meter' }), 5)).toBe(50);
    const behind = connectionSettings.parse({ kind: 'rtuTcp', host: 'gateway', port: 4001 });
    expect(maxGapRegisters(behind, 20)).toBe(19);
    expect(maxGapRegisters({ ...behind, pauseBetweenRequestsMs: 100 }, 20)).toBeGreaterThan(60);
  });
});
