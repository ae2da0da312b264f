import { describe, expect, it } from 'vitest';
import { frame, pointSpec } from '../../test/plcRig.ts';
import { ask, plant, start, stopAfterEach, write } from '../../test/servedPlc.ts';

stopAfterEach();

const verify = { place: { space: 'holding', address: 10, type: 'uint16', scale: 0.1 }, pollMs: 50, timeoutMs: 1000 };

describe('POST /plc/write-registers', () => {
  it('derives asset and command from the frame, and answers for each frame what is known', async () => {
    await start();
    plant.plc.points.add('DEMO', pointSpec({ verify }));
    const { status, answer } = await write([frame()]);
    expect(status).toBe(200);
    expect(answer).toMatchObject({
      status: 'success',
      code: 'CONFIRMED',
      message: 'done',
      asset: 'PUMP',
      command: 'SPEED',
      frames: [{ frameId: 'PUMP.SPEED', outcome: 'CONFIRMED', readBack: [215] }],
    });
    const { answer: journal } = await ask('GET', `/api/plant/commands/${answer.commandId}`);
    expect(journal).toMatchObject({
      commands: [{ value: 21.5, oldValue: 20, rawOut: '00d7', rawBefore: '00c8', outcome: 'CONFIRMED' }],
    });
  });

  it('refuses a frame that says how many it writes, and gives another number of values', async () => {
    await start();
    plant.plc.points.add('DEMO', pointSpec());
    const errors = [{ path: 'frames.0.count', message: 'is 5, and 1 values are given' }];
    expect(await write([frame({ count: 5 })])).toMatchObject({ status: 400, answer: { code: 400, errors } });
    expect(await ask('GET', '/api/plant/commands')).toMatchObject({ answer: { commands: [] } });
    expect(await write([frame({ count: 1 })])).toMatchObject({ status: 200, answer: { status: 'unverified' } });
  });

  it('names a command by its id as the client wrote it, and finds it by that', async () => {
    await start();
    plant.plc.points.add('DEMO', pointSpec());
    const commandId = crypto.randomUUID().toUpperCase();
    const { answer } = await write([frame()], { commandId });
    expect(answer.commandId).toBe(commandId);
    const { answer: journal } = await ask('GET', `/api/plant/commands/${commandId}`);
    expect(journal).toMatchObject({ commands: [{ commandId: commandId.toLowerCase(), value: 21.5 }] });
  });

  it('says which frame was refused and why, with 200 and "failed"', async () => {
    await start();
    const { status, answer } = await write([frame()]);
    expect([status, answer.status]).toEqual([200, 'failed']);
    expect(answer.frames).toEqual([
      { frameId: 'PUMP.SPEED', outcome: 'REFUSED', error: 'it is no write point, and no raw window of yours is open there' },
    ]);
  });

  it('answers "unknown" when nobody knows', async () => {
    await start({ timeoutMs: 100 });
    plant.plc.points.add('DEMO', pointSpec({ kind: 'command' }));
    plant.device.inject({ kind: 'exception', code: 11 });
    expect(await write([frame()])).toMatchObject({
      status: 200,
      answer: { status: 'unknown', frames: [{ outcome: 'UNKNOWN' }] },
    });
  });

  it('answers 500 with the reason when nothing was delivered', async () => {
    await start();
    plant.plc.points.add('DEMO', pointSpec());
    await plant.simulator.stop();
    const { status, answer } = await write([frame()], { deadlineMs: 200 });
    expect([status, answer.code]).toEqual([500, 500]);
    expect(answer.message).toMatch(/^REFUSED: nothing was delivered: not sent/);
  });

  it('knows no device of another industry', async () => {
    await start();
    expect(await write([frame()], {}, 'nora')).toMatchObject({ status: 404 });
    expect(plant.device.writes.bytes).toBe(0);
  });
});

describe('POST /plc/read-registers', () => {
  it('answers raw and decoded values, and of each frame whether it worked', async () => {
    await start();
    const { status, answer } = await ask('POST', '/api/user/plc/read-registers', {
      deviceId: 'plc',
      frames: [
        { frameId: 'PUMP.SPEED', slaveId: 5, fn: 3, address: 10, dataType: 'uint16', scale: 0.1 },
        { frameId: 'V1.STATE', slaveId: 5, fn: 2, address: 1 },
        { frameId: 'PUMP.NONE', slaveId: 5, fn: 3, address: 9999 },
      ],
    });
    expect(status).toBe(200);
    expect(answer).toMatchObject({ status: 'failed', message: expect.stringMatching(/^1 of 3 frames not read \(.+\)$/) });
    expect(answer.frames).toMatchObject([
      { ok: true, raw: [200], value: 20 },
      { ok: true, raw: [1], value: true },
      { ok: false, raw: [], value: null, exception: 2 },
    ]);
  });

  it('does not write', async () => {
    await start();
    const { status } = await ask('POST', '/api/user/plc/read-registers', { deviceId: 'plc', frames: [frame()] });
    expect(status).toBe(400);
    expect(plant.device.writes.bytes).toBe(0);
  });
});

it('POST /plc/read-registers reads no value by a scale of 0, by which every register would be 0', async () => {
  await start();
  const { values: _, ...read } = frame({ fn: 3, dataType: 'uint16', scale: 0 });
  const errors = [{ path: 'frames.0.scale', message: 'frames.0.scale must not be 0' }];
  expect(await ask('POST', '/api/user/plc/read-registers', { deviceId: 'plc', frames: [read] })).toMatchObject({
    status: 400,
    answer: { code: 1430, errors },
  });
});
