import { describe, expect, it } from 'vitest';
import { Instrument, type InstrumentReading } from './instrument.ts';

const total: InstrumentReading = { kind: 'total', stream: 'line', resolution: 0.1, modulus: 1000, start: 400, errorPct: 1.8 };
const names = { device: 'DEMO.lineMeter', signal: 'Total' };

describe('an instrument', () => {
  it('counts in whole steps, never backwards, with the error of its calibration', () => {
    const meter = new Instrument(1, names, total);
    const shown = Array.from({ length: 500 }, (_, n) => meter.show(n * 0.37, n * 1000));
    for (const [n, value] of shown.entries()) {
      expect(value).toBeGreaterThanOrEqual(shown[n - 1] ?? 400);
      expect(Math.abs(value * 10 - Math.round(value * 10))).toBeLessThan(1e-6);
    }
    const counted = (shown.at(-1) ?? 0) - (shown[0] ?? 0);
    expect(Math.abs(counted / (499 * 0.37) - 1)).toBeLessThan(0.018);
    expect(counted).not.toBeCloseTo(499 * 0.37, 1);
  });

  it('starts again from 0 with the first flow after the total at which it was full', () => {
    const meter = new Instrument(1, names, total, { rolledAt: { total: 123 } });
    expect(meter.show(123, 0)).toBeCloseTo(999.9, 6);
    expect(meter.show(123.15, 0)).toBeLessThan(0.3);
  });

  it('starts from 0 when it was exchanged', () => {
    const meter = new Instrument(1, names, total, { replacedAt: { timeMs: 60_000, total: 50 } });
    expect(meter.show(50, 60_000)).toBeGreaterThan(440);
    expect(meter.show(50, 61_000)).toBe(0);
    expect(meter.show(60, 120_000)).toBeCloseTo(10, 0);
  });

  it('shows a flow that errs as its total does, and rests at nothing', () => {
    const flow = new Instrument(1, { ...names, signal: 'Flow' }, { kind: 'rate', stream: 'line', errorPct: 1.8, noisePct: 0 });
    const meter = new Instrument(1, names, { ...total, resolution: 0.0001 });
    const counted = meter.show(100, 0) - meter.show(0, 0);
    expect(flow.show(100, 0)).toBeCloseTo(counted, 2);
    expect(flow.show(0, 0)).toBe(0);
  });

  it('has the same noise at the same second, and less in a mean', () => {
    const gauge = new Instrument(1, names, { kind: 'gauge', gauge: 'ph', errorPct: 0, noise: 0.1 });
    const spread = (samples: number) =>
      Math.sqrt(
        Array.from({ length: 2000 }, (_, n) => (gauge.show(7, n * 1000, samples) - 7) ** 2).reduce((a, b) => a + b, 0) / 2000,
      );
    expect(gauge.show(7, 5000)).toBe(gauge.show(7, 5999));
    expect(spread(1)).toBeGreaterThan(0.08);
    expect(spread(1)).toBeLessThan(0.12);
    expect(spread(60)).toBeLessThan(0.02);
  });
});
