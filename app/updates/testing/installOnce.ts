/** `node installOnce.ts FOLDER SOURCE CUT KEYS [HEALTHY]`: one update, or going on with one, killed as by a power cut before its CUT-th step. */
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
  stopServer: async () => step('stop'),
  install: async (path) => {
    step(`install ${path.endsWith('previous') ? '1.3.2' : '1.4.0'}`);
    writeFileSync(file('runs'), path.endsWith('previous') ? '1.3.2' : '1.4.0');
  },
  isHealthy: async () => {
    step('check');
    return healthy === 'yes';
  },
  restore: async (backup) => step(`restore ${backup}`),
  startServer: async () => step('start'),
};
const updater = new Updater({
  folder,
  roots: rootKeys.parse(JSON.parse(keys)),
  installed: () => ({ ...installed, version: runs() }),
  steps,
  nowMs: () => nowMs,
  say: () => undefined,
});
const outcome = readUpdateState(file('update.json')).current ? await updater.resume() : await updater.install(source);
process.stdout.write(JSON.stringify(outcome));
