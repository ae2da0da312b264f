import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import type { Endpoint } from '../../contract/endpoint.ts';
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import { DAY_MS } from '../../core/time.ts';
import { fullPath } from '../pathTable.ts';

const MOST = 100;
const MOST_LETTERS = 300;
/** A question that nobody has asked for so long is forgotten. */
const KEPT_MS = 7 * DAY_MS;
/** How far the time of a question in the file may lag behind while nothing else changes: it is not written for every question. */
const AGE_MS = DAY_MS;
const WRITE_EVERY_MS = 600_000;
/** Written in place of today's date in what is stored, so that a question is prepared for the day on which the server starts. */
const TODAY = '{today}';
const ANY_DATE = /\d\d\/\d\d\/\d{4}|\d{4}-\d\d-\d\d/;

const question = z.object({
  path: z.string(),
  industryId: z.string(),
  query: z.record(z.string(), z.string()),
  askedAtMs: z.number(),
  times: z.number(),
});
const stored = z.array(question).max(MOST);
type Kept = z.infer<typeof question>;

/** A question with today's date filled in. */
export type UsualQuestion = Pick<Kept, 'path' | 'industryId' | 'query'>;

export type UsualQuestionsParts = {
  /** The file in which they outlive a restart; without it nothing is lost but time. */
  file: string;
  /** The running shift day of an industry as requests name it, DD/MM/YYYY. */
  today(industryId: string): string;
  clock: Clock;
  log: Log;
};

const keyOf = ({ path, industryId, query }: UsualQuestion): string => JSON.stringify([path, industryId, Object.entries(query)]);

/** Which questions about now were asked lately, without who asked: what is worth preparing after a start. */
export class UsualQuestions {
  readonly #parts: UsualQuestionsParts;
  readonly #kept = new Map<string, Kept>();
  #isChanged = false;
  #askedMs = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: UsualQuestionsParts) {
    this.#parts = parts;
  }

  /** Reads the questions that the run before has stored. */
  start(): void {
    for (const one of this.#read()) this.#kept.set(keyOf(one), one);
    this.#timer ??= setInterval(() => this.#write(), WRITE_EVERY_MS).unref();
  }

  stop(): void {
    if (this.#timer === undefined) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#write();
  }

  /**
   * Counts a question that was answered. One about a day that is over, or too long to keep, is left out.
   * @param query as it was sent; what the row does not name is not kept.
   */
  note(row: Endpoint, industryId: string, query: Record<string, unknown>): void {
    this.#askedMs = this.#parts.clock.monotonicMs();
    const asked = this.#ofToday(row, industryId, query);
    if (asked === undefined) return;
    const key = keyOf(asked);
    const nowMs = this.#parts.clock.now();
    const known = this.#kept.get(key);
    if (known === undefined || Math.abs(nowMs - known.askedAtMs) > AGE_MS) this.#isChanged = true;
    this.#kept.set(key, { ...asked, askedAtMs: nowMs, times: (known?.times ?? 0) + 1 });
    if (this.#kept.size > MOST) this.#dropOldest();
  }

  /** How long ago the last question was answered, of whatever day; infinite where none was. */
  askedAgoMs(): number {
    return this.#parts.clock.monotonicMs() - this.#askedMs;
  }

  /** Questions of the last days with today's date filled in, the most asked first. */
  all(): UsualQuestion[] {
    const nowMs = this.#parts.clock.now();
    return [...this.#kept.values()]
      .filter(({ askedAtMs }) => Math.abs(nowMs - askedAtMs) < KEPT_MS)
      .sort((a, b) => b.times - a.times)
      .map(({ path, industryId, query }) => {
        const today = this.#parts.today(industryId);
        const dated = Object.entries(query).map(([name, value]) => [name, value === TODAY ? today : value]);
        return { path, industryId, query: Object.fromEntries(dated) };
      });
  }

  #ofToday(row: Endpoint, industryId: string, query: Record<string, unknown>): UsualQuestion | undefined {
    const kept: Record<string, string> = {};
    for (const name of Object.keys(row.query?.shape ?? {})) {
      const value = query[name];
      if (value === undefined || value === '') continue;
      if (typeof value !== 'string') return undefined;
      if (!ANY_DATE.test(value)) kept[name] = value;
      else if (value === this.#parts.today(industryId)) kept[name] = TODAY;
      else return undefined;
    }
    const letters = Object.values(kept).reduce((sum, { length }) => sum + length, 0);
    return letters > MOST_LETTERS ? undefined : { path: fullPath(row), industryId, query: kept };
  }

  #dropOldest(): void {
    const oldest = [...this.#kept].reduce((a, b) => (b[1].askedAtMs < a[1].askedAtMs ? b : a));
    this.#kept.delete(oldest[0]);
  }

  /** A file that is missing or is not what it should be is none. */
  #read(): Kept[] {
    try {
      return stored.parse(JSON.parse(readFileSync(this.#parts.file, 'utf8')));
    } catch (error) {
      this.#parts.log.debug({ err: error }, 'no usual questions are known');
      return [];
    }
  }

  #write(): void {
    if (!this.#isChanged) return;
    const { file, log, clock } = this.#parts;
    const nowMs = clock.now();
    const kept = [...this.#kept.values()].filter(({ askedAtMs }) => Math.abs(nowMs - askedAtMs) < KEPT_MS);
    try {
      const aside = `${file}.new`;
      writeFileSync(aside, JSON.stringify(kept), { mode: 0o600 });
      renameSync(aside, file);
      this.#isChanged = false;
    } catch (error) {
      log.warn({ err: error }, 'the usual questions could not be written');
    }
  }
}
