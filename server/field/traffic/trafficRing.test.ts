import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../core/clock.ts';
import { TrafficRing } from './trafficRing.ts';

const atMs = Date.UTC(2026, 0, 1);
const bytesOf = (value: number, length: number): Uint8Array => new Uint8Array(length).fill(value);

describe('the traffic of a line', () => {
  it('is kept whole and in order, the newest whatever was before', () => {
    const frame = fc.record({ length: fc.integer({ min: 1, max: 300 }), sent: fc.boolean() });
    const limits = fc.record({ frames: fc.integer({ min: 256, max: 700 }), bytes: fc.integer({ min: 16_384, max: 60_000 }) });
    fc.assert(
      fc.property(fc.array(frame, { minLength: 1, maxLength: 2000 }), limits, (frames, limit) => {
        const ring = new TrafficRing(new ManualClock(atMs), limit);
        for (const [i, { length, sent }] of frames.entries()) {
          if (sent) ring.sent(bytesOf(i % 251, length));
          else {
            ring.received(bytesOf(i % 251, length));
            ring.ended();
          }
        }
        const kept = ring.frames();
        expect(kept.length).toBeLessThanOrEqual(limit.frames);
        // frames of 300 bytes at most: two thirds of the room is the least that wrapping leaves
        expect(kept.length).toBeGreaterThanOrEqual(Math.min(frames.length, limit.frames, Math.floor(limit.bytes / 301) - 2));
        const first = frames.length - kept.length;
        for (const [i, one] of kept.entries()) {
          const { length, sent } = frames[first + i] ?? { length: 0, sent: false };
          expect(one.sequence).toBe(first + i);
          expect(one.direction).toBe(sent ? 'sent' : 'received');
          expect(Buffer.from(one.bytes).equals(bytesOf((first + i) % 251, length))).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('joins the pieces of one answer, and not two answers', () => {
    const clock = new ManualClock(atMs);
    const ring = new TrafficRing(clock, { frames: 5000, bytes: 65_536 });
    ring.sent(bytesOf(1, 8));
    ring.received(bytesOf(2, 3));
    clock.advance(5);
    ring.received(bytesOf(3, 4));
    ring.ended();
    ring.received(bytesOf(4, 1));
    clock.advance(200);
    ring.received(bytesOf(5, 1));
    expect(ring.frames().map(({ bytes }) => [...bytes].join(''))).toEqual(['11111111', '2223333', '4', '5']);
  });

  it('has the time of day to the microsecond', () => {
    const clock = new ManualClock(atMs);
    const ring = new TrafficRing(clock, { frames: 5000, bytes: 65_536 });
    clock.advance(12.345);
    ring.sent(bytesOf(1, 8));
    clock.advance(1000);
    expect(ring.frames()[0]?.atUs).toBe(1000 * atMs + 12_345);
  });

  it('keeps 5,000 frames of the usual length', () => {
    const ring = new TrafficRing(new ManualClock(atMs), { frames: 5000, bytes: 1_310_720 });
    for (let i = 0; i < 6000; i += 1) ring.sent(bytesOf(i % 251, i % 2 === 0 ? 12 : 259));
    expect(ring.frames()).toHaveLength(5000);
    expect(ring.frames()[0]?.sequence).toBe(1000);
  });
});
