import { describe, expect, it } from 'vitest';
import type { FieldRead, ReadResult } from '../../core/field/command.ts';
import { asha, type frame } from '../../test/plcRig.ts';
import { rigOf } from '../../test/plcServiceRig.ts';
import type { PlcService } from './service.ts';

describe('registers that are read', () => {
  const read = (service: PlcService, ...frames: Partial<ReturnType<typeof frame>>[]) =>
    service.read(asha, {
      deviceId: 'plc',
      frames: frames.map((more, at) => ({ frameId: `A.${at}`, slaveId: 5, fn: 3, address: 10, ...more })),
      deadlineMs: 700,
    });

  it('are answered raw and as a value, where their type or their number says what they are', async () => {
    const { service, commands } = rigOf();
    for (const space of ['coil', 'discrete', 'holding'] as const) commands.set(space, 10, 1).set(space, 11, 0);
    const answers = await read(
      service,
      {},
      { count: 2 },
      { count: 2, dataType: 'uint32' },
      { fn: 1 },
      { fn: 2 },
      { fn: 1, address: 11 },
      { fn: 1, count: 2 },
      { dataType: 'bool' },
      { dataType: 'bool', count: 2 },
    );
    expect(answers.map(({ ok, raw, value }) => [ok, raw, value])).toEqual([
      [true, [1], 1],
      [true, [1, 0], null],
      [true, [1, 0], 1],
      [true, [1], true],
      [true, [1], true],
      [true, [0], false],
      [true, [1, 0], null],
      [true, [1], true],
      [true, [1, 0], null],
    ]);
    expect(commands.reads[0]).toEqual({ deviceId: 'plc', place: { space: 'holding', address: 10, count: 1 }, withinMs: 700 });
  });

  it('are decoded by the type, word order and scale of their frame', async () => {
    const { service, commands } = rigOf();
    const specs: object[] = [];
    commands.decode = (spec) => specs.push(spec as object);
    commands.set('holding', 10, 7).set('holding', 11, 7).set('input', 10, 7);
    await read(service, {}, { dataType: 'float32', wordOrder: 'CDAB', scale: 0.1 }, { fn: 4 });
    const plain = { space: 'holding', address: 10, type: 'uint16', wordOrder: 'ABCD', scale: 1, offset: 0, sentinels: [] };
    expect(specs).toEqual([plain, { ...plain, type: 'float32', wordOrder: 'CDAB', scale: 0.1 }, { ...plain, space: 'input' }]);
  });

  it('that are not answered are listed with the reason, and the others are answered all the same', async () => {
    const { service, commands } = rigOf();
    const results: ReadResult[] = [
      { kind: 'refused', exception: 2, reason: 'illegal address' },
      { kind: 'failed', reason: 'no answer' },
      { kind: 'answered', words: [7] },
    ];
    commands.read = async (_: string, __: FieldRead) => results.shift() as ReadResult;
    expect(await read(service, {}, {}, {})).toEqual([
      { frameId: 'A.0', ok: false, raw: [], value: null, error: 'illegal address', exception: 2 },
      { frameId: 'A.1', ok: false, raw: [], value: null, error: 'no answer' },
      { frameId: 'A.2', ok: true, raw: [7], value: 7 },
    ]);
  });
});
