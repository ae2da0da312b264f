/**
 * The safe driver against a libmodbus client in C: the same libmodbus server, the same run, taking turns, on one core.
 * Needs gcc and libmodbus; skips, saying so, where they are absent.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../server/core/clock.ts';
import { Channel } from '../server/field/polling/channel.ts';
import { ConnectGate } from '../server/field/polling/connectGate.ts';
import { connection, quietLog, seeded } from '../server/field/testing/make.ts';

const runMs = 1000;
const repetitions = 5;
const goals = [
  { count: 1, atLeast: 0.25 },
  { count: 125, atLeast: 0.12 },
];

/** Requests per second over one connection, one after the other, through channel, codec and strict port. */
const drive = async (port: number, count: number): Promise<number> => {
  const ready = Promise.withResolvers<void>();
  const channel = new Channel(
    connection({ kind: 'tcp', host: '127.0.0.1', port }),
    {
      clock: systemClock,
      log: quietLog,
      random: seeded(1),
      gate: new ConnectGate(systemClock, { burst: 1, perSecond: 1 }),
      readOnly: () => true,
    },
    { onReady: () => ready.resolve(), onDown: (reason) => ready.reject(reason) },
  );
  channel.start();
  await ready.promise;
  const read = async (): Promise<void> => {
    const operation = { kind: 'read', space: 'holding', address: 0, count } as const;
    const { words } = await channel.request({ unit: 1, operation, timeoutMs: 1000, acceptAnyUnit: false, lane: 'poll' });
    if (words[count - 1] !== count - 1) throw new Error('wrong value');
  };
  for (let i = 0; i < 5000; i += 1) await read();
  let requests = 0;
  const startedMs = performance.now();
  while (performance.now() - startedMs < runMs) {
    await read();
    requests += 1;
  }
  const perSecond = (requests * 1000) / (performance.now() - startedMs);
  await channel.stop();
  return perSecond;
};

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? 0;
const hasTaskset = spawnSync('sh', ['-c', 'command -v taskset']).status === 0;
const onOneCore = (command: string[]): [string, string[]] => {
  const [file = '', ...args] = hasTaskset ? ['taskset', '-c', '0', ...command] : command;
  return [file, args];
};

const compare = async (folder: string): Promise<boolean> => {
  const server = spawn(...onOneCore([join(folder, 'server'), 'tcp', '0']), { stdio: ['ignore', 'pipe', 'inherit'] });
  const port = String(await once(server.stdout, 'data')).trim();
  let isMet = true;
  for (const { count, atLeast } of goals) {
    const ratios: number[] = [];
    const rates: number[] = [];
    for (let i = 0; i < repetitions; i += 1) {
      const c = Number(execFileSync(...onOneCore([join(folder, 'client'), port, String(count), String(runMs)])));
      const ours = Number(execFileSync(...onOneCore([process.execPath, import.meta.filename, 'drive', port, String(count)])));
      ratios.push(ours / c);
      rates.push(ours);
    }
    const ratio = median(ratios);
    isMet &&= ratio >= atLeast;
    const goal = `goal at least ${atLeast}${ratio >= atLeast ? '' : ', MISSED'}`;
    console.log(
      `safe driver, ${count} registers ${ratio.toFixed(3)} of libmodbus C (${goal}); ${Math.round(median(rates))} requests/s`,
    );
  }
  server.kill('SIGKILL');
  return isMet;
};

const build = (folder: string): string | null => {
  for (const program of ['client', 'server']) {
    const source = join(import.meta.dirname, 'libmodbus', `${program}.c`);
    const { status, stderr, error } = spawnSync('sh', [
      '-c',
      `gcc -O2 -o "$2" "$1" $(pkg-config --cflags --libs libmodbus)`,
      'sh',
      source,
      join(folder, program),
    ]);
    if (status !== 0)
      return (
        String(error ?? stderr)
          .trim()
          .split('\n')[0] ?? 'unknown'
      );
  }
  return null;
};

if (process.argv[2] === 'drive') console.log(await drive(Number(process.argv[3]), Number(process.argv[4])));
else {
  const folder = mkdtempSync(join(tmpdir(), 'driver-speed-'));
  const reason = build(folder);
  if (reason) console.log(`skipped: gcc with libmodbus (libmodbus-dev) is needed: ${reason}`);
  else process.exitCode = (await compare(folder)) ? 0 : 1;
  rmSync(folder, { recursive: true });
}
