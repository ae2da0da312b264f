import { type Stats, statSync } from 'node:fs';
import { basename } from 'node:path';
import { Failure } from '../../core/fail.ts';

const ENDINGS = ['', '-wal', '-shm'] as const;

/** Undefined where the file is not there, or its disk does not answer. */
const statsOf = (path: string): Stats | undefined => {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
};

/** The disk that a file is on. */
const diskOf = (path: string): number | undefined => statsOf(path)?.dev;

const fileOf = (path: string): string | undefined => {
  const stats = statsOf(path);
  return stats && `${stats.dev} ${stats.ino}`;
};

/** The files of an open database. Where one is not at its place any more what is written goes into a file that nobody finds again. */
export class DatabasePlace {
  readonly #path: string;
  #disk: number | undefined;
  /** Which file each was, by its path. */
  #files: [path: string, file: string][] = [];

  constructor(path: string) {
    this.#path = path;
  }

  /** What is there now is what is open. */
  note(): void {
    this.#disk = diskOf(this.#path);
    this.#files = ENDINGS.flatMap((ending) => {
      const file = fileOf(this.#path + ending);
      return file === undefined ? [] : [[this.#path + ending, file]];
    });
  }

  isOnItsDisk(): boolean {
    return diskOf(this.#path) === this.#disk;
  }

  /** The first file that is gone. */
  gone(): string | undefined {
    return this.#files.find(([path]) => statsOf(path) === undefined)?.[0];
  }

  /** @throws Failure `unavailable` where another file is at the place of one: the next start is with that. */
  assertSame(): void {
    const disk = diskOf(this.#path);
    if (disk !== undefined && disk !== this.#disk)
      throw new Failure(
        'unavailable',
        `database ${this.#path} is on another disk than it was: the server starts again with that one`,
      );
    for (const [path, open] of this.#files)
      if (![open, undefined].includes(fileOf(path)))
        throw new Failure(
          'unavailable',
          `${path} is another file than the one that is open: the server starts again with what is there now`,
        );
  }

  /** @throws Failure `unavailable` while what is written would not be found again. */
  assertKept(): void {
    for (const [path, open] of this.#files)
      if (fileOf(path) !== open) throw new Failure('unavailable', `${basename(path)} is not at its place: nothing can be kept`);
  }
}
