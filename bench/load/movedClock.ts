/**
 * Read before a server by `--import`: its time of day is moved by `BENCH_MOVED_MS`, in every thread and process that it starts. On SIGUSR2 that
 * of its main thread is moved by what the file `BENCH_MOVED_FILE` says, which then goes.
 */
import { readFileSync, rmSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

let movedMs = Number(process.env.BENCH_MOVED_MS ?? 0);
const now = Date.now;
Date.now = () => now() + movedMs;
const file = process.env.BENCH_MOVED_FILE;
if (isMainThread && file !== undefined)
  process.on('SIGUSR2', () => {
    movedMs = Number(readFileSync(file, 'utf8'));
    rmSync(file);
  });
