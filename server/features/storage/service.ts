import { isDeepStrictEqual } from 'node:util';
import type { Retention } from '../../contract/plant/diagnostics.ts';
import type { StorageSelfTest, StorageState } from '../../contract/plant/storage.ts';
import type { DesktopFile } from '../../contract/process/shell.ts';
import type { Bus } from '../../core/bus.ts';
import type { Clock } from '../../core/clock.ts';
import { messageOf } from '../../core/fail.ts';
import type { Jobs } from '../../core/jobs.ts';
import type { Log } from '../../core/log.ts';
import { dateOfDay } from '../../core/shift.ts';
import { DAY_MS, HOUR_MS, iso } from '../../core/time.ts';
import type { DamageList } from '../../historian/index.ts';
import { makeDiagnostics } from './diagnostics.ts';
import { forecastOf } from './forecast.ts';
import { headsAsNoted, writeHeadFile } from './headFile.ts';
import type { DamageFinding, Heads, SelfTestResult } from './model.ts';
import { selfTestResult } from './model.ts';
import type { RunningProgram } from './program.ts';
import { type RetentionFacts, retentionOf } from './retention.ts';
import { alarmText, findingsOf, type StorageFinding, type StorageTrouble } from './trouble.ts';

type RoomState = Omit<StorageState['disk'], 'databaseBytes' | 'fullOn' | 'isGrowthKnown'>;

export type StorageServiceParts = {
  dataFolder: string;
  /** Free space, the reserve, what the database takes, whether its log was gone at the start, and rows of the set-up that are damaged. */
  disk: {
    room(): RoomState;
    /** False where the disk does not answer now, or another one is in its place. */
    isThere(): boolean;
    refillReserve(): Promise<boolean>;
    bytes(): number;
    isLogLost?: boolean;
    damagedRows?(): readonly { name: string; key: string; reason: string }[];
  };
  damage: DamageList;
  /** Why readings are not being stored at present; null where they are. */
  readingsFault(): string | null;
  /** Unit and parameter of a series. */
  seriesName(seriesId: number): string;
  /** Ends of the chained streams now. */
  heads(): Heads;
  /** Streams that no longer hold the ends that were noted. */
  changedStreams(noted: Heads): { stream: string; finding: DamageFinding }[];
  /** First day of which anything is kept; null where there is none. */
  firstDay(): number | null;
  /** When the oldest entry of the audit log was written. */
  firstEntryMs(): number | null;
  /** Policy of backups, when those were made that are there, and whether one of them is verified. */
  backups(): Pick<RetentionFacts, 'keep' | 'backupTimes' | 'hasVerifiedBackup'>;
  /** What support is shown besides, by the name of its file. */
  facts(): Readonly<Record<string, unknown>>;
  logLines(): readonly string[];
  /** Of the desktop that runs this server. */
  desktopFiles?: (() => Promise<readonly DesktopFile[]>) | undefined;
  program: RunningProgram;
  jobs: Jobs | undefined;
  /** Industries whose users look after the site: alarms about it go there. */
  ownerIndustries(): string[];
  bus: Bus;
  clock: Clock;
  log: Log;
};

const TICK_MS = 10_000;
const TEST_EVERY_MS = DAY_MS;
const FIRST_TEST_MS = HOUR_MS;
const TEST_WITHIN_MS = 600_000;
/** The reserve is filled when the start is over, half a megabyte at a time. */
const REFILL_AFTER_MS = 60_000;
const WARN_DAYS = 14;
/** Readings are stored every ten seconds: one failure that the next time makes good is no finding. */
const LASTS_LOOKS = 2;
const ALARM_KEY = 'storage';

const withDamage = (result: SelfTestResult, damage: readonly DamageFinding[]): SelfTestResult =>
  damage.length === 0
    ? result
    : { ...result, ok: false, findings: [...damage, ...result.findings], found: result.found + damage.length };

/** Keeps an eye on what is stored: room on the disk, damage found in reading, the daily self-test, the ends of the chains. */
export class StorageService {
  readonly #parts: StorageServiceParts;
  #tick: NodeJS.Timeout | undefined;
  #refill: NodeJS.Timeout | undefined;
  #startedMs = 0;
  #testedMs: number | undefined;
  #last: { at: string; result: StorageSelfTest } | null = null;
  #noted: Heads | undefined;
  /** Chained streams that were cut or written anew, since they were last noted. */
  #changed: DamageFinding[] = [];
  /** How often in a row readings were found not to be stored. */
  #looksUnstored = 0;
  /** Not known after a start: an alarm of the run before may be open. */
  #alarm: string | null | undefined;
  readonly #stopping = new AbortController();

  constructor(parts: StorageServiceParts) {
    this.#parts = parts;
    parts.damage.onFound((damage) =>
      parts.log.error({ ...this.#findingOf(damage) }, 'a stored day is damaged and answered as missing'),
    );
  }

  start(): void {
    if (this.#tick) return;
    this.#startedMs = this.#parts.clock.monotonicMs();
    this.#tick = setInterval(() => this.#look(), TICK_MS);
    this.#refill = setTimeout(() => void this.#fillReserve(), REFILL_AFTER_MS);
  }

  stop(): void {
    if (!this.#tick) return;
    this.#stopping.abort(new Error('the server stops'));
    clearInterval(this.#tick);
    clearTimeout(this.#refill);
    this.#tick = undefined;
    this.#noteHeads();
  }

  /** The program that stores it. */
  get program(): RunningProgram {
    return this.#parts.program;
  }

  state(): StorageState {
    const { disk, damage } = this.#parts;
    const room = disk.room();
    const databaseBytes = disk.bytes();
    return {
      disk: { ...room, databaseBytes, ...this.#forecast(room.freeBytes, databaseBytes) },
      damage: [
        ...this.#lostLog(),
        ...this.#damagedRows(),
        ...this.#changed,
        ...damage.all().map((each) => this.#findingOf(each)),
      ],
      selfTest: this.#last,
    };
  }

  retention(): Retention {
    const { disk, firstDay, firstEntryMs, backups, clock } = this.#parts;
    const { freeBytes, isFull } = disk.room();
    const forecast = this.#forecast(freeBytes, disk.bytes());
    const facts = { nowMs: clock.now(), firstDay: firstDay(), firstEntryMs: firstEntryMs(), ...backups() };
    return retentionOf({ ...facts, ...forecast, isFull, isNear: this.#isNear(forecast.fullOn) });
  }

  /** @throws Failure of the job that packs it. */
  diagnostics(signal: AbortSignal): ReturnType<typeof makeDiagnostics> {
    const { facts, ...parts } = this.#parts;
    return makeDiagnostics({ ...parts, facts: () => ({ storage: this.state(), ...facts() }) }, signal);
  }

  /** Codes of what is not as it should be. */
  findings(): StorageFinding[] {
    return findingsOf(this.#trouble());
  }

  /** Null where the disk does not say it now. */
  freeBytes(): number | null {
    const { disk } = this.#parts;
    return disk.isThere() ? disk.room().freeBytes : null;
  }

  /** When the disk is full at the present growth; infinite where that is more than ten years away, null where it is not known. */
  fullAtSeconds(): number | null {
    const free = this.freeBytes();
    const bytes = this.#parts.disk.bytes();
    if (free === null || bytes === 0) return null;
    const { fullOn, isGrowthKnown } = this.#forecast(free, bytes);
    if (!isGrowthKnown) return null;
    return fullOn === null ? Number.POSITIVE_INFINITY : Date.parse(fullOn) / 1000;
  }

  /** Runs in a job process. @throws Failure of the job. */
  async selfTest(signal: AbortSignal = this.#stopping.signal): Promise<StorageSelfTest> {
    const { jobs, dataFolder, clock } = this.#parts;
    this.#testedMs = clock.monotonicMs();
    const { heads, damage } = headsAsNoted(dataFolder);
    const answer = await jobs?.run('selfTest', { heads }, { signal, timeLimitMs: TEST_WITHIN_MS });
    const result = withDamage(selfTestResult.parse(answer), damage);
    this.#last = { at: iso(clock.now()), result };
    if (!result.ok)
      this.#parts.log.error({ found: result.found, findings: result.findings.slice(0, 10) }, 'the self-test found damage');
    return result;
  }

  #forecast(freeBytes: number, databaseBytes: number): ReturnType<typeof forecastOf> {
    const { clock, firstDay } = this.#parts;
    const first = firstDay();
    return forecastOf(freeBytes, databaseBytes, first === null ? null : first * DAY_MS, clock.now());
  }

  #look(): void {
    const { clock, log } = this.#parts;
    this.#looksUnstored = this.#parts.readingsFault() === null ? 0 : this.#looksUnstored + 1;
    try {
      this.#noteHeads();
      this.#raise();
    } catch (error) {
      log.warn({ err: error }, 'the disk could not be looked at');
    }
    const sinceMs = clock.monotonicMs() - (this.#testedMs ?? this.#startedMs - TEST_EVERY_MS + FIRST_TEST_MS);
    if (sinceMs >= TEST_EVERY_MS)
      this.selfTest().catch((error: unknown) => {
        if (!this.#stopping.signal.aborted) log.warn({ reason: messageOf(error) }, 'the self-test could not be run');
      });
  }

  /** One alarm at a time: what is worst. */
  #raise(): void {
    const { bus, ownerIndustries } = this.#parts;
    const text = alarmText(this.#trouble());
    if (text === this.#alarm) return;
    this.#alarm = text;
    for (const industryId of ownerIndustries()) bus.emit('equipmentFault', { industryId, key: ALARM_KEY, name: 'Storage', text });
  }

  #trouble(): StorageTrouble {
    const { disk } = this.#parts;
    const { isFailing, isFull, freeBytes } = disk.room();
    const { fullOn } = this.#forecast(freeBytes, disk.bytes());
    return {
      ...{ isFailing, isFull, areReadingsUnstored: this.#looksUnstored >= LASTS_LOOKS },
      ...{ isLogLost: disk.isLogLost ?? false, isChainChanged: this.#changed.length > 0, isDamaged: this.#isDamaged() },
      damagedRow: [...this.#damagedRows(), ...(this.#last?.result.findings ?? [])].find(({ part }) => part === 'row'),
      fullOn: this.#isNear(fullOn) ? fullOn : null,
    };
  }

  #isDamaged(): boolean {
    return (
      this.#lostLog().length > 0 ||
      this.#damagedRows().length > 0 ||
      this.#changed.length > 0 ||
      this.#parts.damage.all().length > 0 ||
      this.#last?.result.ok === false
    );
  }

  #lostLog(): DamageFinding[] {
    return this.#parts.disk.isLogLost ? [{ part: 'database', name: 'headworks.db-wal', date: null, reason: 'missing' }] : [];
  }

  #damagedRows(): DamageFinding[] {
    const rows = this.#parts.disk.damagedRows?.() ?? [];
    return rows.map(({ name, key, reason }) => ({ part: 'row', name: `${name} ${key}`, date: null, reason }));
  }

  #isNear(date: string | null): boolean {
    return date !== null && Date.parse(date) - this.#parts.clock.now() < WARN_DAYS * DAY_MS;
  }

  /**
   * Outside the database, so that a chain that was written anew or cut is found. The end of such a chain stays as it was noted: the
   * self-test and the verification of the audit log go on finding it.
   */
  #noteHeads(): void {
    const { dataFolder, heads, changedStreams, log } = this.#parts;
    try {
      const asNoted = this.#noted ? { heads: this.#noted, damage: [] } : headsAsNoted(dataFolder);
      if (asNoted.damage.length > 0) {
        // it stays as it is, for a person to compare with a backup's
        if (this.#changed.length === 0) log.error(asNoted.damage[0] ?? {}, 'the note of the ends of the chained logs is damaged');
        this.#changed = asNoted.damage;
        return;
      }
      const noted = asNoted.heads;
      const changed = changedStreams(noted);
      for (const { finding } of changed)
        if (!this.#changed.some(({ name }) => name === finding.name)) log.error(finding, 'a chained log is not what was written');
      this.#changed = changed.map(({ finding }) => finding);
      const kept = Object.fromEntries(changed.flatMap(({ stream }) => (noted[stream] ? [[stream, noted[stream]]] : [])));
      const next = { ...heads(), ...kept };
      if (!isDeepStrictEqual(next, noted)) writeHeadFile(dataFolder, next);
      this.#noted = next;
    } catch (error) {
      log.warn({ err: error }, 'the ends of the chains could not be noted');
    }
  }

  async #fillReserve(): Promise<void> {
    let more = false;
    try {
      more = await this.#parts.disk.refillReserve();
    } catch (error) {
      this.#parts.log.warn({ err: error }, 'the reserve on the disk could not be filled');
    }
    if (this.#tick) this.#refill = setTimeout(() => void this.#fillReserve(), more ? 100 : REFILL_AFTER_MS);
  }

  #findingOf({ part, seriesId, day, reason }: ReturnType<DamageList['all']>[number]): DamageFinding {
    return { part, name: this.#parts.seriesName(seriesId), date: dateOfDay(day), reason };
  }
}
