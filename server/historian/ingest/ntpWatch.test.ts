import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, expect, it } from 'vitest';
import { ManualClock } from '../../core/clock.ts';
import { NtpWatch } from './ntpWatch.ts';

const AHEAD_MS = 3_250;
const NOW_MS = Date.parse('2026-11-22T10:00:00Z');
const server = createSocket('udp4');
afterEach(() => server.close());

/** A time server whose clock is behind this one by so much. */
const answering = async (stratum = 2): Promise<number> => {
  server.removeAllListeners('message');
  server.on('message', (asked, { port, address }) => {
    const answer = Buffer.alloc(48);
    answer[0] = 0x24;
    answer[1] = stratum;
    asked.copy(answer, 24, 40, 48);
    const seconds = (NOW_MS - AHEAD_MS) / 1000 + 2_208_988_800;
    for (const at of [32, 40]) {
      answer.writeUInt32BE(Math.floor(seconds), at);
      answer.writeUInt32BE(Math.floor((seconds % 1) * 4_294_967_296), at + 4);
    }
    server.send(answer, port, address);
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  return server.address().port;
};

it('knows by how much the clock is ahead where a time server answers, and follows a step of it', async () => {
  const clock = new ManualClock(NOW_MS);
  const watch = new NtpWatch({ host: '127.0.0.1', port: await answering() }, clock);
  expect(watch.offsetMs()).toBeUndefined();
  watch.start();
  await expect.poll(() => watch.offsetMs()).toBeCloseTo(AHEAD_MS, 0);
  server.removeAllListeners('message');
  watch.noteStep(-AHEAD_MS);
  expect(watch.offsetMs()).toBeCloseTo(0, 0);
  clock.advance(3_600_000);
  expect(watch.offsetMs()).toBeUndefined();
  watch.stop();
});
