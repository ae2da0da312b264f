import { open, rm } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Clock } from '../../../core/clock.ts';
import { Failure, isMissingFile, messageOf } from '../../../core/fail.ts';
import { dateOfDay } from '../../../core/shift.ts';
import { DAY_MS } from '../../../core/time.ts';
import { mediaTypes, type ReportFormat } from '../order.ts';
import type { RunKey, ScheduleStore } from './scheduleStore.ts';

export type RunFilesParts = {
  store: Pick<ScheduleStore, 'run' | 'endedBefore' | 'remove'>;
  /** The paths of reports are below it. */
  dataFolder: string;
  clock: Pick<Clock, 'now'>;
};
export type RunFile = { body: Readable; fileName: string; contentType: string; sandboxed: boolean };

/** What schedules made is kept for so long: more than the year that an inspector asks for. */
const KEEP_DAYS = 400;
const DATE_LENGTH = 'YYYY-MM-DD'.length;

/** Names a run to clients, within its industry. */
export const runIdOf = ({ date, scheduleId }: Pick<RunKey, 'date' | 'scheduleId'>): string =>
  Buffer.from(`${date}${scheduleId}`).toString('base64url');

const keyOf = (industryId: string, id: string): RunKey => {
  const text = Buffer.from(id, 'base64url').toString();
  return { industryId, date: text.slice(0, DATE_LENGTH), scheduleId: text.slice(DATE_LENGTH) };
};

/** The files that schedules made. */
export class RunFiles {
  readonly #parts: RunFilesParts;

  constructor(parts: RunFilesParts) {
    this.#parts = parts;
  }

  /** The file of a run of this industry. @throws Failure `notFound` for a run that is not there, made nothing, or whose file is gone. */
  async read(industryId: string, id: string): Promise<RunFile> {
    const { store, dataFolder } = this.#parts;
    const file = (await store.run(keyOf(industryId, id)))?.file;
    if (!file) throw new Failure('notFound', 'there is no such report');
    const handle = await open(join(dataFolder, file)).catch((error: unknown) => {
      throw isMissingFile(error)
        ? new Failure('notFound', 'the file of this report was removed from the folder of the server')
        : new Failure('server', `the file of a report could not be read: ${messageOf(error)}`);
    });
    const format = extname(file).slice(1) as ReportFormat;
    return {
      body: handle.createReadStream(),
      fileName: basename(file),
      contentType: mediaTypes[format],
      sandboxed: format === 'html',
    };
  }

  /** Removes what an industry has kept for long enough: files first, so that one that stays behind is found again. */
  async clear(industryId: string, signal: AbortSignal): Promise<void> {
    const { store, dataFolder, clock } = this.#parts;
    const before = dateOfDay(Math.floor(clock.now() / DAY_MS) - KEEP_DAYS);
    while (!signal.aborted) {
      const runs = await store.endedBefore(industryId, before);
      if (runs.length === 0) return;
      for (const { file } of runs) if (file !== '') await rm(join(dataFolder, file), { force: true });
      await store.remove(runs);
    }
  }
}
