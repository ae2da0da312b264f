import { roundSingle } from '../../core/round.ts';
import { SLOTS_PER_DAY, SLOTS_PER_HOUR } from '../../core/slots.ts';
import type { SeriesInfo } from '../../plantModel/index.ts';
import type { ReadingReader } from './reader.ts';

type Band = { low: number; high: number };

const DAYS = 7;
/** Fewer values than two days' worth say nothing about what is normal. */
const FEWEST_VALUES = 2 * SLOTS_PER_HOUR;
const TAIL = 0.05;

/** Where nine tenths of a gauge's values was in the same hour of the last 7 days; worked out once an hour. */
export class NormalBands {
  readonly #reader: ReadingReader;
  readonly #known = new Map<number, Band | null>();
  #hour = 0;

  constructor(reader: ReadingReader) {
    this.#reader = reader;
  }

  of(series: SeriesInfo, nowSlot: number): Band | null {
    if (series.kind === 'counter') return null;
    const hour = Math.floor(nowSlot / SLOTS_PER_HOUR);
    if (hour !== this.#hour) this.#known.clear();
    this.#hour = hour;
    const known = this.#known.get(series.id);
    if (known !== undefined) return known;
    const band = this.#workOut(series.id, hour * SLOTS_PER_HOUR);
    this.#known.set(series.id, band);
    return band;
  }

  #workOut(seriesId: number, hourSlot: number): Band | null {
    const values: number[] = [];
    for (let ago = 1; ago <= DAYS; ago += 1) {
      const fromSlot = hourSlot - ago * SLOTS_PER_DAY;
      const run = this.#reader.slots(seriesId, fromSlot, fromSlot + SLOTS_PER_HOUR);
      for (const [at, value] of run.values.entries()) if (/[GRB]/.test(run.quality[at] ?? 'M')) values.push(value);
    }
    if (values.length < FEWEST_VALUES) return null;
    values.sort((a, b) => a - b);
    const at = (part: number): number => roundSingle(values[Math.round(part * (values.length - 1))] ?? 0);
    return { low: at(TAIL), high: at(1 - TAIL) };
  }
}
