import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReportSettings } from '../../../contract/model/reportSettings.ts';
import type { Clock } from '../../../core/clock.ts';
import { isFailure, messageOf } from '../../../core/fail.ts';
import { syncFolder } from '../../../core/files/durable.ts';
import type { Log } from '../../../core/log.ts';
import type { ShiftCalendar } from '../../../core/shift.ts';
import { DAY_MS, HOUR_MS } from '../../../core/time.ts';
import type { UnitDirectory } from '../../../plantModel/index.ts';
import type { ReportService } from '../service.ts';
import { type Occurrence, occurrences, type Schedule } from './due.ts';
import type { Mailing } from './mailing.ts';
import type { RunFiles } from './runFiles.ts';
import type { RunKey, ScheduleStore } from './scheduleStore.ts';

export type SchedulerParts = {
  store: ScheduleStore;
  service: Pick<ReportService, 'orderOf' | 'make'>;
  mailing: Mailing;
  files: Pick<RunFiles, 'clear'>;
  /** Where reports are kept, one folder for each industry. */
  dataFolder: string;
  directory: Pick<UnitDirectory, 'industries'>;
  calendars: { of(industryId: string): ShiftCalendar };
  settings: { reports(industryId: string): Promise<ReportSettings> };
  clock: Clock;
  log: Log;
};

const EVERY_MS = 60_000;
/** The last slots of a day are settled and stored a little after its end. */
const SETTLE_MS = 60_000;
/** With doubled waits about a day: a full disk may last a night. */
const MOST_ATTEMPTS = 8;
const FIRST_WAIT_MS = 10 * 60_000;
/** How far a schedule was looked after is stored no more often. */
const NOTED_EVERY_MS = HOUR_MS;
const FOLDER = 'reports';

/** A power cut leaves no empty file behind for a report that counts as made. */
const syncFile = async (path: string): Promise<void> => {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
};

/** What any file system takes, and takes for another name than that of any other text, whether or not it heeds upper case. */
const ownName = (text: string, kept: RegExp): string => {
  if (kept.test(text)) return text;
  const plain = text.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^\.+/, '');
  return `${plain}-${createHash('sha256').update(text).digest('hex').slice(0, 12)}`;
};
const PLAIN_ID = /^[a-z0-9_-][a-z0-9._-]*$/;
/** Industries are few, and their folders are known by their ids as they are. */
const PLAIN_INDUSTRY = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/;

const recipientsOf = ({ recipients }: Schedule, emailIds: readonly string[]): string[] => [
  ...new Set(recipients.length > 0 ? recipients : emailIds),
];

/** Makes the reports that an industry's settings ask for, at their time; those missed while the server was off are made once. */
export class ReportScheduler {
  readonly #parts: SchedulerParts;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #abort = new AbortController();
  /** UTC day on which what is old was removed the last time. */
  #clearedDay = -1;
  /** Up to when each schedule was looked after since the start, by its industry and id. */
  readonly #lookedMs = new Map<string, number>();

  constructor(parts: SchedulerParts) {
    this.#parts = parts;
  }

  start(): void {
    if (this.#timer) return;
    this.#abort = new AbortController();
    this.#timer = setInterval(() => void this.tick(), EVERY_MS);
    void this.tick();
  }

  /** What is being made is given up and made again after the next start. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#abort.abort(new Error('the server stops'));
    await this.#running;
  }

  /** Everything that is due now, one report after the other; while one round runs, there is no other. */
  tick(): Promise<void> {
    this.#running ??= this.#round().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #round(): Promise<void> {
    const { directory, log } = this.#parts;
    for (const { id, disabled } of directory.industries()) {
      if (this.#abort.signal.aborted) continue;
      try {
        await this.#industry(id, disabled);
      } catch (error) {
        log.error({ err: error, industryId: id }, 'scheduled reports could not be looked after');
      }
    }
    if (this.#abort.signal.aborted) return;
    await this.#clear();
    try {
      await this.#parts.mailing.send(this.#abort.signal);
    } catch (error) {
      log.error({ err: error }, 'mails of reports could not be looked after');
    }
  }

  /** Once a day: reports that were kept for long enough go. */
  async #clear(): Promise<void> {
    const { directory, files, clock, log } = this.#parts;
    const day = Math.floor(clock.now() / DAY_MS);
    if (day === this.#clearedDay) return;
    this.#clearedDay = day;
    for (const { id } of directory.industries())
      try {
        await files.clear(id, this.#abort.signal);
      } catch (error) {
        log.error({ err: error, industryId: id }, 'old reports could not be removed');
      }
  }

  async #industry(industryId: string, isDisabled: boolean): Promise<void> {
    const { settings, calendars, clock } = this.#parts;
    const asked = await settings.reports(industryId);
    const nowMs = clock.now() - SETTLE_MS;
    for (const schedule of asked.schedules) {
      await this.#dropMails(industryId, schedule, asked.emailIds);
      const sinceMs = await this.#sinceMs(industryId, schedule.id, nowMs);
      const isOn = !isDisabled && asked.enabled && schedule.enabled && asked.services[schedule.service] !== false;
      let isSettled = true;
      for (const due of isOn ? occurrences(schedule, calendars.of(industryId), sinceMs, nowMs) : []) {
        if (this.#abort.signal.aborted) return;
        const key = { industryId, scheduleId: schedule.id, date: due.endDate };
        isSettled = (await this.#make(key, schedule, due, asked.emailIds)) && isSettled;
      }
      if (isSettled) await this.#looked(industryId, schedule.id, nowMs);
    }
  }

  /** Who was taken off a list gets nothing that still waits for its mail server. */
  async #dropMails(industryId: string, schedule: Schedule, emailIds: readonly string[]): Promise<void> {
    const { store } = this.#parts;
    for (const id of await store.mailsBut(industryId, schedule.id, recipientsOf(schedule, emailIds)))
      await store.settled(id, { sentAtMs: null, error: 'no longer a recipient' });
  }

  /** Up to when a schedule was looked after; what comes from before the clock was set back says nothing. */
  async #sinceMs(industryId: string, scheduleId: string, nowMs: number): Promise<number> {
    const seenAtMs = await this.#parts.store.seenAtMs(industryId, scheduleId, nowMs);
    const lookedMs = this.#lookedMs.get(`${industryId} ${scheduleId}`) ?? seenAtMs;
    const known = [seenAtMs, lookedMs].filter((ms) => ms <= nowMs);
    return known.length > 0 ? Math.max(...known) : nowMs;
  }

  /** Nothing up to now waits: what is switched on or changed later is not made for the time before. */
  async #looked(industryId: string, scheduleId: string, nowMs: number): Promise<void> {
    this.#lookedMs.set(`${industryId} ${scheduleId}`, nowMs);
    await this.#parts.store.looked(industryId, scheduleId, { nowMs, notSinceMs: nowMs - NOTED_EVERY_MS });
  }

  /** @returns false while it waits for another try. */
  async #make(key: RunKey, schedule: Schedule, due: Occurrence, emailIds: readonly string[]): Promise<boolean> {
    const { store, clock, log } = this.#parts;
    await store.add(key, due.dueMs);
    const run = await store.run(key);
    if (run?.state !== 'waiting') return true;
    if (run.dueAtMs > clock.now()) return false;
    try {
      const file = await this.#file(key, schedule, due);
      await store.made(key, { file, madeAtMs: clock.now(), recipients: recipientsOf(schedule, emailIds) });
      return true;
    } catch (error) {
      if (this.#abort.signal.aborted) return false;
      const isOver = isFailure(error, 'noData') || isFailure(error, 'parameter') || run.attempts + 1 >= MOST_ATTEMPTS;
      log.warn({ err: error, ...key }, 'a scheduled report could not be made');
      await store.notMade(key, messageOf(error).slice(0, 500), isOver ? null : clock.now() + FIRST_WAIT_MS * 2 ** run.attempts);
      return isOver;
    }
  }

  /** Makes the file and moves it to its folder. @returns its path below the data folder. */
  async #file({ industryId, scheduleId }: RunKey, schedule: Schedule, { startDate, endDate }: Occurrence): Promise<string> {
    const { service, dataFolder } = this.#parts;
    const { reportType: type, service: subject, reportFormat, unitIds } = schedule;
    const asker = { industryId, username: 'schedule' };
    const order = await service.orderOf(asker, {
      type,
      service: subject,
      unitIds: unitIds?.length ? unitIds : null,
      startDate,
      endDate,
    });
    const made = await service.make(order, reportFormat, this.#abort.signal);
    const folder = join(FOLDER, ownName(industryId, PLAIN_INDUSTRY));
    mkdirSync(join(dataFolder, folder), { recursive: true, mode: 0o700 });
    const file = join(folder, `${made.fileName} ${ownName(scheduleId, PLAIN_ID)}.${reportFormat}`);
    await syncFile(made.path);
    await rename(made.path, join(dataFolder, file));
    syncFolder(join(dataFolder, folder));
    return file;
  }
}
