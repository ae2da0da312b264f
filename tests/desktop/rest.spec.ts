import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { closeShell, endOf } from './ends.ts';
import { installShell } from './runtime.ts';
import { newFolder, type RunningShell, removeFolder, startShell, switches } from './shell.ts';
import { showTrays } from './trayWatcher.ts';

/** As the shipped one, with a page that rests after a second instead of five minutes. */
const composition = "import { run } from './app/run.js';\nvoid run({ restAfterMs: 1000 });\n";

const isPageThere = ({ app }: RunningShell): Promise<boolean> =>
  app.evaluate(({ app: electron }) => electron.getAppMetrics().some(({ type }) => type === 'Tab'));

test('has no page process while its window is hidden, and shows the same page within a second when somebody looks', async () => {
  const folder = newFolder();
  const installed = installShell(composition);
  const hideTrays = await showTrays();
  try {
    const shell = await startShell(installed.program, folder);
    await expect(shell.page).toHaveURL(/^http:/);
    expect(shell.said('tray')).toMatchObject([{ answers: true }]);
    const window = (what: 'close' | 'show') =>
      shell.app.evaluate(({ BrowserWindow, app }, asked) => {
        const [panel] = BrowserWindow.getAllWindows();
        if (asked === 'close') panel?.close();
        else app.emit('second-instance', {}, [], '', { argv: [] });
        return { url: panel?.webContents.getURL(), isVisible: panel?.isVisible() };
      }, what);
    const before = await window('close');
    expect(before.isVisible).toBe(false);
    await expect.poll(() => shell.said('the page rests').length).toBe(1);
    await expect.poll(() => isPageThere(shell)).toBe(false);
    const shown = shell.said('the panel shows').length;
    const lookedMs = Date.now();
    expect(await window('show')).toMatchObject({ isVisible: true });
    await expect.poll(() => shell.said('the panel shows').length, { intervals: [20] }).toBe(shown + 1);
    console.log(`the panel was back after ${Date.now() - lookedMs} ms`);
    expect((await window('show')).url).toBe(before.url);
    expect(shell.said('the page ended')).toEqual([]);
    await closeShell(shell);
  } finally {
    hideTrays();
    installed.remove();
    removeFolder(folder);
  }
});

test('starts hidden without a page, where a tray shows, and shows the panel when it is started once more', async () => {
  const folder = newFolder();
  const installed = installShell();
  const hideTrays = await showTrays();
  const log = join(folder, 'logs', 'shell.0.log');
  const count = (message: string): number =>
    existsSync(log)
      ? readFileSync(log, 'utf8')
          .split('\n')
          .filter((line) => line.includes(`"message":"${message}"`)).length
      : 0;
  const begin = (...args: string[]) =>
    spawn(installed.program, [...switches(folder), '--port', '0', ...args], { stdio: 'ignore' });
  const shell = begin('--hidden');
  try {
    const server = join(folder, 'plant', 'server.json');
    await expect.poll(() => existsSync(server)).toBe(true);
    const health = new URL('/api/plant/health', JSON.parse(readFileSync(server, 'utf8')).url);
    await expect
      .poll(() =>
        fetch(health).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200);
    expect([count('the window shows'), count('the panel shows')]).toEqual([0, 0]);
    expect(await endOf(begin(), 'the second start')).toEqual([0, null]);
    await expect.poll(() => count('the panel shows')).toBe(1);
    expect(count('the window shows')).toBe(1);
  } finally {
    shell.kill('SIGTERM');
    await endOf(shell, 'the desktop after SIGTERM');
    hideTrays();
    installed.remove();
    removeFolder(folder);
  }
});
