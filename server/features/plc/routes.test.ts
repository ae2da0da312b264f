import { afterEach, describe, expect, it, vi } from 'vitest';
import { Failure } from '../../core/fail.ts';
import { notingChanges, type Rig, sessionsOf, someCaller, startRig } from '../../test/httpRig.ts';
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
/** What the audit log was given of changes over HTTP. */
let noted: { kind: string; subject?: string; before?: unknown; after?: unknown }[];
const confirmed = { refuses: false };
const confirmer = {
  require: async () => {
    if (confirmed.refuses) throw new Failure('permission', 'the password is asked for');
  },
};
const auditSink = {
  refused: () => undefined,
  ignoredTarget: () => undefined,
  actedElsewhere: async () => undefined,
  changing: notingChanges(async (_, kind, note) => void noted.push({ kind, ...note })),
};
afterEach(async () => {
  await http.stop();
  await plant.close();
});

const start = async (options?: Parameters<typeof PlcRig.start>[0]): Promise<void> => {
  plant = await PlcRig.start(options);
  noted = [];
  confirmed.refuses = false;
  http = await startRig(plcRoutes(plant.plc), { sessions, auditSink, confirmer });
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

describe('POST /plc/relay/valve', () => {
  const move = (deviceId: string, command = 'open') => ask('POST', '/api/user/plc/relay/valve', { deviceId, command });

  it('tells whether it moved', async () => {
    await start();
    const { id } = plant.plc.points.add('DEMO', valveSpec());
    const stop = plant.followValve();
    expect(await move(id)).toMatchObject({
      status: 200,
      answer: {
        status: 'success',
        code: 'CONFIRMED',
        message: 'open CONFIRMED',
        outcome: 'CONFIRMED',
        state: 'open',
        confirmed: true,
        command: 'open',
      },
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
    const { valves, journal } = plant.plc;
    await valves.look(plant.plc.points.list('DEMO')[0] as WritePoint);
    expect(valves.state(id).state).toBe('closed');
    vi.spyOn(journal, 'lastCarriedOut').mockImplementation(() => {
      throw new Error('disk I/O error');
    });
    expect(await move(id)).toMatchObject({
      status: 200,
      answer: {
        status: 'unverified',
        code: 'ACCEPTED_UNVERIFIED',
        message: expect.stringContaining('ACCEPTED_UNVERIFIED'),
        outcome: 'ACCEPTED_UNVERIFIED',
        confirmed: false,
        state: 'unknown',
      },
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
    expect(await move(id)).toMatchObject({ status: 500, answer: { message: expect.stringMatching(/^REFUSED: not delivered/) } });
    plant.device.inject({ kind: 'exception', code: 11 });
    expect(await move(id)).toMatchObject({
      status: 500,
      answer: { message: expect.stringMatching(/^UNKNOWN: it is not known/) },
    });
    expect(await move(id, 'toggle')).toMatchObject({ status: 400 });
    // what a rule refuses before anything is sent is the caller's to mend
    const interlocks = [{ tagId: 'level', is: 'above', value: 4000, text: 'tank level' }];
    plant.plc.points.change('DEMO', id, valveSpec({ interlocks }), 1);
    expect(await move(id)).toMatchObject({ status: 400, answer: { message: expect.stringMatching(/^tank level/) } });
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
  expect(plant.plc.points.list('DEMO')).toEqual([]);
  await plant.halt();
  await plant.run();
  expect(plant.plc.points.list('DEMO')).toEqual([]);
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

describe('the audit log', () => {
  it('has of every change of a write point what it was and what it is', async () => {
    await start();
    const { answer } = await ask('POST', '/api/plant/write-points', pointSpec());
    const id = String(answer.id);
    await ask('PUT', `/api/plant/write-points/${id}`, { ...pointSpec({ max: 40 }), version: 1 });
    await ask('DELETE', `/api/plant/write-points/${id}?version=2`);
    const [first, second] = [
      { id, version: 1, max: 50 },
      { id, version: 2, max: 40 },
    ];
    expect(noted).toMatchObject([
      { subject: id, after: first },
      { subject: id, before: first, after: second },
      { subject: id, before: second },
    ]);
  });

  it('has every turn of the read-only switch, and every raw window with its reason', async () => {
    await start();
    await ask('PUT', '/api/plant/read-only', { readOnly: true });
    await ask('PUT', '/api/plant/read-only', { readOnly: false });
    await ask('POST', '/api/plant/command-windows', { deviceId: 'plc', ranges: [{ fn: 6, from: 10, to: 12 }], reason: 'wiring' });
    await ask('DELETE', '/api/plant/command-windows/plc');
    expect(noted).toMatchObject([
      { subject: 'field', before: { readOnly: false }, after: { readOnly: true } },
      { subject: 'field', before: { readOnly: true }, after: { readOnly: false } },
      { subject: 'plc', after: { deviceId: 'plc', reason: 'wiring', userId: 'asha', ranges: [{ fn: 6, from: 10, to: 12 }] } },
      { subject: 'plc' },
    ]);
  });

  it('has which device was read', async () => {
    await start();
    await ask('POST', '/api/user/plc/read-registers', {
      deviceId: 'plc',
      frames: [{ frameId: 'PUMP.SPEED', slaveId: 5, fn: 3, address: 10 }],
    });
    expect(noted).toMatchObject([{ subject: 'plc' }]);
  });
});

it('writing is allowed again only with the password, and forbidden at once without it', async () => {
  await start();
  confirmed.refuses = true;
  expect((await ask('PUT', '/api/plant/read-only', { readOnly: true })).status).toBe(200);
  expect((await ask('PUT', '/api/plant/read-only', { readOnly: false })).status).not.toBe(200);
  expect(plant.plc.readOnly.isOn).toBe(true);
  confirmed.refuses = false;
  expect((await ask('PUT', '/api/plant/read-only', { readOnly: false })).status).toBe(200);
  expect(plant.plc.readOnly.isOn).toBe(false);
});

it('is forbidden at once, also where its audit entry cannot be stored', async () => {
  await start();
  vi.spyOn(plant.plc.readOnly, 'turn').mockImplementation(() => {
    throw new Error('disk full');
  });
  expect((await ask('PUT', '/api/plant/read-only', { readOnly: true })).status).toBe(500);
  expect(plant.plc.readOnly.isOn).toBe(true);
});

describe('GET /write-points/{id}/now', () => {
  const now = (id: string, as?: string) => ask('GET', `/api/plant/write-points/${id}/now`, undefined, as);
  const above = (value: number) => ({ tagId: 'level', is: 'above', value, text: 'tank level' });

  it('shows what a set point holds, how old that is, and each condition as a command would find it', async () => {
    await start({ poll: true });
    const { id } = plant.plc.points.add('DEMO', pointSpec({ interlocks: [above(40), above(60)] }));
    await vi.waitFor(
      async () =>
        expect((await now(id)).answer).toMatchObject({
          slaveId: 5,
          value: 20,
          readAt: expect.any(String),
          staleAfterMs: 10_000,
          valve: null,
          interlocks: [
            { text: 'tank level', is: 'above', limit: 40, value: 50, isMet: true, refusal: null },
            { limit: 60, value: 50, isMet: false, refusal: 'tank level: it is 50, and must be above 60' },
          ],
        }),
      60_000,
    );
  });

  it('reads a set point once a scan, and keeps value and time of the last answer while its device is silent', async () => {
    await start({ timeoutMs: 100 });
    const { id } = plant.plc.points.add('DEMO', pointSpec());
    const [one, two] = await Promise.all([now(id), now(id)]);
    expect(one.answer.value).toBe(20);
    expect(two.answer.readAt).toBe(one.answer.readAt);
    await plant.simulator.stop();
    expect((await now(id)).answer.readAt).toBe(one.answer.readAt);
    plant.passedMs += 6000;
    const { answer } = await now(id);
    expect(answer).toMatchObject({ value: 20, readAt: one.answer.readAt });
    expect(Date.parse(String(answer.at)) - Date.parse(String(answer.readAt))).toBeGreaterThan(5000);
  });

  it('shows of a valve its state, of a pulse nothing, and of another plant that there is none', async () => {
    await start();
    const valve = plant.plc.points.add('DEMO', valveSpec());
    const pulse = plant.plc.points.add('DEMO', pointSpec({ kind: 'command', address: 11 }));
    expect((await now(valve.id)).answer).toMatchObject({
      value: null,
      valve: { state: 'unknown', differs: false },
      staleAfterMs: 30_000,
    });
    expect((await now(pulse.id)).answer).toMatchObject({ value: null, readAt: null });
    expect((await now(valve.id, 'nora')).status).toBe(404);
  });
});

it('GET /write-points of a unit has those whose device or whose conditions feed it', async () => {
  await start();
  const interlocks = [{ tagId: 'level', is: 'above', value: 1, text: 'tank level' }];
  plant.plc.points.add('DEMO', pointSpec({ name: 'Speed', interlocks }));
  plant.plc.points.add('DEMO', pointSpec({ name: 'Dosing', address: 11 }));
  const namesOf = async (unitId: string) =>
    ((await ask('GET', `/api/plant/write-points?forUnit=${unitId}`)).answer.points as { name: string }[]).map(({ name }) => name);
  expect(await namesOf('tank')).toEqual(['Speed']);
  expect(await namesOf('pump')).toEqual(expect.arrayContaining(['Speed', 'Dosing']));
  expect(await namesOf('elsewhere')).toEqual([]);
});
