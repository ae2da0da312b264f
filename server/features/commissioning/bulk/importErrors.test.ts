import { describe, expect, it } from 'vitest';
import { bulk, eachFilled, fill, plant, stored } from '../../../test/bulkConfiguration.ts';
import { addIndustry, failureOf } from '../../../test/configuredPlant.ts';

eachFilled();

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
    [
      'more cells than columns, as by a comma in a name',
      'kind,id,name\ntag,total,Total, of all',
      'tags',
      2,
      'column 4',
      /no name/,
    ],
    [
      'a space that there is not, beside a register',
      'kind,id,space,register\ntag,total,holdng,400001',
      'tags',
      2,
      'space',
      /one of/,
    ],
    ['a kind nobody knows', 'kind,id\npump,x', 'connections', 2, 'kind', /none of/],
    ['a number too small', 'kind,id,scale\ntag,t3,5e-324', 'tags', 2, 'scale', /too small to calculate/],
    ['a number too large', 'kind,id,sentinels,max\ntag,t3,1e308,1e308', 'tags', 2, 'max', /too large/],
    ['a parameter with a bell', 'kind,id,param\ntag,t3,vol\u0007', 'tags', 2, 'param', /control a terminal/],
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

  it('says which field of a record in JSON nobody knows: a typing error must not look like one that is left out', async () => {
    await fill();
    const file = JSON.parse(String(await bulk.write('json')));
    file.tags[1].decode.scael = 10;
    file.connections[0].naem = 'x';
    const { errors } = await bulk.look(JSON.stringify(file));
    expect(errors).toEqual([
      { kind: 'connections', row: 1, column: 'naem', message: 'is no field here' },
      { kind: 'tags', row: 2, column: 'decode.scael', message: 'is no field here' },
    ]);
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

  it.each([
    [
      'a JSON file that is nested without end',
      `{"format":"headworks-field","formatVersion":1,"connections":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
      /nested/,
    ],
    [
      'a record of it that is',
      `{"format":"headworks-field","formatVersion":1,"connections":[{"name":${'{"a":'.repeat(100)}1${'}'.repeat(100)}}]}`,
      /nested/,
    ],
  ])('says so of %s', async (_, text, reason) => {
    await fill();
    const failure = await failureOf(() => bulk.look(text));
    expect(failure).toMatchObject({ code: 'badRequest', message: expect.stringMatching(reason) });
  });

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
