import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { decodeSpec } from '../../server/contract/model/field.ts';
import type { ScanSpec } from '../../server/contract/plant/tools/scan.ts';
import { systemClock } from '../../server/core/clock.ts';
import type { FieldConnection } from '../../server/core/field/field.ts';
import { ModbusGateway } from '../../server/field/gateway.ts';
import type { SimulatedTag } from '../../server/field/simulator/device.ts';
import type { LineOptions } from '../../server/field/simulator/line.ts';
import { Simulator } from '../../server/field/simulator/simulator.ts';
import { connection, device, quietLog, tag } from '../../server/field/testing/make.ts';
import { ModbusTools } from '../../server/field/tools.ts';
import { noSocat, Peers } from './peers.ts';

const noTshark = spawnSync('tshark', ['-v']).status !== 0 && 'tshark is not installed';
for (const reason of new Set([noTshark, noSocat])) if (reason) console.log(`skipped: ${reason}`);

const peers = new Peers();
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

afterAll(() => peers.end());

const UNIT = 17;
const simulated = (name: string, decode: Record<string, unknown>, initial = 1): SimulatedTag => ({
  name,
  kind: 'gauge',
  decode: decodeSpec.parse({ space: 'holding', ...decode }),
  initial,
});

/** A simulated device on a line that a gateway polls: all four spaces, and an address that it refuses. */
const polled = async (options: LineOptions, lineTo: (port: number) => FieldConnection) => {
  const simulator = new Simulator();
  const { line } = simulator.addDevice(
    {
      slaveId: UNIT,
      tags: [
        simulated('flow', { address: 0, type: 'float32' }, 42.5),
        simulated('level', { space: 'input', address: 3, type: 'uint16' }),
        simulated('pump', { space: 'coil', address: 1, type: 'bool' }),
        simulated('limit', { space: 'discrete', address: 2, type: 'bool' }),
      ],
    },
    options,
  );
  await simulator.start();
  const gateway = new ModbusGateway({ clock: systemClock, log: quietLog });
  const meter = device(UNIT);
  gateway.configure({
    connections: [lineTo(line.port)],
    devices: [meter],
    tags: [
      tag(meter.id, 0, { type: 'float32' }),
      tag(meter.id, 3, { space: 'input', name: 'level' }),
      tag(meter.id, 1, { space: 'coil', type: 'bool', name: 'pump' }),
      tag(meter.id, 2, { space: 'discrete', type: 'bool', name: 'limit' }),
      tag(meter.id, 900, { name: 'nowhere' }),
    ],
  });
  gateway.start();
  ends.push(
    () => simulator.stop(),
    () => gateway.stop(),
  );
  return { gateway, tools: new ModbusTools(gateway, systemClock), meterId: meter.id };
};

type Dissected = { protocols: string; functionCode: string; faults: string; info: string };

/** What tshark makes of a pcap without any setting: one row per packet. */
const dissect = (file: string): Dissected[] => {
  const fields = ['frame.protocols', 'modbus.func_code', '_ws.expert.message', '_ws.col.Info'];
  const { stdout, status } = spawnSync(
    'tshark',
    ['-n', '-r', file, '-T', 'fields', '-E', 'separator=|', ...fields.flatMap((field) => ['-e', field])],
    {
      encoding: 'utf8',
      env: { ...process.env, HOME: peers.folder },
    },
  );
  expect(status).toBe(0);
  return stdout
    .trim()
    .split('\n')
    .map((row) => {
      const [protocols = '', functionCode = '', faults = '', info = ''] = row.split('|');
      return { protocols, functionCode, faults, info };
    });
};

const seesEveryFrame = async (
  { gateway, tools, meterId }: Awaited<ReturnType<typeof polled>>,
  name: string,
): Promise<Dissected[]> => {
  await vi.waitFor(() => expect(gateway.tag(`${meterId}/0`)?.quality).toBe('GOOD'), 60_000);
  await vi.waitFor(() => expect(gateway.tag('nowhere')?.quality).toBe('BAD_ADDRESS'), 60_000);
  await vi.waitFor(async () => expect((await tools.traffic('line', { limit: 1 })).kept).toBeGreaterThan(60), 60_000);
  const { frames } = await tools.traffic('line', {});
  const file = join(peers.folder, `${name}.pcap`);
  writeFileSync(file, await tools.trafficFile('line', {}, 'pcap'));
  // more may have been sent since
  const packets = dissect(file).slice(0, frames.length);
  expect(packets).toHaveLength(frames.length);
  for (const [i, packet] of packets.entries()) {
    expect(packet.protocols, packet.info).toMatch(/modbus/);
    expect(Number(packet.functionCode), packet.info).toBe(frames[i]?.functionCode);
    expect(packet.info).toContain(frames[i]?.direction === 'sent' ? 'Query' : 'Response');
    expect(packet.faults, packet.info).not.toMatch(/malformed|checksum|incorrect|unknown/i);
  }
  expect(new Set(packets.map(({ functionCode }) => functionCode))).toEqual(new Set(['1', '2', '3', '4']));
  expect(packets.some(({ info }) => /exception/i.test(info))).toBe(true);
  return packets;
};

describe('tshark', () => {
  it.skipIf(noTshark)('decodes every frame of a Modbus TCP line', async () => {
    const rig = await polled({ kind: 'tcp' }, (port) => connection({ kind: 'tcp', host: '127.0.0.1', port, timeoutMs: 500 }));
    const packets = await seesEveryFrame(rig, 'tcp');
    expect(packets.every(({ protocols }) => protocols.includes('tcp:mbtcp:modbus'))).toBe(true);
  });

  it.skipIf(noTshark || noSocat)('decodes every frame of a serial line', async () => {
    const { ours, theirs } = await peers.serialPair('tshark');
    const rig = await polled({ kind: 'serial', path: theirs }, () =>
      connection({ kind: 'serial', path: ours, baudRate: 115_200, timeoutMs: 500, quietMs: 20 }),
    );
    const packets = await seesEveryFrame(rig, 'rtu');
    expect(packets.every(({ protocols }) => protocols.includes('mbrtu:modbus'))).toBe(true);
  });
});

describe('a scan of a serial line', () => {
  it.skipIf(noSocat)('finds the device that answers and gives the line back to polling', async () => {
    const { ours, theirs } = await peers.serialPair('scan');
    const line = connection({ kind: 'serial', path: ours, baudRate: 9600, timeoutMs: 500, quietMs: 20 });
    const { gateway, tools, meterId } = await polled({ kind: 'serial', path: theirs }, () => line);
    await vi.waitFor(() => expect(gateway.tag(`${meterId}/0`)?.quality).toBe('GOOD'), 60_000);
    const spec: ScanSpec = {
      from: 1,
      to: 25,
      baudRates: [9600],
      parities: ['none'],
      space: 'holding',
      everySetting: false,
      identify: false,
    };
    const plan = tools.planScan(line.settings, spec);
    const found = new Set<number>();
    await tools.scan(plan, spec, {
      lends: 'line',
      templates: [],
      signal: new AbortController().signal,
      onProgress: (_, known) => {
        for (const { slaveId } of known.found) found.add(slaveId);
      },
    });
    expect([...found]).toEqual([UNIT]);
    // a tenth of a full scan waits for those that are silent a tenth of its minute at most
    expect(plan.timeoutMs * plan.units.length).toBeLessThan(7000);
    const good = gateway.tag(`${meterId}/0`)?.lastGoodAtMs ?? 0;
    await vi.waitFor(() => expect(gateway.tag(`${meterId}/0`)?.lastGoodAtMs).toBeGreaterThan(good), 60_000);
  });
});
