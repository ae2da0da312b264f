import { afterEach, beforeEach } from 'vitest';
import { systemClock } from '../core/clock.ts';
import { CooperativeScheduler } from '../core/cooperativeScheduler.ts';
import { Writer } from '../db/writer.ts';
import { ConfigurationExport } from '../features/commissioning/bulk/exporter.ts';
import { ConfigurationImport } from '../features/commissioning/bulk/importer.ts';
import { RecordStore } from '../features/commissioning/recordStore.ts';
import { RecordWriter } from '../features/commissioning/recordWriter.ts';
import { addIndustry, type Plant, someConnection, someDevice, someTag, someUnit, startPlant } from './configuredPlant.ts';

export const turns = new CooperativeScheduler();
export const { signal } = new AbortController();

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
export let plant: Plant;
export let bulk: ReturnType<typeof bulkOf>;

/** Everything that can stand in a record, with texts that a spreadsheet would take for formulas. */
export const fill = async (): Promise<void> => {
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

export const stored = () => ({
  connections: byId(plant.registry.connections.values()),
  devices: byId(plant.registry.devices.values()),
  tags: byId(plant.registry.tags.values()),
});

export const eachFilled = (): void => {
  beforeEach(async () => {
    plant = await startPlant();
    await addIndustry(plant);
    bulk = bulkOf(plant);
  });
  afterEach(() => {
    plant.close();
    plant.remove();
  });
};
