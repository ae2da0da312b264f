import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type DeviceTemplate, deviceTemplate } from '../../contract/model/deviceTemplates.ts';
import { connectionSettings } from '../../contract/model/field.ts';
import type { ScanResult, ScanSpec } from '../../contract/plant/tools/scan.ts';
import { systemClock } from '../../core/clock.ts';
import { ModbusGateway } from '../gateway.ts';
import { connection, device, quietLog, seeded, tag } from '../testing/make.ts';
import { answerIt, bodyOf, exceptionBody, type Handler, OracleServer, rtuFrame } from '../testing/oracleServer.ts';
import { ModbusTools } from '../tools.ts';
import { linuxPorts } from './serialPorts.ts';

const cleanUps: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

const spec = (fields: Partial<ScanSpec> = {}): ScanSpec => ({
  from: 1,
  to: 20,
  space: 'holding',
  everySetting: false,
  identify: false,
  timeoutMs: 30,
  ...fields,
});

const start = async (framing: 'mbap' | 'rtu', handler: Handler, polledUnit?: number) => {
  const server = await new OracleServer(framing, handler).start();
  const gateway = new ModbusGateway({ clock: systemClock, log: quietLog, random: seeded(1) });
  const kind = framing === 'mbap' ? 'tcp' : 'rtuTcp';
  const line = connection({ kind, host: '127.0.0.1', port: server.port, timeoutMs: 100 });
  if (polledUnit !== undefined) {
    const polled = device(polledUnit);
    gateway.configure({ connections: [line], devices: [polled], tags: [tag(polled.id, 3, { periodMs: 100 })] });
    gateway.start();
  }
  cleanUps.push(
    () => server.stop(),
    () => gateway.stop(),
  );
  return { server, gateway, line, tools: new ModbusTools(gateway, systemClock, seeded(2)) };
};

type Rig = Awaited<ReturnType<typeof start>>;

const scan = async (
  { tools, line }: Rig,
  fields: Partial<ScanSpec> = {},
  {
    signal = new AbortController().signal,
    lends = null as string | null,
    templates = [] as readonly DeviceTemplate[],
    onStep = () => {},
  } = {},
): Promise<ScanResult & { dones: number[] }> => {
  const whole = spec(fields);
  let known: ScanResult = { found: [], warnings: [] };
  const dones: number[] = [];
  const plan = tools.planScan(line.settings, whole);
  await tools.scan(plan, whole, {
    signal,
    lends,
    templates,
    onProgress: ({ done }, now) => {
      known = now;
      dones.push(done);
      onStep();
    },
  });
  return { ...known, dones };
};

/** Answers for some units and is silent for all others. */
const only =
  (...units: number[]): Handler =>
  (request) => {
    if (units.includes(request.unit)) answerIt(request);
  };

describe('a scan', () => {
  it('finds the units that answer, and those that refuse', async () => {
    const rig = await start('rtu', (request) => {
      const { unit, send, frame } = request;
      if (unit === 7) send(frame(exceptionBody(7, 3, 2)));
      else only(3, 12)(request);
    });
    const { found, dones } = await scan(rig);
    expect(found.map(({ slaveId, answer, exception }) => [slaveId, answer, exception])).toEqual([
      [3, 'value', null],
      [7, 'exception', 2],
      [12, 'value', null],
    ]);
    expect(dones.at(-1)).toBe(20);
  });

  it('asks a unit again whose answer came late', async () => {
    let asked = 0;
    const rig = await start('rtu', ({ unit, send, answer }) => {
      if (unit !== 5) return;
      asked += 1;
      send(answer, asked === 1 ? 45 : 0);
    });
    expect((await scan(rig)).found.map(({ slaveId }) => slaveId)).toEqual([5]);
  });

  it('suspects two devices where good and damaged answers take turns', async () => {
    let asked = 0;
    const rig = await start('rtu', ({ unit, send, answer }) => {
      if (unit !== 9) return;
      asked += 1;
      const damaged = Buffer.from(answer);
      damaged[3] = (damaged[3] ?? 0) ^ 0x55;
      send(asked % 2 === 0 ? damaged : answer);
    });
    const { found, warnings } = await scan(rig);
    expect(found).toMatchObject([{ slaveId: 9, duplicateSuspected: true }]);
    expect(warnings).toEqual([{ code: 'twins', params: { unit: 9 }, text: expect.stringMatching(/Unit 9 .*two devices/) }]);
  });

  it('does not take a gateway for the devices behind it', async () => {
    const rig = await start('mbap', (request) => {
      const { unit, send, frame } = request;
      if (unit === 4) answerIt(request);
      else send(frame(exceptionBody(unit, 3, 11)));
    });
    expect((await scan(rig)).found.map(({ slaveId }) => slaveId)).toEqual([4]);
  });

  it('says that one device answers whatever unit is asked', async () => {
    const rig = await start('mbap', answerIt);
    const { found, warnings } = await scan(rig, { to: 30 });
    expect(found).toHaveLength(30);
    const text = expect.stringMatching(/one device answers whatever unit/);
    expect(warnings).toEqual([{ code: 'sharedUnits', params: { unit: 1, count: 30 }, text }]);
  });

  it('learns what a device says of itself', async () => {
    const objects = ['Acme Meters', 'FM-200', 'V1.4'].map((text, id) =>
      Buffer.concat([Buffer.of(id, text.length), Buffer.from(text)]),
    );
    const rig = await start('rtu', ({ unit, functionCode, body, send }) => {
      if (unit !== 2) return;
      // two objects in the first answer, and the rest when it is asked for
      const [part, more, next] = body[4] === 0 ? [objects.slice(0, 2), 0xff, 2] : [objects.slice(2), 0, 0];
      if (functionCode === 43) send(rtuFrame(Buffer.concat([Buffer.of(2, 43, 14, 1, 1, more, next, part.length), ...part])));
      else if (functionCode === 17) send(rtuFrame(Buffer.concat([Buffer.of(2, 17, 6, 0x2a), Buffer.from('FM200')])));
      else send(rtuFrame(bodyOf({ unit: 2, functionCode, address: 0, count: 1, body })));
    });
    const { found } = await scan(rig, { identify: true });
    expect(found[0]).toMatchObject({ vendor: 'Acme Meters', product: 'FM-200', revision: 'V1.4', serverId: '*FM200' });
  });

  it('names the model whose identity register fits', async () => {
    const template = deviceTemplate.parse({
      id: 'acme-fm',
      manufacturer: 'Acme',
      model: 'FM',
      category: 'flow',
      source: 'made up for this test',
      verified: true,
      identity: [{ decode: { space: 'holding', address: 600, type: 'uint16' }, equals: 600, meaning: 'register 600 is 600' }],
      tags: [
        {
          name: 'Flow',
          kind: 'gauge',
          periodMs: 1000,
          grade: 'A',
          typical: 1,
          decode: { space: 'holding', address: 0, type: 'uint16' },
        },
      ],
    });
    const rig = await start('rtu', only(2));
    const { found } = await scan(rig, { identify: true }, { templates: [template] });
    expect(found[0]?.models).toEqual([
      { templateId: 'acme-fm', name: 'Acme FM', certainty: 'identified', why: 'register 600 is 600' },
    ]);
  });

  it('pauses a line only while it runs, and polls again after its end', async () => {
    const rig = await start('rtu', only(3), 3);
    const { gateway, tools } = rig;
    await vi.waitFor(() => expect(gateway.tag('line-3/3')?.quality).toBe('GOOD'), 60_000);
    const { found } = await scan(rig, {}, { lends: 'line', onStep: () => expect(tools.isUp('line')).toBe(false) });
    expect(found).toHaveLength(1);
    const good = gateway.tag('line-3/3')?.lastGoodAtMs ?? 0;
    await vi.waitFor(() => expect(gateway.tag('line-3/3')?.lastGoodAtMs).toBeGreaterThan(good), 60_000);
  });

  it('ends at once when it is cancelled, and the line polls again', async () => {
    const rig = await start('rtu', only(3), 3);
    await vi.waitFor(() => expect(rig.gateway.tag('line-3/3')?.quality).toBe('GOOD'), 60_000);
    const abort = new AbortController();
    let steps = 0;
    const running = scan(
      rig,
      { to: 247, timeoutMs: 500 },
      {
        signal: abort.signal,
        lends: 'line',
        onStep: () => {
          steps += 1;
          if (steps === 4) setTimeout(() => abort.abort(), 20);
        },
      },
    );
    await expect(running).rejects.toMatchObject({ code: 'cancelled' });
    const good = rig.gateway.tag('line-3/3')?.lastGoodAtMs ?? 0;
    await vi.waitFor(() => expect(rig.gateway.tag('line-3/3')?.lastGoodAtMs).toBeGreaterThan(good), 60_000);
    expect(steps).toBeLessThan(10);
  });

  it('gives the line back when it fails, and also when the line was changed meanwhile', async () => {
    const rig = await start('rtu', only(3), 3);
    await vi.waitFor(() => expect(rig.gateway.tag('line-3/3')?.quality).toBe('GOOD'), 60_000);
    await expect(rig.gateway.lend('line', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    await vi.waitFor(() => expect(rig.tools.isUp('line')).toBe(true), 60_000);
    await rig.gateway.lend('line', async () => {
      await expect(rig.gateway.lend('line', async () => 1)).rejects.toMatchObject({ code: 'busy' });
      const polled = device(3);
      const changed = { ...rig.line, settings: { ...rig.line.settings, timeoutMs: 150 } };
      rig.gateway.configure({ connections: [changed], devices: [polled], tags: [tag(polled.id, 4, { periodMs: 100 })] });
      expect(rig.tools.isUp('line')).toBe(false);
    });
    await vi.waitFor(() => expect(rig.gateway.tag('line-3/4')?.quality).toBe('GOOD'), 60_000);
  });
});

describe('the plan of a scan', () => {
  const tools = new ModbusTools(new ModbusGateway({ clock: systemClock, log: quietLog }), systemClock, seeded(1));
  const serial = connectionSettings.parse({ kind: 'serial', path: '/dev/nobody' });

  it('tries what devices are delivered with first', () => {
    const { formats } = tools.planScan(
      serial,
      spec({ baudRates: [115_200, 19_200, 9600], parities: ['odd', 'even', 'none'], stopBits: [1, 2] }),
    );
    expect(formats.slice(0, 4)).toEqual([
      { baudRate: 9600, parity: 'none', stopBits: 1 },
      { baudRate: 9600, parity: 'even', stopBits: 1 },
      { baudRate: 19_200, parity: 'even', stopBits: 1 },
      { baudRate: 19_200, parity: 'none', stopBits: 1 },
    ]);
    expect(formats).toHaveLength(18);
  });

  it('takes at most 60 s for 247 units at 9600 baud', () => {
    const { timeoutMs: _, ...usual } = spec({ to: 247, baudRates: [9600], parities: ['none'] });
    const { requests, seconds } = tools.planScan(serial, usual);
    expect(requests).toBe(247);
    expect(seconds).toBeGreaterThan(30);
    expect(seconds).toBeLessThan(60);
  });
});

describe('the test of an endpoint', () => {
  const tools = new ModbusTools(new ModbusGateway({ clock: systemClock, log: quietLog }), systemClock, seeded(1));
  const at = (port: number) =>
    connectionSettings.parse({ kind: 'tcp', host: '127.0.0.1', port, timeoutMs: 200, connectTimeoutMs: 500 });

  it('says that Modbus is spoken, also by a refusal', async () => {
    const server = await new OracleServer('mbap', answerIt).start();
    cleanUps.push(() => server.stop());
    expect(await tools.testEndpoint(at(server.port), 1)).toMatchObject({ reached: true, answersModbus: true });
    server.handler = ({ send, frame, unit }) => send(frame(exceptionBody(unit, 3, 2)));
    const { words, answersModbus } = await tools.testEndpoint(at(server.port), 1);
    expect([answersModbus, words]).toEqual([true, expect.stringMatching(/exception 2, which is an answer/)]);
  });

  it('tells refused, silent and foreign apart', async () => {
    const server = await new OracleServer('mbap', () => undefined).start();
    cleanUps.push(() => server.stop());
    expect((await tools.testEndpoint(at(server.port), 1)).words).toMatch(/port is open, but unit 1 did not answer/);
    const web = createServer((socket) =>
      socket
        .on('error', () => undefined)
        .resume()
        .end('HTTP/1.1 400 Bad Request\r\n\r\n'),
    );
    await new Promise<void>((listening) => web.listen(0, '127.0.0.1', listening));
    const { port } = web.address() as { port: number };
    const foreign = await tools.testEndpoint(at(port), 1);
    expect(foreign).toMatchObject({ reached: true, answersModbus: false });
    await new Promise((closed) => web.close(closed));
    expect(await tools.testEndpoint(at(port), 1)).toMatchObject({
      reached: false,
      words: expect.stringMatching(/refuses the connection/),
    });
  });
});

describe('serial ports on Linux', () => {
  it('are those with a device behind, described by their USB adapter', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tty-'));
    cleanUps.push(() => rmSync(folder, { recursive: true }));
    const adapter = join(folder, 'usb1', 'port');
    mkdirSync(adapter, { recursive: true });
    writeFileSync(join(folder, 'usb1', 'manufacturer'), 'FTDI\n');
    writeFileSync(join(folder, 'usb1', 'product'), 'USB-RS485\n');
    for (const name of ['ttyUSB0', 'ttyS0', 'tty1']) mkdirSync(join(folder, 'class', name), { recursive: true });
    for (const name of ['ttyUSB0', 'ttyS0']) symlinkSync(adapter, join(folder, 'class', name, 'device'));
    writeFileSync(join(folder, 'class', 'ttyS0', 'type'), '0\n');
    expect(await linuxPorts(join(folder, 'class'))).toEqual([
      { path: '/dev/ttyUSB0', manufacturer: 'FTDI', product: 'USB-RS485', serialNumber: null },
    ]);
    expect(await linuxPorts(join(folder, 'nowhere'))).toEqual([]);
  });
});

describe('a slow slave beside fast ones', () => {
  it('is found whoever answers after it, also as the last one', async () => {
    const rig = await start('rtu', ({ unit, send, answer, socket }) => {
      if (unit === 6) send(answer);
      // not in the order of the line: the slave itself is slow
      if (unit === 5 || unit === 20) setTimeout(() => void (socket.destroyed || socket.write(answer)), 75);
    });
    const { found } = await scan(rig);
    expect(found.map(({ slaveId }) => slaveId).sort((a, b) => a - b)).toEqual([5, 6, 20]);
  });

  it('that does not answer again is listed as not sure', async () => {
    let asked = 0;
    const rig = await start('rtu', ({ unit, answer, socket }) => {
      if (unit === 5) asked += 1;
      if (unit === 5 && asked === 1) setTimeout(() => void (socket.destroyed || socket.write(answer)), 75);
    });
    const { found, warnings } = await scan(rig, { to: 10 });
    expect(found).toEqual([]);
    expect(warnings).toContainEqual({
      code: 'unsure',
      params: { units: '5' },
      text: expect.stringMatching(/Not sure of unit 5/),
    });
  });
});
