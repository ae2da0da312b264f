import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { bin } from '../commands.ts';
import { faultsInBothSchemes } from './accessible.ts';
import { closeShell } from './ends.ts';
import { installShell } from './runtime.ts';
import { isRunning, newFolder, type RunningShell, removeFolder, startShell } from './shell.ts';

const root = resolve(import.meta.dirname, '../..');

/** In place of an administrator and systemd: the very command that moves plants, and a server that is started and stopped beside it. */
const composition = (service: string): string => `
import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Menu } from 'electron';
import { run } from './app/run.js';
const node = ${JSON.stringify(bin('node'))};
const folder = ${JSON.stringify(service)};
const limit = { timeout: 90_000, killSignal: 'SIGKILL' };
const move = (from, to) => promisify(execFile)(node, [${JSON.stringify(join(root, 'server/commands/move.ts'))}, '--from', from, '--to', to], limit);
const server = [${JSON.stringify(join(root, 'server/main.ts'))}, '--data', folder, '--port', '0', '--host', '127.0.0.1'];
let running;
const build = Menu.buildFromTemplate;
Menu.buildFromTemplate = (entries) => {
  globalThis.trayEntries = entries;
  return build.call(Menu, entries);
};
void run({
  modes: {
    folders: [folder],
    isInstalled: () => true,
    toService: async (from) => {
      if (globalThis.isRefused) throw new Error('nobody gave the password');
      await move(from, folder);
      for (const lateMs = Date.now() + 60_000; existsSync(folder + '.hold'); await wait(20))
        if (Date.now() > lateMs) throw new Error('nobody let the move go on');
      running = spawn(node, server, { stdio: 'ignore' });
    },
    toDesktop: async (to) => {
      const ended = new Promise((done) => running.once('exit', done));
      running.kill('SIGTERM');
      // as systemd does with a service that does not stop
      const late = setTimeout(() => running.kill('SIGKILL'), 20_000);
      await ended;
      clearTimeout(late);
      await move(folder, to);
    },
  },
});
process.once('exit', () => running?.kill('SIGKILL'));
`;

const choose = (shell: RunningShell, label: string, isRefused = false): Promise<void> =>
  shell.app.evaluate(
    ({ dialog }, asked) => {
      const found = globalThis as unknown as { trayEntries: { label?: string; click?: () => void }[]; isRefused: boolean };
      found.isRefused = asked.isRefused;
      dialog.showMessageBox = async () => ({ response: 1, checkboxChecked: false });
      setTimeout(() => found.trayEntries.find((entry) => entry.label === asked.label)?.click?.(), 0);
    },
    { label, isRefused },
  );
const runs = (folder: string): number | undefined => {
  const file = join(folder, 'server.json');
  const pid = existsSync(file) ? Number(JSON.parse(readFileSync(file, 'utf8')).pid) : 0;
  return pid && isRunning(pid) ? pid : undefined;
};

test('moves the plant to the service of the PC by one action, and back; nobody measures twice', async () => {
  const [folder, parent] = [newFolder(), newFolder()];
  const service = join(parent, 'service');
  const plant = join(folder, 'plant');
  const installed = installShell(composition(service));
  let started: RunningShell | undefined;
  try {
    const shell = await startShell(installed.program, folder);
    started = shell;
    await expect(shell.page).toHaveURL(/^http:/);
    const site = (): string => JSON.parse(readFileSync(join(plant, 'keys', 'site.json'), 'utf8')).site;
    const before = site();
    await choose(shell, 'Measure before anybody logs in…', true);
    await expect.poll(() => shell.said('the plant was not moved')).toMatchObject([{ reason: 'nobody gave the password' }]);
    await expect.poll(() => runs(plant)).toEqual(expect.any(Number));
    await expect(shell.page).toHaveURL(/^http:/);
    writeFileSync(`${service}.hold`, '');
    await choose(shell, 'Measure before anybody logs in…');
    await expect(shell.page.getByRole('heading')).toHaveText('The plant is moved');
    expect(await faultsInBothSchemes(shell.page)).toEqual([]);
    await shell.page.screenshot({ path: join(root, 'dist/desktop-tests/pictures/moving.png') });
    rmSync(`${service}.hold`);
    await expect.poll(() => shell.said('the plant was moved')).toMatchObject([{ to: 'service' }]);
    expect([runs(plant), runs(service)]).toEqual([undefined, expect.any(Number)]);
    await expect(shell.page).toHaveURL(/^http:/);
    expect(JSON.parse(readFileSync(join(service, 'keys', 'site.json'), 'utf8')).site).toBe(before);
    await choose(shell, 'Measure in this program again…');
    await expect.poll(() => shell.said('the plant was moved').length, { timeout: 60_000 }).toBe(2);
    await expect.poll(() => runs(plant)).toEqual(expect.any(Number));
    expect([runs(service), site()]).toEqual([undefined, before]);
    await closeShell(shell);
  } finally {
    // where the test failed, none of the three goes on
    for (const pid of [started?.program.pid, runs(plant), runs(service)]) if (pid && isRunning(pid)) process.kill(pid, 'SIGKILL');
    installed.remove();
    removeFolder(folder);
    removeFolder(parent);
  }
});
