import { describe, expect, it, vi } from 'vitest';
import { Failure } from '../../core/fail.ts';
import { rawConnectionOf } from '../../db/writer.ts';
import { silent } from '../../test/httpRig.ts';
import { asha, frame, type PlcRig, pointSpec, valveSpec } from '../../test/plcRig.ts';
import { start } from '../../test/startedPlc.ts';
import type { JournalStore } from './journalStore.ts';
import type { CommandRow } from './model.ts';
import { type UnknownOutcomeParts, UnknownOutcomeResolver } from './unknownOutcomes.ts';

const HOUR_MS = 3_600_000;

describe('what allowed a frame may be taken back while it waits its turn', () => {
  /** A first command keeps the device for a while; the second one waits behind it. */
  const behindAnother = async (rig: PlcRig, second: Parameters<PlcRig['write']>[0], meanwhile: () => void) => {
    rig.device.inject({ kind: 'slow', delayMs: 150 });
    const first = rig.write([frame()]);
    const waiting = rig.write(second);
    meanwhile();
    await first;
    rig.device.clear();
    return waiting;
  };

  it('a raw window that was closed lets nothing through any more', async () => {
    const rig = await start();
    const { windows } = rig.plc;
    rig.plc.points.add('DEMO', pointSpec());
    windows.open(asha, 'plc', [{ fn: 6, from: 11, to: 11 }], 'commissioning');
    const rows = await behindAnother(rig, [frame({ frameId: 'RAW.WRITE', address: 11 })], () => windows.close(asha, 'plc'));
    expect(rows).toMatchObject([{ outcome: 'REFUSED', error: 'the raw window was closed meanwhile' }]);
    expect(rig.device.writes.frames).toBe(1);
  });

  it('a write point that was changed or deleted is not written by its old rules', async () => {
    const rig = await start();
    rig.plc.points.add('DEMO', pointSpec());
    const other = rig.plc.points.add('DEMO', pointSpec({ name: 'Other', address: 11 }));
    const wanted = [frame({ frameId: 'OTHER.SET', address: 11 })];
    const changed = { outcome: 'REFUSED', error: 'the write point was changed meanwhile' };
    const tighter = pointSpec({ name: 'Other', address: 11, max: 1 });
    expect(await behindAnother(rig, wanted, () => rig.plc.points.change('DEMO', other.id, tighter, 1))).toMatchObject([changed]);
    rig.plc.points.change('DEMO', other.id, pointSpec({ name: 'Other', address: 11 }), 2);
    expect(await behindAnother(rig, wanted, () => rig.plc.points.remove('DEMO', other.id, 3))).toMatchObject([changed]);
    expect(rig.device.writes.frames).toBe(2);
  });

  it.each([
    ['the session ended', null, 'the session of asha has ended meanwhile'],
    ['the permission was taken away', ['PLC_READ', 'RELAY_CONTROL', 'COMMISSIONING'], 'asha does not hold PLC_WRITE any more'],
  ] as const)('of who gave it, and %s: nothing of it leaves, and the journal says why', async (_, held, error) => {
    const rig = await start();
    rig.plc.points.add('DEMO', pointSpec());
    rig.plc.points.add('DEMO', pointSpec({ name: 'Other', address: 11 }));
    const ravi = { ...asha, userId: 'ravi', username: 'ravi', sessionId: 's2' };
    rig.device.inject({ kind: 'slow', delayMs: 150 });
    const request = { deviceId: 'plc', verify: true, deadlineMs: 5000 };
    // the line is somebody else's, who keeps all rights
    const first = rig.plc.service.write(ravi, { ...request, frames: [frame()] });
    const second = rig.write([frame({ frameId: 'OTHER.SET', address: 11 })]);
    rig.permissions.set(asha.sessionId, held && new Set(held));
    expect((await first).rows).toMatchObject([{ outcome: 'ACCEPTED_UNVERIFIED' }]);
    expect(await second).toMatchObject([{ outcome: 'REFUSED', error }]);
    expect(rig.device.writes.frames).toBe(1);
    const stored = rawConnectionOf(rig.storage.writer)
      .prepare("select outcome, sent, error from plc_command where user_id = 'asha'")
      .all();
    expect(stored).toEqual([{ outcome: 'REFUSED', sent: 0, error }]);
  });

  it('of who gave it also while its own old value is read, as the last thing before it leaves', async () => {
    const rig = await start();
    const { id } = rig.plc.points.add('DEMO', valveSpec());
    const noted = vi.spyOn(rig.plc.journal, 'noteBefore').mockImplementation(() => {
      rig.permissions.set(asha.sessionId, new Set(['PLC_WRITE']));
    });
    const row = await rig.plc.service.move(asha, id, 'open', { deadlineMs: 2000 });
    expect(noted).toHaveBeenCalledOnce();
    expect(row).toMatchObject({ outcome: 'REFUSED', sent: false, error: 'not sent: asha does not hold RELAY_CONTROL any more' });
    expect(rig.device.writes).toMatchObject({ frames: 0, bytes: 0 });
  });

  it('of a technician who is none any more, though the window is open', async () => {
    const rig = await start();
    rig.plc.points.add('DEMO', pointSpec());
    rig.plc.windows.open(asha, 'plc', [{ fn: 6, from: 11, to: 11 }], 'commissioning');
    const rows = await behindAnother(rig, [frame({ frameId: 'RAW.WRITE', address: 11 })], () => {
      rig.permissions.set(asha.sessionId, new Set(['PLC_WRITE']));
    });
    expect(rows).toMatchObject([{ outcome: 'REFUSED', error: 'asha does not hold COMMISSIONING any more' }]);
    expect(rig.device.writes.frames).toBe(1);
  });
});

it('an id that comes again with another value is a conflict, not the success of the first', async () => {
  const rig = await start();
  rig.plc.points.add('DEMO', pointSpec());
  const commandId = crypto.randomUUID();
  await rig.write([frame()], { commandId });
  for (const frames of [[frame({ values: [220] })], [frame({ fn: 16 })], [frame({ address: 11 })]])
    await expect(rig.write(frames, { commandId })).rejects.toMatchObject({ code: 'conflict' });
  expect(rig.device.writes.frames).toBe(1);
});

it('an id that comes again in other letters is the same one, also where its row is of a version that kept them as they came', async () => {
  const rig = await start();
  rig.plc.points.add('DEMO', pointSpec());
  const valve = rig.plc.points.add('DEMO', valveSpec());
  const [commandId, ofValve] = [crypto.randomUUID(), crypto.randomUUID()];
  const first = await rig.write([frame()], { commandId: commandId.toUpperCase() });
  expect(await rig.write([frame()], { commandId })).toEqual(first);
  rig.device.set('Is open', 1);
  const moved = await rig.plc.service.move(asha, valve.id, 'open', { deadlineMs: 2000, commandId: ofValve });
  const again = { deadlineMs: 2000, commandId: ofValve.toUpperCase() };
  expect(await rig.plc.service.move(asha, valve.id, 'open', again)).toEqual(moved);
  rig.storage.writer.run((tx) => rig.plc.journal.add(tx, { ...moved, id: 'old', commandId: 'OLD-ID' }));
  await expect(rig.plc.service.move(asha, valve.id, 'open', { deadlineMs: 2000, commandId: 'old-id' })).resolves.toMatchObject({
    id: 'old',
  });
  expect(rig.device.writes.frames).toBe(2);
});

it('an id that comes again from another person, or for another device, is a conflict', async () => {
  const rig = await start();
  rig.plc.points.add('DEMO', pointSpec());
  const commandId = crypto.randomUUID();
  const wanted = { deviceId: 'plc', frames: [frame()], verify: true, deadlineMs: 5000, commandId };
  await rig.plc.service.write(asha, wanted);
  await expect(rig.plc.service.write({ ...asha, userId: 'ben', username: 'ben' }, wanted)).rejects.toMatchObject({
    code: 'conflict',
  });
  const [row] = rig.plc.journal.findByCommand('DEMO', commandId);
  vi.spyOn(rig.plc.journal, 'findByCommand').mockReturnValue(row ? [{ ...row, deviceId: 'another' }] : []);
  await expect(rig.plc.service.write(asha, wanted)).rejects.toMatchObject({ code: 'conflict' });
  expect(rig.device.writes.frames).toBe(1);
});

it('a valve is not confirmed by one end switch while the other is active', async () => {
  const rig = await start();
  const { id } = rig.plc.points.add('DEMO', valveSpec({ valve: { ...valveSpec().valve, travelMs: 300 } }));
  // the open switch hangs, and the valve does not move
  rig.device.set('Is open', 1);
  const row = await rig.plc.service.move(asha, id, 'open', { deadlineMs: 2000 });
  expect(row.outcome).toBe('ACCEPTED_UNVERIFIED');
});

it('an alarm that nobody answers sounds a relay, and moves no valve', async () => {
  const rig = await start();
  const valve = rig.plc.points.add('DEMO', valveSpec());
  const { signal } = new AbortController();
  await expect(rig.plc.horn.sound('DEMO', valve.id, signal)).rejects.toMatchObject({ code: 'notFound' });
  expect(rig.device.writes.frames).toBe(0);
  rig.plc.points.change('DEMO', valve.id, valveSpec({ kind: 'relay', valve: { travelMs: 0 } }), 1);
  await rig.plc.horn.sound('DEMO', valve.id, signal);
  expect(rig.device.writes.frames).toBe(1);
});

it('the horn is sounded by nobody in particular, and given up after 5 s', async () => {
  const rig = await start();
  const relay = rig.plc.points.add('DEMO', valveSpec({ kind: 'relay', valve: { travelMs: 0 } }));
  const asked: { by: object; deadlineMs: number }[] = [];
  vi.spyOn(rig.plc.service, 'move').mockImplementation(async (by, _, __, { deadlineMs }) => {
    asked.push({ by, deadlineMs });
    return { outcome: 'UNKNOWN', error: 'no answer' } as never;
  });
  await expect(rig.plc.horn.sound('DEMO', relay.id, new AbortController().signal)).rejects.toThrow('no answer');
  const nobody = {
    userId: 'escalation',
    username: 'escalation',
    industryId: 'DEMO',
    ip: '',
    isTechnician: false,
    sessionId: null,
  };
  expect(asked).toEqual([{ by: expect.objectContaining(nobody), deadlineMs: 5000 }]);
});

it('a horn whose order never left says so, for it can be given again', async () => {
  const rig = await start({ timeoutMs: 100 });
  const relay = rig.plc.points.add('DEMO', valveSpec({ kind: 'relay', valve: { travelMs: 0 } }));
  const sound = () => rig.plc.horn.sound('DEMO', relay.id, new AbortController().signal);
  rig.device.inject({ kind: 'exception', code: 4 });
  await expect(sound()).rejects.not.toMatchObject({ code: 'unavailable' });
  await rig.simulator.stop();
  await expect(sound()).rejects.toMatchObject({ code: 'unavailable', message: expect.stringMatching(/^not sent/) });
});

it('an interlock does not hold on what a simulated twin says, unless it is the twin that is written', async () => {
  const rig = await start();
  rig.plc.points.add('DEMO', pointSpec({ interlocks: [{ tagId: 'level', is: 'above', value: 40, text: 'tank level' }] }));
  rig.levelDeviceId = 'twin';
  rig.simulated.add('twin');
  expect(await rig.write([frame()])).toMatchObject([{ outcome: 'REFUSED', error: 'tank level: its value is simulated' }]);
  expect(rig.device.writes.frames).toBe(0);
  rig.simulated.add('plc');
  expect(await rig.write([frame()])).toMatchObject([{ outcome: 'ACCEPTED_UNVERIFIED' }]);
});

describe('a clock that is set', () => {
  it('back leaves no operator waiting for it to catch up, and no interval shorter', async () => {
    const rig = await start();
    rig.plc.points.add('DEMO', pointSpec({ minIntervalMs: 60_000 }));
    await rig.write([frame()]);
    rig.wallOffsetMs = -HOUR_MS;
    expect(await rig.write([frame()])).toMatchObject([{ error: expect.stringMatching(/^written \d+ ms ago/) }]);
    rig.passedMs += 60_000;
    expect(await rig.write([frame()])).toMatchObject([{ outcome: 'ACCEPTED_UNVERIFIED' }]);
    await rig.halt();
    rig.wallOffsetMs = -2 * HOUR_MS;
    await rig.run();
    expect(await rig.write([frame()])).toMatchObject([{ error: expect.stringMatching(/^written \d{1,4} ms ago/) }]);
    rig.passedMs += 60_000;
    expect(await rig.write([frame()])).toMatchObject([{ outcome: 'ACCEPTED_UNVERIFIED' }]);
  });

  it('forward does not let a second write come too soon', async () => {
    const rig = await start();
    rig.plc.points.add('DEMO', pointSpec({ minIntervalMs: 60_000 }));
    await rig.write([frame()]);
    rig.wallOffsetMs = HOUR_MS;
    expect(await rig.write([frame()])).toMatchObject([{ outcome: 'REFUSED', error: expect.stringMatching(/^written/) }]);
  });

  it('back does not make the value of an interlock young', async () => {
    const rig = await start();
    rig.plc.points.add('DEMO', pointSpec({ interlocks: [{ tagId: 'level', is: 'above', value: 40, text: 'tank level' }] }));
    rig.wallOffsetMs = -HOUR_MS;
    expect(await rig.write([frame()])).toMatchObject([{ error: 'tank level: the age of its value is not known' }]);
    while ((rig.gateway.tag('level')?.lastGoodAtMs ?? 0) > Date.now() - HOUR_MS / 2)
      await new Promise((done) => setTimeout(done, 20));
    expect(await rig.write([frame()])).toMatchObject([{ outcome: 'ACCEPTED_UNVERIFIED' }]);
  });

  it('back between two commands does not let a valve be compared with the older one', async () => {
    const rig = await start();
    const { id } = rig.plc.points.add('DEMO', valveSpec());
    const stop = rig.followValve(20);
    await rig.plc.service.move(asha, id, 'open', { deadlineMs: 2000 });
    rig.wallOffsetMs = -HOUR_MS;
    expect(await rig.plc.service.move(asha, id, 'close', { deadlineMs: 2000 })).toMatchObject({ outcome: 'CONFIRMED' });
    stop();
    expect(rig.plc.valves.state(id)).toMatchObject({ state: 'closed', commanded: 'close', differs: false });
  });
});

describe('a command of before a crash', () => {
  const insert = (rig: PlcRig, id: string, pointId: string, more: { outcome: string | null; sent: number }): void =>
    void rawConnectionOf(rig.storage.writer)
      .prepare(
        `insert into plc_command (id, command_id, industry_id, user_id, username, request_id, ip, device_id, point_id, asset, command, frame_id, fn, address, value, raw_out, created_at, outcome, sent)
         values (@id, @id, 'DEMO', 'asha', 'asha', '', '', 'plc', @pointId, 'PUMP', 'SPEED', 'PUMP.SPEED', 6, 10, 21.5, '00d7', 0, @outcome, @sent)`,
      )
      .run({ id, pointId, ...more });
  const outcomeOf = (rig: PlcRig, id: string): unknown =>
    (rawConnectionOf(rig.storage.writer).prepare('select outcome, error from plc_command where id = ?').get(id) as
      | object
      | undefined) ?? {};

  it('is not confirmed by what a newer one did', async () => {
    const rig = await start();
    const { id } = rig.plc.points.add('DEMO', pointSpec());
    await rig.halt();
    insert(rig, 'old', id, { outcome: null, sent: 0 });
    insert(rig, 'new', id, { outcome: 'CONFIRMED', sent: 1 });
    rig.device.set('Speed', 21.5);
    await rig.run();
    while ((outcomeOf(rig, 'old') as { outcome: unknown }).outcome === null) await new Promise((done) => setTimeout(done, 20));
    expect(outcomeOf(rig, 'old')).toEqual({ outcome: 'UNKNOWN', error: 'a newer command followed before its effect showed' });
  });

  it('does not end the server when its outcome cannot be stored, and is settled when it can', async () => {
    const lines: ((ids: readonly string[]) => void)[] = [];
    const stored: unknown[] = [];
    let isFull = true;
    const row = { id: 'r', industryId: 'DEMO', deviceId: 'plc', pointId: null, value: null } as CommandRow;
    const settle = (_: unknown, settled: unknown): void => {
      if (isFull) throw new Failure('storageFull', 'the disk is full');
      stored.push(settled);
    };
    const settling = new UnknownOutcomeResolver({
      writer: { runReserved: (work: (tx: unknown) => void) => work(undefined) },
      journal: { unsettled: () => [row], settle } as unknown as JournalStore,
      points: {},
      undecided: { note: () => undefined },
      commands: { onLineUp: (one: (ids: readonly string[]) => void) => lines.push(one) && (() => undefined) },
      audit: { append: () => undefined },
      clock: { now: () => 1, monotonicMs: () => 1 },
      log: silent,
    } as unknown as UnknownOutcomeParts);
    const faults: unknown[] = [];
    const hear = (error: unknown): void => void faults.push(error);
    process.on('unhandledRejection', hear);
    settling.start();
    for (const up of lines) up(['plc']);
    await new Promise((done) => setImmediate(done));
    expect([faults, stored, settling.left]).toEqual([[], [], 1]);
    isFull = false;
    for (const up of lines) up(['plc']);
    await new Promise((done) => setImmediate(done));
    process.off('unhandledRejection', hear);
    expect(stored).toMatchObject([{ id: 'r', outcome: 'UNKNOWN' }]);
    settling.stop();
  });
});
