import { describe, expect, it } from 'vitest';
import { fuzz } from '../testing/fuzz.ts';

/** The whole load is in bench/fieldFaults.ts. */
describe('under every fault of the wire', () => {
  it('never delivers a wrong value over Modbus TCP', async () => {
    const { wrong, good, failed, faults } = await fuzz({
      framing: 'mbap',
      lines: 16,
      reads: 5000,
      seed: 11,
      timeoutMs: 60,
      quietMs: 60,
    });
    expect(wrong).toBe(0);
    expect(Object.keys(faults)).toHaveLength(17);
    expect(Object.keys(failed).sort()).toEqual(['badAnswer', 'linkDown', 'timeout']);
    expect(good).toBeGreaterThan(1500);
  });

  it('never delivers a wrong value over RTU', async () => {
    const { wrong, good, failed } = await fuzz({ framing: 'rtu', lines: 24, reads: 1500, seed: 12, timeoutMs: 60, quietMs: 20 });
    expect(wrong).toBe(0);
    expect(failed.timeout).toBeGreaterThan(50);
    expect(failed.crc).toBeGreaterThan(5);
    expect(good).toBeGreaterThan(300);
  });
});
