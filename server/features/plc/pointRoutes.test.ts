import { describe, expect, it } from 'vitest';
import { frame, pointSpec, valveSpec } from '../../test/plcRig.ts';
import { ask, noted, plant, start, stopAfterEach, write } from '../../test/servedPlc.ts';

stopAfterEach();

it('write points are added, changed with their version and deleted, and the journal outlives them', async () => {
  await start();
  const added = await ask('POST', '/api/plant/write-points', pointSpec());
  const { id } = added.answer;
  expect(added.answer).toMatchObject({ version: 1, name: 'Pump speed' });
  await write([frame()]);
  const path = `/api/plant/write-points/${id}`;
  expect(await ask('PUT', path, { ...pointSpec({ max: 40 }), version: 9 })).toMatchObject({ status: 409 });
  // a client that does not know of interlocks must not take them away
  const { interlocks: _, ...unaware } = pointSpec({ max: 40 });
  expect(await ask('PUT', path, { ...unaware, version: 1 })).toMatchObject({ status: 400, answer: { code: 1430 } });
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

it('the horn of an escalation is neither deleted nor made something else before it is taken out of the steps', async () => {
  await start();
  const relay = valveSpec({ name: 'Siren', kind: 'relay', address: 3, valve: {} });
  const { id } = plant.plc.points.add('DEMO', relay, 'siren');
  plant.horns.add(id);
  const path = '/api/plant/write-points/siren';
  const refused = {
    status: 409,
    answer: { message: 'Siren is a horn of the escalation: take it out of the steps and rotas first' },
  };
  expect(await ask('DELETE', path)).toMatchObject(refused);
  const setpoint = pointSpec({ name: 'Siren' });
  expect(await ask('PUT', path, { ...setpoint, version: 1 })).toMatchObject(refused);
  // no escalation switches what needs another permission
  expect(await ask('PUT', path, { ...relay, permission: 'PLC_WRITE', version: 1 })).toMatchObject(refused);
  expect(plant.plc.points.find('DEMO', 'siren')).toMatchObject({ kind: 'relay', version: 1 });
  // what it is called, or how long it is waited for, is no matter
  expect(await ask('PUT', path, { ...relay, name: 'Siren 1', version: 1 })).toMatchObject({ answer: { version: 2 } });
  plant.horns.clear();
  expect((await ask('DELETE', path)).status).toBe(200);
});

it('a relay that is being made a horn is not deleted meanwhile', async () => {
  await start();
  const { id } = plant.plc.points.add('DEMO', valveSpec({ name: 'Siren', kind: 'relay', address: 3, valve: {} }), 'siren');
  const checked = Promise.withResolvers<void>();
  const saving = plant.changes.run('DEMO', async () => {
    const isThere = plant.plc.points.find('DEMO', id) !== undefined;
    await checked.promise;
    if (isThere) plant.horns.add(id);
  });
  const deleting = ask('DELETE', '/api/plant/write-points/siren');
  const changing = ask('PUT', '/api/plant/write-points/siren', { ...pointSpec({ name: 'Siren' }), version: 1 });
  await ask('GET', '/api/plant/write-points');
  checked.resolve();
  await saving;
  expect(await deleting).toMatchObject({ status: 409 });
  expect(await changing).toMatchObject({ status: 409 });
  expect(plant.plc.points.find('DEMO', id)).toMatchObject({ kind: 'relay', version: 1 });
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

describe('a write point that could not do what it is for is refused, with the field', () => {
  const wide = { fn: 16, type: 'uint32', scale: 1 };
  const place = { space: 'input', address: 10, type: 'uint16', scale: 0.1 };
  const switchAt = (address: number, on: boolean): object => ({ space: 'discrete', address, on });
  it.each([
    ['a scale of 0', pointSpec({ scale: 0 }), 'scale', 'must not be 0'],
    ['registers past the last one', pointSpec({ ...wide, address: 65_535 }), 'address', 'runs past the last address'],
    ['a read-back that is 0 whatever is there', pointSpec({ verify: { place: { ...place, scale: 0 } } }), 'verify.place.scale'],
    [
      'a read-back past the last register',
      pointSpec({ verify: { place: { ...place, type: 'float32', address: 65_535 } } }),
      'verify.place.address',
    ],
    ['a read-back of a coil as a number', pointSpec({ verify: { place: { ...place, space: 'coil' } } }), 'verify.place.type'],
    ['a read-back that any value passes', pointSpec({ verify: { place, within: 50 } }), 'verify.within'],
    ['a valve that opens and closes by one value', valveSpec({ valve: { openValue: 0 } }), 'valve.closeValue'],
    ['a valve that may not be opened', valveSpec({ max: 0, valve: {} }), 'valve.openValue', '1 is outside 0 to 0'],
    [
      'a valve whose switches are one and the same',
      valveSpec({ valve: { openFeedback: switchAt(2, true), closedFeedback: switchAt(2, true) } }),
      'valve.closedFeedback',
    ],
  ])('%s', async (_, spec, path, message?: string) => {
    await start();
    const added = await ask('POST', '/api/plant/write-points', spec);
    expect(added).toMatchObject({ status: 400, answer: { code: 400, errors: [{ path, ...(message && { message }) }] } });
    expect(plant.plc.points.list('DEMO')).toEqual([]);
  });

  it('but one switch may show both ends, and a pulse be of one value', async () => {
    await start();
    const both = { openFeedback: switchAt(2, true), closedFeedback: switchAt(2, false) };
    expect(await ask('POST', '/api/plant/write-points', valveSpec({ valve: both }))).toMatchObject({ status: 201 });
    const pulse = pointSpec({ kind: 'command', min: 1, max: 1, scale: 1, verify: { place } });
    expect(await ask('POST', '/api/plant/write-points', pulse)).toMatchObject({ status: 201 });
  });
});
