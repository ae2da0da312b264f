import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writePointSpec } from '../../../contract/model/writePoint.ts';
import { systemClock } from '../../../core/clock.ts';
import { CooperativeScheduler } from '../../../core/cooperativeScheduler.ts';
import { Writer } from '../../../db/writer.ts';
import {
  addIndustry,
  failureOf,
  type Plant,
  someConnection,
  someDevice,
  someTag,
  startPlant,
} from '../../../test/configuredPlant.ts';
import { PointStore } from '../../plc/pointStore.ts';
import { RecordStore } from '../recordStore.ts';
import { RecordWriter } from '../recordWriter.ts';
import { ConfigurationExport } from './exporter.ts';
import { ConfigurationImport } from './importer.ts';

const { signal } = new AbortController();
const formats = ['xlsx', 'csv', 'json'] as const;
const open: Plant[] = [];

const bulkOf = (plant: Plant) => {
  const writer = new RecordWriter({ ...plant, store: new RecordStore(new Writer(plant.sqlite)) });
  const parts = { ...plant, turns: new CooperativeScheduler(), clock: systemClock, writer };
  const [out, back] = [new ConfigurationExport(parts), new ConfigurationImport(parts)];
  return {
    write: (format: 'xlsx' | 'csv' | 'json') => out.write('DEMO', format, signal),
    look: (sent: Buffer | string) => back.look('DEMO', Buffer.from(sent), signal),
    take: (sent: Buffer | string) => back.take('DEMO', Buffer.from(sent), signal),
  };
};

const start = async (): Promise<{ plant: Plant; bulk: ReturnType<typeof bulkOf> }> => {
  const plant = await startPlant();
  open.push(plant);
  await addIndustry(plant);
  return { plant, bulk: bulkOf(plant) };
};

let plant: Plant;
let bulk: ReturnType<typeof bulkOf>;
beforeEach(async () => {
  ({ plant, bulk } = await start());
  await plant.connections.create('DEMO', someConnection(), 'line');
  await plant.devices.create('DEMO', someDevice('line', { name: 'Valve board' }), { id: 'board' });
  await plant.tags.create('DEMO', someTag('board', { name: 'Level', kind: 'gauge' }), 'level');
  for (const [id, spec] of Object.entries(specs)) plant.points.add('DEMO', writePointSpec.parse(spec), id);
});
afterEach(() => {
  for (const one of open.splice(0)) {
    one.close();
    one.remove();
  }
});

/** Everything that can stand in a point, with a text that a spreadsheet would take for a formula. */
const specs = {
  speed: {
    deviceId: 'board',
    name: '=Speed',
    asset: 'PUMP',
    kind: 'setpoint',
    fn: 16,
    address: 100,
    type: 'float32',
    wordOrder: 'CDAB',
    min: -5,
    max: 50.5,
    step: 0.5,
    maxRatePerMinute: 10,
    minIntervalMs: 2000,
    confirmText: 'Really, "now"?\nYes',
    interlocks: [
      { tagId: 'level', is: 'above', value: 40, text: 'tank; level' },
      { tagId: 'level', is: 'notEqual', value: 0, text: '=1+1' },
    ],
    verify: { place: { space: 'input', address: 20, type: 'uint16', scale: 0.1 }, within: 0.5, delayMs: 10, timeoutMs: 900 },
    failSafe: { value: 0, text: 'stops' },
  },
  inlet: {
    deviceId: 'board',
    name: 'Inlet',
    asset: 'INLET',
    kind: 'valve',
    fn: 5,
    address: 0,
    type: 'bool',
    min: 0,
    max: 1,
    permission: 'RELAY_CONTROL',
    valve: { openValue: 0, closeValue: 1, openFeedback: { space: 'discrete', address: 7, on: false }, travelMs: 5000 },
  },
  plain: { deviceId: 'board', name: 'Reset', asset: 'PLC', kind: 'command', fn: 22, address: 3, type: 'uint16', min: 0, max: 4 },
};

const stored = (one: Plant) => new PointStore(new Writer(one.sqlite)).all();

describe('write points in bulk', () => {
  it.each(formats)('come back from %s as they were, and into an empty plant byte by byte the same', async (format) => {
    const file = await bulk.write(format);
    const same = await bulk.look(file);
    expect([same.errors, same.changes, same.counts.writePoints]).toEqual([[], [], { created: 0, changed: 0, same: 3 }]);
    const other = await start();
    const report = await other.bulk.take(file);
    expect(report.counts.writePoints).toEqual({ created: 3, changed: 0, same: 0 });
    expect(await other.bulk.write(format)).toEqual(file);
    expect(stored(other.plant)).toEqual(stored(plant));
    expect(other.plant.points.list('DEMO').toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual(stored(plant));
  });

  it('stay relays while an escalation sounds them', async () => {
    const relay = { ...specs.inlet, name: 'Siren', kind: 'relay', address: 1 };
    plant.points.add('DEMO', writePointSpec.parse(relay), 'siren');
    plant.sounded.add('siren');
    const csv = 'kind,id,version,type\nwritePoint,siren,1,valve\n';
    const message = 'Siren is a horn of the escalation: take it out of the steps and rotas first';
    expect(await bulk.look(csv)).toMatchObject({ errors: [{ kind: 'writePoints', row: 2, column: 'type', message }] });
    expect(await failureOf(() => bulk.take(csv))).toMatchObject({ code: 'badRequest' });
    const byAnother = 'kind,id,version,permission\nwritePoint,siren,1,PLC_WRITE\n';
    expect(await bulk.look(byAnother)).toMatchObject({ errors: [{ kind: 'writePoints', row: 2, message }] });
    expect(plant.points.find('DEMO', 'siren')).toMatchObject({ kind: 'relay', version: 1 });
    plant.sounded.clear();
    await bulk.take(csv);
    expect(plant.points.find('DEMO', 'siren')).toMatchObject({ kind: 'valve', version: 2 });
  });

  it('are changed as a file says, are reported field by field, and apply at once', async () => {
    const csv = 'kind,id,version,max,step\nwritePoint,speed,1,45,\n';
    const fields = [
      { column: 'max', before: 50.5, after: 45 },
      { column: 'step', before: 0.5, after: null },
    ];
    expect(await bulk.look(csv)).toMatchObject({
      errors: [],
      changes: [{ kind: 'writePoints', action: 'change', id: 'speed', fields }],
    });
    expect(plant.points.find('DEMO', 'speed')).toMatchObject({ max: 50.5, version: 1 });
    await bulk.take(csv);
    expect(plant.points.find('DEMO', 'speed')).toMatchObject({ max: 45, step: null, version: 2 });
    expect(stored(plant).find(({ id }) => id === 'speed')).toEqual(plant.points.find('DEMO', 'speed'));
    expect(await bulk.look(csv)).toMatchObject({ errors: [], changes: [], counts: { writePoints: { same: 1 } } });
    expect(await bulk.look('kind,id,version,max\nwritePoint,speed,1,40\n')).toMatchObject({
      errors: [{ kind: 'writePoints', row: 2, column: 'version' }],
    });
  });

  it('may refer to devices and tags of the same file, by the name of the device', async () => {
    const csv = [
      'kind,id,connectionId,deviceId,name,slaveId,type,function,address,registerType,space,periodMs,asset,min,max,interlocks',
      'writePoint,new,,Drive,Start,,command,6,9,uint16,,,DRIVE,0,1,"[{""tagId"":""run"",""is"":""equal"",""value"":0,""text"":""runs""}]"',
      'tag,run,,Drive,Runs,,state,,1,uint16,holding,1000,,,,',
      'device,,line,,Drive,9,,,,,,,,,,',
    ].join('\n');
    expect((await bulk.take(csv)).errors).toEqual([]);
    const [drive] = plant.registry.devicesOf('DEMO').filter(({ name }) => name === 'Drive');
    expect(plant.points.find('DEMO', 'new')).toMatchObject({ deviceId: drive?.id, interlocks: [{ tagId: 'run' }] });
  });

  it.each([
    ['a device that is not there', 'deviceId', { deviceId: 'nowhere' }],
    ['a value that its registers cannot hold', 'max', { fn: 6, type: 'uint16', min: 0, max: 70_000 }],
    ['the place of another', 'address', { fn: 16, address: 100 }],
    ['a register of another, by another function', 'address', { fn: 6, type: 'uint16', min: 0, address: 101 }],
    ['an interlock on no tag', 'interlocks', { interlocks: [{ tagId: 'gone', is: 'above', value: 1, text: 'x' }] }],
    ['a type that its function does not write', 'registerType', { fn: 5 }],
  ])('with %s are refused with their row, and nothing of the file is taken over', async (_, column, fields) => {
    const good = { ...specs.plain, id: 'good', address: 50, max: 8 };
    const bad = { ...specs.speed, id: 'bad', address: 60, interlocks: [], ...fields };
    const connections = [{ id: 'line', name: 'Renamed', settings: { kind: 'tcp', host: '10.0.0.5' } }];
    const json = JSON.stringify({ format: 'headworks-field', formatVersion: 1, connections, writePoints: [good, bad] });
    expect(await bulk.look(json)).toMatchObject({ errors: [{ kind: 'writePoints', row: 2, column }] });
    expect((await failureOf(() => bulk.take(json))).code).toBe('badRequest');
    expect(plant.points.list('DEMO')).toHaveLength(3);
    expect(stored(plant)).toHaveLength(3);
    expect(plant.registry.connection('DEMO', 'line')?.name).toBe('Line 1');
  });

  it('are refused with a line whose address leads to another device than it reads like', async () => {
    const connections = [{ id: 'line', name: 'Line 1', settings: { kind: 'tcp', host: '192.168.001.010' } }];
    const json = JSON.stringify({ format: 'headworks-field', formatVersion: 1, connections });
    const message = expect.stringMatching(/such as 192\.168\.1\.10/);
    expect(await bulk.look(json)).toMatchObject({ errors: [{ kind: 'connections', row: 1, column: 'host', message }] });
  });

  it('keep the device that they write to and the tags of their interlocks from being deleted', async () => {
    const tag = await failureOf(() => plant.tags.delete('DEMO', 'level'));
    expect(tag).toMatchObject({ code: 'conflict', message: expect.stringMatching(/interlock of the write point =Speed/) });
    plant.points.remove('DEMO', 'speed', undefined);
    await plant.tags.delete('DEMO', 'level');
    const device = await failureOf(() => plant.devices.delete('DEMO', 'board'));
    expect(device).toMatchObject({ code: 'conflict', message: expect.stringMatching(/has the write point (Inlet|Reset)/) });
    for (const { id } of plant.points.list('DEMO')) plant.points.remove('DEMO', id, undefined);
    await plant.devices.delete('DEMO', 'board');
  });

  it('keep the unit in which a limit of theirs is written from being changed at the tag', async () => {
    const level = { ...someTag('board', { name: 'Level', kind: 'gauge' }), measure: 'KL' };
    // one that had none yet is given its unit
    await plant.tags.change('DEMO', 'level', level);
    const message = 'Level is an interlock of the write point =Speed, which has its limit in KL: change the interlock first';
    const asPercent = { ...level, measure: '%' };
    expect(await failureOf(() => plant.tags.change('DEMO', 'level', asPercent))).toMatchObject({
      code: 'conflict',
      message,
      errors: [{ path: 'measure' }],
    });
    const tags = [{ ...asPercent, id: 'level' }];
    const file = (more: object): string => JSON.stringify({ format: 'headworks-field', formatVersion: 1, tags, ...more });
    expect(await bulk.look(file({}))).toMatchObject({ errors: [{ kind: 'tags', column: 'measure', message }] });
    const interlocks = specs.speed.interlocks.map((one) => ({ ...one, value: one.value + 10 }));
    expect(await bulk.look(file({ writePoints: [{ ...specs.speed, id: 'speed', interlocks }] }))).toMatchObject({ errors: [] });
    plant.points.remove('DEMO', 'speed', undefined);
    expect(await plant.tags.change('DEMO', 'level', asPercent)).toMatchObject({ measure: '%' });
  });

  it('are reported one by one after any number of other changes', async () => {
    const tags = Array.from({ length: 600 }, (_, i) => `tag,board,T${i},state,holding,${1000 + i},uint16,60000,,`);
    const header = 'kind,deviceId,name,type,space,address,registerType,periodMs,id,max';
    const report = await bulk.look([header, ...tags, 'writePoint,board,Speed,setpoint,,100,float32,,speed,45'].join('\n'));
    expect([report.errors, report.changes.length, report.moreChanges]).toEqual([[], 501, 100]);
    expect(report.changes.at(-1)).toMatchObject({ kind: 'writePoints', id: 'speed' });
  });

  it('say what a list should look like', async () => {
    expect(await bulk.look('kind,id,interlocks\nwritePoint,speed,level above 40\n')).toMatchObject({
      errors: [{ column: 'interlocks', message: 'must be a list in JSON, as it is exported' }],
    });
  });

  it('that somebody changes after they were checked stop the whole file', async () => {
    const records = { connections: [], devices: [], tags: [] };
    const writer = new RecordWriter({ ...plant, store: new RecordStore(new Writer(plant.sqlite)) });
    const [point] = plant.points.list('DEMO');
    if (!point) throw new Error('no point');
    const line = { ...plant.connections.read('DEMO', 'line'), name: 'Renamed', version: 2 };
    const { id: _, industryId: __, version: ___, ...spec } = point;
    plant.points.change('DEMO', point.id, { ...spec, name: 'By hand' }, 1);
    const changed = { ...records, connections: [line], writePoints: [{ ...point, name: 'By file', version: 2 }] };
    const turn = { turn: async () => {} } as unknown as Parameters<typeof writer.write>[2];
    expect((await failureOf(() => writer.write('DEMO', changed, turn))).code).toBe('conflict');
    expect(plant.points.find('DEMO', point.id)).toMatchObject({ name: 'By hand', version: 2 });
    expect(plant.sqlite.prepare('select name from connection').all()).toEqual([{ name: 'Line 1' }]);
  });

  it('of another industry are neither seen nor touched', async () => {
    await addIndustry(plant, 'NORTH');
    const json = JSON.stringify({
      format: 'headworks-field',
      formatVersion: 1,
      writePoints: [{ ...specs.plain, id: 'speed', deviceId: 'x' }],
    });
    const parts = { ...plant, turns: new CooperativeScheduler(), clock: systemClock };
    const writer = new RecordWriter({ ...plant, store: new RecordStore(new Writer(plant.sqlite)) });
    const north = new ConfigurationImport({ ...parts, writer });
    await plant.connections.create('NORTH', someConnection({ settings: { kind: 'tcp', host: '10.0.0.9' } }), 'n');
    await plant.devices.create('NORTH', someDevice('n'), { id: 'x' });
    expect(await north.look('NORTH', Buffer.from(json), signal)).toMatchObject({
      errors: [{ column: 'id', message: 'id is not free' }],
    });
    expect(JSON.parse(String(await new ConfigurationExport(parts).write('NORTH', 'json', signal)))).toMatchObject({
      writePoints: [],
    });
  });
});
