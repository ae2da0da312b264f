import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { decodeSpec } from '../contract/model/field.ts';
import { type Clock, systemClock } from '../core/clock.ts';
import { SLOT_MS } from '../core/slots.ts';
import { ModbusGateway } from '../field/gateway.ts';
import { SimulatedLine } from '../field/simulator/line.ts';
import { connection, device, quietLog, seeded } from '../field/testing/make.ts';
import { ReadingsRig } from './readingsRig.ts';
import { readPlantRows } from './recordings.ts';
import { TestPlant } from './testPlant.ts';

const meter = { modulus: 10_000_000, basePerCount: 100, maxPerHour: 15_000, backDeadband: 3 };
const series = ['intake.volume', 'intake.flow', 'use.volume', 'use.flow'];
const columns = ['FT101_total_m3', 'FT101_flow_m3h', 'FT501_total_m3', 'FT501_flow_m3h'];
const decodes = [0, 1].flatMap(() => [
  decodeSpec.parse({ space: 'holding', address: 0, type: 'uint32' }),
  decodeSpec.parse({ space: 'holding', address: 10, type: 'float32' }),
]);

/** Stretches of the recording around its faults: a rollover, a gap, a meter that was replaced and a spike. */
const stretches = [
  ['2014-01-06 01:30', '2014-01-06 03:30'],
  ['2014-01-11 02:30', '2014-01-11 05:45'],
  ['2014-01-15 23:15', '2014-01-16 00:45'],
  ['2014-01-26 08:15', '2014-01-26 09:45'],
] as const;
const msOf = (text: string): number => Date.parse(`${text.replace(' ', 'T')}:00Z`);

type Row = { slot: number; values: (number | null)[] };
const rows: Row[] = readPlantRows()
  .filter(({ fromMs }) => stretches.some(([from, to]) => fromMs >= msOf(from) && fromMs < msOf(to)))
  .map(({ fromMs, values }) => ({
    slot: fromMs / SLOT_MS,
    // counters as they are in the registers, flows as a float32 holds them
    values: columns.map((name, i) => {
      const value = values[name];
      return value === undefined ? null : i % 2 === 0 ? Math.round(value * 10) : Math.fround(value);
    }),
  }));

const rigFrom = (): ReadingsRig => {
  const plant = new TestPlant({ timezone: 'UTC', startAt: '00:00:00' })
    .addCategory('SOURCE_CATEGORY', ['s'])
    .addUnit({ id: 'intake', type: 'flow', subCategoryId: 's', meta: { meter } })
    .addUnit({ id: 'use', type: 'flow', subCategoryId: 's', meta: { meter } });
  const rig = new ReadingsRig(plant, ((rows[0]?.slot ?? 0) - 1) * SLOT_MS);
  onTestFinished(() => rig.close());
  return rig.start(series);
};

const slotsOf = (rig: ReadingsRig): string[] =>
  series.flatMap((name) => {
    const [unit = '', param = ''] = name.split('.');
    // the slot before the first one is read on the wire, and not in the recording
    return rows.slice(1).map(({ slot }) => {
      const { values, quality } = rig.reader.slots(rig.id(unit, param), slot, slot + 1);
      return `${name} ${slot} ${quality} ${quality === 'M' ? '' : values[0]}`;
    });
  });

const line = new SimulatedLine({ kind: 'rtuTcp' }, systemClock);
const meters = [1, 2].map((slaveId) =>
  line.addDevice({
    slaveId,
    tags: [0, 1].map((at) => ({ name: `${at}`, kind: 'gauge', decode: decodes[at] ?? decodes[0], initial: 0 })) as never,
  }),
);
beforeAll(() => line.start());
afterAll(() => line.stop());

it('a recorded plant, read from devices over RTU, gives the slots that its recording gives', async () => {
  const direct = rigFrom();
  for (const { slot, values } of rows)
    await direct.slot(slot, Object.fromEntries(series.map((name, i) => [name, values[i] ?? null])));

  const rig = rigFrom();
  // the plant's time stands still while a row is read
  const clock: Clock = { now: () => rig.plantClock.now(), monotonicMs: () => systemClock.monotonicMs() };
  const gateway = new ModbusGateway({ clock, log: quietLog, random: seeded(1) });
  const read = new Map<string, number>();
  let isTaken = false;
  // an answer is held, and published with the time at which it came
  let fromMs = 0;
  gateway.onSamples((samples) => {
    if (isTaken) rig.ingest.accept(samples);
    for (const { tagId, quality, atMs } of samples)
      if (quality === 'GOOD' && atMs >= fromMs) read.set(tagId, (read.get(tagId) ?? 0) + 1);
  });
  gateway.onRetracted((retractions) => rig.ingest.retract(retractions));
  const devices = [device(1), device(2)];
  gateway.configure({
    connections: [connection({ kind: 'rtuTcp', host: '127.0.0.1', port: line.port, timeoutMs: 2000 })],
    devices,
    tags: series.map((id, i) => ({
      id,
      deviceId: devices[i >> 1]?.id ?? '',
      name: id,
      kind: i % 2 === 0 ? 'counter' : 'gauge',
      decode: decodes[i] as never,
      periodMs: 100,
    })),
  });
  gateway.start();
  onTestFinished(() => gateway.stop());
  for (const { slot, values } of rows) {
    for (const [at, meterDevice] of meters.entries()) {
      meterDevice.clear();
      if (values[2 * at] === null) meterDevice.inject({ kind: 'exception', code: 4 });
      else for (const i of [0, 1]) meterDevice.set(`${i}`, values[2 * at + i] ?? 0);
    }
    const wanted = series.map((name, i) => ({ name, value: values[i] ?? null })).filter(({ value }) => value !== null);
    const isRead = (times: number) => () =>
      wanted.every(({ name, value }) => (read.get(name) ?? 0) >= times && gateway.tag(name)?.value === value);
    // what was under way is still of the row before
    read.clear();
    await expect.poll(isRead(2), { interval: 10 }).toBe(true);
    if (wanted.length < series.length) await new Promise((done) => setTimeout(done, 300));
    fromMs = (slot + 1) * SLOT_MS - 11_000;
    rig.clock.set(fromMs + 1000);
    read.clear();
    isTaken = true;
    await expect.poll(isRead(1), { interval: 10 }).toBe(true);
    isTaken = false;
    rig.clock.set((slot + 1) * SLOT_MS + 3000);
    await rig.ingest.flush();
  }
  expect(rows.length).toBeGreaterThan(90);
  expect(slotsOf(rig)).toEqual(slotsOf(direct));
});
