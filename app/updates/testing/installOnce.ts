/**
 * `node installOnce.ts FOLDER SOURCE CUT KEYS [HEALTHY]`: the shell as far as an update goes: begins one, or goes on with one, killed as by a
 * power cut before its CUT-th step.
 */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootKeys } from '../manifest.ts';
import { Updater, type UpdateSteps } from '../updater.ts';
import { readUpdateState } from '../updateState.ts';
import { installed, nowMs } from './bundle.ts';

const [, , folder = '', source = '', cut = '', keys = '', healthy = 'yes'] = process.argv;
const file = (name: string): string => join(folder, name);
const runs = (): string => (existsSync(file('runs')) ? readFileSync(file('runs'), 'utf8') : installed.version);
let count = 0;
const step = (name: string): void => {
  count += 1;
  if (count === Number(cut)) process.kill(process.pid, 'SIGKILL');
  appendFileSync(file('steps'), `${name}\n`);
};
const steps: UpdateSteps = {
  freeBytes: () => 1e12,
  backUp: async () => {
    step('backUp');
    return 'backup-1';
  },
  stop: async () => step('stop'),
  install: async (path) => {
    const version = path.endsWith('/installed/1.3.2') ? '1.3.2' : '1.4.0';
    step(`install ${version}`);
    writeFileSync(file('runs'), version);
  },
  isHealthy: async (version) => {
    step(`check ${version}`);
    return runs() === version && (version === '1.3.2' || healthy === 'yes');
  },
  restore: async (backup) => step(`restore ${backup}`),
  start: async () => step('start'),
};
const updater = new Updater({
  folder,
  roots: rootKeys.parse(JSON.parse(keys)),
  installed: () => ({ ...installed, version: runs() }),
  version: runs(),
  steps,
  nowMs: () => nowMs,
  say: () => undefined,
});
const isUnderWay = readUpdateState(file('update.json')).current !== null;
// a program that was started anew goes on
const outcome = isUnderWay ? await updater.resume() : await updater.prepare(source);
process.stdout.write(JSON.stringify(outcome ?? null));
