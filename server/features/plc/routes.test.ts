import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Rig, sessionsOf, someCaller, startRig } from '../../test/httpRig.ts';
import { frame, PlcRig, pointSpec, valveSpec } from '../../test/plcRig.ts';
import type { WritePoint } from './model.ts';
import { plcRoutes } from './routes.ts';

const technician = someCaller({
  userId: 'asha',
  permissions: new Set(['PLC_READ', 'PLC_WRITE', 'RELAY_CONTROL', 'COMMISSIONING']),
});
const stranger = { ...technician, userId: 'nora', username: 'nora', industryId: 'NORTH', homeIndustryId: 'NORTH' };
const sessions = sessionsOf({ asha: { caller: technician, panel: false }, nora: { caller: stranger, panel: false } });

let plant: PlcRig;
let http: Rig;
afterEach(async () => {
  await http.stop();
  await plant.close();
});

const start = async (options?: Parameters<typeof PlcRig.start>[0]): Promise<void> => {
  plant = await PlcRig.start(options);
  http = await startRig(plcRoutes(plant.plc.service, plant.plc.readOnly), { sessions });
};

const ask = async (method: string, path: string, body?: object, as = 'asha') => {
  const { status, body: answer } = await http.ask(path, {
    method,
    headers: { authorization: `Bearer ${as}` },
    ...(body && { body }),
  });
  return { status, answer: answer as Record<string, unknown> & { frames: Record<string, unknown>[] } };
};
const write = (frames: object[], more: object = {}, as?: string) =>
  ask('POST', '/api/user/plc/write-registers', { deviceId: 'plc', frames, ...more }, as);
const verify = { place: { space: 'holding', address: 10, type: 'uint16', scale: 0.1 }, pollMs: 50, timeoutMs: 1000 };

describe('POST /plc/write-registers', () => {
  it('derives asset and command from the frame, and tells of each frame what is known', async () => {
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
    expect(answer.message).toMatch(/nothing was delivered: not sent/);
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

describe('POST /plc/relay/valve', () => {
  const move = (deviceId: string, command = 'open') => ask('POST', '/api/user/plc/relay/valve', { deviceId, command });

  it('tells whether it moved', async () => {
    await start();
    const { id } = plant.plc.points.add('DEMO', valveSpec());
    const stop = plant.followValve();
    expect(await move(id)).toMatchObject({
      status: 200,
      answer: { status: 'success', outcome: 'CONFIRMED', state: 'open', confirmed: true, command: 'open' },
    });
    stop();
    expect(await ask('GET', '/api/plant/valves')).toMatchObject({
      answer: { valves: [{ id, state: 'open', commanded: 'open' }] },
    });
    expect(await ask('GET', '/api/plant/valves', undefined, 'nora')).toMatchObject({ answer: { valves: [] } });
  });

  it('tells what became of the command also where the look at the valve after it fails, and no state that may be old', async () => {
    await start();
    const { id } = plant.plc.points.add('DEMO', valveSpec({ valve: {} }));
    const { valves, journal } = plant.plc.service.parts;
    await valves.look(plant.plc.points.list('DEMO')[0] as WritePoint);
    expect(valves.state(id).state).toBe('closed');
    vi.spyOn(journal, 'lastCarriedOut').mockImplementation(() => {
      throw new Error('disk I/O error');
    });
    expect(await move(id)).toMatchObject({
      status: 200,
      answer: { status: 'unverified', outcome: 'ACCEPTED_UNVERIFIED', confirmed: false, state: 'unknown' },
    });
    expect(plant.device.writes.frames).toBe(1);
  });

  it('answers 500 when it was not delivered or nobody knows, 400 for another word and 404 for another thing', async () => {
    await start({ timeoutMs: 100 });
    const { id } = plant.plc.points.add(
      'DEMO',
      valveSpec({ valve: { openFeedback: { space: 'discrete', address: 0 }, travelMs: 200 } }),
    );
    plant.device.inject({ kind: 'exception', code: 4 });
    expect(await move(id)).toMatchObject({ status: 500, answer: { message: expect.stringMatching(/^not delivered/) } });
    plant.device.inject({ kind: 'exception', code: 11 });
    expect(await move(id)).toMatchObject({ status: 500, answer: { message: expect.stringMatching(/^it is not known/) } });
    expect(await move(id, 'toggle')).toMatchObject({ status: 400 });
    expect(await move('nothing')).toMatchObject({ status: 404 });
  });
});

describe('the site’s read-only switch', () => {
  it('is turned over HTTP, shown with the points, and refuses while it is on', async () => {
    await start();
    plant.plc.points.add('DEMO', pointSpec());
    expect(await ask('PUT', '/api/plant/read-only', { readOnly: true })).toMatchObject({ answer: { readOnly: true } });
    expect(await ask('GET', '/api/plant/write-points')).toMatchObject({
      answer: { readOnly: true, points: [{ name: 'Pump speed' }] },
    });
    expect(await write([frame()])).toMatchObject({ answer: { status: 'failed', frames: [{ error: 'the site is read-only' }] } });
    expect(plant.device.writes.bytes).toBe(0);
    await ask('PUT', '/api/plant/read-only', { readOnly: false });
    expect(await write([frame()])).toMatchObject({ answer: { status: 'unverified', code: 'ACCEPTED_UNVERIFIED' } });
  });
});

it('what is changed holds after a restart', async () => {
  await start();
  const changes = [
    await ask('PUT', '/api/plant/read-only', { readOnly: true }),
    await ask('POST', '/api/plant/write-points', pointSpec()),
  ];
  expect(changes.map(({ status }) => status)).toEqual([200, 201]);
  await plant.halt();
  await plant.run();
  expect([plant.plc.readOnly.isOn, plant.plc.points.list('DEMO').length]).toEqual([true, 1]);
});

it('write points are added, changed with their version and deleted, and the journal outlives them', async () => {
  await start();
  const added = await ask('POST', '/api/plant/write-points', pointSpec());
  const { id } = added.answer;
  expect(added.answer).toMatchObject({ version: 1, name: 'Pump speed' });
  await write([frame()]);
  const path = `/api/plant/write-points/${id}`;
  expect(await ask('PUT', path, { ...pointSpec({ max: 40 }), version: 9 })).toMatchObject({ status: 409 });
  expect(await ask('PUT', path, { ...pointSpec({ max: 40 }), version: 1 })).toMatchObject({ answer: { version: 2, max: 40 } });
  expect(await ask('DELETE', path, undefined, 'nora')).toMatchObject({ status: 404 });
  expect((await ask('DELETE', path)).status).toBe(200);
  expect(await ask('GET', `/api/plant/commands?pointId=${id}`)).toMatchObject({ answer: { commands: [{ pointId: id }] } });
  expect(await ask('GET', '/api/plant/commands', undefined, 'nora')).toMatchObject({ answer: { commands: [] } });
});

it('a raw window is opened with a reason, listed and closed', async () => {
  await start();
  const open = { deviceId: 'plc', ranges: [{ fn: 6, from: 10, to: 12 }] };
  expect((await ask('POST', '/api/plant/command-windows', open)).status).toBe(400);
  expect(await ask('POST', '/api/plant/command-windows', { ...open, reason: 'wiring test' })).toMatchObject({ status: 201 });
  expect(await write([frame({ values: [300] })])).toMatchObject({ answer: { status: 'unverified' } });
  expect(await ask('GET', '/api/plant/command-windows')).toMatchObject({ answer: { windows: [{ deviceId: 'plc' }] } });
  expect((await ask('DELETE', '/api/plant/command-windows/plc')).status).toBe(200);
  expect(await ask('GET', '/api/plant/command-windows')).toMatchObject({ answer: { windows: [] } });
});
