/** A server that hangs, and a PC that sleeps: both say nothing for a while, and only the first is ended. */
import { expect, test } from '@playwright/test';
import { closeShell } from './ends.ts';
import { familyOf, parentOf } from './processes.ts';
import { installShell } from './runtime.ts';
import { isRunning, newFolder, type RunningShell, removeFolder, startShell } from './shell.ts';

let installed: ReturnType<typeof installShell>;
let shell: RunningShell;
let folder: string;

test.beforeAll(async () => {
  installed = installShell();
  folder = newFolder();
  shell = await startShell(installed.program, folder);
  await expect.poll(() => shell.said('the panel shows').length, { timeout: 90_000 }).toBe(1);
});
test.afterAll(async () => {
  await closeShell(shell).catch(() => undefined);
  installed?.remove();
  removeFolder(folder);
});

test('keeps the PC from sleeping while it measures', async () => {
  const started = await shell.app.evaluate(({ powerSaveBlocker }) => [0, 1, 2, 3].filter((id) => powerSaveBlocker.isStarted(id)));
  expect(started).toHaveLength(1);
});

test('goes on with the same server after a sleep that was longer than a server may be silent @long', async () => {
  const server = shell.server()?.pid ?? 0;
  const asleep = familyOf(shell.program.pid ?? 0);
  expect(asleep).toContain(server);
  for (const pid of asleep) process.kill(pid, 'SIGSTOP');
  await new Promise((done) => setTimeout(done, 45_000));
  for (const pid of asleep) process.kill(pid, 'SIGCONT');
  // longer than it takes until a server without a pulse is ended
  await new Promise((done) => setTimeout(done, 35_000));
  expect(shell.said('the server is down')).toEqual([]);
  expect(shell.server()?.pid).toBe(server);
  expect((await fetch(new URL('/api/plant/health', shell.server()?.url))).status).toBe(200);
});

test('ends a server by force that hangs for half a minute, and starts it again @long', async () => {
  const server = shell.server()?.pid ?? 0;
  // what the shell started; the server below it ends by itself when that is gone
  process.kill(parentOf(server) ?? 0, 'SIGSTOP');
  await expect
    .poll(() => shell.said('the server is down'), { timeout: 90_000 })
    .toMatchObject([{ reason: expect.stringContaining('stuck') }]);
  await expect.poll(() => ![undefined, server].includes(shell.server()?.pid), { timeout: 60_000 }).toBe(true);
  await expect.poll(() => isRunning(server)).toBe(false);
  await expect.poll(() => shell.said('the panel shows').length, { timeout: 60_000 }).toBe(2);
});
