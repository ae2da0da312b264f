import { once } from 'node:events';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../server/core/clock.ts';
import type { Failure } from '../../server/core/fail.ts';
import { Channel } from '../../server/field/polling/channel.ts';
import { ConnectGate } from '../../server/field/polling/connectGate.ts';
import type { FieldOperation } from '../../server/field/ports/codec.ts';
import { connection, quietLog, seeded } from '../../server/field/testing/make.ts';
import { noPymodbus, noSocat, Peers, pymodbus } from './peers.ts';

const peers = new Peers();
const { program: libmodbus, missing: noLibmodbus } = peers.buildLibmodbus();
for (const reason of [noPymodbus, noLibmodbus, noSocat]) if (reason) console.log(`skipped: ${reason}`);

const channels: Channel[] = [];
afterEach(async () => {
  await Promise.all(channels.splice(0).map((channel) => channel.stop()));
});
afterAll(() => peers.end());

type Space = 'coil' | 'discrete' | 'holding' | 'input';

/** A connected channel to a peer; it writes, too. */
class Line {
  readonly channel: Channel;
  #up = Promise.withResolvers<void>();

  constructor(settings: Parameters<typeof connection>[0]) {
    this.channel = new Channel(
      connection(settings),
      {
        clock: systemClock,
        log: quietLog,
        random: seeded(5),
        gate: new ConnectGate(systemClock, { burst: 9, perSecond: 9 }),
        readOnly: () => false,
      },
      {
        onReady: () => this.#up.resolve(),
        onDown: () => {
          // whoever waits already goes on waiting for the same promise
          const { resolve } = this.#up;
          this.#up = Promise.withResolvers();
          void this.#up.promise.then(resolve);
        },
      },
    );
    channels.push(this.channel);
    this.channel.start();
  }

  ready(): Promise<void> {
    const { promise, reject } = Promise.withResolvers<void>();
    const limit = setTimeout(() => reject(new Error(`the line is ${this.channel.state().state} after 20 s`)), 20_000);
    return Promise.race([this.#up.promise, promise]).finally(() => clearTimeout(limit));
  }

  /** A peer may say that it runs before it listens. */
  async untilAnswered(unit: number): Promise<void> {
    while (!(await this.read('holding', 0, 1, unit, 200).catch(() => null)));
  }

  async ask(operation: FieldOperation, unit = 1, timeoutMs = 2000): Promise<readonly number[]> {
    const lane = operation.kind === 'read' ? 'poll' : 'command';
    return (await this.channel.request({ unit, operation, timeoutMs, acceptAnyUnit: false, lane })).words;
  }

  read(space: Space, address: number, count: number, unit = 1, timeoutMs = 2000): Promise<readonly number[]> {
    return this.ask({ kind: 'read', space, address, count }, unit, timeoutMs);
  }
}

const open = async (settings: Parameters<typeof connection>[0]): Promise<Line> => {
  const line = new Line(settings);
  await line.ready();
  return line;
};

const ramp = (from: number, count: number): number[] => Array.from({ length: count }, (_, i) => from + i);
const parity = (from: number, count: number): number[] => ramp(from, count).map((value) => value & 1);
const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'answered',
    ({ code, details }: Failure) => details.exception ?? code,
  );

/** Every function code, its limits and its refusals. `added` is what the peer's registers hold beyond their address. */
const exercise = async (on: Line, added: number): Promise<void> => {
  expect(await on.read('holding', 100, 125)).toEqual(ramp(100 + added, 125));
  expect(await on.read('input', 7, 1)).toEqual([7 + added]);
  expect(await on.read('coil', 3, 21)).toEqual(parity(3, 21));
  expect(await on.read('discrete', 0, 2000)).toEqual(parity(0, 2000));
  expect(await codeOf(on.read('holding', 9990, 20))).toBe(2);
  await on.ask({ kind: 'writeRegister', address: 300, value: 4711 });
  await on.ask({ kind: 'writeRegisters', address: 301, values: [1, 65_535, 3] });
  expect(await on.read('holding', 300, 4)).toEqual([4711, 1, 65_535, 3]);
  await on.ask({ kind: 'writeCoil', address: 40, value: true });
  await on.ask({ kind: 'writeCoils', address: 41, values: [false, true, true] });
  expect(await on.read('coil', 40, 4)).toEqual([1, 0, 1, 1]);
  await on.ask({ kind: 'writeRegister', address: 310, value: 0x12 });
  await on.ask({ kind: 'maskRegister', address: 310, andMask: 0xf2, orMask: 0x25 });
  expect(await on.read('holding', 310, 1)).toEqual([0x17]);
  const many = await Promise.all(ramp(0, 200).map((address) => on.read('holding', 1000 + address, 2)));
  expect(many.map(([first]) => first)).toEqual(ramp(1000 + added, 200));
};

const tcp = (line: string) => ({ kind: 'tcp', host: '127.0.0.1', port: Number(line) }) as const;
const serial = (path: string) => ({ kind: 'serial', path, baudRate: 19_200, quietMs: 60 }) as const;

describe('against a libmodbus server', () => {
  it.skipIf(noLibmodbus)('speaks every function over TCP', async () => {
    const { line } = await peers.start(libmodbus, ['tcp', '0']);
    await exercise(await open(tcp(line)), 0);
  });

  it.skipIf(noLibmodbus)(
    'gives no wrong value while the server freezes and thaws, and closes without waiting for it',
    async () => {
      const { child, line } = await peers.start(libmodbus, ['tcp', '0']);
      const to = await open(tcp(line));
      let good = 0;
      for (let i = 0; i < 120; i += 1) {
        if (i % 30 === 10) child.kill('SIGSTOP');
        if (i % 30 === 13) child.kill('SIGCONT');
        await to.ready();
        const words = await to.read('holding', 10 * i, 2, 1, 60).catch(() => null);
        if (words) expect(words).toEqual([10 * i, 10 * i + 1]);
        if (words) good += 1;
      }
      expect(good).toBeGreaterThan(40);
      child.kill('SIGSTOP');
      await to.channel.stop();
      // it stays frozen: a stop that waited for it would not end
      expect(to.channel.state().state).toBe('stopped');
    },
  );

  it.skipIf(noLibmodbus)('goes on after the server was killed and started again', async () => {
    const { child, line } = await peers.start(libmodbus, ['tcp', '0']);
    const to = await open(tcp(line));
    let running = child;
    for (let cycle = 0; cycle < 3; cycle += 1) {
      expect(await to.read('holding', cycle, 1)).toEqual([cycle]);
      running.kill('SIGKILL');
      await once(running, 'exit');
      expect(await codeOf(to.read('holding', cycle, 1))).toBe('linkDown');
      running = (await peers.start(libmodbus, ['tcp', line])).child;
      await to.ready();
      expect(await to.read('holding', cycle, 1)).toEqual([cycle]);
    }
  });

  it.skipIf(noLibmodbus || noSocat)('speaks every function over a serial line', async () => {
    const { ours, theirs } = await peers.serialPair('libmodbus');
    await peers.start(libmodbus, ['rtu', theirs, '19200', '1']);
    await exercise(await open(serial(ours)), 0);
  });

  it.skipIf(noLibmodbus || noSocat)('speaks RTU over TCP through a serial device server', async () => {
    const { ours, theirs } = await peers.serialPair('deviceServer');
    await peers.start(libmodbus, ['rtu', theirs, '19200', '1']);
    const port = await peers.deviceServer(ours);
    await exercise(await open({ kind: 'rtuTcp', host: '127.0.0.1', port, quietMs: 60 }), 0);
  });

  it.skipIf(noLibmodbus || noSocat)('takes no late answer of a frozen serial device for the next one', async () => {
    const { ours, theirs } = await peers.serialPair('frozen');
    const { child } = await peers.start(libmodbus, ['rtu', theirs, '19200', '1']);
    const to = await open(serial(ours));
    let good = 0;
    for (let i = 0; i < 60; i += 1) {
      if (i % 15 === 5) {
        child.kill('SIGSTOP');
        setTimeout(() => child.kill('SIGCONT'), 180 + 40 * (i % 4));
      }
      const words = await to.read('holding', 10 * i, 2, 1, 80).catch(() => null);
      if (words) expect(words).toEqual([10 * i, 10 * i + 1]);
      if (words) good += 1;
    }
    expect(good).toBeGreaterThan(20);
    expect(to.channel.state().lateAnswers + to.channel.state().bytesDropped).toBeGreaterThan(0);
  });

  it.skipIf(noLibmodbus || noSocat)('notices an unplugged adapter at once and goes on when it is back', async () => {
    const { child, ours, theirs } = await peers.serialPair('unplugged');
    await peers.start(libmodbus, ['rtu', theirs, '19200', '1']);
    const to = await open(serial(ours));
    await to.read('holding', 5, 1);
    // socat takes its two names away as it ends; another one does not start while they are there
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    // at once: it would be a timeout after its ten seconds
    expect(await codeOf(to.read('holding', 6, 1, 1, 10_000))).toBe('linkDown');
    await gone;
    await peers.serialPair('unplugged');
    await peers.start(libmodbus, ['rtu', theirs, '19200', '1']);
    await to.ready();
    expect(await to.read('holding', 7, 1)).toEqual([7]);
    expect(to.channel.state().reconnects).toBe(1);
  });

  it.skipIf(noLibmodbus || noSocat)('says in one line that a serial port cannot be opened', async () => {
    const downs: string[] = [];
    const channel = new Channel(
      connection(serial('/dev/does-not-exist')),
      {
        clock: systemClock,
        log: quietLog,
        random: seeded(1),
        gate: new ConnectGate(systemClock, { burst: 1, perSecond: 1 }),
        readOnly: () => true,
      },
      { onReady: () => {}, onDown: ({ message }) => downs.push(message) },
    );
    channels.push(channel);
    channel.start();
    await expect.poll(() => downs[0]).toMatch(/^cannot open \/dev\/does-not-exist: .*No such file/);
  });
});

describe('against a pymodbus server', () => {
  it.skipIf(noPymodbus)('speaks every function over TCP', async () => {
    const { line } = await peers.start(...pymodbus('tcp'));
    await exercise(await open(tcp(line)), 1000);
  });

  it.skipIf(noPymodbus || noSocat)('reads two units on one serial line, and a third that is not there', async () => {
    const { ours, theirs } = await peers.serialPair('pymodbus');
    await peers.start(...pymodbus('rtu', theirs));
    const to = await open(serial(ours));
    await to.untilAnswered(1);
    for (let round = 0; round < 5; round += 1) {
      expect(await to.read('holding', 100, 20, 1)).toEqual(ramp(1100, 20));
      expect(await to.read('input', 100, 20, 2)).toEqual(ramp(2100, 20));
    }
    expect(await codeOf(to.read('holding', 100, 20, 3, 150))).toBe('timeout');
    expect(await to.read('holding', 100, 20, 2)).toEqual(ramp(2100, 20));
    await to.ask({ kind: 'writeRegisters', address: 10, values: [7, 8] }, 2);
    expect(await to.read('holding', 10, 2, 2)).toEqual([7, 8]);
    expect(await to.read('holding', 10, 2, 1)).toEqual([1010, 1011]);
  });
});
