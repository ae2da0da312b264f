import { describe, expect, it } from 'vitest';
import { ntpQuestion, offsetOf } from './ntp.ts';

// RFC 4330: 48 bytes; leap, version and mode in the first; stratum in the second; originate, receive and transmit times from 24, 32 and 40
// on, seconds since 1900 and a binary fraction.
const nonce = Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8]);
const sentMs = Date.UTC(2024, 5, 1, 12);

type Given = {
  leap?: number;
  mode?: number;
  stratum?: number;
  receivedMs?: number;
  sentBackMs?: number;
  bytes?: number;
  echo?: Uint8Array;
};
const answerOf = ({
  leap = 0,
  mode = 4,
  stratum = 2,
  receivedMs = sentMs,
  sentBackMs = receivedMs,
  bytes = 48,
  echo = nonce,
}: Given): Buffer => {
  const packet = Buffer.alloc(Math.max(48, bytes));
  packet[0] = (leap << 6) | (4 << 3) | mode;
  packet[1] = stratum;
  packet.set(echo, 24);
  for (const [at, ms] of [
    [32, receivedMs],
    [40, sentBackMs],
  ] as const) {
    const since1900 = ms - Date.UTC(1900, 0, 1);
    packet.writeUInt32BE(Math.floor(since1900 / 1000), at);
    packet.writeUInt32BE(Math.floor(((since1900 % 1000) / 1000) * 2 ** 32), at + 4);
  }
  return packet.subarray(0, bytes);
};
const offset = (given: Given, backMs = sentMs): number | undefined => {
  const found = offsetOf(answerOf(given), nonce, sentMs, backMs);
  return found === undefined ? undefined : Math.round(found * 1000) / 1000;
};

describe('the question', () => {
  it('is of a client of version 4, and carries its nonce where the answer repeats it from', () => {
    const packet = ntpQuestion(Uint8Array.from([...nonce, 9, 9]));
    expect(packet.toString('hex')).toBe(`23${'00'.repeat(39)}0102030405060708`);
  });
});

describe('the offset', () => {
  it('is how far the own clock is ahead, the way there and back taken as equally long', () => {
    expect(offset({ receivedMs: sentMs })).toBe(0);
    expect(offset({ receivedMs: sentMs - 5000 })).toBe(5000);
    expect(offset({ receivedMs: sentMs + 5250 })).toBe(-5250);
    // 100 ms there, 40 ms there at the server, 100 ms back
    expect(offset({ receivedMs: sentMs + 100, sentBackMs: sentMs + 140 }, sentMs + 240)).toBe(0);
    expect(offset({ receivedMs: sentMs + 1100, sentBackMs: sentMs + 1140 }, sentMs + 240)).toBe(-1000);
  });

  it.each<[string, Given, isTaken: boolean]>([
    ['of stratum 1', { stratum: 1 }, true],
    ['of stratum 15', { stratum: 15 }, true],
    ['of stratum 16, which is not set', { stratum: 16 }, false],
    ['of stratum 0, which refuses', { stratum: 0 }, false],
    ['that warns of a leap second', { leap: 1 }, true],
    ['that warns of a missing second', { leap: 2 }, true],
    ['that is not set', { leap: 3 }, false],
    ['of a client', { mode: 3 }, false],
    ['of a broadcast', { mode: 5 }, false],
    ['of 47 bytes', { bytes: 47 }, false],
    ['of 48 bytes', { bytes: 48 }, true],
    ['with a signature after it', { bytes: 68 }, true],
    ['to another question', { echo: Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 9]) }, false],
    ['to another question by its first byte', { echo: Uint8Array.from([0, 2, 3, 4, 5, 6, 7, 8]) }, false],
  ])('of an answer %s is taken where it should be', (_, given, isTaken) => {
    expect(offset(given)).toBe(isTaken ? 0 : undefined);
  });
});
