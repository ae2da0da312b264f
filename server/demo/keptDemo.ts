import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DAY_MS } from '../core/time.ts';

/** What a made demo depends on, beside the program itself. */
export type DemoKey = { days: number; seed: number; endedDaysAgo?: number | undefined };

/** Not part of a demo: the lock of a running server, the mark of an unfinished one, settings of one folder. */
const notKept = new Set([
  'server.lock',
  'making.lock',
  'server.json',
  'demo.unfinished',
  'headworks.json',
  'headworks.db-wal',
  'headworks.db-shm',
]);
/** Older ones are made anew: what happened "yesterday" in them is too long ago. */
const OLDEST_MS = 7 * DAY_MS;
/** The usual one, and those of a hub's demo. */
const KEPT = 5;

/** Changes with every file of the program, so that a demo of another version is never used. Sizes and times take the place of contents. */
function programStamp(folders: readonly string[]): string {
  const stamp = createHash('sha256');
  for (const folder of folders)
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || entry.name.includes('.test.')) continue;
      const path = join(entry.parentPath, entry.name);
      const { size, mtimeMs } = statSync(path);
      stamp.update(`${path} ${size} ${mtimeMs}\n`);
    }
  return stamp.digest('hex').slice(0, 16);
}

/** Demos that were made before, kept for the next start in an empty folder. Each is the data folder as the making left it. */
export class KeptDemos {
  readonly #folder: string;
  readonly #program: readonly string[];

  /**
   * @param folder where they are kept; only its owner writes there
   * @param program folders whose files decide what a demo holds
   */
  constructor(folder: string, program: readonly string[]) {
    this.#folder = folder;
    this.#program = program;
  }

  /** Copies a kept demo into a data folder; false where there is none of this version that is young enough. */
  copyTo(dataFolder: string, key: DemoKey, nowMs: number): boolean {
    const kept = this.#pathOf(key);
    if (!existsSync(kept)) return false;
    const ageMs = nowMs - statSync(kept).mtimeMs;
    if (ageMs < 0 || ageMs > OLDEST_MS) return false;
    cpSync(kept, dataFolder, { recursive: true });
    return true;
  }

  /** Keeps what was made in a data folder; all of it or nothing. Does nothing where the folder cannot be written. */
  keep(dataFolder: string, key: DemoKey): void {
    const path = this.#pathOf(key);
    const aside = `${path}.${process.pid}`;
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      cpSync(dataFolder, aside, { recursive: true, filter: (source) => !notKept.has(basename(source)) });
      rmSync(path, { recursive: true, force: true });
      renameSync(aside, path);
      this.#dropOld();
    } catch {
      rmSync(aside, { recursive: true, force: true });
    }
  }

  #pathOf({ days, seed, endedDaysAgo = 0 }: DemoKey): string {
    const ended = endedDaysAgo === 0 ? '' : `-${endedDaysAgo}`;
    return join(this.#folder, `${programStamp(this.#program)}-${days}-${seed}${ended}`);
  }

  #dropOld(): void {
    const newestFirst = readdirSync(this.#folder)
      .map((name) => ({ path: join(this.#folder, name), madeAtMs: statSync(join(this.#folder, name)).mtimeMs }))
      .toSorted((a, b) => b.madeAtMs - a.madeAtMs);
    for (const { path } of newestFirst.slice(KEPT)) rmSync(path, { recursive: true, force: true });
  }
}
