import { statSync } from 'node:fs';
import { join } from 'node:path';
import { refuseMoved } from './backup/movedPlant.ts';
import type { Clock } from './core/clock.ts';
import { Failure, isFailure } from './core/fail.ts';
import type { Log } from './core/log.ts';
import { closeFolder } from './db/closeFolder.ts';
import { damagedSetUp, type RowDamage } from './db/compareRows.ts';
import { DiskRoom, type RoomState } from './db/diskRoom.ts';
import { DatabasePlace } from './db/folder/databasePlace.ts';
import { LogPair } from './db/folder/logPair.ts';
import { isLogLost } from './db/folder/lostLog.ts';
import { FolderLock } from './db/folderLock.ts';
import { type DatabaseConnection, openDatabase } from './db/open.ts';
import { openWriter } from './db/openWriter.ts';
import type { Writer } from './db/writer.ts';

/** How often it is asked whether pages move from the write-ahead log into the database. */
const MINUTE_MS = 60_000;
/**
 * A megabyte moves at once, less waits: a page that is written again and again is moved once, and the log's beginning and index, which are
 * written anew after each move, less often. What waits is as safe as what has moved, and is read in a millisecond when a plant starts again.
 */
const MANY_PAGES = 128;
const LONGEST_WAIT_MS = 10 * MINUTE_MS;
/** How often its length is looked at. */
const LOOK_MS = 1000;
/** A log of this length is held open by somebody who reads: whoever that is must let go, or it grows without end. */
const LONG_LOG_BYTES = 40 * 1_048_576;

/** Looks at a file that is not there, before it is said: whoever moves files about takes a moment. */
const AWAY_LOOKS = 3;

/** Nothing where the file is not there, or its disk does not answer. */
const sizeOf = (path: string): number => {
  try {
    return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  } catch {
    return 0;
  }
};

/** What the number of the pair takes in the log: a plant that stands still does not write for it again. */
const PAIR_PAGES = 1;

/** The plant's database: one connection that writes, one that only reads. */
export class Storage {
  readonly writer: Writer;
  readonly reader: DatabaseConnection;
  readonly #path: string;
  readonly #log: Log;
  readonly #clock: Clock;
  #movedMs: number;
  readonly #lock: FolderLock;
  readonly #room: DiskRoom;
  /** The run before did not end by itself, and what it had stored last is gone. */
  readonly isLogLost: boolean;
  readonly #place: DatabasePlace;
  readonly #pair: LogPair;
  #damaged: RowDamage[] = [];
  /** How often in turn a file of the database was not at its place. */
  #awayLooks = 0;
  #timer: NodeJS.Timeout | undefined;
  #lookTimer: NodeJS.Timeout | undefined;
  #shortening: NodeJS.Timeout | undefined;
  #cutReaders: () => number = () => 0;
  /** Length at which it is said and tried again. */
  #nextBytes = LONG_LOG_BYTES;

  /** @throws Failure in one line when the folder is in use or the database cannot be opened. */
  constructor(folder: string, clock: Clock, log: Log) {
    this.#log = log;
    this.#clock = clock;
    this.#movedMs = clock.monotonicMs();
    this.#path = join(folder, 'headworks.db');
    this.#pair = new LogPair(this.#path);
    this.#place = new DatabasePlace(this.#path);
    closeFolder(folder);
    this.#lock = new FolderLock(folder);
    try {
      refuseMoved(folder);
      this.#pair.assert();
      this.isLogLost = this.#lookForLog(folder);
      this.#room = new DiskRoom(folder, this.#place);
      const opened = openWriter(this.#path, clock, this.#room);
      const { applied } = opened;
      this.writer = opened.writer;
      this.#renewPair();
      if (applied.length > 0) log.info({ steps: applied }, 'database brought up to date');
      this.reader = openDatabase(this.#path, { readonly: true });
      this.#place.note();
      // what was made just now, whatever the umask
      closeFolder(folder);
    } catch (error) {
      this.#lock.release();
      throw error;
    }
  }

  #lookForLog(folder: string): boolean {
    const isLost = isLogLost(folder);
    if (isLost)
      this.#log.error(
        { file: `${this.#path}-wal` },
        'the last run did not end by itself and its write-ahead log is gone: what it stored in its last minutes is lost, unless another program has moved it into the database',
      );
    return isLost;
  }

  start(): void {
    this.#timer ??= setInterval(() => this.#moveLog(), MINUTE_MS);
    this.#lookTimer ??= setInterval(() => this.#look(), LOOK_MS);
  }

  /** @param cut ends whoever reads in another process, and says how many there were. */
  onLongLog(cut: () => number): void {
    this.#cutReaders = cut;
  }

  /** Free space, and the reserve for what must be written on a full disk. */
  room(): RoomState {
    const state = this.#room.state();
    return { ...state, isFailing: state.isFailing || this.#awayLooks >= AWAY_LOOKS };
  }

  /** Whether `room` is of now, and of the disk that the database is on. */
  isThere(): boolean {
    return this.#place.isOnItsDisk() && this.#room.isAnswering();
  }

  /** @throws Failure `unavailable` while what is written would not be found again. */
  assertKept(): void {
    this.#place.assertKept();
  }

  /** Looks for damaged rows of what the plant is set up of, once its lines were asked: polling does not wait for it. */
  checkSetUp(): void {
    this.#damaged = damagedSetUp(this.reader.sqlite);
    for (const row of this.#damaged) this.#log.error(row, 'a row of what the plant is set up of is not what was stored');
  }

  /** Those that `checkSetUp` found and that still are not what was stored. */
  damagedRows(): readonly RowDamage[] {
    if (this.#damaged.length > 0 && this.writer.isOpen) this.#damaged = damagedSetUp(this.reader.sqlite);
    return this.#damaged;
  }

  /** Whether the reserve lacks more, and the disk has room for it. */
  refillReserve(): Promise<boolean> {
    return this.#room.refill();
  }

  /** Database and write-ahead log. */
  bytes(): number {
    return sizeOf(this.#path) + sizeOf(`${this.#path}-wal`);
  }

  stop(): void {
    clearInterval(this.#timer);
    clearInterval(this.#lookTimer);
    clearTimeout(this.#shortening);
    this.#lookTimer = undefined;
    this.#timer = undefined;
    if (!this.writer.isOpen) return;
    this.reader.sqlite.close();
    this.writer.checkpoint('TRUNCATE');
    this.writer.close();
    this.#pair.forget();
    this.#room.close();
    this.#lock.release();
  }

  #moveLog(): void {
    // timers of whole minutes come a little before or after
    const waitedMs = this.#clock.monotonicMs() - this.#movedMs + MINUTE_MS / 2;
    if (waitedMs >= LONGEST_WAIT_MS || this.writer.waitingPages() >= MANY_PAGES) this.#checkpoint();
  }

  #checkpoint(): void {
    this.#movedMs = this.#clock.monotonicMs();
    try {
      const isMore = this.writer.waitingPages() > PAIR_PAGES;
      this.writer.checkpoint('PASSIVE');
      if (isMore && this.writer.waitingPages() === 0) this.#renewPair();
    } catch (error) {
      this.#log.warn({ err: error }, 'the write-ahead log could not be moved into the database');
    }
  }

  #renewPair(): void {
    try {
      this.#pair.renew(this.writer);
    } catch (error) {
      // a full disk: what was noted before still holds
      this.#log.warn({ err: error }, 'that database and write-ahead log belong together could not be noted');
    }
  }

  /** Somebody may remove the lock's file. Readers in job processes are ended where the log grows long, and the log begins anew. */
  #look(): void {
    this.#assertPlace();
    this.#keepLock();
    const bytes = sizeOf(`${this.#path}-wal`);
    if (bytes < this.#nextBytes) return;
    this.#checkpoint();
    const ended = this.#cutReaders();
    this.#log.warn({ bytes, ended }, 'the write-ahead log grows: a reader holds it open');
    clearTimeout(this.#shortening);
    this.#shortening = setTimeout(() => this.#shorten(bytes), LOOK_MS).unref();
  }

  /**
   * A disk that was taken away, or a file of the database that somebody removed: changes are refused meanwhile.
   * @throws Failure `unavailable` once another file is there, as on a disk that is connected again: the next start is with that. So is it
   * where the database is left without its log.
   */
  #assertPlace(): void {
    this.#place.assertSame();
    const gone = this.#place.gone();
    this.#awayLooks = gone === undefined ? 0 : this.#awayLooks + 1;
    if (gone === undefined) return;
    // what only the log had, whose file nobody finds again
    if (gone !== this.#path) this.#checkpoint();
    if (this.#awayLooks !== AWAY_LOOKS) return;
    this.#log.error({ file: gone }, 'a file of the database is gone from its place, nothing is kept');
    if (gone !== this.#path) throw new Failure('unavailable', `${gone} is gone: the server starts again with a new one`);
  }

  /** @throws Failure `folderInUse`: two servers would ask the devices, and this one ends. */
  #keepLock(): void {
    try {
      this.#lock.keep();
    } catch (error) {
      // a disk that takes no file now is asked again
      if (isFailure(error, 'folderInUse')) throw error;
    }
  }

  #shorten(bytes: number): void {
    if (!this.writer.isOpen) return;
    try {
      this.writer.shortenLog();
    } catch (error) {
      this.#log.warn({ err: error }, 'the write-ahead log could not be shortened');
    }
    const left = sizeOf(`${this.#path}-wal`);
    // another program that reads cannot be ended: it is said again when the log has doubled
    this.#nextBytes = left < LONG_LOG_BYTES ? LONG_LOG_BYTES : 2 * bytes;
  }
}
