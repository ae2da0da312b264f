/** `npm start`: runs the server and starts it again when it ends by a fault, at longer and longer intervals. */
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { startCache } from './bundled.ts';
import { memoryEnvironment, serverOptions } from './contract/process/memoryLimits.ts';
import { exitCodes } from './exitCodes.ts';

const FIRST_MS = 1000;
const LONGEST_MS = 60_000;
/** After so long the next fault is a new one. */
const HEALTHY_MS = 60_000;
/** A first start that fails sooner is shown to the person who started it, and not tried again. */
const FIRST_RUN_MS = 10_000;
const PARENT_LOOK_MS = 1000;
/** What a person has to mend, or asked for. */
const FINAL: readonly number[] = [exitCodes.asked, exitCodes.configuration, exitCodes.locked];

const usage = `npm start -- [options]

  --data DIR       database, keys and settings; a folder of the user where it is not given
  --port N         8080; 0 takes a free one
  --host ADDRESS   0.0.0.0, in a demo 127.0.0.1
  --demo           simulated plants; without --data in a folder that goes with the run
  --hub            keeps what many plants send; with --demo three of them
`;
if (process.argv.includes('--help')) {
  process.stdout.write(usage);
  process.exit(exitCodes.asked);
}

// whoever read these lines may be gone: the server is started again all the same
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

let [waitMs, starts, isStopping] = [FIRST_MS, 0, false];
let again: NodeJS.Timeout | undefined;
let child: ReturnType<typeof fork> | undefined;

// before its first line, so that what Node makes of the TypeScript of its start is kept too
// biome-ignore lint/style/noProcessEnv: read by Node itself in the server's process
process.env.NODE_COMPILE_CACHE ??= startCache();
// biome-ignore lint/style/noProcessEnv: what the server is given, and what somebody set himself goes before
const env = { ...memoryEnvironment, ...process.env };

const start = (): void => {
  const startedMs = performance.now();
  starts += 1;
  child = fork(join(import.meta.dirname, 'main.ts'), process.argv.slice(2), { execArgv: serverOptions, env });
  child.once('exit', (code, signal) => {
    child = undefined;
    const ranMs = performance.now() - startedMs;
    const isFinal = code !== null && FINAL.includes(code);
    if (isStopping || isFinal || (starts === 1 && ranMs < FIRST_RUN_MS && code !== null))
      process.exit(code ?? (isStopping ? exitCodes.asked : exitCodes.fault));
    if (ranMs > HEALTHY_MS) waitMs = FIRST_MS;
    process.stderr.write(
      `headworks: the server ended (${signal ?? `code ${code}`}) after ${Math.round(ranMs / 1000)} s and starts again in ${waitMs / 1000} s\n`,
    );
    again = setTimeout(start, waitMs);
    waitMs = Math.min(2 * waitMs, LONGEST_MS);
  });
};

const stop = (): void => {
  isStopping = true;
  clearTimeout(again);
  if (child) child.kill('SIGTERM');
  else process.exit(exitCodes.asked);
};

// a terminal that is closed asks to end
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop);

// npm passes a SIGTERM to its shell only, which ends and leaves this process to another parent
// biome-ignore lint/style/noProcessEnv: set by npm
if (process.env.npm_lifecycle_event !== undefined) {
  const { ppid } = process;
  const look = setInterval(() => {
    if (process.ppid === ppid) return;
    clearInterval(look);
    stop();
  }, PARENT_LOOK_MS);
  look.unref();
}

start();
