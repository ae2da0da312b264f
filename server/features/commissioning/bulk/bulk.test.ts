import { describe, expect, it } from 'vitest';
import { bulk, eachFilled, fill, plant, stored } from '../../../test/bulkConfiguration.ts';
import { someDevice, someTag } from '../../../test/configuredPlant.ts';

eachFilled();

const formats = ['xlsx', 'csv', 'json'] as const;

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
