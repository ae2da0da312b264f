/** The whole demo as its users start it, until it is ready, twice in one folder; and its memory then and a while later. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const dataFolder = mkdtempSync(join(tmpdir(), 'headworks-demo-bench-'));
const restSeconds = Number(process.env.HEADWORKS_BENCH_REST ?? 20);
const rounds = { first: 15_000, again: 3000 } as const;
const residentGoalMb = 200;
let missed = false;

const line = (name: string, value: number, unit: string, goal: number): void => {
  if (value > goal) missed = true;
  console.log(`${name} ${value} ${unit} (goal at most ${goal})`);
};

const residentMb = (pid: number): number => {
  const found = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Math.round(Number(found?.[1] ?? Number.NaN) / 1024);
};

/** Milliseconds until the ready line; the server is left running. */
const start = async () => {
  const startedMs = performance.now();
  const server = spawn(process.execPath, [join(root, 'server', 'main.ts'), '--demo', '--data', dataFolder, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((ready, failed) => {
    let said = '';
    server.once('exit', (code) => failed(new Error(`the demo ended with ${code} before it was ready`)));
    server.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      said = said.slice(-1000) + chunk;
      if (said.includes('ready http://')) ready();
    });
  });
  return { server, ms: Math.round(performance.now() - startedMs) };
};

const stop = async (server: Awaited<ReturnType<typeof start>>['server']): Promise<void> => {
  server.kill('SIGTERM');
  if (server.exitCode === null) await once(server, 'exit');
};

try {
  for (const [round, goalMs] of Object.entries(rounds)) {
    const { server, ms } = await start();
    line(`demo.${round}StartMs`, ms, 'ms', goalMs);
    if (server.pid !== undefined && process.platform === 'linux') {
      line(`demo.${round}ResidentAtReady`, residentMb(server.pid), 'MB', residentGoalMb);
      await new Promise((done) => setTimeout(done, restSeconds * 1000));
      line(`demo.${round}ResidentAfter${restSeconds}s`, residentMb(server.pid), 'MB', residentGoalMb);
    }
    await stop(server);
  }
} finally {
  rmSync(dataFolder, { recursive: true, force: true });
}
process.exitCode = missed ? 1 : 0;
