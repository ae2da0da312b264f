import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, it } from 'vitest';
import { systemClock } from '../../server/core/clock.ts';
import type { Sample } from '../../server/core/field/field.ts';
import { ModbusGateway } from '../../server/field/gateway.ts';
import { connection, device, quietLog, seeded, tag } from '../../server/field/testing/make.ts';
import { bodyOf, OracleServer } from '../../server/field/testing/oracleServer.ts';
import { ModbusTools } from '../../server/field/tools.ts';
import { noSocat, Peers, until } from './peers.ts';

/** What a receiver makes of the bytes of an answer; a pseudo-terminal itself keeps no parity and loses no bit. */
type Receiver = (answer: Buffer, random: () => number) => Buffer;

const ones = (byte: number): number => byte.toString(2).replaceAll('0', '').length;
const each =
  (change: (byte: number, random: () => number) => number[]): Receiver =>
  (answer, random) =>
    Buffer.from([...answer].flatMap((byte) => change(byte, random)));

const receivers: { name: string; heard: Receiver; reads: 'all' | 'some' | 'none' }[] = [
  {
    name: 'seven bits and even parity, received as eight bits',
    heard: each((byte) => [(byte & 0x7f) | ((ones(byte & 0x7f) % 2) << 7)]),
    reads: 'none',
  },
  { name: 'eight bits, received as seven', heard: each((byte) => [byte & 0x7f]), reads: 'none' },
  {
    name: 'a byte of wrong parity in twenty, received as 0',
    heard: each((byte, random) => [random() < 0.05 ? 0 : byte]),
    reads: 'some',
  },
  {
    name: 'a byte of wrong parity in twenty, left out',
    heard: each((byte, random) => (random() < 0.05 ? [] : [byte])),
    reads: 'some',
  },
  {
    name: 'a byte in twenty whose stop bit was missed: it and the next shifted by a bit',
    heard: each((byte, random) => (random() < 0.05 ? [(byte << 1) & 0xff, 0xff] : [byte])),
    reads: 'some',
  },
  { name: 'half the baud rate: every byte as two of others', heard: each((byte) => [byte & 0xe6, byte | 0x78]), reads: 'none' },
  {
    name: 'a stray byte where the driver turns round',
    heard: (answer) => Buffer.concat([Buffer.of(0), answer, Buffer.of(0xff)]),
    reads: 'all',
  },
];

type WhenOver = (cleanUp: () => void) => void;
const units = [1, 2, 3];

describe.skipIf(noSocat !== false)('a serial line whose bytes come damaged', () => {
  /** Between the line and its devices, with the answers as a receiver makes them out. */
  const heardBy = async (devicePort: number, linePort: number, heard: Receiver, whenOver: WhenOver): Promise<void> => {
    const random = seeded(7);
    const sockets: Socket[] = [connect(linePort, '127.0.0.1'), connect(devicePort, '127.0.0.1')];
    const [line, devices] = sockets;
    line?.on('data', (bytes) => devices?.write(bytes));
    devices?.on('data', (bytes: Buffer) => line?.write(heard(bytes, random)));
    for (const socket of sockets) {
      socket.on('error', () => {});
      await once(socket, 'connect');
      whenOver(() => void socket.destroy());
    }
  };

  // side by side: each waits for its own line more than it works
  it.concurrent.for(receivers)(
    'by $name gives no wrong value',
    { timeout: 120_000 },
    async ({ heard, reads }, { expect, onTestFinished }) => {
      const peers = new Peers();
      onTestFinished(() => peers.end());
      const { ours, theirs } = await peers.serialPair('damaged');
      // registers hold their address and a thousand times the unit
      const server = await new OracleServer('rtu', ({ unit, functionCode, address, count, body, frame, send }) => {
        if (units.includes(unit)) send(frame(bodyOf({ unit, functionCode, address, count, body }, 1000 * unit)));
      }).start();
      onTestFinished(() => server.stop());
      await heardBy(server.port, await peers.deviceServer(theirs), heard, onTestFinished);
      const gateway = new ModbusGateway({ clock: systemClock, log: quietLog, random: seeded(1) });
      onTestFinished(() => gateway.stop());
      const good: Sample[] = [];
      gateway.onSamples((samples) => good.push(...samples.filter(({ quality }) => quality === 'GOOD')));
      const devices = units.map((unit) => device(unit));
      gateway.configure({
        connections: [connection({ kind: 'serial', path: ours, timeoutMs: 200, quietMs: 20 })],
        devices,
        tags: devices.flatMap(({ id }) => [tag(id, 10, { periodMs: 200 }), tag(id, 300, { periodMs: 200 })]),
      });
      gateway.start();
      const begunMs = performance.now();
      const seen = () => new Set(good.map(({ tagId }) => tagId)).size;
      const leastGood = { all: 100, some: 2 * units.length, none: 0 }[reads];
      const leastSeen = reads === 'none' ? 0 : 2 * units.length;
      // a line that loses four answers in ten is asked more seldom; how soon each register is read then is no promise
      await until(() => performance.now() - begunMs > 8000 && good.length >= leastGood && seen() >= leastSeen);
      const wrong = good.filter(({ tagId, value }) => {
        const [unit = 0, address = 0] = /-(\d+)\/(\d+)/.exec(tagId)?.slice(1).map(Number) ?? [];
        return value !== 1000 * unit + address;
      });
      expect(wrong).toEqual([]);
      const report = new ModbusTools(gateway, systemClock, seeded(2)).lineReport('line');
      if (reads !== 'all') expect(report?.verdict).not.toBe('good');
      // the cause of settings that do not fit is named
      if (reads === 'none') expect(JSON.stringify(report)).toMatch(/baud rate|parity/);
      if (reads === 'none') expect(good).toEqual([]);
    },
  );
});
