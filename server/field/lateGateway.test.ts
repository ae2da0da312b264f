import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../core/clock.ts';
import type { Sample } from '../core/field/field.ts';
import { ModbusGateway } from './gateway.ts';
import { connection, device, quietLog, seeded, tag } from './testing/make.ts';
import { bodyOf, exceptionBody, type Handler, OracleServer, type Request } from './testing/oracleServer.ts';
import { OwnTime, ownPassed, passed } from './testing/ownTime.ts';

const TIMEOUT_MS = 150;
const units = [1, 2, 3, 7];
const dead = 7;
/** Registers hold their address and a thousand times the unit, so that another's answer shows. */
const truth = ({ unit, functionCode, address, count, body, frame }: Request): Buffer =>
  frame(bodyOf({ unit, functionCode, address, count, body }, 1000 * unit));

/** Asks of one unit after the other, as gateways do: what it says of the dead one comes when it has given up, and holds up the rest. */
const patient =
  (afterMs: number, ofDead: (request: Request) => Buffer): Handler =>
  (request) => {
    if (request.unit === dead) request.send(ofDead(request), afterMs);
    else request.send(truth(request));
  };

const refusal = ({ unit, functionCode, frame }: Request): Buffer => frame(exceptionBody(unit, functionCode, 11));

const isRight = ({ tagId, value }: Sample): boolean => {
  const [unit = 0, address = 0] = /line-(\d+)\/(\d+)/.exec(tagId)?.slice(1).map(Number) ?? [];
  return value === 1000 * unit + address;
};

/** Good samples of some seconds, after others in which the line is learned. */
const polledFor = async (framing: 'mbap' | 'rtu', handler: Handler, learnMs: number) => {
  const server = await new OracleServer(framing, handler).start();
  const gateway = new ModbusGateway({ clock: systemClock, log: quietLog, random: seeded(1) });
  const time = new OwnTime();
  onTestFinished(async () => {
    await gateway.stop();
    await server.stop();
    time.stop();
  });
  const good: (Sample & { ownMs: number })[] = [];
  gateway.onSamples((samples) =>
    good.push(...samples.filter(({ quality }) => quality === 'GOOD').map((sample) => ({ ...sample, ownMs: time.ms }))),
  );
  const devices = units.map((unit) => device(unit));
  gateway.configure({
    connections: [
      connection({
        ...{ kind: framing === 'mbap' ? 'tcp' : 'rtuTcp', host: '127.0.0.1', port: server.port, timeoutMs: TIMEOUT_MS },
        ...(framing === 'rtu' ? { quietMs: 20 } : {}),
      } as never),
    ],
    devices,
    tags: devices.flatMap(({ id }) => [tag(id, 10, { periodMs: 250 }), tag(id, 300, { periodMs: 250 })]),
  });
  gateway.start();
  await passed(learnMs);
  const wrong = good.filter((sample) => !isRight(sample));
  good.splice(0, good.length, ...wrong);
  await ownPassed(5000);
  return good;
};

describe.concurrent.each(['mbap', 'rtu'] as const)('a gateway (%s) that speaks late of a dead slave', (framing) => {
  it.each([
    ['refuses it after twice the timeout', 2 * TIMEOUT_MS, refusal],
    ['refuses it just after the timeout', TIMEOUT_MS + 5, refusal],
    ['refuses it after eight timeouts', 8 * TIMEOUT_MS, refusal],
    ['answers for it after twice the timeout', 2 * TIMEOUT_MS, truth],
  ])('and %s gives no wrong value, and its other slaves are read', async (_, afterMs, ofDead) => {
    const good = await polledFor(framing, patient(afterMs, ofDead), 14_000);
    expect(good.filter((sample) => !isRight(sample))).toEqual([]);
    for (const unit of units.filter((one) => one !== dead)) {
      const own = good.filter(({ tagId }) => tagId === `line-${unit}/10`);
      // of 20 periods
      expect(own.length, `unit ${unit}`).toBeGreaterThanOrEqual(15);
    }
  });
});

describe.concurrent('a single refusal by one slave of several', () => {
  it.each([1, 2, 3])('with exception %i silences none of its values for ten seconds, and no other slave at all', async (code) => {
    let left = 5;
    const good = await polledFor(
      'rtu',
      (request) => {
        if (request.unit === 2) left -= 1;
        const { unit, functionCode, frame, send } = request;
        send(unit === 2 && left === 0 ? frame(exceptionBody(unit, functionCode, code)) : truth(request));
      },
      0,
    );
    expect(left).toBeLessThan(0);
    expect(good.filter((sample) => !isRight(sample))).toEqual([]);
    const longest = (tagId: string): number => {
      const times = good.filter((sample) => sample.tagId === tagId).map(({ ownMs }) => ownMs);
      return Math.max(...times.slice(1).map((at, place) => at - (times[place] ?? 0)), 0);
    };
    for (const address of [10, 300]) {
      expect(longest(`line-2/${address}`)).toBeLessThan(3000);
      expect(longest(`line-1/${address}`)).toBeLessThan(1500);
    }
  });
});
