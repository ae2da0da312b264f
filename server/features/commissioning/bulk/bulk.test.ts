import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unmarkFormula } from '../../../contract/formulas.ts';
import { systemClock } from '../../../core/clock.ts';
import { CooperativeScheduler, TimeSlice } from '../../../core/cooperativeScheduler.ts';
import { Writer } from '../../../db/writer.ts';
import {
  addIndustry,
  failureOf,
  type Plant,
  someConnection,
  someDevice,
  someTag,
  someUnit,
  startPlant,
} from '../../../test/configuredPlant.ts';
import { RecordStore } from '../recordStore.ts';
import { RecordWriter } from '../recordWriter.ts';
import { ConfigurationExport } from './exporter.ts';
import { readCsv, writeCsv } from './formats/csv.ts';
import { readXlsx } from './formats/xlsxRead.ts';
import { writeXlsx } from './formats/xlsxWrite.ts';
import { ConfigurationImport } from './importer.ts';

const turns = new CooperativeScheduler();
const { signal } = new AbortController();
const pace = () => new TimeSlice(turns, systemClock, signal);

const bulkOf = (plant: Plant) => {
  const writer = new RecordWriter({ ...plant, store: new RecordStore(new Writer(plant.sqlite)) });
  const parts = { ...plant, turns, clock: systemClock, writer };
  const [out, back] = [new ConfigurationExport(parts), new ConfigurationImport(parts)];
  return {
    write: (format: 'xlsx' | 'csv' | 'json', industryId = 'DEMO') => out.write(industryId, format, signal),
    look: (sent: Buffer | string, industryId = 'DEMO') => back.look(industryId, Buffer.from(sent), signal),
    take: (sent: Buffer | string, industryId = 'DEMO') => back.take(industryId, Buffer.from(sent), signal),
  };
};

const formats = ['xlsx', 'csv', 'json'] as const;
let plant: Plant;
let bulk: ReturnType<typeof bulkOf>;
beforeEach(async () => {
  plant = await startPlant();
  await addIndustry(plant);
  bulk = bulkOf(plant);
});
afterEach(() => {
  plant.close();
  plant.remove();
});

/** Everything that can stand in a record, with texts that a spreadsheet would take for formulas. */
const fill = async (): Promise<void> => {
  const { id: unitId } = await plant.units.create('DEMO', someUnit(), 'well');
  await plant.connections.create('DEMO', someConnection({ name: '=HYPERLINK("x")' }), 'line-1');
  const serial = {
    kind: 'serial',
    path: '/dev/ttyS0',
    baudRate: 19_200,
    parity: 'even',
    stopBits: 2,
    echo: 'strip',
    quietMs: 40,
  };
  await plant.connections.create('DEMO', someConnection({ name: '\'quoted, "twice"\nand on', settings: serial }), 'line-2');
  const rtu = { kind: 'rtuTcp', host: 'gw.local', port: 4001 };
  await plant.connections.create('DEMO', someConnection({ name: '@line', enabled: false, settings: rtu }), 'line-3');
  const limits = {
    maxRegisters: 20,
    maxGapRegisters: 3,
    forbidden: [
      { space: 'holding', from: 203, to: 203 },
      { space: 'coil', from: 0, to: 9 },
    ],
    atomic: [{ space: 'input', from: 0, to: 7 }],
  };
  await plant.devices.create('DEMO', someDevice('line-1', { name: '-meter', limits, timeoutMs: 250 }), { id: 'meter' });
  await plant.devices.create('DEMO', someDevice('line-2', { name: '+80 °C <pH> & m³', slaveId: 7, acceptAnyUnit: true }), {
    id: 'other',
  });
  await plant.tags.create('DEMO', someTag('meter', { name: '=1+1', unitId, param: 'volume' }), 'total');
  const fraction = { address: 14, type: 'float32', wordOrder: 'CDAB', scale: 0.001 };
  const full = {
    space: 'input',
    address: 10,
    type: 'int32',
    wordOrder: 'CDAB',
    fraction,
    scale: 0.1,
    offset: -40,
    sentinels: [-1, 65_535],
    min: -10.5,
    max: 1e12,
  };
  await plant.tags.create('DEMO', someTag('meter', { name: 'a_x000D_b', decode: full, measure: 'm³', kind: 'gauge' }), 't2');
  const bit = { space: 'holding', address: 40_001, type: 'bit', bit: 3 };
  await plant.tags.create('DEMO', someTag('other', { name: '007', kind: 'state', decode: bit }), 't3');
};

const byId = <T extends { id: string }>(records: Iterable<T>): T[] => [...records].sort((a, b) => (a.id < b.id ? -1 : 1));
const stored = () => ({
  connections: byId(plant.registry.connections.values()),
  devices: byId(plant.registry.devices.values()),
  tags: byId(plant.registry.tags.values()),
});

describe('the field configuration', () => {
  it.each(formats)('comes back from %s as it was: nothing to change', async (format) => {
    await fill();
    const report = await bulk.look(await bulk.write(format));
    expect(report.errors).toEqual([]);
    expect(report.changes).toEqual([]);
    expect(report.counts.tags).toEqual({ created: 0, changed: 0, same: 3 });
  });

  it.each(formats)('is made anew from %s, the same to the last byte, and is read from the disk so', async (format) => {
    await fill();
    const before = await bulk.write(format);
    const whole = stored();
    for (const id of ['total', 't2', 't3']) await plant.tags.delete('DEMO', id);
    for (const id of ['meter', 'other']) await plant.devices.delete('DEMO', id);
    for (const id of ['line-1', 'line-2', 'line-3']) await plant.connections.delete('DEMO', id);
    const { applied, counts } = await bulk.take(before);
    expect({ applied, created: counts.tags.created }).toEqual({ applied: true, created: 3 });
    expect(await bulk.write(format)).toEqual(before);
    plant.configurator.stop();
    await plant.configurator.start();
    expect(stored()).toEqual(whole);
    expect(plant.bindings()?.map(({ tagId }) => tagId)).toEqual(['total']);
  });

  it('is merged by id: what the file does not name stays, a column it lacks too, an empty cell is the default', async () => {
    await fill();
    const report = await bulk.take('kind,id,scale,measure\ntag,t2,,bar\n');
    expect(report.changes).toEqual([
      {
        kind: 'tags',
        row: 2,
        action: 'change',
        id: 't2',
        name: 'a_x000D_b',
        fields: [
          { column: 'scale', before: 0.1, after: 1 },
          { column: 'measure', before: 'm³', after: 'bar' },
        ],
      },
    ]);
    expect(plant.registry.tag('DEMO', 't2')).toMatchObject({ version: 2, measure: 'bar', decode: { offset: -40, scale: 1 } });
    expect(plant.registry.tagsOf('DEMO')).toHaveLength(3);
  });

  it('is only looked at in a dry run, and the look says what the import then does', async () => {
    await fill();
    const csv = 'kind,id,name\ndevice,meter,Renamed\n';
    const before = stored();
    const { applied: _, dryRun: __, ...looked } = await bulk.look(csv);
    expect(stored()).toEqual(before);
    const { applied, dryRun, ...done } = await bulk.take(csv);
    expect({ applied, dryRun }).toEqual({ applied: true, dryRun: false });
    expect(done).toEqual(looked);
  });

  it('lets two devices exchange their unit ids, and two tags what they feed', async () => {
    await fill();
    await plant.devices.create('DEMO', someDevice('line-1', { name: 'second', slaveId: 2 }), { id: 'second' });
    await plant.tags.create('DEMO', someTag('second', { name: 'twin' }), 'twin');
    await bulk.take('kind,id,slaveId,unitId,param\ndevice,meter,2,,\ndevice,second,1,,\ntag,total,,,\ntag,twin,,well,volume\n');
    const slaves = ['meter', 'second'].map((id) => plant.registry.device('DEMO', id)?.slaveId);
    expect(slaves).toEqual([2, 1]);
    expect(plant.bindings()?.map(({ tagId }) => tagId)).toEqual(['twin']);
  });

  it('takes new rows without an id, which refer to a line and a device by name, and register numbers for addresses', async () => {
    await fill();
    const csv =
      'kind;name;connectionId;slaveId;deviceId;type;register;registerType;periodMs\n' +
      'device;Pump;@line;9;;;;;\ntag;Speed;;;Pump;gauge;400101;uint16;1000\n';
    const { changes } = await bulk.take(csv);
    expect(changes.map(({ action, id }) => [action, id])).toEqual([
      ['create', null],
      ['create', null],
    ]);
    const tag = plant.registry.tagsOf('DEMO').find(({ name }) => name === 'Speed');
    expect(tag?.decode).toMatchObject({ space: 'holding', address: 100, type: 'uint16' });
    expect(plant.registry.device('DEMO', tag?.deviceId ?? '')?.connectionId).toBe('line-3');
  });
});

describe('an import with errors', () => {
  it.each([
    ['a cell of the wrong kind', 'kind,id,slaveId\ndevice,meter,seven', 'devices', 2, 'slaveId', /not a number/],
    ['a value out of range', 'kind,id,periodMs\ntag,t2,5', 'tags', 2, 'periodMs', /100/],
    ['a number beyond what there is', 'kind,id,slaveId\ndevice,meter,999', 'devices', 2, 'slaveId', /must be at most 255$/],
    ['a missing value', 'kind,id,connectionId,slaveId\ndevice,new,line-1,3', 'devices', 2, 'name', /missing/],
    ['a taken unit id', 'kind,id,connectionId,name,slaveId\ndevice,new,line-1,New,1', 'devices', 2, 'slaveId', /that of -meter/],
    ['a line that is not there', 'kind,id,connectionId\ndevice,meter,nowhere', 'devices', 2, 'connectionId', /neither the id/],
    ['a taken parameter', 'kind,id,type,unitId,param\ntag,t2,counter,well,volume', 'tags', 2, 'param', /already fed/],
    ['a word order that does not fit', 'kind,id,wordOrder\ntag,t3,DCBA', 'tags', 2, 'wordOrder', /does not fit/],
    ['a register on a forbidden place', 'kind,id,address\ntag,total,203', 'tags', 2, 'address', /must not be read/],
    ['two addresses', 'kind,id,address,register\ntag,total,5,400001', 'tags', 2, 'register', /leave one of them empty/],
    ['a row twice', 'kind,id,name\ntag,total,a\ntag,total,b', 'tags', 3, 'id', /row 2 too/],
    ['an old version', 'kind,id,version,name\ntag,total,9,a', 'tags', 2, 'version', /changed meanwhile/],
    ['a model that is not known', 'kind,id,templateId\ndevice,meter,no-such', 'devices', 2, 'templateId', /does not exist/],
    ['a column nobody knows', 'kind,id,adress\ntag,total,1', 'connections', 1, 'adress', /no column/],
    ['a cell of another kind', 'kind,id,slaveId\ntag,total,1', 'tags', 2, 'slaveId', /not for a tag/],
    ['a kind nobody knows', 'kind,id\npump,x', 'connections', 2, 'kind', /none of/],
  ])('says row, column and reason for %s, and changes nothing', async (_, csv, kind, row, column, reason) => {
    await fill();
    const before = stored();
    const { errors } = await bulk.look(csv);
    expect(errors).toContainEqual({ kind, row, column, message: expect.stringMatching(reason) });
    const failure = await failureOf(() => bulk.take(csv));
    expect(failure).toMatchObject({ code: 'badRequest', message: expect.stringContaining('nothing was imported') });
    expect(failure.errors?.[0]?.message).toMatch(reason);
    expect(stored()).toEqual(before);
  });

  it('takes over none of the right rows beside a wrong one', async () => {
    await fill();
    const before = stored();
    const csv = 'kind,id,name\ndevice,meter,Good name\ntag,total,\n';
    expect((await failureOf(() => bulk.take(csv))).code).toBe('badRequest');
    expect(stored()).toEqual(before);
    plant.configurator.stop();
    await plant.configurator.start();
    expect(plant.registry.device('DEMO', 'meter')?.name).toBe('-meter');
  });

  it.each(['Good\u001b[2Jname', 'Good\u202ename', 'Good\u0000name', 'Good\u009bname'])(
    'takes no name with control characters: %j',
    async (name) => {
      await fill();
      const before = stored();
      const failure = await failureOf(() => bulk.take(`kind,id,name\ndevice,meter,${name}\n`));
      expect(failure.code).toBe('badRequest');
      expect(JSON.stringify(failure)).not.toContain('unavailable');
      expect(stored()).toEqual(before);
    },
  );

  it('leaves no half when the disk refuses the last row', async () => {
    await fill();
    plant.sqlite.exec("create trigger stop before update on tag when new.name = 'Bad' begin select raise(abort, 'no'); end");
    const before = stored();
    await expect(bulk.take('kind,id,name\ndevice,meter,Good\ntag,total,Bad\n')).rejects.toThrow('no');
    expect(stored()).toEqual(before);
    expect(plant.sqlite.prepare("select name from device where id = 'meter'").pluck().get()).toBe('-meter');
    plant.sqlite.exec('drop trigger stop');
    expect((await bulk.take('kind,id,name\ndevice,meter,Good\n')).applied).toBe(true);
  });

  it('never touches another industry by its ids', async () => {
    await fill();
    await addIndustry(plant, 'NORTH');
    const before = stored();
    const csv = await bulk.write('csv');
    const failure = await failureOf(() => bulk.take(csv, 'NORTH'));
    expect(failure.errors?.map(({ path }) => path)).toContain('connections row 2 id');
    expect(stored()).toEqual(before);
    expect((await bulk.write('csv', 'NORTH')).toString().trim().split('\r\n')).toHaveLength(1);
  });

  it.each([
    ['nothing known', 'hello'],
    ['broken JSON', '{"format":'],
    ['another JSON', '{"format":"x"}'],
    ['an open quote', 'kind,id\n"tag,1'],
    ['a cut workbook', Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(100)])],
  ])('is refused whole for %s', async (_, sent) => {
    expect((await failureOf(() => bulk.look(sent))).code).toBe('badRequest');
  });
});

describe('texts and numbers', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 20 });
  const cell = fc.oneof(text, fc.constantFrom('=1', '+1', '-1', '@x', "'q", '\tt', '_x0041_', 'a"b', '<&>', '\r\n'));

  it('come back from CSV', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell, fc.constant('.')), { minLength: 1, maxLength: 5 }), async (rows) => {
        const csv = (await writeCsv(['a', 'b', 'c'], rows, pace())).toString();
        expect((await readCsv(csv, pace())).slice(1).map(({ cells }) => cells.map(unmarkFormula))).toEqual(rows);
      }),
      { numRuns: 200 },
    );
  });

  it('are never a formula in CSV, whoever opens it', async () => {
    await fc.assert(
      fc.asyncProperty(cell, async (name) => {
        const csv = (await writeCsv(['a'], [[name]], pace())).toString();
        const [, line] = await readCsv(csv, pace());
        expect(line?.cells[0] ?? '').not.toMatch(/^[=+\-@]/);
      }),
    );
  });

  it('come back from a workbook, each as what it was', async () => {
    const any = fc.oneof(cell, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean());
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(any, any, fc.constant('.')), { minLength: 1, maxLength: 4 }), async (rows) => {
        const book = await writeXlsx([{ name: 'tags', columns: ['a', 'b', 'c'], rows }], pace());
        const [sheet] = await readXlsx(book, () => true, pace());
        const read = sheet?.rows.slice(1).map(({ cells }) => cells.map((one) => (Object.is(one, -0) ? 0 : one)));
        expect(read).toEqual(rows.map((row) => row.map((one) => (Object.is(one, -0) ? 0 : one))));
      }),
      { numRuns: 60 },
    );
  });
});
