import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../core/clock.ts';
import { CooperativeScheduler } from '../../../core/cooperativeScheduler.ts';
import { Writer } from '../../../db/writer.ts';
import { addIndustry, type Plant, someConnection, someDevice, someTag, startPlant } from '../../../test/configuredPlant.ts';
import { RecordStore } from '../recordStore.ts';
import { RecordWriter } from '../recordWriter.ts';
import { ConfigurationImport } from './importer.ts';

const { signal } = new AbortController();
let plant: Plant;
let back: ConfigurationImport;
beforeEach(async () => {
  plant = await startPlant();
  await addIndustry(plant);
  const settings = { kind: 'serial', path: '/dev/ttyUSB0', baudRate: 19_200 };
  await plant.connections.create('DEMO', someConnection({ name: 'RS-485', settings }), 'line');
  await plant.devices.create('DEMO', someDevice('line'), { id: 'meter' });
  for (const [i, periodMs] of [100, 101].entries()) {
    const decode = { space: 'holding', address: 300 * i, type: 'uint16' };
    await plant.tags.create('DEMO', someTag('meter', { name: `at ${i}`, periodMs, decode }), `tag-${i}`);
  }
  const writer = new RecordWriter({ ...plant, store: new RecordStore(new Writer(plant.sqlite)) });
  back = new ConfigurationImport({ ...plant, turns: new CooperativeScheduler(), clock: systemClock, writer });
});
afterEach(() => {
  plant.close();
  plant.remove();
});
const look = (csv: string) => back.look('DEMO', Buffer.from(csv), signal);

describe('an import of serial lines', () => {
  it('that makes a line too slow for what is read over it is refused at the line', async () => {
    expect(await look('kind,id,baudRate\nconnection,line,1200\n')).toMatchObject({
      errors: [{ kind: 'connections', row: 2, column: 'baudRate', message: expect.stringMatching(/^RS-485 would need/) }],
      warnings: [],
    });
  });

  it('says which of the lines that it touches would have little time left', async () => {
    const much = await look('kind,id,baudRate\nconnection,line,9600\n');
    expect(much).toMatchObject({ errors: [], warnings: [expect.stringMatching(/^RS-485 needs [789]\d(\.\d)? % of its time/)] });
    expect(await look('kind,id,baudRate\nconnection,line,38400\n')).toMatchObject({ errors: [], warnings: [] });
    expect(await look('kind,id,name\nconnection,line,RS-485\n')).toMatchObject({ changes: [], warnings: [] });
  });
});
