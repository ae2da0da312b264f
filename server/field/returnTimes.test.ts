import { afterEach, describe, expect, it } from 'vitest';
import { Backoff } from '../core/backoff.ts';
import { systemClock } from '../core/clock.ts';
import type { Sample } from '../core/field/field.ts';
import { ModbusGateway } from './gateway.ts';
import { backoffOf, connectTimeoutMs } from './polling/line.ts';
import { connection, device, quietLog, seeded, tag } from './testing/make.ts';
import { answerIt, exceptionBody, type Handler, OracleServer } from './testing/oracleServer.ts';
import { ownPassed, passed, until } from './testing/ownTime.ts';

let server: OracleServer | undefined;
let gateway: ModbusGateway | undefined;

afterEach(async () => {
  await gateway?.stop();
  await server?.stop();
});

const polled = async (handler: Handler, units: number[], periodMs = 100): Promise<Sample[]> => {
  server = await new OracleServer('mbap', handler).start();
  gateway = new ModbusGateway({ clock: systemClock, log: quietLog, random: seeded(1) });
  const samples: Sample[] = [];
  gateway.onSamples((some) => samples.push(...some.filter(({ quality }) => quality === 'GOOD')));
  const devices = units.map((unit) => device(unit));
  gateway.configure({
    connections: [connection({ kind: 'tcp', host: '127.0.0.1', port: server.port, timeoutMs: 200 })],
    devices,
    tags: devices.map(({ id }) => tag(id, 7, { periodMs })),
  });
  gateway.start();
  return samples;
};

describe('a device with a host of its own', () => {
  it('is tried again within a second however long it was away', () => {
    const settings = connection({ kind: 'tcp', host: '127.0.0.1' }).settings;
    const backoff = new Backoff(backoffOf(settings), seeded(3));
    const waits = Array.from({ length: 3600 }, () => backoff.nextMs());
    expect(Math.max(...waits)).toBeLessThan(1100);
    expect([0, 1, 2, 3, 4].map((attempt) => connectTimeoutMs(settings, attempt))).toEqual([3000, 1000, 1000, 1000, 3000]);
  });

  it('is good again within two seconds of its return', async () => {
    const samples = await polled(answerIt, [1]);
    await until(() => samples.length > 3, 3000);
    await server?.stop();
    await passed(6000);
    samples.length = 0;
    await server?.start();
    expect(await until(() => samples.length > 0, 5000)).toBeLessThan(2000);
  });
});

describe('one connection with a unit that breaks the stream at every fifth answer', () => {
  it('leaves the clean unit nine in ten of its reads', async () => {
    const random = seeded(5);
    const broken = new Set([2]);
    const samples = await polled(
      ({ unit, send, answer, socket }) => {
        if (!broken.has(unit) || random() >= 0.2) return send(answer);
        const kind = random();
        if (kind < 0.34) socket.resetAndDestroy();
        else if (kind < 0.67) socket.end();
        else send(Buffer.from('0102030405060708', 'hex'));
      },
      [1, 2],
      250,
    );
    await until(() => samples.length > 0, 3000);
    samples.length = 0;
    await ownPassed(8000);
    expect(samples.filter(({ tagId }) => tagId === 'line-1/7').length).toBeGreaterThanOrEqual(0.9 * 32);
  });
});

describe('a single exception', () => {
  it.each([1, 2, 3])('%i is asked again at once', async (code) => {
    let left = 1;
    const samples = await polled(
      ({ unit, functionCode, frame, send, answer }) => {
        left -= 1;
        send(left === 0 ? frame(exceptionBody(unit, functionCode, code)) : answer);
      },
      [1],
    );
    expect(await until(() => samples.length > 0, 3000)).toBeLessThan(1500);
  });

  it('of a device that is still starting costs no more than ten seconds', async () => {
    const startedMs = performance.now();
    const samples = await polled(
      ({ unit, functionCode, frame, send, answer }) => {
        send(performance.now() - startedMs < 2000 ? frame(exceptionBody(unit, functionCode, 2)) : answer);
      },
      [1],
    );
    expect(await until(() => samples.length > 0, 15_000)).toBeLessThan(10_000);
  });
});
