/** Read before a server by `--import`: its time of day is moved by `BENCH_MOVED_MS`, in every thread and process that it starts. */
const movedMs = Number(process.env.BENCH_MOVED_MS ?? 0);
const now = Date.now;
Date.now = () => now() + movedMs;
