import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../core/clock.ts';
import type { FieldRead, ReadResult } from '../../core/field/command.ts';
import { FakeCommands } from '../../test/fakeCommands.ts';
import { silent } from '../../test/httpRig.ts';
import { asha, frame, pointSpec, valveSpec } from '../../test/plcRig.ts';
import type { CommandRequest } from './commandRequest.ts';
import type { CommandRow, WritePoint } from './model.ts';
import { RawWindows } from './rawWindows.ts';
import { type PlcParts, PlcService } from './service.ts';

const pointOf = (spec: ReturnType<typeof pointSpec>, id = 'p'): WritePoint => ({ ...spec, id, industryId: 'DEMO', version: 1 });

/** A service whose commands are kept and not carried out. */
const rigOf = (...points: WritePoint[]) => {
  const commands = new FakeCommands();
  const asked: CommandRequest[] = [];
  const looked: string[] = [];
  const forgotten: string[] = [];
  const held = {
    canLook: true,
    permissions: new Set(['PLC_WRITE', 'COMMISSIONING', 'RELAY_CONTROL']) as ReadonlySet<string> | null,
  };
  const devices = {
    device: (industryId: string, id: string) =>
      industryId === 'DEMO' && id === 'plc' ? { id, name: 'PLC', slaveId: 5, enabled: true } : undefined,
    tag: () => undefined,
  };
  const windows = new RawWindows(devices, new ManualClock(0));
  const find = (industryId: string, id: string) => points.find((one) => one.industryId === industryId && one.id === id);
  const service = new PlcService({
    commander: {
      run: async (_: unknown, wanted: CommandRequest) => {
        asked.push(wanted);
        return wanted.frames.map(({ frameId }) => ({ frameId }) as CommandRow);
      },
    },
    commands,
    journal: { findByCommand: () => [] },
    points: {
      find,
      at: (_: string, deviceId: string, fn: number, address: number) =>
        points.find((one) => one.deviceId === deviceId && one.fn === fn && one.address === address),
    },
    windows,
    valves: {
      look: async ({ id }: WritePoint) => {
        if (!held.canLook) throw new Error('the line is down');
        looked.push(id);
      },
      forget: ({ id }: WritePoint) => void forgotten.push(id),
    },
    devices,
    permissionsNow: () => held.permissions,
    clock: new ManualClock(0),
    log: silent,
  } as unknown as PlcParts);
  const write = async (frames: Parameters<PlcService['write']>[1]['frames'], more: object = {}, by = asha) => {
    const answer = await service.write(by, { deviceId: 'plc', frames, verify: true, deadlineMs: 5000, ...more });
    return { answer, wanted: asked.at(-1) as CommandRequest };
  };
  return { service, commands, asked, looked, forgotten, held, windows, points, write };
};

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

describe('what allows a frame', () => {
  it('is a write point, until that is changed or deleted, or who gave it may not write any more', async () => {
    const { write, held, points } = rigOf(pointOf(pointSpec({ scale: 1 })));
    const [wanted] = (await write([frame({ values: [20] })])).wanted.frames;
    expect(wanted).toMatchObject({ refusal: null, point: { id: 'p' } });
    expect(wanted?.refuseNow()).toBeNull();
    held.permissions = new Set(['COMMISSIONING', 'RELAY_CONTROL']);
    expect(wanted?.refuseNow()).toBe('asha does not hold PLC_WRITE any more');
    held.permissions = null;
    expect(wanted?.refuseNow()).toBe('the session of asha has ended meanwhile');
    held.permissions = new Set(['PLC_WRITE']);
    expect(wanted?.refuseNow()).toBeNull();
    points.splice(0, 1, { ...pointOf(pointSpec({ scale: 1 })), version: 2 });
    expect(wanted?.refuseNow()).toBe('the write point was changed meanwhile');
    points.splice(0, 1);
    expect(wanted?.refuseNow()).toBe('the write point was changed meanwhile');
  });

  it('is no permission where the plant itself gave it', async () => {
    const { write, held } = rigOf(pointOf(pointSpec({ scale: 1 })));
    held.permissions = null;
    const { wanted } = await write([frame({ values: [20] })], {}, { ...asha, sessionId: null as never });
    expect(wanted.frames[0]?.refuseNow()).toBeNull();
  });

  it('is a raw window where there is no point, until it is closed or a permission is gone', async () => {
    const { write, held, windows } = rigOf();
    windows.open(asha, 'plc', [{ fn: 16, from: 10, to: 11 }], 'test');
    const raw = frame({ fn: 16, values: [1, 2] });
    const [wanted] = (await write([raw])).wanted.frames;
    expect(wanted).toMatchObject({ refusal: null, point: undefined, value: null });
    expect(wanted?.refuseNow()).toBeNull();
    held.permissions = new Set(['PLC_WRITE']);
    expect(wanted?.refuseNow()).toBe('asha does not hold COMMISSIONING any more');
    held.permissions = new Set(['COMMISSIONING']);
    expect(wanted?.refuseNow()).toBe('asha does not hold PLC_WRITE any more');
    held.permissions = new Set(['COMMISSIONING', 'PLC_WRITE']);
    windows.close(asha, 'plc');
    expect(wanted?.refuseNow()).toBe('the raw window was closed meanwhile');
    const [none] = (await write([raw])).wanted.frames;
    expect([none?.refusal, none?.refuseNow()]).toEqual(
      new Array(2).fill('it is no write point, and no raw window of yours is open there'),
    );
  });

  it('of several raw frames is nothing: they go one in a command', async () => {
    const { write, windows } = rigOf(pointOf(pointSpec({ scale: 1 })));
    windows.open(asha, 'plc', [{ fn: 6, from: 20, to: 22 }], 'test');
    const raw = [20, 21].map((address) => frame({ frameId: `A.${address}`, address }));
    const refusals = async (frames: ReturnType<typeof frame>[]) =>
      (await write(frames)).wanted.frames.map(({ refusal }) => refusal);
    const one = 'raw frames go one in a command, at most one a second';
    expect(await refusals(raw)).toEqual([one, one]);
    expect(await refusals([...raw, frame({ values: [20] })])).toEqual([one, one, null]);
    expect(await refusals([raw[0] as ReturnType<typeof frame>, frame({ values: [20] })])).toEqual([null, null]);
    const outside = frame({ frameId: 'A.30', address: 30 });
    expect((await refusals([raw[0] as ReturnType<typeof frame>, outside]))[0]).toBeNull();
  });

  it('of a valve is its own command', async () => {
    const { write } = rigOf(pointOf(valveSpec()));
    const { wanted } = await write([frame({ fn: 5, address: 0, values: [1] })]);
    expect(wanted.frames[0]).toMatchObject({ refusal: 'it is a valve or relay: use /plc/relay/valve', point: undefined });
  });
});

describe('a valve that is moved', () => {
  it('is written its open or its close value, verified, and looked at', async () => {
    const valve = pointOf(valveSpec({ valve: { openValue: 0, closeValue: 1, travelMs: 0 } }), 'v');
    const { service, asked, looked } = rigOf(valve);
    await service.move(asha, 'v', 'open', { deadlineMs: 700, commandId: 'c' });
    await service.move(asha, 'v', 'close', { deadlineMs: 700 });
    expect(asked).toMatchObject([
      {
        commandId: 'c',
        deviceId: 'plc',
        asset: 'V1',
        command: 'OPEN',
        verify: true,
        withinMs: 700,
        frames: [{ frameId: 'V1.OPEN', value: 0, refusal: null, write: { kind: 'writeCoil', address: 0, value: false } }],
      },
      { command: 'CLOSE', frames: [{ frameId: 'V1.CLOSE', value: 1, write: { kind: 'writeCoil', address: 0, value: true } }] },
    ]);
    expect(looked).toEqual(['v', 'v']);
  });

  it('has no known state where it could not be looked at after its command, whose outcome is answered all the same', async () => {
    const { service, held, forgotten } = rigOf(pointOf(valveSpec(), 'v'));
    await service.move(asha, 'v', 'open', { deadlineMs: 700 });
    expect(forgotten).toEqual([]);
    held.canLook = false;
    expect(await service.move(asha, 'v', 'close', { deadlineMs: 700 })).toEqual({ frameId: 'V1.CLOSE' });
    expect(forgotten).toEqual(['v']);
  });

  it('is not moved any more by who may not, or by rules that were changed', async () => {
    const { service, asked, held, points } = rigOf(pointOf(valveSpec(), 'v'));
    await service.move(asha, 'v', 'open', { deadlineMs: 700 });
    const wanted = asked[0]?.frames[0];
    expect(wanted?.refuseNow()).toBeNull();
    held.permissions = new Set(['PLC_WRITE']);
    expect(wanted?.refuseNow()).toBe('asha does not hold RELAY_CONTROL any more');
    held.permissions = new Set(['RELAY_CONTROL']);
    points.splice(0, 1);
    expect(wanted?.refuseNow()).toBe('the write point was changed meanwhile');
  });

  it('is a valve or relay of the caller’s industry, and nothing else', async () => {
    const { service, asked } = rigOf(pointOf(valveSpec(), 'v'), pointOf(pointSpec(), 'speed'), {
      ...pointOf(valveSpec({ address: 3 }), 'w'),
      permission: 'PLC_WRITE',
    });
    for (const id of ['speed', 'w', 'none'])
      await expect(service.move(asha, id, 'open', { deadlineMs: 1 })).rejects.toMatchObject({ code: 'notFound' });
    await expect(service.move({ ...asha, industryId: 'NORTH' }, 'v', 'open', { deadlineMs: 1 })).rejects.toMatchObject({
      code: 'notFound',
    });
    expect(asked).toEqual([]);
  });
});

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

  it('that are not answered are told with the reason, the others all the same', async () => {
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
