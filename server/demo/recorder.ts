import { SLOT_MS } from '../core/slots.ts';
import { HOUR_MS } from '../core/time.ts';
import type { InstrumentReading } from './instrument.ts';
import { type ProcessModel, stepMs } from './process/truth.ts';

/** What instruments look at, slot by slot: totals and contents at the slot's end, means of everything else. */
export type Recording = { firstSlot: number; slots: number; columns: ReadonlyMap<string, Float64Array> };

/** A total to be remembered at a moment, for an exchange of the meter or a rollover. */
export type Mark = { stream: string; timeMs: number };

const stepsPerSlot = SLOT_MS / stepMs;

const still = { rate: 0, total: 0 };

/** Column of a recording that a reading needs; undefined where it needs none. */
export function columnOf(reading: InstrumentReading): string | undefined {
  switch (reading.kind) {
    case 'total':
      return `total ${reading.stream}`;
    case 'rate':
      return `rate ${reading.stream}`;
    case 'gauge':
      return `mean ${reading.gauge}`;
    case 'level':
      return `last ${reading.gauge}`;
    case 'steady':
      return undefined;
  }
}

/** The same value of the truth at one moment between two steps: totals run on evenly, the rest holds for the whole step. */
export function truthOf(reading: InstrumentReading, { truth }: ProcessModel, atMs: number): number {
  switch (reading.kind) {
    case 'total': {
      const stream = truth.streams[reading.stream] ?? still;
      return stream.total - (stream.rate * Math.max(0, truth.timeMs - atMs)) / HOUR_MS;
    }
    case 'rate':
      return truth.streams[reading.stream]?.rate ?? 0;
    case 'gauge':
    case 'level':
      return truth.gauges[reading.gauge] ?? 0;
    case 'steady':
      return 0;
  }
}

/**
 * Runs a model over whole slots, from where it is up to a moment, and keeps what the readings need. `marked` is reported each
 * mark's total as it is passed.
 */
export function record(
  model: ProcessModel,
  readings: readonly InstrumentReading[],
  toMs: number,
  { marks, marked }: { marks: readonly Mark[]; marked(mark: Mark, total: number): void },
): Recording {
  const { truth } = model;
  const firstSlot = truth.timeMs / SLOT_MS;
  const slots = Math.max(0, Math.floor(toMs / SLOT_MS) - firstSlot);
  const columns = new Map<string, Float64Array>();
  const wanted = (kind: InstrumentReading['kind']): [name: string, values: Float64Array][] => {
    const asked = readings.filter((one) => one.kind === kind);
    const byColumn = new Map(
      asked.map((one) => [columnOf(one) ?? '', 'stream' in one ? one.stream : 'gauge' in one ? one.gauge : '']),
    );
    return [...byColumn].map(([column, name]) => {
      const values = new Float64Array(slots);
      columns.set(column, values);
      return [name, values];
    });
  };
  const streams = (kind: 'total' | 'rate') =>
    wanted(kind).map(([name, values]) => [truth.streams[name] ?? still, values] as const);
  const [totals, rates, means, lasts] = [streams('total'), streams('rate'), wanted('gauge'), wanted('level')];
  const waiting = marks.filter(({ timeMs }) => timeMs >= truth.timeMs).toSorted((a, b) => a.timeMs - b.timeMs);
  for (let slot = 0; slot < slots; slot += 1) {
    for (const [stream, values] of rates) values[slot] = -stream.total;
    for (let step = 0; step < stepsPerSlot; step += 1) {
      while (waiting[0] && waiting[0].timeMs <= truth.timeMs) {
        const mark = waiting.shift();
        if (mark) marked(mark, truth.streams[mark.stream]?.total ?? 0);
      }
      model.step();
      for (const [name, values] of means) values[slot] = (values[slot] ?? 0) + (truth.gauges[name] ?? 0) / stepsPerSlot;
    }
    for (const [stream, values] of totals) values[slot] = stream.total;
    for (const [stream, values] of rates) values[slot] = ((values[slot] ?? 0) + stream.total) * (HOUR_MS / SLOT_MS);
    for (const [name, values] of lasts) values[slot] = truth.gauges[name] ?? 0;
  }
  return { firstSlot, slots, columns };
}
