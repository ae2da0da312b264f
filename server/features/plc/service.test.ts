import { describe, expect, it } from 'vitest';
import { asha, frame, pointSpec } from '../../test/plcRig.ts';
import { pointOf, rigOf } from '../../test/plcServiceRig.ts';
import type { WritePoint } from './model.ts';

describe('a command', () => {
  it('is carried out as it was given', async () => {
    const { write } = rigOf(pointOf(pointSpec({ scale: 1 })));
    const { answer, wanted } = await write([frame({ values: [20] })], { reason: 'night', verify: false, commandId: 'c1' });
    expect(answer).toEqual({ commandId: 'c1', asset: 'PUMP', command: 'SPEED', rows: [{ frameId: 'PUMP.SPEED' }] });
    expect(wanted).toMatchObject({
      commandId: 'c1',
      deviceId: 'plc',
      asset: 'PUMP',
      command: 'SPEED',
      reason: 'night',
      verify: false,
      withinMs: 5000,
      frames: [{ frameId: 'PUMP.SPEED', value: 20, refusal: null, write: { kind: 'writeRegister', address: 10, value: 20 } }],
    });
  });

  it('has an id of its own where none is given, and no reason', async () => {
    const { write } = rigOf();
    const [first, second] = [await write([frame()]), await write([frame()])];
    expect(first.answer.commandId).toMatch(/^[\da-f-]{36}$/);
    expect(second.answer.commandId).not.toBe(first.answer.commandId);
    expect(first.wanted).toMatchObject({ reason: '', commandId: first.answer.commandId });
  });

  it.each([
    ['another unit', [frame(), frame({ frameId: 'PUMP.B', slaveId: 6 })], {}, 'frames.1.slaveId: PLC is unit 5'],
    ['a device that is not there', [frame()], { deviceId: 'gone' }, 'device not found'],
    ['a name twice', [frame(), frame()], {}, 'frame PUMP.SPEED is given twice'],
  ])('for %s is not carried out, nor read', async (_, frames, more, message) => {
    const { write, service, asked, commands } = rigOf();
    await expect(write(frames, more)).rejects.toThrow(message);
    const reads = frames.map((one) => ({ ...one, fn: 3 as const }));
    await expect(service.read(asha, { deviceId: 'plc', frames: reads, deadlineMs: 1000, ...more })).rejects.toThrow(message);
    expect([asked, commands.reads]).toEqual([[], []]);
  });
});

describe('the value of a frame', () => {
  const writtenValue = async (point: WritePoint, values: number[]): Promise<number | null | undefined> => {
    const { write } = rigOf(point);
    return (await write([frame({ fn: point.fn, address: point.address, values })])).wanted.frames[0]?.value;
  };

  it('is what its registers decode to, when they are as many as its type has', async () => {
    for (const [type, wide] of [
      ['uint16', 1],
      ['int16', 1],
      ['uint32', 2],
      ['int32', 2],
      ['float32', 2],
    ] as const) {
      const point = pointOf(pointSpec({ fn: 16, type, scale: 1 }));
      const shown = [await writtenValue(point, [7]), await writtenValue(point, [7, 8]), await writtenValue(point, [7, 8, 9])];
      expect(shown).toEqual(wide === 1 ? [7, null, null] : [null, 7, null]);
    }
  });

  it('of a coil is 0 or 1, of one coil alone', async () => {
    const coils = pointOf(pointSpec({ fn: 15, type: 'bool', scale: 1, min: 0, max: 1 }));
    expect([await writtenValue(coils, [1]), await writtenValue(coils, [0]), await writtenValue(coils, [1, 1])]).toEqual([
      1,
      0,
      null,
    ]);
  });

  it.each([
    [[0xffcf, 0x10], 0x10],
    [[0xffcf, 0x30], 0x30],
    [[0xffcf, 0], 0],
    [[0xffcf, 0x50], null],
    [[0xffff, 0x10], null],
    [[0xffdf, 0x10], null],
    [[0x7fcf, 0x10], null],
    [[0x0000, 0x10], null],
  ])('of a mask of the bits 0x30 in %j is %s', async (values, value) => {
    const mask = pointOf(pointSpec({ fn: 22, scale: 1, min: 0, max: 0x30, step: 0x10 }));
    expect(await writtenValue(mask, values)).toBe(value);
  });
});
