import { setTimeout as pause } from 'node:timers/promises';
import type { Endpoint } from '../contract/endpoint.ts';
import { plantOverview } from '../contract/plant/overview.ts';
import { deviceDataV2 } from '../contract/user/deviceData.ts';
import { executiveData } from '../contract/user/executiveSummary.ts';
import { landingUserData } from '../contract/user/landing.ts';
import { summaryPage } from '../contract/user/summaryPage.ts';
import type { Caller } from '../core/caller.ts';
import type { Clock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import { dmyOf } from '../core/time.ts';
import { isFile, type Route } from '../http/route.ts';
import { checkReply, parseInput } from '../http/validation.ts';
import { Calendars, type UnitDirectory } from '../plantModel/index.ts';

/** By then every line was polled, and those who waited for the server have their first page. */
const FIRST_AFTER_MS = 20_000;
/** Between two questions, for those of people. */
const PAUSE_MS = 300;

type Question = { row: Endpoint; query: (day: string) => Record<string, string> };

const steps = ['DAY', 'MONTH', 'YEAR'] as const;
const families = ['ID_SOURCE', 'STOCK_CATEGORY', 'QUALITY_CATEGORY', 'ENERGY_CATEGORY'] as const;
/** What people open first, first. */
const questions: readonly Question[] = [
  { row: plantOverview, query: () => ({}) },
  ...steps.map((type): Question => ({ row: landingUserData, query: (date) => ({ date, type }) })),
  ...['HOUR', 'DATE', 'MONTH', 'YEAR'].map((type): Question => ({ row: summaryPage, query: (date1) => ({ date1, type }) })),
  ...steps.map((type): Question => ({ row: executiveData, query: (date) => ({ date, type }) })),
  ...families.map((category): Question => ({ row: deviceDataV2, query: (date1) => ({ category, date1, type: 'MONTH' }) })),
];

export type WarmUpParts = {
  routes: readonly Route[];
  directory: UnitDirectory;
  clock: Clock;
  log: Log;
};

/**
 * Some time after a start the server asks itself what people ask first, one question after the other in the same short steps as theirs,
 * so that what was remembered is in memory and the program is compiled before they come. The answers are thrown away.
 */
export class WarmUp {
  readonly #parts: WarmUpParts;
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(parts: WarmUpParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#timer ??= setTimeout(() => {
      this.#running = this.run(PAUSE_MS);
    }, FIRST_AFTER_MS).unref();
  }

  /** Ends with the question that is being answered. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    this.#stopping.abort();
    await this.#running;
  }

  /** All questions of all industries; one that fails for a person may fail here. */
  async run(pauseMs = 0): Promise<void> {
    const { directory, log } = this.#parts;
    for (const { id, disabled } of directory.industries())
      for (const question of disabled || directory.units(id).length === 0 ? [] : questions) {
        if (this.#stopping.signal.aborted) return;
        try {
          await this.#ask(id, question);
          await pause(pauseMs, undefined, { signal: this.#stopping.signal });
        } catch (error) {
          if (!this.#stopping.signal.aborted)
            log.debug({ err: error, path: question.row.path }, 'a question of the start failed');
        }
      }
  }

  async #ask(industryId: string, { row, query }: Question): Promise<void> {
    const { routes, directory, clock } = this.#parts;
    const route = routes.find((one) => one.row === row);
    if (!route) return;
    const date = new Calendars(directory).of(industryId).dateOf(clock.now());
    await rehearse(route, query(dmyOf(date)), callerOf(industryId), this.#stopping.signal);
  }
}

/**
 * Asks as a client of this caller would, up to the text of the answer, which is thrown away.
 * @throws whatever the handler throws, and Failure `parameter` for a query that the row does not take.
 */
const rehearse = async (
  { row, handle }: Route,
  query: Record<string, string>,
  caller: Caller,
  signal: AbortSignal,
): Promise<void> => {
  const input = parseInput(row, { headers: {}, params: {}, query, body: undefined });
  const answer = await handle(input, {
    caller,
    requestId: 'rehearsal',
    ip: '127.0.0.1',
    console: true,
    baseUrl: '',
    signal,
    confirm: async () => undefined,
    etag: () => undefined,
    sharedEtag: () => undefined,
    spend: () => undefined,
    audited: () => undefined,
  });
  if (!isFile(answer)) JSON.stringify(checkReply(row, row.reply, answer));
};

/** Nobody's: it may see what every page of the industry shows. */
const callerOf = (industryId: string): Caller => ({
  userId: '',
  username: '',
  industryId,
  homeIndustryId: industryId,
  role: '',
  permissions: new Set(),
  sessionId: '',
  loginType: '',
  internal: false,
});
