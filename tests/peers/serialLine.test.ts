import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ScanResult } from '../../server/contract/plant/tools/scan.ts';
import { systemClock } from '../../server/core/clock.ts';
import type { Sample } from '../../server/core/field/field.ts';
import { ModbusCommands } from '../../server/field/commands.ts';
import { ModbusGateway } from '../../server/field/gateway.ts';
import { SimulatedLine } from '../../server/field/simulator/line.ts';
import { connection, device, quietLog, seeded, tag } from '../../server/field/testing/make.ts';
import { ModbusTools } from '../../server/field/tools.ts';
import { noSocat, Peers, until } from './peers.ts';

const slaves = 32;
const units = Array.from({ length: slaves }, (_, i) => i + 1);
const decode = tag('any', 10).decode;

/** A pair of serial ports with 32 slaves at one end and a gateway at the other; register 10 of each holds 100 times its unit id. */
describe.skipIf(noSocat !== false)('a serial line with 32 slaves', () => {
  const peers = new Peers();
  const good: Sample[] = [];
  let line: SimulatedLine;
  let gateway: ModbusGateway;
  let tools: ModbusTools;

  beforeAll(async () => {
    const { ours, theirs } = await peers.serialPair('slaves');
    line = new SimulatedLine({ kind: 'serial', path: theirs }, systemClock);
    for (const slaveId of units)
      line.addDevice({ slaveId, tags: [{ name: 'value', kind: 'gauge', decode, initial: 100 * slaveId }] });
    await line.start();
    gateway = new ModbusGateway({ clock: systemClock, log: quietLog, random: seeded(1), readOnly: false });
    tools = new ModbusTools(gateway, systemClock, seeded(2));
    gateway.onSamples((samples) => good.push(...samples.filter(({ quality }) => quality === 'GOOD')));
    const devices = units.map((unit) => device(unit));
    gateway.configure({
      connections: [connection({ kind: 'serial', path: ours, timeoutMs: 200, quietMs: 20 })],
      devices,
      tags: devices.map(({ id }) => tag(id, 10, { periodMs: 1000 })),
    });
    gateway.start();
    await until(() => new Set(good.map(({ tagId }) => tagId)).size === slaves);
  });

  afterAll(async () => {
    await gateway.stop();
    await line.stop();
    peers.end();
  });

  const wrong = (): Sample[] => good.filter(({ tagId, value }) => value !== 100 * Number(/-(\d+)\//.exec(tagId)?.[1]));

  it('carries a command between the polls: one frame, and its effect can be read back', async () => {
    const commands = new ModbusCommands(gateway);
    const before = line.writes.frames;
    expect(await commands.write('line-7', { kind: 'writeRegister', address: 10, value: 701 }, 2000)).toEqual({
      kind: 'answered',
    });
    expect(await commands.read('line-7', { space: 'holding', address: 10, count: 1 }, 2000)).toEqual({
      kind: 'answered',
      words: [701],
    });
    expect(line.writes.frames).toBe(before + 1);
    expect(await commands.write('line-7', { kind: 'writeRegister', address: 10, value: 700 }, 2000)).toEqual({
      kind: 'answered',
    });
    good.splice(0, good.length, ...good.filter(({ value }) => value !== 701));
  });

  it('is scanned whole while it is lent, and is read on afterwards without a wrong value', async () => {
    let known: ScanResult = { found: [], warnings: [] };
    const { settings } = gateway.line('line')?.connection ?? { settings: undefined };
    if (!settings) throw new Error('the line is not configured');
    const spec = {
      from: 1,
      to: slaves,
      space: 'holding',
      everySetting: false,
      identify: false,
      baudRates: [9600],
      parities: ['none'],
    } as const;
    const plan = tools.planScan(settings, { ...spec, baudRates: [9600], parities: ['none'] });
    await tools.scan(plan, spec, {
      signal: new AbortController().signal,
      lends: 'line',
      templates: [],
      onProgress: (_, now) => {
        known = now;
      },
    });
    expect(known.found.map(({ slaveId }) => slaveId).sort((a, b) => a - b)).toEqual(units);
    good.length = 0;
    await until(() => new Set(good.map(({ tagId }) => tagId)).size === slaves);
    expect(wrong()).toEqual([]);
  }, 60_000);
});
