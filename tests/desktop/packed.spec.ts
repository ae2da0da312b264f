/** The shell out of its archive, with the fuses that are shipped, in a real Electron: what it starts from, what it refuses, what nothing can turn on. */
import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPackage } from '@electron/asar';
import { expect, test } from '@playwright/test';
import { writeFileList } from '../../packaging/fileList.ts';
import { endOf } from './ends.ts';
import { installShell, shippedFuses } from './runtime.ts';
import { isRunning, newFolder, removeFolder, switches } from './shell.ts';

let installed: ReturnType<typeof installShell>;
let resources: string;
let folder: string;
const addon = join('app.asar.unpacked', 'addon.node');

/** As electron-builder packs it, around the parts of the shell alone: an archive, an addon beside it, and the list of their hashes. */
test.beforeAll(async () => {
  installed = installShell(undefined, { name: 'headworks', fuses: shippedFuses });
  resources = join(installed.resources, '..');
  await createPackage(installed.resources, join(resources, 'app.asar'));
  rmSync(installed.resources, { recursive: true });
  mkdirSync(join(resources, 'app.asar.unpacked'));
  writeFileSync(join(resources, addon), 'an addon');
  writeFileList(resources, (name) => name.startsWith('app.asar'));
});
test.afterAll(() => installed?.remove());
test.beforeEach(() => {
  folder = newFolder();
});
test.afterEach(() => removeFolder(folder));

const start = (args: readonly string[] = [], env: NodeJS.ProcessEnv = {}) => {
  const shell = spawn(installed.program, [...args, ...switches(folder), '--port', '0'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  return { shell, printed: () => printed };
};
const said = (message: string): Record<string, unknown>[] => {
  const log = join(folder, 'logs', 'shell.0.log');
  if (!existsSync(log)) return [];
  const lines = readFileSync(log, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line)).filter((line) => line.message === message);
};
const stop = async ({ shell }: ReturnType<typeof start>): Promise<void> => {
  const ended = endOf(shell, 'the desktop after SIGTERM');
  shell.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
};

test('starts out of its archive, and nothing makes a Node or a debugger of it', async () => {
  const marker = join(folder, 'ran');
  const script = join(folder, 'script.cjs');
  // the server of this test is a Node of its own, which may read it
  writeFileSync(script, `if (process.versions.electron) require('node:fs').writeFileSync(${JSON.stringify(marker)}, '');\n`);
  const running = start(['--inspect=0', '-e', `require('node:fs').writeFileSync(${JSON.stringify(marker)}, '')`], {
    ELECTRON_RUN_AS_NODE: '1',
    NODE_OPTIONS: `--require ${script}`,
  });
  await expect.poll(() => said('the panel shows').length, { timeout: 90_000 }).toBe(1);
  const server = JSON.parse(readFileSync(join(folder, 'plant', 'server.json'), 'utf8')).pid;
  expect([existsSync(join(resources, 'app')), existsSync(marker)]).toEqual([false, false]);
  expect(running.printed()).not.toContain('Debugger listening');
  await stop(running);
  expect(isRunning(server)).toBe(false);
});

for (const [name, text] of [
  ['app.asar', 'Permission is hereby granted'],
  [addon, 'an addon'],
] as const)
  test(`does not start where one byte of ${name} is another, and says which file it is`, async () => {
    const path = join(resources, name);
    copyFileSync(path, `${path}.kept`);
    const bytes = readFileSync(path);
    const at = bytes.indexOf(text);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    writeFileSync(path, bytes);
    const { shell } = start();
    try {
      await expect.poll(() => said('the installation was altered')[0]?.file, { timeout: 60_000 }).toBe(name);
      expect(existsSync(join(folder, 'plant', 'server.json'))).toBe(false);
    } finally {
      // a box says it, until somebody reads it
      if (shell.exitCode === null) {
        const ended = endOf(shell, 'the desktop after SIGKILL');
        shell.kill('SIGKILL');
        await ended;
      }
      renameSync(`${path}.kept`, path);
    }
  });
