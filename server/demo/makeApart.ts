import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { z } from 'zod';
import { systemClock } from '../core/clock.ts';
import { Failure } from '../core/fail.ts';
import type { Log } from '../core/log.ts';
import { lockFolder } from '../db/folderLock.ts';
import { hasCheckpoint, putCheckpointAside } from './checkpoint.ts';
import { continueDemo } from './continueDemo.ts';
import { KeptDemos } from './keptDemo.ts';
import { type DemoOrder, demoClock, makeDemo } from './makeDemo.ts';

/** What the making process says before it ends. */
export const makingReport = z.discriminatedUnion('type', [
  z.object({ type: z.literal('made') }),
  z.object({ type: z.literal('failed'), message: z.string() }),
]);
export type MakingReport = z.infer<typeof makingReport>;

/** Same seed, same past and same future. */
const usualSeed = 20_260;

/** Beside the compiled program, where there is a place for it. */
function keptDemos({ resources }: Pick<DemoOrder, 'resources'>): KeptDemos | undefined {
  const compiled = getCompileCacheDir();
  if (compiled === undefined) return undefined;
  return new KeptDemos(join(dirname(compiled), 'demo'), [join(import.meta.dirname, '..'), resources]);
}

const databaseFiles = ['headworks.db', 'headworks.db-wal', 'headworks.db-shm', 'headworks.db-pair.json', 'chain-heads.json'];

/**
 * Makes the demo where there is none yet, before the database is opened; one whose making was cut short is made anew. A process
 * of its own does the work, because the memory that it takes for seconds would stay with the server for good. One that was kept
 * from an earlier start is copied and continued up to now.
 * @param signal ends the making
 * @throws Failure `folderInUse` where another process makes or serves one there; `unavailable` for a folder that holds another plant, or with the reason why nothing could be made.
 */
export async function prepareDemo(
  asked: Omit<DemoOrder, 'seed'> & { seed?: number },
  log: Log,
  signal: AbortSignal,
): Promise<void> {
  const order = { seed: usualSeed, ...asked };
  const { dataFolder } = order;
  if (hasCheckpoint(dataFolder)) return;
  const unlock = lockFolder(dataFolder, 'making.lock');
  try {
    // a maker that was left behind, or a server, still has the files: they are not taken from under it
    lockFolder(dataFolder)();
    if (!hasCheckpoint(dataFolder)) await make(order, log, signal);
  } finally {
    unlock();
  }
}

async function make(order: DemoOrder, log: Log, signal: AbortSignal): Promise<void> {
  const { dataFolder } = order;
  const unfinished = join(dataFolder, 'demo.unfinished');
  if (existsSync(join(dataFolder, 'headworks.db')) && !existsSync(unfinished))
    throw new Failure('unavailable', `${dataFolder} holds a plant that is no demo; give --demo a folder of its own`);
  writeFileSync(unfinished, '');
  for (const file of databaseFiles) rmSync(join(dataFolder, file), { force: true });
  const kept = keptDemos(order);
  const clock = demoClock(order);
  if (kept?.copyTo(dataFolder, order, systemClock.now())) {
    log.info({ days: order.days }, 'the demo plants are brought up to date');
    putCheckpointAside(dataFolder);
    await continueDemo(order, clock, log);
    rmSync(unfinished, { force: true });
    return;
  }
  log.info({ days: order.days }, 'the demo plants are being made; this takes half a minute the first time');
  // a packed desktop cannot fork: its runtime refuses to run as Node
  if (process.versions.electron) await makeDemo(order, clock, log);
  else await makeInProcess(order, signal);
  kept?.keep(dataFolder, order);
  rmSync(unfinished, { force: true });
}

async function makeInProcess(order: DemoOrder, signal: AbortSignal): Promise<void> {
  const script = join(import.meta.dirname, `make${extname(import.meta.filename)}`);
  const cacheFolder = getCompileCacheDir();
  const child = fork(script, [JSON.stringify(order), cacheFolder === undefined ? '' : dirname(cacheFolder)], { signal });
  const reports: MakingReport[] = [];
  child.on('message', (message) => {
    const report = makingReport.safeParse(message);
    if (report.success) reports.push(report.data);
  });
  const [exitCode] = await once(child, 'exit', { signal });
  const [report] = reports;
  if (report?.type === 'made') return;
  const reason = report?.message ?? `its process ended with ${exitCode ?? 'a signal'}`;
  throw new Failure('unavailable', `the demo could not be made: ${reason}`);
}
