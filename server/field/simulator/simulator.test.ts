import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { decodeSpec } from '../../contract/model/field.ts';
import { mbap, RawMaster, readRequest, rtu } from '../../test/rawMaster.ts';
import type { SimulatedDevice, SimulatedTag } from './device.ts';
import type { LineOptions, SimulatedLine } from './line.ts';
import { Simulator } from './simulator.ts';

const ends: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const tag = (name: string, decode: Record<string, unknown>, initial: number | string = 0): SimulatedTag => ({
  name,
  kind: 'gauge',
  decode: decodeSpec.parse({ space: 'holding', type: 'uint16', ...decode }),
  initial,
});
const tags = [
  tag('Flow', { address: 0, type: 'float32' }, 230),
  tag('Count', { address: 2, type: 'uint16' }, 7),
  tag('Set point', { address: 10, scale: 0.1 }, 21.5),
  tag('Pump', { space: 'coil', address: 3, type: 'bool' }, 1),
  tag('Full', { space: 'discrete', address: 0, type: 'bool' }, 1),
  tag('Level', { space: 'input', address: 40, type: 'uint16' }, 300),
];

const serve = async (
  line: LineOptions = { kind: 'tcp' },
): Promise<{ device: SimulatedDevice; line: SimulatedLine; master: RawMaster }> => {
  const simulator = new Simulator();
  const served = simulator.addDevice({ slaveId: 5, tags }, line);
  await simulator.start();
  ends.push(() => simulator.stop());
  const master = await RawMaster.connect(served.line.port);
  ends.push(() => master.close());
  return { ...served, master };
};
const hex = async (master: RawMaster, request: string): Promise<string> =>
  (await master.ask(5, Buffer.from(request.replaceAll(' ', ''), 'hex'))).pdu.toString('hex');

describe('a simulated device', () => {
  it('answers every read with what its values are made of', async () => {
    const { device, master } = await serve();
    expect(await hex(master, '03 0000 0003')).toBe('0306436600000007');
    expect(await hex(master, '04 0028 0001')).toBe('0402012c');
    expect(await hex(master, '01 0003 0001')).toBe('010101');
    expect(await hex(master, '02 0000 0001')).toBe('020101');
    device.set('Flow', -1);
    device.set('Pump', 0);
    expect(await hex(master, '03 0000 0002')).toBe('0304bf800000');
    expect(await hex(master, '01 0003 0001')).toBe('010100');
  });

  it('takes writes, echoes them and shows what was written', async () => {
    const { device, master } = await serve();
    expect(await hex(master, '06 000a 00fa')).toBe('06000a00fa');
    expect(device.get('Set point')).toBe(25);
    expect(await hex(master, '05 0003 0000')).toBe('0500030000');
    expect(device.get('Pump')).toBe(0);
    expect(await hex(master, '10 0000 0002 04 3f800000')).toBe('1000000002');
    expect(device.get('Flow')).toBe(1);
    expect(await hex(master, '0f 0003 0001 01 01')).toBe('0f00030001');
    expect(device.get('Pump')).toBe(1);
  });

  it.each([
    ['an unmapped register in the middle', '03 0002 0002', '8302'],
    ['an input register asked for as holding', '03 0028 0001', '8302'],
    ['no register at all', '03 0000 0000', '8303'],
    ['more registers than a frame holds', '03 0000 007e', '8303'],
    ['a coil that is neither on nor off', '05 0003 0001', '8503'],
    ['a write that runs past what is there', '10 0002 0002 04 0001 0001', '9002'],
    ['a byte count that does not fit', '10 0000 0002 02 0001', '9003'],
    ['a request cut short', '03 0000', '8303'],
    ['a function nobody has', '2b 0e0100', 'ab01'],
  ])('refuses %s', async (_, request, answer) => {
    const { device, master } = await serve();
    const before = device.get('Flow');
    expect(await hex(master, request)).toBe(answer);
    expect(device.get('Flow')).toBe(before);
  });

  it('reads holes as 0 where configured, and refuses addresses beyond its map', async () => {
    const simulator = new Simulator();
    const { line } = simulator.addDevice({ slaveId: 5, tags, holes: 'zero' });
    await simulator.start();
    ends.push(() => simulator.stop());
    const master = await RawMaster.connect(line.port);
    ends.push(() => master.close());
    expect(await hex(master, '03 0009 0002')).toBe('0304000000d7');
    expect(await hex(master, '03 000a 0002')).toBe('8302');
  });

  it('refuses a tag it does not have and a value its registers cannot hold', async () => {
    const { device } = await serve();
    expect(() => device.set('Nothing', 1)).toThrow('device 5 (unit 5) has no tag "Nothing"');
    expect(() => device.set('Count', 65536)).toThrow('does not fit uint16');
  });

  it('counts every write that reaches it or its line, with the bytes it took', async () => {
    const { device, line, master } = await serve();
    await hex(master, '03 0000 0002');
    expect([line.writes.frames, line.writes.bytes]).toEqual([0, 0]);
    await hex(master, '06 000a 00fa');
    await hex(master, '06 0063 0001');
    await master.ask(9, Buffer.from('0500030000', 'hex'));
    expect([device.writes.frames, device.writes.bytes]).toEqual([2, 24]);
    expect([line.writes.frames, line.writes.bytes]).toEqual([3, 36]);
    expect(line.writes.entries.map(({ unit, functionCode, hex }) => [unit, functionCode, hex])).toEqual([
      [5, 6, '06000a00fa'],
      [5, 6, '0600630001'],
      [9, 5, '0500030000'],
    ]);
  });
});

describe('a simulated line', () => {
  it('listens on the loopback only, and says what another unit would: nobody there', async () => {
    const { line, master } = await serve();
    expect(line.address).toBe(`127.0.0.1:${line.port}`);
    expect((await master.ask(6, readRequest(3, 0, 1))).pdu.toString('hex')).toBe('830b');
  });

  it('understands requests split at any byte and several in one packet, and answers in order', async () => {
    const { master } = await serve();
    const bytes = Buffer.concat([
      mbap(10, 5, readRequest(3, 0, 1)),
      mbap(11, 5, readRequest(3, 2, 1)),
      mbap(12, 5, readRequest(4, 40, 1)),
    ]);
    for (const byte of bytes) {
      master.socket.write(Buffer.from([byte]));
      await new Promise((resolve) => setImmediate(resolve));
    }
    const one = await master.take(33);
    master.socket.write(bytes);
    expect(await master.take(33)).toEqual(one);
    expect([one.readUInt16BE(0), one.readUInt16BE(11), one.readUInt16BE(22)]).toEqual([10, 11, 12]);
    expect([one.readUInt16BE(9), one.readUInt16BE(20), one.readUInt16BE(31)]).toEqual([0x4366, 7, 300]);
  });

  it('closes a stream that is no Modbus', async () => {
    const { master } = await serve();
    master.socket.write(Buffer.from('GET / HTTP/1.1\r\n\r\n'));
    await master.closed();
    expect(master.socket.destroyed).toBe(true);
  });

  it('serves many devices, each with its own unit id, on one port or one port each', async () => {
    const simulator = new Simulator();
    const shared = simulator.addLine();
    for (const slaveId of [1, 2, 247]) shared.addDevice({ slaveId, tags }).set('Count', slaveId);
    const own = simulator.addDevice({ slaveId: 1, tags });
    await simulator.start();
    ends.push(() => simulator.stop());
    const master = await RawMaster.connect(shared.port);
    ends.push(() => master.close());
    for (const slaveId of [1, 2, 247])
      expect((await master.ask(slaveId, readRequest(3, 2, 1))).pdu.readUInt16BE(2)).toBe(slaveId);
    expect(own.line.port).not.toBe(shared.port);
    expect(() => shared.addDevice({ slaveId: 2, tags })).toThrow('unit id 2 is taken');
    expect(() => shared.addDevice({ slaveId: 248, tags })).toThrow('unit id 248 is not 1 to 247');
  });

  it('comes back on its port after a stop, may be stopped twice, and drops its masters on demand', async () => {
    const { line, master } = await serve();
    const { port } = line;
    line.dropConnections();
    await master.closed();
    const second = await RawMaster.connect(port);
    ends.push(() => second.close());
    const gone = second.closed();
    await line.stop();
    await line.stop();
    await gone;
    await expect(RawMaster.connect(port)).rejects.toThrow('ECONNREFUSED');
    await line.start();
    expect(line.port).toBe(port);
    const third = await RawMaster.connect(port);
    ends.push(() => third.close());
    expect((await third.ask(5, readRequest(3, 2, 1))).pdu.toString('hex')).toBe('03020007');
  });

  it('says which port it could not open, and leaves nothing open', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    ends.push(() => new Promise((resolve) => taken.close(() => resolve())));
    const { port } = taken.address() as { port: number };
    const simulator = new Simulator();
    const free = simulator.addLine();
    simulator.addLine({ kind: 'tcp', port });
    await expect(simulator.start()).rejects.toThrow(`simulated line 127.0.0.1:${port}`);
    await expect(RawMaster.connect(free.port)).rejects.toThrow('ECONNREFUSED');
  });
});

describe('a simulated RTU line', () => {
  it('answers with a checksum, whatever the request is split into and preceded by', async () => {
    const { master } = await serve({ kind: 'rtuTcp' });
    master.socket.write(Buffer.from([0, 0xff]));
    for (const byte of rtu(5, readRequest(3, 2, 1))) master.socket.write(Buffer.from([byte]));
    expect(await master.take(7)).toEqual(rtu(5, Buffer.from([3, 2, 0, 7])));
    master.socket.write(rtu(5, Buffer.from('100000000204bf800000', 'hex')));
    expect(await master.take(8)).toEqual(rtu(5, Buffer.from('1000000002', 'hex')));
  });

  it('recognises by the silence where a request of unknown length ends', async () => {
    const { master } = await serve({ kind: 'rtuTcp' });
    master.socket.write(rtu(5, Buffer.from([0x11])));
    expect(await master.take(5)).toEqual(rtu(5, Buffer.from([0x91, 1])));
  });

  it('is silent for other units and for a wrong checksum, and obeys a broadcast without answering', async () => {
    const { device, line, master } = await serve({ kind: 'rtuTcp' });
    const damaged = rtu(5, readRequest(3, 2, 1));
    damaged[7] = (damaged[7] ?? 0) ^ 1;
    master.socket.write(rtu(6, readRequest(3, 2, 1)));
    master.socket.write(damaged);
    master.socket.write(rtu(0, Buffer.from('06000200 09'.replaceAll(' ', ''), 'hex')));
    master.socket.write(rtu(5, readRequest(3, 2, 1)));
    expect(await master.take(7)).toEqual(rtu(5, Buffer.from([3, 2, 0, 9])));
    expect(master.waiting).toBe(0);
    expect(device.get('Count')).toBe(9);
    expect(line.writes.frames).toBe(1);
  });
});
