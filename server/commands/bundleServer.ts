/** Part of `npm install` and `npm run build`: makes the few files that the server starts from, and keeps what V8 compiles of them. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { bundledFolder, writeSources } from '../bundled.ts';
import { messageOf } from '../core/fail.ts';
import { rollServer } from './rollServer.ts';

const server = join(import.meta.dirname, '..');
const STARTED_WITHIN_MS = 60_000;

/** Made beside its place and renamed; the one before stays, as a server may run from it. */
const make = async (folder: string): Promise<void> => {
  const bundled = dirname(folder);
  const unfinished = join(bundled, `unfinished-${process.pid}`);
  await rollServer({ server, ending: 'ts', out: unfinished, outEnding: 'mjs', placeOf: (id) => JSON.stringify(id) });
  writeSources(unfinished);
  rmSync(folder, { recursive: true, force: true });
  renameSync(unfinished, folder);
  const byAge = readdirSync(bundled).sort((a, b) => statSync(join(bundled, b)).mtimeMs - statSync(join(bundled, a)).mtimeMs);
  for (const old of byAge.slice(2)) rmSync(join(bundled, old), { recursive: true, force: true });
};

/** Starts it once on an empty folder, so that the first start of a user is as quick as the next. */
const startOnce = async (): Promise<void> => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'headworks-start-'));
  const arguments_ = ['--data', dataFolder, '--port', '0', '--host', '127.0.0.1'];
  const child = spawn(process.execPath, [join(server, 'supervise.ts'), ...arguments_]);
  const late = setTimeout(() => child.kill('SIGKILL'), STARTED_WITHIN_MS);
  child.stdout.on('data', (printed: Buffer) => {
    if (printed.includes('ready http')) child.kill('SIGTERM');
  });
  await new Promise((ended) => child.once('exit', ended));
  clearTimeout(late);
  rmSync(dataFolder, { recursive: true, force: true });
};

// an installation does not fail by it: the server starts from its sources, a second later
try {
  const folder = bundledFolder();
  mkdirSync(dirname(folder), { recursive: true });
  await make(folder);
  await startOnce();
} catch (error) {
  process.stderr.write(`The server starts from its sources, as it could not be bundled: ${messageOf(error)}\n`);
}
