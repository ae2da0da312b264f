import { afterEach, describe, expect, it } from 'vitest';
import { Failure } from '../../core/fail.ts';
import { seeded } from '../testing/make.ts';
import { bodyOf, exceptionBody, type Handler, OracleServer, rtuFrame } from '../testing/oracleServer.ts';
import type { PortCounters } from './port.ts';
import { StrictRtuTcpPort } from './strictRtuTcpPort.ts';

const read = (address: number, count = 1, unit = 1): Buffer =>
  rtuFrame(Buffer.of(unit, 3, address >> 8, address & 255, 0, count));
const writeCoil = (address: number): Buffer => rtuFrame(Buffer.of(1, 5, 0, address, 0xff, 0));
const valueIn = (answer: Buffer): number => answer.readUInt16BE(3);
/** Longer than a busy machine takes: what is answered is answered. */
const options = { timeoutMs: 60_000, acceptAnyUnit: false };
/** Of requests that nobody answers in time. */
const short = { ...options, timeoutMs: 80 };

let server: OracleServer | undefined;
let port: StrictRtuTcpPort | undefined;
const counters: PortCounters = { lateAnswers: 0, bytesDropped: 0, violations: 0 };

const opened = async (handler: Handler, echo: 'off' | 'strip' = 'off', quietMs = 20): Promise<StrictRtuTcpPort> => {
  Object.assign(counters, { lateAnswers: 0, bytesDropped: 0, violations: 0 });
  server = await new OracleServer('rtu', handler).start();
  port = new StrictRtuTcpPort(
    { host: '127.0.0.1', port: server.port, connectTimeoutMs: 60_000, echo, quietMs },
    { counters, readOnly: () => false, random: seeded(1), onClosed: () => {} },
  );
  await port.open();
  return port;
};

const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (answer) => answer,
    (error: Failure) => error.code,
  );

afterEach(async () => {
  await port?.close(new Failure('cancelled', 'the test is over'));
  await server?.stop();
});

describe('the strict RTU line', () => {
  it('finds the answer among noise and other units’ frames, and counts what it dropped', async () => {
    const strict = await opened(({ send, answer }) =>
      send(
        Buffer.concat([
          Buffer.of(0, 255, 1, 3),
          rtuFrame(bodyOf({ unit: 2, functionCode: 3, address: 7, count: 1, body: Buffer.alloc(6) })),
          answer,
          Buffer.of(0),
        ]),
      ),
    );
    expect(valueIn(await strict.exchange(read(40), options))).toBe(40);
    expect(counters.bytesDropped).toBe(4 + 7 + 1);
  });

  it('says that an answer was damaged, without waiting for the timeout', async () => {
    const strict = await opened(({ send, answer }) =>
      send(Buffer.concat([answer.subarray(0, 4), Buffer.of(99), answer.subarray(5)])),
    );
    expect(await codeOf(strict.exchange(read(1), options))).toBe('crc');
  });

  it('waits for the rest of an answer that pauses', async () => {
    const strict = await opened(({ send, answer }) => {
      send(answer.subarray(0, 4));
      send(answer.subarray(4), 40);
    });
    expect(valueIn(await strict.exchange(read(3), options))).toBe(3);
  });

  it('drains a late answer before it goes on', async () => {
    let sendHeld: (() => void) | undefined;
    const strict = await opened(({ send, answer }) => {
      if (sendHeld) send(answer);
      else sendHeld = () => send(answer);
    });
    expect(await codeOf(strict.exchange(read(1), short))).toBe('timeout');
    const drained = strict.drain();
    sendHeld?.();
    await drained;
    expect(valueIn(await strict.exchange(read(2), options))).toBe(2);
    expect(counters.lateAnswers).toBe(1);
  });

  it('drains as long as bytes keep coming', async () => {
    let lastSentMs = 0;
    const strict = await opened(
      ({ socket }) => {
        for (let i = 0; i < 8; i += 1) {
          setTimeout(
            () => {
              socket.write(Buffer.of(i));
              lastSentMs = performance.now();
            },
            90 + 15 * i,
          );
        }
      },
      'off',
      400,
    );
    expect(await codeOf(strict.exchange(read(1), short))).toBe('timeout');
    await strict.drain();
    expect(performance.now() - lastSentMs).toBeGreaterThan(350);
    expect(counters.bytesDropped).toBe(8);
  });

  it('ends draining when the line is lost', async () => {
    let reset = (): void => {};
    const strict = await opened(
      ({ socket }) => {
        reset = () => socket.resetAndDestroy();
      },
      'off',
      // later than the test may last
      60_000,
    );
    expect(await codeOf(strict.exchange(read(1), short))).toBe('timeout');
    const drained = strict.drain();
    reset();
    await drained;
    expect(await codeOf(strict.exchange(read(1), options))).toBe('linkDown');
  });

  it('passes an exception on', async () => {
    const strict = await opened(({ send, frame }) => send(frame(exceptionBody(1, 3, 2))));
    expect((await strict.exchange(read(1), options)).toString('hex')).toBe('018302c0f1');
  });

  it('compares what a write echoes, and ends the connection of one that went unanswered', async () => {
    const strict = await opened(({ send }) => send(writeCoil(4)));
    expect(await codeOf(strict.exchange(writeCoil(4), options))).toBeInstanceOf(Buffer);
    expect(await codeOf(strict.exchange(writeCoil(3), short))).toBe('timeout');
    // it could still arrive when the network comes back
    expect(strict.isOpen).toBe(false);
    await strict.drain();
  });

  describe('with an adapter that echoes', () => {
    const echoing: Handler = ({ send, answer, body }) => send(Buffer.concat([rtuFrame(body), answer]));

    it('reads behind its own echo', async () => {
      const strict = await opened(echoing, 'strip');
      expect(valueIn(await strict.exchange(read(9), options))).toBe(9);
      expect(await codeOf(strict.exchange(writeCoil(4), options))).toBeInstanceOf(Buffer);
    });

    it('does not take the echo of a write for the answer of a dead device', async () => {
      const strict = await opened(({ send, body }) => send(rtuFrame(body)), 'strip');
      expect(await codeOf(strict.exchange(writeCoil(4), short))).toBe('timeout');
    });

    it.each(['the refusal of a device', 'nothing from a dead device'])(
      'hears %s behind the echo of a write, also where no echo was configured',
      async (what) => {
        const refused = what === 'the refusal of a device';
        const strict = await opened(({ send, answer, body, functionCode }) => {
          const isWrite = functionCode === 5;
          const after = isWrite ? (refused ? rtuFrame(exceptionBody(1, 5, 2)) : Buffer.alloc(0)) : answer;
          send(Buffer.concat([rtuFrame(body), after]));
        });
        expect(valueIn(await strict.exchange(read(7), options))).toBe(7);
        const ended = await codeOf(strict.exchange(writeCoil(1), refused ? options : short));
        expect(refused ? (ended as Buffer)[1] : ended).toBe(refused ? 0x85 : 'timeout');
      },
    );

    it('reads without an echo too, but confirms no write without it', async () => {
      const strict = await opened(({ send, answer }) => send(answer), 'strip');
      expect(valueIn(await strict.exchange(read(9, 3), options))).toBe(9);
      expect(await codeOf(strict.exchange(writeCoil(4), short))).toBe('timeout');
    });
  });
});
