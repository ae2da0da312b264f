import dns from 'node:dns';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Failure } from '../../core/fail.ts';
import { seeded } from '../testing/make.ts';
import { type Handler, mbapFrame, OracleServer, rtuFrame } from '../testing/oracleServer.ts';
import type { PortCounters } from './port.ts';
import { StrictTcpPort } from './strictTcpPort.ts';

const read = (address: number, count = 1, unit = 1): Buffer =>
  rtuFrame(Buffer.of(unit, 3, address >> 8, address & 255, 0, count));
const valueIn = (answer: Buffer): number => answer.readUInt16BE(3);
/** Longer than a busy machine takes: what is answered is answered. */
const options = { timeoutMs: 60_000, acceptAnyUnit: false };
/** Of requests that nobody answers in time. */
const short = { ...options, timeoutMs: 100 };

let server: OracleServer | undefined;
let port: StrictTcpPort | undefined;
let cleanUp = (): void => {};
const counters: PortCounters = { lateAnswers: 0, bytesDropped: 0, violations: 0 };

const portTo = (
  tcpPort: number,
  { readOnly = true, host = '127.0.0.1', connectTimeoutMs = 60_000, onClosed = (_: Failure): void => {} } = {},
): StrictTcpPort => {
  Object.assign(counters, { lateAnswers: 0, bytesDropped: 0, violations: 0 });
  port = new StrictTcpPort(
    { host, port: tcpPort, connectTimeoutMs },
    { counters, readOnly: () => readOnly, random: seeded(1), onClosed },
  );
  return port;
};

const opened = async (
  handler: Handler,
  given: { readOnly?: boolean; onClosed?: (reason: Failure) => void } = {},
): Promise<StrictTcpPort> => {
  server = await new OracleServer('mbap', handler).start();
  const made = portTo(server.port, given);
  await made.open();
  return made;
};

const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (answer) => answer,
    (error: Failure) => error.code,
  );

afterEach(async () => {
  cleanUp();
  await port?.close(new Failure('cancelled', 'the test is over'));
  await server?.stop();
  server = undefined;
});

describe('the strict Modbus TCP port', () => {
  it('gives back the answer with a CRC, as the codec wants it', async () => {
    const strict = await opened(({ send, answer }) => send(answer));
    expect(await strict.exchange(read(300, 2), options)).toEqual(rtuFrame(Buffer.of(1, 3, 4, 1, 44, 1, 45)));
  });

  it('drops an answer later than its timeout and gives the next request its own', async () => {
    let held: Buffer | undefined;
    const strict = await opened(({ send, answer, socket }) => {
      if (held) {
        socket.write(held);
        send(answer);
      } else held = answer;
    });
    expect(await codeOf(strict.exchange(read(1), short))).toBe('timeout');
    expect(valueIn(await strict.exchange(read(2), options))).toBe(2);
    expect(counters.lateAnswers).toBe(1);
  });

  it('does not take an answer that comes 256 requests late', async () => {
    let held: Buffer | undefined;
    let count = 0;
    const strict = await opened(({ send, answer }) => {
      count += 1;
      if (count === 1) held = answer;
      else if (count === 257 && held) send(held);
      if (count > 1) send(answer);
    });
    expect(await codeOf(strict.exchange(read(0), short))).toBe('timeout');
    for (let address = 1; address <= 260; address += 1)
      expect(valueIn(await strict.exchange(read(address), options))).toBe(address);
    expect(counters.lateAnswers).toBe(1);
  });

  it.each([
    ['from another unit', Buffer.of(2, 3, 2, 0, 9)],
    ['refused by another unit', Buffer.of(2, 0x83, 2)],
    ['to another function', Buffer.of(1, 4, 2, 0, 9)],
    ['with too few registers', Buffer.of(1, 3, 0)],
    ['with too many registers', Buffer.of(1, 3, 4, 0, 9, 0, 9)],
    ['whose byte count is not its length', Buffer.of(1, 3, 4, 0, 9)],
  ])('fails at once on an answer %s, and stays connected', async (_, body) => {
    const strict = await opened(({ send, frame, address, answer }) => send(address === 9 ? frame(body) : answer));
    expect(await codeOf(strict.exchange(read(9), options))).toBe('badAnswer');
    expect(valueIn(await strict.exchange(read(10), options))).toBe(10);
  });

  it('takes an answer from another unit where the device is allowed to', async () => {
    const strict = await opened(({ send, frame }) => send(frame(Buffer.of(255, 3, 2, 0, 9))));
    const answer = await strict.exchange(read(9), { ...options, acceptAnyUnit: true });
    expect([answer[0], valueIn(answer)]).toEqual([1, 9]);
  });

  it('refuses an echo that is not what was written', async () => {
    const strict = await opened(({ send, frame, address }) => send(frame(Buffer.of(1, 5, 0, address, 0, 0))), {
      readOnly: false,
    });
    const write = (value: number): Buffer => rtuFrame(Buffer.of(1, 5, 0, 3, value, 0));
    expect(await codeOf(strict.exchange(write(0xff), options))).toBe('badAnswer');
    expect(await codeOf(strict.exchange(write(0), options))).toBeInstanceOf(Buffer);
  });

  it('refuses a second request while one is in flight', async () => {
    const strict = await opened(({ send, answer }) => send(answer, 20));
    const [first, second] = await Promise.all([
      codeOf(strict.exchange(read(1), options)),
      codeOf(strict.exchange(read(2), options)),
    ]);
    expect(valueIn(first as Buffer)).toBe(1);
    expect(second).toBe('busy');
  });

  it.each([5, 6, 15, 16, 22, 23])('refuses function %i while it is read-only, without sending it', async (functionCode) => {
    const strict = await opened(({ send, answer }) => send(answer));
    expect(await codeOf(strict.exchange(rtuFrame(Buffer.of(1, functionCode, 0, 0, 0, 1, 2, 0, 0)), options))).toBe('readOnly');
    expect(valueIn(await strict.exchange(read(4), options))).toBe(4);
    expect(server?.requests).toBe(1);
  });

  it.each([
    ['resets', (socket: { resetAndDestroy(): void }) => socket.resetAndDestroy()],
    ['ends', (socket: { end(): void }) => socket.end()],
  ])('fails the request at once when the device %s the connection', async (_, act) => {
    const reasons: string[] = [];
    const strict = await opened(({ socket }) => act(socket as never), { onClosed: ({ code }) => reasons.push(code) });
    expect(await codeOf(strict.exchange(read(1), options))).toBe('linkDown');
    expect(reasons).toEqual(['linkDown']);
    expect(strict.isOpen).toBe(false);
  });

  it('destroys a connection whose stream is out of step', async () => {
    const reasons: string[] = [];
    const strict = await opened(({ send }) => send(Buffer.from('a1b2c3d4e5f60718', 'hex')), {
      onClosed: ({ code }) => reasons.push(code),
    });
    expect(await codeOf(strict.exchange(read(1), options))).toBe('badAnswer');
    expect(reasons).toEqual(['badAnswer']);
    expect(counters.violations).toBe(1);
    expect(await codeOf(strict.exchange(read(2), options))).toBe('linkDown');
  });

  it('destroys a connection that broke off within an answer, so that the next one cannot complete it', async () => {
    const strict = await opened(({ send, answer }) => send(answer.subarray(0, answer.length - 1)));
    expect(await codeOf(strict.exchange(read(1), short))).toBe('badAnswer');
    expect(strict.isOpen).toBe(false);
  });

  it.each([8, 9, 10])('takes no answer that was cut at byte %i and made whole by the bytes of the next', async (cutAt) => {
    const strict = await opened(({ socket, answer }) => {
      socket.write(answer.subarray(0, cutAt));
      // apart from it, as a device that begins again
      setTimeout(() => socket.write(answer), 20);
    });
    expect(await codeOf(strict.exchange(read(300), options))).toBe('badAnswer');
    expect([strict.isOpen, counters.violations]).toEqual([false, 1]);
  });

  it('reads an answer that comes byte by byte, and one that comes three times', async () => {
    const strict = await opened(({ send, answer, address }) => {
      if (address === 1) for (const byte of answer) send(Buffer.of(byte), 1);
      else send(Buffer.concat([answer, answer, answer]));
    });
    expect(valueIn(await strict.exchange(read(1), options))).toBe(1);
    expect(valueIn(await strict.exchange(read(2), options))).toBe(2);
    expect(valueIn(await strict.exchange(read(3), options))).toBe(3);
  });

  it('resets the connection of a write that went unanswered, so that it cannot arrive later, and not that of a read', async () => {
    const seen: string[] = [];
    const [accepted, reset] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const silent = createServer((socket) => {
      socket.on('data', () => undefined);
      socket.on('error', (error) => {
        seen.push((error as NodeJS.ErrnoException).code ?? '');
        reset.resolve();
      });
      accepted.resolve();
    });
    await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
    cleanUp = () => silent.close();
    const made = portTo((silent.address() as { port: number }).port, {
      readOnly: false,
      onClosed: ({ code, message }) => seen.push(`${code}: ${message}`),
    });
    await made.open();
    await accepted.promise;
    expect(await codeOf(made.exchange(read(1), short))).toBe('timeout');
    expect([made.isOpen, seen]).toEqual([true, []]);
    expect(await codeOf(made.exchange(rtuFrame(Buffer.of(1, 5, 0, 0, 255, 0)), short))).toBe('timeout');
    expect(made.isOpen).toBe(false);
    await reset.promise;
    expect(seen).toEqual(['timeout: a write went unanswered', 'ECONNRESET']);
  });

  it('settles a request when nobody answers', async () => {
    const strict = await opened(() => {});
    expect(await codeOf(strict.exchange(read(1), short))).toBe('timeout');
  });

  it('takes an answer that was already there when a stall had let the timer run out', async () => {
    const strict = await opened(({ send, answer }) => {
      send(answer);
      const untilMs = performance.now() + 60;
      while (performance.now() < untilMs);
    });
    expect(valueIn(await strict.exchange(read(5), { ...options, timeoutMs: 20 }))).toBe(5);
  });

  it('says why it cannot connect', async () => {
    server = await new OracleServer('mbap').start();
    const closed = server.port;
    await server.stop();
    await expect(portTo(closed).open()).rejects.toThrow(/cannot connect to 127.0.0.1:.*ECONNREFUSED/);
  });

  it('gives up connecting and leaves no socket behind', async () => {
    const full = await blackHole();
    cleanUp = full.end;
    const strict = portTo(full.port, { connectTimeoutMs: 300 });
    await expect(strict.open()).rejects.toThrow(/no answer within 300 ms/);
    // now that connections are taken again, a socket left behind would come up, as a new one does
    full.accept();
    const other = connect(full.port, '127.0.0.1');
    await once(other, 'connect');
    other.destroy();
    expect(strict.isOpen).toBe(false);
  });

  it('waits for the address of a host name, and from then on as long as it may connect', async () => {
    const lookup = vi.spyOn(dns, 'lookup');
    cleanUp = () => lookup.mockRestore();
    lookup.mockImplementation(((_name: string, _options: object, found: (error: null, all: object[]) => void) =>
      setTimeout(() => found(null, [{ address: '127.0.0.1', family: 4 }]), 1500)) as never);
    server = await new OracleServer('mbap').start();
    const strict = portTo(server.port, { host: 'meter.plant.example', connectTimeoutMs: 1000 });
    await strict.open();
    expect(valueIn(await strict.exchange(read(300), options))).toBe(300);
    await strict.close(new Failure('cancelled', 'the next one'));
    const ended = portTo(server.port, { host: 'meter.plant.example' });
    const open = ended.open();
    await ended.close(new Failure('cancelled', 'while it is looked for'));
    await expect(open).rejects.toThrow(/closed while connecting/);
  });

  it('may be closed twice', async () => {
    const reasons: string[] = [];
    const strict = await opened(() => {}, { onClosed: ({ message }) => reasons.push(message) });
    await strict.close(new Failure('cancelled', 'first'));
    await strict.close(new Failure('cancelled', 'second'));
    expect(reasons).toEqual(['first']);
  });

  it('frames what it sends as Modbus TCP', async () => {
    const sent: Buffer[] = [];
    const raw = createServer((socket) =>
      socket.on(
        'data',
        (bytes) =>
          sent.push(bytes as Buffer) && socket.write(mbapFrame((bytes as Buffer).readUInt16BE(0), Buffer.of(1, 3, 2, 0, 1))),
      ),
    );
    await new Promise<void>((resolve) => raw.listen(0, '127.0.0.1', resolve));
    const strict = portTo((raw.address() as { port: number }).port);
    await strict.open();
    await strict.exchange(read(0x1234), options);
    expect(sent[0]?.subarray(2).toString('hex')).toBe('00000006010312340001');
    await strict.close(new Failure('cancelled', 'done'));
    raw.close();
  });
});

/** A port that nobody accepts on: its queue of one is full, so that the next connection is not answered. */
const blackHole = async (): Promise<{ port: number; accept: () => void; end: () => void }> => {
  const { spawn } = await import('node:child_process');
  const child = spawn(process.execPath, ['-e', blackHoleProgram], { stdio: ['ignore', 'pipe', 'inherit'] });
  const tcpPort = Number(await new Promise<Buffer>((resolve) => child.stdout.once('data', resolve)));
  child.kill('SIGSTOP');
  const fillers = Array.from({ length: 6 }, () => connect({ host: '127.0.0.1', port: tcpPort }).on('error', () => {}));
  await new Promise((resolve) => setTimeout(resolve, 200));
  return {
    port: tcpPort,
    accept: () => child.kill('SIGCONT'),
    end: () => {
      for (const filler of fillers) filler.destroy();
      child.kill('SIGKILL');
    },
  };
};

const blackHoleProgram = `
const server = require('node:net').createServer();
server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => process.stdout.write(String(server.address().port)));
`;
