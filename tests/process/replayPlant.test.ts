import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Clock } from '../../server/core/clock.ts';
import type { FieldConfiguration, Sample } from '../../server/core/field/field.ts';
import { dayNumber } from '../../server/core/shift.ts';
import { SLOT_MS } from '../../server/core/slots.ts';
import { ModbusGateway } from '../../server/field/gateway.ts';
import { tagsOfTemplate } from '../../server/field/simulator/device.ts';
import { CsvReplay, type ReplayTarget } from '../../server/field/simulator/replay.ts';
import { Simulator } from '../../server/field/simulator/simulator.ts';
import { loadTemplates } from '../../server/field/templates.ts';
import { quietLog, ReadingsRig } from '../../server/test/readingsRig.ts';
import { unpackRecording } from '../../server/test/recordings.ts';
import { TestPlant } from '../../server/test/testPlant.ts';

const root = resolve(import.meta.dirname, '..', '..');

/** The gateway of the plant was down; see tests/data/README.md. */
const gapFromMs = Date.parse('2014-01-11T03:00:00Z');
const gapToMs = Date.parse('2014-01-11T05:15:00Z');
const limits = { maxRegisters: 125, maxBits: 2000, forbidden: [], atomic: [] };
const tankUnits = [1, 2, 3, 4, 5, 6, 7].map((number) => `T${number}`);

/** Device, its template, and which unit parameter and recorded column each of its tags belongs to. */
const devices = [
  {
    id: 'FT101',
    template: 'headworks-flow-meter',
    tags: { Flow: ['FT101.flow', 'FT101_flow_m3h'], Total: ['FT101.volume', 'FT101_total_m3'] },
  },
  {
    id: 'FT501',
    template: 'headworks-flow-meter',
    tags: { Flow: ['FT501.flow', 'FT501_flow_m3h'], Total: ['FT501.volume', 'FT501_total_m3'] },
  },
  {
    id: 'LT',
    template: 'headworks-analog-8',
    tags: Object.fromEntries(tankUnits.map((unit, at) => [`Channel ${at + 1}`, [`${unit}.level`, `LT_${unit}_m`]])),
  },
  {
    id: 'E101',
    template: 'headworks-energy-meter',
    tags: { Energy: ['E101.energy', 'E101_kWh'], Power: ['E101.power', 'E101_kW'] },
  },
] as const satisfies readonly { id: string; template: string; tags: Record<string, readonly string[]> }[];

const makePlant = (): TestPlant => {
  const meter = { modulus: 10_000_000, basePerCount: 1000, maxPerHour: 1500, backDeadband: 0.3 };
  const diameter = (capacityM3: number, topM: number): number => Math.sqrt((4 * capacityM3) / (Math.PI * topM));
  const plant = new TestPlant({ timezone: 'UTC', startAt: '00:00:00' })
    .addCategory('SOURCE_CATEGORY', ['flows'])
    .addCategory('STOCK_CATEGORY', ['tanks'])
    .addCategory('ENERGY_CATEGORY', ['energy']);
  for (const id of ['FT101', 'FT501']) plant.addUnit({ id, type: 'flow', subCategoryId: 'flows', meta: { meter } });
  for (const [at, capacityM3] of [5001, 2001, 999, 500, 500, 300, 200].entries()) {
    const tank = { shape: 'vertical_cylinder' as const, diameter: at === 0 ? 31.3 : diameter(capacityM3, 6.5), height: 6.5 };
    plant.addUnit({ id: `T${at + 1}`, type: 'stock', subCategoryId: 'tanks', meta: { tank } });
  }
  return plant.addUnit({
    id: 'E101',
    type: 'energy',
    subCategoryId: 'energy',
    meta: { meter: { modulus: 1e9, basePerCount: 1000, maxPerHour: 1000 } },
  });
};

/** The plant behind real Modbus TCP, read by the real field; recorded time moves by rows, the wire runs in real time. */
const connect = async (rig: ReadingsRig) => {
  const templates = new Map(loadTemplates(resolve(root, 'resources', 'devices')).map((template) => [template.id, template]));
  const wireClock: Clock = { now: () => rig.clock.now(), monotonicMs: () => performance.now() };
  const simulator = new Simulator();
  const columns: Record<string, ReplayTarget> = {};
  const configuration: FieldConfiguration = { connections: [], devices: [], tags: [] };
  const lines = devices.map(({ id, template: name, tags }) => {
    const template = templates.get(name);
    if (!template) throw new Error(`no template ${name}`);
    const { device, line } = simulator.addDevice({ slaveId: 1, name: id, tags: tagsOfTemplate(template), holes: 'zero' });
    for (const [tagName, [tagId = '', column = '']] of Object.entries<readonly string[]>(tags)) {
      columns[column] = { device, tag: tagName };
      const found = template.tags.find((tag) => tag.name === tagName);
      if (!found) throw new Error(`${name} has no ${tagName}`);
      configuration.tags.push({ id: tagId, deviceId: id, name: tagName, kind: found.kind, decode: found.decode, periodMs: 1 });
    }
    configuration.devices.push({ id, connectionId: id, name: id, slaveId: 1, limits });
    return { id, line };
  });
  await simulator.start();
  configuration.connections = lines.map(({ id, line }) => ({
    id,
    name: id,
    settings: {
      kind: 'tcp',
      host: '127.0.0.1',
      port: line.port ?? 0,
      connectTimeoutMs: 1000,
      timeoutMs: 200,
      pauseBetweenRequestsMs: 0,
      pauseAfterConnectMs: 0,
    },
  }));
  const gateway = new ModbusGateway({ clock: wireClock, log: quietLog() });
  const folder = mkdtempSync(join(tmpdir(), 'replay-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = unpackRecording('plant_5min', folder);
  const replay = await CsvReplay.open({ file, timeColumn: 'ts', columns, clock: wireClock });
  return { simulator, gateway, replay, configuration };
};

describe('the recorded plant behind simulated Modbus devices', () => {
  it('comes to the known totals, with the three known counter events and the gap estimated', async () => {
    const plant = makePlant();
    const first = Date.parse('2014-01-06T00:00:00Z');
    const rig = new ReadingsRig(plant, first - 60_000);
    onTestFinished(() => rig.close());
    const { simulator, gateway, replay, configuration } = await connect(rig);
    onTestFinished(() => gateway.stop());
    onTestFinished(() => simulator.stop());
    const tagIds = configuration.tags.map(({ id }) => id);
    rig.start(tagIds);

    // a sample counts for a row when it was asked for after the row was played: the second one after it is
    const seen = new Map<string, number>();
    let take = (_samples: Sample[]): void => undefined;
    gateway.onSamples((samples) => take(samples));
    gateway.configure(configuration);
    gateway.start();

    let rows = 0;
    let silent = 0;
    for (let atMs = replay.nextAtMs; atMs !== undefined; atMs = replay.nextAtMs) {
      take = () => undefined;
      replay.step();
      rows += 1;
      const isSilent = atMs >= gapFromMs && atMs < gapToMs;
      rig.clock.set(atMs + SLOT_MS - 10_000);
      if (isSilent) silent += 1;
      else {
        seen.clear();
        const nowMs = rig.clock.now();
        take = (samples) => {
          for (const sample of samples) if (sample.quality === 'GOOD') seen.set(sample.tagId, (seen.get(sample.tagId) ?? 0) + 1);
          rig.ingest.accept(
            samples.filter(({ tagId }) => (seen.get(tagId) ?? 0) >= 2).map((sample) => ({ ...sample, atMs: nowMs })),
          );
        };
        const deadline = performance.now() + 60_000;
        while (!tagIds.every((tagId) => (seen.get(tagId) ?? 0) >= 2)) {
          if (performance.now() > deadline) throw new Error(`no answers for row ${rows}`);
          await nextTurn();
        }
      }
      take = () => undefined;
      if (rows % 12 === 0) {
        rig.clock.set(atMs + SLOT_MS + 3000);
        await rig.ingest.flush();
      }
    }
    rig.clock.advance(120_000);
    await rig.ingest.flush();
    expect([rows, silent]).toEqual([12_096, 27]);

    const [intake, use] = [rig.id('FT101', 'volume'), rig.id('FT501', 'volume')];
    const [from, to] = [dayNumber('2014-01-06'), dayNumber('2014-02-16')];
    const totalM3 = (id: number): number =>
      rig.reader.dayTotals([id], from, to).reduce((sum, day) => sum + (day.sum ?? 0), 0) / 1000;
    console.log(
      `intake ${totalM3(intake).toFixed(2)} m3 (635,940 +- 1), consumption ${totalM3(use).toFixed(2)} m3 (612,506 +- 1)`,
    );
    expect(Math.abs(totalM3(intake) - 635_940)).toBeLessThan(1);
    expect(Math.abs(totalM3(use) - 612_506)).toBeLessThan(1);

    const slotOf = (text: string): number => Date.parse(text) / SLOT_MS;
    const counters = [intake, use, rig.id('E101', 'energy')];
    expect(rig.reader.counterEvents(counters, 0, 1e9).map(({ seriesId, kind, slot }) => [seriesId, kind, slot])).toEqual([
      [intake, 'rollover', slotOf('2014-01-06T02:45:00Z')],
      [intake, 'rejected', slotOf('2014-01-26T09:00:00Z')],
      [use, 'counter_reset', slotOf('2014-01-16T00:00:00Z')],
    ]);
    const gap = rig.reader.slots(intake, slotOf('2014-01-11T03:00:00Z'), slotOf('2014-01-11T05:15:00Z') + 1);
    expect(gap.quality).toBe('E'.repeat(28));
    const level = rig.reader.slots(rig.id('T1', 'level'), slotOf('2014-01-06T00:00:00Z'), slotOf('2014-01-06T00:10:00Z'));
    expect([...level.values].map((value) => Number(value.toFixed(3)))).toEqual([0.51, 0.502]);
  });
});
