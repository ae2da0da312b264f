import { describe, expect, it } from 'vitest';
import { asha, frame, type PlcRig, pointSpec, valveSpec } from '../../test/plcRig.ts';
import { start } from '../../test/startedPlc.ts';
import { refuseRawTooSoon } from './checks.ts';

const own = { place: { space: 'holding', address: 10, type: 'uint16', scale: 0.1 }, pollMs: 50, timeoutMs: 1000 };

describe('a command of several frames', () => {
  it('ends at the first that is refused: what follows is not sent', async () => {
    const rig = await start();
    rig.plc.points.add('DEMO', pointSpec());
    const rows = await rig.write([
      frame(),
      frame({ frameId: 'PUMP.MODE', address: 11 }),
      frame({ frameId: 'PUMP.START', values: [220] }),
    ]);
    expect(rows).toMatchObject([
      { outcome: 'ACCEPTED_UNVERIFIED' },
      { outcome: 'REFUSED', error: expect.stringContaining('no write point') },
      { outcome: 'REFUSED', error: 'not sent: PUMP.MODE before it was not carried out' },
    ]);
    expect(rig.device.writes.frames).toBe(1);
  });
});

describe('a command that is given again', () => {
  it('while the first is under way is carried out once, and both get the same answer', async () => {
    const rig = await start();
    rig.plc.points.add('DEMO', pointSpec({ verify: own }));
    const commandId = crypto.randomUUID();
    const [first, second] = await Promise.all([rig.write([frame()], { commandId }), rig.write([frame()], { commandId })]);
    expect(first).toMatchObject([{ outcome: 'CONFIRMED' }]);
    expect(second).toEqual(first);
    expect(rig.device.writes.frames).toBe(1);
  });

  it('with other frames is a conflict', async () => {
    const rig = await start();
    rig.plc.points.add('DEMO', pointSpec());
    const commandId = crypto.randomUUID();
    await rig.write([frame()], { commandId });
    await expect(rig.write([frame({ frameId: 'PUMP.START' })], { commandId })).rejects.toMatchObject({ code: 'conflict' });
    expect(rig.device.writes.frames).toBe(1);
  });

  it('after a stop in its middle answers that the rest was never sent', async () => {
    const rig = await start();
    rig.plc.points.add('DEMO', pointSpec());
    const commandId = crypto.randomUUID();
    await rig.write([frame()], { commandId });
    const again = await rig.write([frame(), frame({ frameId: 'PUMP.START', values: [220] })], { commandId });
    expect(again).toMatchObject([
      { outcome: 'ACCEPTED_UNVERIFIED' },
      { outcome: 'REFUSED', error: expect.stringMatching(/^not sent/) },
    ]);
    expect(rig.device.writes.frames).toBe(1);
  });
});

describe('a command without an id that comes again from the same session', () => {
  it('while the first is under way is that one: one frame, and both answers name the same command', async () => {
    const rig = await start();
    rig.plc.points.add('DEMO', pointSpec({ verify: own }));
    const request = { deviceId: 'plc', frames: [frame()], verify: true, deadlineMs: 5000 };
    const both = [rig.plc.service.write(asha, request), rig.plc.service.write({ ...asha, requestId: 'r2' }, request)];
    const [first, second] = await Promise.all(both);
    expect(first?.rows).toMatchObject([{ outcome: 'CONFIRMED', commandId: first?.commandId }]);
    expect(second).toEqual(first);
    expect(rig.device.writes.frames).toBe(1);
  });

  it('once the first has ended is another command', async () => {
    const rig = await start();
    rig.plc.points.add('DEMO', pointSpec());
    await rig.write([frame()]);
    await rig.write([frame()]);
    expect(rig.device.writes.frames).toBe(2);
  });

  it.each<[string, object, object]>([
    ['another session', { sessionId: 's2' }, {}],
    ['the plant itself, which has none', { sessionId: null }, {}],
    ['another value', {}, { frames: [frame({ values: [216] })] }],
    ['another reason', {}, { reason: 'again' }],
    ['an id of its own', {}, { commandId: '0d4f0d6e-6f0e-4f0a-9a53-3f5f3a2b8f11' }],
  ])('with %s is another command', async (_, by, more) => {
    const rig = await start();
    rig.plc.points.add('DEMO', pointSpec());
    const request = { deviceId: 'plc', frames: [frame()], verify: true, deadlineMs: 5000 };
    await Promise.all([rig.plc.service.write(asha, request), rig.plc.service.write({ ...asha, ...by }, { ...request, ...more })]);
    expect(rig.device.writes.frames).toBe(2);
  });

  it('after another one to its device is another command, as a valve is opened, closed and opened', async () => {
    const rig = await start();
    const { id } = rig.plc.points.add('DEMO', valveSpec());
    const moves = (['open', 'close', 'open'] as const).map((to) => rig.plc.service.move(asha, id, to, { deadlineMs: 5000 }));
    await Promise.all(moves);
    expect(rig.device.writes.frames).toBe(3);
    expect(rig.device.get('Valve')).toBe(1);
  });

  it('that moves a valve moves it once', async () => {
    const rig = await start();
    const { id } = rig.plc.points.add('DEMO', valveSpec());
    const rows = await Promise.all([1, 2].map(() => rig.plc.service.move(asha, id, 'open', { deadlineMs: 5000 })));
    expect(rows[1]).toEqual(rows[0]);
    expect(rig.device.writes.frames).toBe(1);
  });
});

describe('while a valve travels', () => {
  const slow = {
    openFeedback: { space: 'discrete', address: 0 },
    closedFeedback: { space: 'discrete', address: 1 },
    travelMs: 20_000,
  };

  it('other points of its device are written at once', async () => {
    const rig = await start();
    const { id } = rig.plc.points.add('DEMO', valveSpec({ valve: slow }));
    rig.plc.points.add('DEMO', pointSpec({ verify: own }));
    const opening = rig.plc.service.move(asha, id, 'open', { deadlineMs: 2000 });
    expect(await rig.write([frame()], { deadlineMs: 1000 })).toMatchObject([{ outcome: 'CONFIRMED' }]);
    rig.device.set('Is open', 1);
    rig.device.set('Is closed', 0);
    expect(await opening).toMatchObject({ outcome: 'CONFIRMED' });
  });

  it('it can be turned back, and the first command is answered as not confirmed', async () => {
    const rig = await start();
    const { id } = rig.plc.points.add('DEMO', valveSpec({ valve: slow }));
    rig.device.set('Is closed', 0);
    const opening = rig.plc.service.move(asha, id, 'open', { deadlineMs: 2000 });
    while (rig.device.get('Valve') !== 1) await new Promise((done) => setTimeout(done, 10));
    const closing = rig.plc.service.move(asha, id, 'close', { deadlineMs: 2000 });
    expect(await opening).toMatchObject({ outcome: 'ACCEPTED_UNVERIFIED', error: expect.stringContaining('a newer command') });
    rig.device.set('Is closed', 1);
    expect(await closing).toMatchObject({ outcome: 'CONFIRMED' });
    expect(rig.plc.valves.state(id)).toMatchObject({ state: 'closed', commanded: 'close', differs: false });
  });
});

describe('a mask write', () => {
  const bits = pointSpec({
    fn: 22,
    scale: 1,
    min: 0,
    max: 0x0030,
    step: 0x0010,
    verify: { ...own, place: { ...own.place, scale: 1 } },
  });

  it('changes its own bits only, and is confirmed by them', async () => {
    const rig = await start();
    rig.plc.points.add('DEMO', bits);
    rig.device.define('holding', 10, [0x0f25]);
    const written = frame({ fn: 22, values: [0xffcf, 0x0010] });
    expect(await rig.write([written])).toMatchObject([{ outcome: 'CONFIRMED', value: 0x10, oldValue: 0x20, rawBack: '0f15' }]);
  });

  it('that would touch other bits does not reach the wire', async () => {
    const rig = await start();
    rig.plc.points.add('DEMO', bits);
    for (const values of [
      [0x0000, 0x0010],
      [0xffcf, 0x0011],
      [0xffff, 0x0010],
    ])
      expect(await rig.write([frame({ fn: 22, values })])).toMatchObject([{ outcome: 'REFUSED' }]);
    expect(rig.device.writes.bytes).toBe(0);
  });

  it('has to be of whole registers', () => {
    expect(() => pointSpec({ fn: 22 })).toThrow(/mask write/);
  });
});

describe('an answer that does not come, of a point without feedback', () => {
  it('is settled by the register that was written, read again', async () => {
    const rig = await start({ timeoutMs: 150 });
    rig.plc.points.add('DEMO', pointSpec());
    rig.device.inject({ kind: 'late', delayMs: 400, every: 2 });
    const watch = setInterval(() => rig.device.writes.frames > 0 && rig.device.clear('late'), 5);
    expect(await rig.write([frame()])).toMatchObject([{ outcome: 'CONFIRMED', oldValue: 20, rawBack: '00d7' }]);
    clearInterval(watch);
    expect(rig.device.writes.frames).toBe(1);
  });

  it('stays unknown where the register was not read before: what it shows may be anybody’s doing', async () => {
    const rig = await start({ timeoutMs: 150 });
    rig.plc.points.add('DEMO', pointSpec());
    rig.device.inject({ kind: 'slow', delayMs: 400 });
    const watch = setInterval(() => rig.device.writes.frames > 0 && rig.device.clear('slow'), 5);
    expect(await rig.write([frame()])).toMatchObject([{ outcome: 'UNKNOWN', oldValue: null, rawBack: '00d7' }]);
    clearInterval(watch);
    expect(rig.device.writes.frames).toBe(1);
  });

  it('stays unknown for a pulse, which leaves nothing there', async () => {
    const rig = await start({ timeoutMs: 150 });
    rig.plc.points.add('DEMO', pointSpec({ kind: 'command' }));
    rig.device.inject({ kind: 'exception', code: 11 });
    expect(await rig.write([frame()])).toMatchObject([{ outcome: 'UNKNOWN' }]);
    expect(rig.device.writes.frames).toBe(1);
  });
});

it('a raw window is of no use to who may not commission any more', async () => {
  const rig = await start();
  rig.plc.windows.open(asha, 'plc', [{ fn: 6, from: 10, to: 10 }], 'commissioning');
  const demoted = { ...asha, isTechnician: false };
  const { rows } = await rig.plc.service.write(demoted, { deviceId: 'plc', frames: [frame()], verify: true, deadlineMs: 1000 });
  expect(rows).toMatchObject([{ outcome: 'REFUSED' }]);
  expect(rig.device.writes.bytes).toBe(0);
});

describe('raw frames', () => {
  const open = (rig: PlcRig, by = asha) => rig.plc.windows.open(by, 'plc', [{ fn: 6, from: 10, to: 11 }], 'commissioning');

  it('go to a device at most once a second, whoever sends them: a second one leaves no byte on the wire', async () => {
    const rig = await start();
    const ravi = { ...asha, userId: 'ravi' };
    open(rig);
    open(rig, ravi);
    expect(await rig.write([frame()])).toMatchObject([{ outcome: 'ACCEPTED_UNVERIFIED' }]);
    const { bytes, frames } = rig.device.writes;
    expect(frames).toBe(1);
    const haste = [{ outcome: 'REFUSED', error: expect.stringMatching(/^written raw \d+ ms ago; at most once in 1000 ms$/) }];
    expect(await rig.write([frame({ address: 11 })])).toMatchObject(haste);
    const { rows } = await rig.plc.service.write(ravi, { deviceId: 'plc', frames: [frame()], verify: true, deadlineMs: 1000 });
    expect(rows).toMatchObject(haste);
    expect(rig.device.writes.bytes).toBe(bytes);
    expect([undefined, 0, 1].map((endedAtMs) => refuseRawTooSoon(endedAtMs, 1000) === null)).toEqual([true, true, false]);
  });

  it('are kept with the value that was there before', async () => {
    const rig = await start();
    rig.device.define('holding', 100, [7, 8]);
    rig.plc.windows.open(asha, 'plc', [{ fn: 16, from: 100, to: 101 }], 'commissioning');
    await rig.write([frame({ frameId: 'RAW.WRITE', fn: 16, address: 100, values: [1, 2] })]);
    expect(rig.audit.find(({ kind }) => kind === 'plc.rawWrite')).toMatchObject({
      before: { value: null, raw: '0007 0008' },
      after: { value: null, raw: '0001 0002', outcome: 'ACCEPTED_UNVERIFIED' },
    });
  });

  it('go one in a command, for the second would be refused: nothing is carried out in half', async () => {
    const rig = await start();
    open(rig);
    const rows = await rig.write([frame(), frame({ frameId: 'PUMP.SECOND', address: 11 })]);
    expect(rows.map(({ outcome }) => outcome)).toEqual(['REFUSED', 'REFUSED']);
    expect(rows[0]?.error).toMatch(/one in a command/);
    expect(rig.device.writes.bytes).toBe(0);
  });
});

it('a valve whose device refused the command is not said to differ from it', async () => {
  const rig = await start();
  const { id } = rig.plc.points.add(
    'DEMO',
    valveSpec({ valve: { closedFeedback: { space: 'discrete', address: 1 }, travelMs: 0 } }),
  );
  rig.device.inject({ kind: 'exception', code: 4 });
  expect(await rig.plc.service.move(asha, id, 'open', { deadlineMs: 2000 })).toMatchObject({ outcome: 'REFUSED', sent: true });
  rig.device.clear();
  const [point] = rig.plc.points.list('DEMO');
  if (!point) throw new Error('no point');
  expect(await rig.plc.valves.look(point)).toMatchObject({ state: 'closed', commanded: null, differs: false });
});
