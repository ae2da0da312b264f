import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../core/clock.ts';
import type { Sample } from '../core/field/field.ts';
import { ModbusGateway } from './gateway.ts';
import { connection, device, quietLog, seeded, tag } from './testing/make.ts';
import { answerIt, OracleServer } from './testing/oracleServer.ts';
import { passed, until } from './testing/ownTime.ts';

const cleanUps: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** A way to a server on which connections go dead without a word: nothing passes any more, nobody closes or resets. */
const deadEnd = async (port: number) => {
  const sockets = new Set<Socket>();
  const dead = new Set<Socket>();
  let isDark = false;
  let opened = 0;
  const server = createServer((near) => {
    opened += 1;
    const far = connect(port, '127.0.0.1');
    const link = (from: Socket, to: Socket): void => {
      sockets.add(from);
      from.on('error', () => {});
      from.on('data', (bytes) => {
        if (!dead.has(near)) to.write(bytes);
      });
    };
    link(near, far);
    link(far, near);
    near.on('close', () => far.destroy());
    if (isDark) dead.add(near);
    cleanUps.push(() => near.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUps.push(() => server.close());
  return {
    port: (server.address() as AddressInfo).port,
    opened: () => opened,
    /** Connections that are there go dead; new ones too while it is dark. */
    drop: (dark: boolean): void => {
      isDark = dark;
      for (const socket of sockets) dead.add(socket);
    },
    light: (): void => {
      isDark = false;
    },
  };
};

const polled = async (kind: 'tcp' | 'rtuTcp', units: readonly number[]) => {
  const server = await new OracleServer(kind === 'tcp' ? 'mbap' : 'rtu', answerIt).start();
  cleanUps.push(() => server.stop());
  const way = await deadEnd(server.port);
  const gateway = new ModbusGateway({ clock: systemClock, log: quietLog, random: seeded(1) });
  cleanUps.push(() => gateway.stop());
  const good: Sample[] = [];
  const all: Sample[] = [];
  gateway.onSamples((samples) => {
    all.push(...samples);
    good.push(...samples.filter(({ quality }) => quality === 'GOOD'));
  });
  const devices = units.map((unit) => device(unit));
  gateway.configure({
    connections: [
      connection({
        kind,
        host: '127.0.0.1',
        port: way.port,
        timeoutMs: 200,
        ...(kind === 'rtuTcp' ? { quietMs: 20 } : {}),
      } as never),
    ],
    devices,
    tags: devices.map(({ id }) => tag(id, 7, { periodMs: 100 })),
  });
  gateway.start();
  const readAll = (): boolean => new Set(good.map(({ tagId }) => tagId)).size === units.length;
  expect(await until(readAll, 5000)).toBeLessThan(5000);
  return { gateway, good, all, way, readAll };
};

describe.each(['tcp', 'rtuTcp'] as const)('a connection over %s whose other end disappeared without closing it', (kind) => {
  it.each([[[1]], [[1, 2, 3, 4]]])('is opened anew, and units %j are good again within two seconds', async (units) => {
    const { good, all, way, readAll } = await polled(kind, units);
    const opened = way.opened();
    way.drop(false);
    all.length = 0;
    const openedMs = await until(() => way.opened() > opened, 5000);
    // an answer that was on the way already is no reading of the new connection
    good.length = 0;
    expect(openedMs + (await until(readAll, 5000))).toBeLessThan(2000);
    expect(way.opened()).toBeGreaterThan(opened);
    expect(good.filter(({ value }) => value !== 7)).toEqual([]);
    // nothing is said to be good that was not read
    expect(all.filter(({ quality, value }) => quality !== 'GOOD' && value !== null)).toEqual([]);
  });

  it('is found again soon after its return, when new connections were dead too and have to be given up first', async () => {
    const { gateway, good, way, readAll } = await polled(kind, [1, 2]);
    way.drop(true);
    await passed(5000);
    expect(gateway.tag('line-1/7')?.quality).not.toBe('GOOD');
    const opened = way.opened();
    way.light();
    good.length = 0;
    expect(await until(readAll, 6000)).toBeLessThan(4000);
    // and was not stormed with connections meanwhile
    expect(opened).toBeLessThan(20);
  });
});
