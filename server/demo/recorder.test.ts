import { describe, expect, it } from 'vitest';
import { SLOT_MS } from '../core/slots.ts';
import type { InstrumentReading } from './instrument.ts';
import { localMoment } from './process/localTime.ts';
import { NorthPlant } from './process/north.ts';
import { advanceTo } from './process/truth.ts';
import { record, truthOf } from './recorder.ts';

const start = localMoment(Date.UTC(2026, 0, 6) / 86_400_000, 6);
const total: InstrumentReading = { kind: 'total', stream: 'bottling', resolution: 0.1, start: 0, errorPct: 0 };
const rate: InstrumentReading = { kind: 'rate', stream: 'bottling', errorPct: 0, noisePct: 0 };
const level: InstrumentReading = {
  kind: 'level',
  gauge: 'rawM3',
  noiseM: 0,
  shape: { shape: 'rectangular', length: 8, width: 5, height: 3, compartments: 1 },
};

describe('recording a plant', () => {
  it('keeps totals, mean rates and contents of whole slots, and stops before a slot that is not over', () => {
    const model = new NorthPlant(3, start);
    const { firstSlot, slots, columns } = record(model, [total, rate, level], start + 40 * SLOT_MS + 1234, {
      marks: [],
      marked: () => {},
    });
    expect(firstSlot).toBe(start / SLOT_MS);
    expect(slots).toBe(40);
    const [totals, rates] = [columns.get('total bottling'), columns.get('rate bottling')];
    expect(totals?.at(-1)).toBe(model.truth.streams.bottling.total);
    expect(columns.get('last rawM3')?.at(-1)).toBe(model.truth.gauges.rawM3);
    for (let slot = 1; slot < slots; slot += 1)
      expect((rates?.[slot] ?? 0) / 12).toBeCloseTo((totals?.[slot] ?? 0) - (totals?.[slot - 1] ?? 0), 9);
  });

  it('goes on where it stopped, and gives the total at a mark', () => {
    const [whole, parts] = [new NorthPlant(3, start), new NorthPlant(3, start)];
    const marked: number[] = [];
    const mark = { stream: 'bottling', timeMs: start + 10 * SLOT_MS };
    const all = record(whole, [total], start + 20 * SLOT_MS, { marks: [mark], marked: (_, value) => marked.push(value) });
    record(parts, [total], start + 7 * SLOT_MS, { marks: [mark], marked: (_, value) => marked.push(value) });
    const rest = record(parts, [total], start + 20 * SLOT_MS, { marks: [mark], marked: (_, value) => marked.push(value) });
    expect([...(rest.columns.get('total bottling') ?? [])]).toEqual([...(all.columns.get('total bottling') ?? [])].slice(7));
    expect(marked).toEqual([all.columns.get('total bottling')?.[9], all.columns.get('total bottling')?.[9]]);
  });

  it('lets totals run evenly between two steps, so that live counters go on from history without a jump', () => {
    const [history, live] = [new NorthPlant(3, start), new NorthPlant(3, start)];
    const end = start + 30 * SLOT_MS;
    const recorded = record(history, [total], end, { marks: [], marked: () => {} })
      .columns.get('total bottling')
      ?.at(-1);
    advanceTo(live, end + 20_000);
    expect(truthOf(total, live, end)).toBeCloseTo(recorded ?? Number.NaN, 9);
    const [early, late] = [truthOf(total, live, end + 10_000), truthOf(total, live, end + 20_000)];
    expect(late).toBeGreaterThan(early);
    expect(early).toBeGreaterThan(recorded ?? Number.NaN);
  });
});
