import { createSocket } from 'node:dgram';
import createMdns from 'multicast-dns';
import { afterEach, describe, expect, it } from 'vitest';
import { uniformAt } from '../core/random.ts';
import { silent } from '../test/httpRig.ts';
import { Announcement, answerTo, recordsOf } from './announcement.ts';

const site = '0191f2c4-1111-7222-8333-944455556666';
const announced = { site, port: 8443 };

describe('the announcement by mDNS', () => {
  it('names service, port, host and addresses, in little and without a secret', () => {
    const { pointer, place } = recordsOf(announced, 'plant-42.example.org', ['192.168.1.20']);
    expect(pointer).toMatchObject({
      name: '_headworks._tcp.local',
      type: 'PTR',
      data: 'Headworks 0191f2c4._headworks._tcp.local',
    });
    expect(place).toEqual([
      expect.objectContaining({ type: 'SRV', data: { port: 8443, target: 'plant-42.local', priority: 0, weight: 0 } }),
      expect.objectContaining({ type: 'TXT', data: ['v=1', `id=${site}`, 'tls=1', 'api=/api/user'] }),
      expect.objectContaining({ name: 'plant-42.local', type: 'A', data: '192.168.1.20' }),
    ]);
    expect(place.flatMap(({ type, data }) => (type === 'TXT' ? data : [])).join('').length).toBeLessThan(200);
  });

  it('answers who asks for it, in any case of letters, and nobody else', () => {
    expect(answerTo([{ name: '_Headworks._TCP.local', type: 'PTR' }], announced)?.answers).toHaveLength(1);
    expect(answerTo([{ name: '_headworks._tcp.local', type: 'ANY' }], announced)?.additionals.length).toBeGreaterThan(1);
    expect(answerTo([{ name: '_printer._tcp.local', type: 'PTR' }], announced)).toBeUndefined();
    expect(answerTo([], announced)).toBeUndefined();
  });

  const running: { stop(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const one of running.splice(0)) await one.stop();
  });

  it('answers on the wire, survives packets that are no DNS, says goodbye and ends', async () => {
    const port = 20_000 + (process.pid % 20_000);
    const announcement = new Announcement(silent);
    running.push(announcement);
    const asker = createMdns({ port });
    asker.on('warning', () => undefined);
    running.push({ stop: () => new Promise((resolve) => asker.destroy(resolve)) });
    const received: { name: string; ttl: number }[] = [];
    asker.on('response', ({ answers }) => {
      for (const one of answers ?? []) if (one.type === 'PTR') received.push({ name: one.name, ttl: one.ttl ?? -1 });
    });
    await new Promise<void>((resolve) => asker.on('ready', resolve));
    announcement.start(announced, port);
    await expect.poll(() => received.length).toBeGreaterThan(0);
    const socket = createSocket('udp4');
    for (let n = 0; n < 300; n += 1) {
      const bytes = Array.from({ length: Math.floor(uniformAt(17, n, 0) * 80) }, (_, at) =>
        Math.floor(uniformAt(17, n, at + 1) * 256),
      );
      socket.send(Buffer.from(bytes), port, '127.0.0.1');
    }
    received.length = 0;
    asker.query('_headworks._tcp.local', 'PTR');
    await expect.poll(() => received.length).toBeGreaterThan(0);
    await announcement.stop();
    await expect.poll(() => received.at(-1)?.ttl).toBe(0);
    socket.close();
  });
});
