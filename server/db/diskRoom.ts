import { closeSync, fstatSync, fsync, ftruncateSync, openSync, statfsSync, statSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Failure, messageOf } from '../core/fail.ts';
import { isNoRoom } from './diskFaults.ts';
import type { DatabasePlace } from './folder/databasePlace.ts';

const FILE = 'reserve.bin';
const MEGABYTE = 1_048_576;
const USUAL_BYTES = 64 * MEGABYTE;
/** No more than this part of a small disk. */
const MOST_PART = 0.1;
/** Room beyond the reserve at which ordinary writes go on. */
const SPARE_BYTES = MEGABYTE;
/** Given up at a time. */
const STEP_BYTES = MEGABYTE / 2;

/** What a start needs on a full disk, with as much again. */
export const START_BYTES = 4 * MEGABYTE;

/** Left to a plant that measures, by what is copied or unpacked beside it. */
const LEFT_BYTES = 8 * MEGABYTE;

/** What the disk of a folder has beyond that. */
export const bytesBeyondLeft = (folder: string): number => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize - LEFT_BYTES;
};

/** @throws Failure `storageFull` */
export const assertLeft = (folder: string): void => {
  if (bytesBeyondLeft(folder) < 0)
    throw new Failure('storageFull', `the disk of ${folder} has less than ${LEFT_BYTES / MEGABYTE} MiB free`);
};

/** Gives up the reserve, or some of it, of a folder that no server has open. @returns false when nothing is left of it. */
export const giveUpReserve = (folder: string, bytes = Number.POSITIVE_INFINITY): boolean => {
  const path = join(folder, FILE);
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size === 0) return false;
  truncateSync(path, Math.max(0, size - bytes));
  return true;
};

/** Room on the disk: free bytes, whether the disk is known to be full, and whether the last write failed for another fault of the disk. */
export type RoomState = { freeBytes: number; totalBytes: number; reserveBytes: number; isFull: boolean; isFailing: boolean };

const onDisk = promisify(fsync);

/** For what can be made again at any time: it leaves room for what cannot. */
const AMPLE_BYTES = 32 * MEGABYTE;
export const hasRoomToSpare = ({ isFull, isFailing, freeBytes }: RoomState): boolean =>
  !isFull && !isFailing && freeBytes > AMPLE_BYTES;

/**
 * A reserve file in the data folder, for the few writes that must succeed on a full disk: logins, the audit log, alarms. Once a write
 * failed for want of room the others are refused until there is some again, so that they do not use up what the reserve gives free.
 */
export class DiskRoom {
  readonly #folder: string;
  readonly #file: number;
  readonly #place: DatabasePlace | undefined;
  #reserveBytes: number;
  #isFull = false;
  #isFailing = false;
  #known = { bavail: 0, blocks: 0, bsize: 0 };
  #isAnswering = true;

  /** @param place of the database, beside which nothing is written. */
  constructor(folder: string, place?: DatabasePlace) {
    this.#folder = folder;
    this.#place = place;
    try {
      this.#file = openSync(join(folder, FILE), 'a', 0o600);
    } catch (error) {
      const code = isNoRoom(error) ? 'storageFull' : 'unavailable';
      throw new Failure(code, `data folder ${folder} cannot be written: ${messageOf(error)}`, { cause: error });
    }
    this.#reserveBytes = fstatSync(this.#file).size;
  }

  state(): RoomState {
    const { bavail, blocks, bsize } = this.#sizes();
    return {
      freeBytes: bavail * bsize,
      totalBytes: blocks * bsize,
      reserveBytes: this.#reserveBytes,
      isFull: this.#isFull,
      isFailing: this.#isFailing,
    };
  }

  /** Whether the disk says how large it is now; what `state` says is of earlier where it does not. */
  isAnswering(): boolean {
    this.#sizes();
    return this.#isAnswering;
  }

  /** A disk that fails may not even say how large it is. */
  #sizes(): { bavail: number; blocks: number; bsize: number } {
    try {
      this.#known = statfsSync(this.#folder);
      this.#isAnswering = true;
    } catch {
      // what was last known
      this.#isAnswering = false;
    }
    return this.#known;
  }

  /** @throws Failure `storageFull` while the disk is known to be full, `unavailable` while the database is not at its place. */
  assertRoom(): void {
    this.#place?.assertKept();
    if (!this.#isFull) return;
    if (this.state().freeBytes < SPARE_BYTES) throw new Failure('storageFull', 'The disk is full');
    this.#isFull = false;
  }

  noteFull(): void {
    this.#isFull = true;
  }

  /** @param isFailing the disk refused a write with an error; false once one went through. */
  noteFailing(isFailing: boolean): void {
    this.#isFailing = isFailing;
  }

  /** Gives some of the reserve free. @returns false when nothing is left of it. */
  release(): boolean {
    if (this.#reserveBytes === 0) return false;
    this.#reserveBytes = Math.max(0, this.#reserveBytes - STEP_BYTES);
    ftruncateSync(this.#file, this.#reserveBytes);
    return true;
  }

  /**
   * Adds to the reserve what it lacks, a little at a time, and waits for the disk off the thread that polls.
   * @returns whether it lacks more, and the disk has room for it.
   */
  async refill(): Promise<boolean> {
    const { freeBytes } = this.state();
    const wanted = Math.min(USUAL_BYTES, Math.floor(MOST_PART * (freeBytes + this.#reserveBytes)));
    if (this.#isFull || this.#reserveBytes >= wanted - STEP_BYTES || freeBytes < 4 * SPARE_BYTES) return false;
    try {
      writeSync(this.#file, Buffer.alloc(STEP_BYTES, 0xa5), 0, STEP_BYTES, this.#reserveBytes);
    } catch {
      return false;
    } finally {
      this.#reserveBytes = fstatSync(this.#file).size;
    }
    return onDisk(this.#file).then(
      () => true,
      // or the server stops meanwhile
      () => false,
    );
  }

  close(): void {
    closeSync(this.#file);
  }
}
