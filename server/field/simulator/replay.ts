import { readFile } from 'node:fs/promises';
import type { Clock } from '../../core/clock.ts';
import { Failure, messageOf } from '../../core/fail.ts';
import { type CsvRow, csvRows } from '../../core/text/csv.ts';
import { DAY_MS } from '../../core/time.ts';
import type { SimulatedDevice } from './device.ts';

/** Which tag of which device a column feeds; the cell is multiplied by `factor` (1 where absent). */
export type ReplayTarget = { device: SimulatedDevice; tag: string; factor?: number };

type Options = {
  file: string;
  /** Column of the row's time: ISO, or YYYY-MM-DD HH:MM:SS in UTC. */
  timeColumn: string;
  columns: Readonly<Record<string, ReplayTarget>>;
  clock: Clock;
};

type Row = { atMs: number; cells: (number | null)[] };

const wrong = (file: string, message: string): Failure => new Failure('parameter', `${file}: ${message}`);

const timeOf = (text: string): number => Date.parse(/Z|[+-]\d\d:?\d\d$/.test(text) ? text : `${text.trim().replace(' ', 'T')}Z`);

/**
 * Plays a recording into simulated devices: by hand, row by row, or by the clock at any speed. An empty cell
 * leaves its tag as it was; a device all of whose cells are empty is off the line until its next row.
 */
export class CsvReplay {
  readonly #rows: readonly Row[];
  readonly #targets: readonly ReplayTarget[];
  readonly #clock: Clock;
  #next = 0;
  #timer: NodeJS.Timeout | undefined;

  private constructor(rows: readonly Row[], targets: readonly ReplayTarget[], clock: Clock) {
    this.#rows = rows;
    this.#targets = targets;
    this.#clock = clock;
  }

  /** Reads and checks the whole file; a missing column, a cell that is no number or a time that goes back fails with `parameter`. */
  static async open({ file, timeColumn, columns, clock }: Options): Promise<CsvReplay> {
    const [names, lines] = await readLines(file);
    const places = [timeColumn, ...Object.keys(columns)].map((name) => {
      const place = names.indexOf(name);
      if (place < 0) throw wrong(file, `has no column "${name}"`);
      return place;
    });
    const rows = parseRows(file, lines, places);
    return new CsvReplay(rows, Object.values(columns), clock);
  }

  get rowCount(): number {
    return this.#rows.length;
  }

  /** Time of the row that comes next, epoch ms; undefined at the end. */
  get nextAtMs(): number | undefined {
    return this.#rows[this.#next]?.atMs;
  }

  /** Plays the next row. @returns its time, epoch ms; undefined when there is none left. */
  step(): number | undefined {
    const row = this.#rows[this.#next];
    if (!row) return undefined;
    this.#next += 1;
    const answering = new Set<SimulatedDevice>();
    for (const [i, { device, tag, factor = 1 }] of this.#targets.entries()) {
      const cell = row.cells[i];
      if (cell === null || cell === undefined) continue;
      device.set(tag, cell * factor, row.atMs);
      answering.add(device);
    }
    for (const { device } of this.#targets) device.unplug(!answering.has(device));
    return row.atMs;
  }

  /** Plays on from here, `speed` recorded seconds a second; `onEnd` is called after the last row. */
  start(speed: number, onEnd: () => void = () => undefined): void {
    if (!(speed > 0 && Number.isFinite(speed))) throw new Failure('parameter', `speed ${speed} is not above 0`);
    this.stop();
    const firstMs = this.nextAtMs ?? 0;
    const startedMs = this.#clock.monotonicMs();
    const play = () => {
      const reachedMs = firstMs + (this.#clock.monotonicMs() - startedMs) * speed;
      while ((this.nextAtMs ?? Number.POSITIVE_INFINITY) <= reachedMs) this.step();
      if (this.nextAtMs === undefined) onEnd();
      // a recording with longer steps than a timer can hold is looked at once a day
      else this.#timer = setTimeout(play, Math.min(DAY_MS, (this.nextAtMs - reachedMs) / speed));
    };
    play();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

const readLines = async (file: string): Promise<[names: string[], lines: CsvRow[]]> => {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw wrong(file, messageOf(error));
  });
  const rows: CsvRow[] = [];
  for await (const { row, cells } of csvRows(text))
    if (cells.length > 1 || cells[0] !== '') rows.push({ row, cells: cells.map((cell) => cell.trim()) });
  const [head, ...lines] = rows;
  return [head?.cells ?? [], lines];
};

/** The column names of a recording. */
export const csvColumnNames = async (file: string): Promise<string[]> => (await readLines(file))[0];

const parseRows = (file: string, lines: readonly CsvRow[], [timePlace = 0, ...places]: readonly number[]): Row[] => {
  let lastMs = Number.NEGATIVE_INFINITY;
  return lines.map(({ row, cells }) => {
    const atMs = timeOf(cells[timePlace] ?? '');
    if (Number.isNaN(atMs)) throw wrong(file, `line ${row}: "${cells[timePlace]}" is no time`);
    if (atMs < lastMs) throw wrong(file, `line ${row}: time goes back`);
    lastMs = atMs;
    const numbers = places.map((place) => {
      const cell = cells[place] ?? '';
      const number = cell === '' ? null : Number(cell);
      if (Number.isNaN(number)) throw wrong(file, `line ${row}: "${cell}" is no number`);
      return number;
    });
    return { atMs, cells: numbers };
  });
};
