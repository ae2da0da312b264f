import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { expect, test } from '@playwright/test';
import { bin } from '../commands.ts';
import { faultsInBothSchemes } from './accessible.ts';
import { endOf } from './ends.ts';
import { installShell } from './runtime.ts';
import { isRunning, newFolder, type RunningShell, removeFolder, startShell } from './shell.ts';

const root = resolve(import.meta.dirname, '../..');

type Server = ChildProcessByStdio<null, Readable, null>;

const startServer = (folder: string): Server =>
  spawn(bin('node'), [join(root, 'server/main.ts'), '--data', join(folder, 'plant'), '--port', '0', '--host', '127.0.0.1'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });

/** @throws Error with what it said, where it ends first or is silent for a minute. */
const untilReady = (server: Server): Promise<void> =>
  new Promise((ready, fail) => {
    let said = '';
    const give = (why: string) => () => {
      clearTimeout(limit);
      fail(new Error(`the server ${why}: ${said}`));
    };
    const limit = setTimeout(() => give('was not ready within a minute')(), 60_000);
    server.once('exit', give('ended'));
    server.stdout.on('data', (chunk) => {
      said += chunk;
      if (!said.includes('ready http')) return;
      clearTimeout(limit);
      ready();
    });
  });

const hasEnded = (pid: number) => expect.poll(() => isRunning(pid), { timeout: 20_000 }).toBe(false);
const kill = async (server: Server): Promise<void> => {
  server.kill('SIGKILL');
  await endOf(server, 'the server after SIGKILL');
};

/** The shell beside a server that runs already for its folder; both are gone afterwards. */
const besideService = async (look: (shell: RunningShell, server: Server) => Promise<void>): Promise<void> => {
  const installed = installShell();
  const folder = newFolder();
  const server = startServer(folder);
  let pid: number | undefined;
  try {
    await untilReady(server);
    const shell = await startShell(installed.program, folder);
    pid = shell.program.pid;
    await expect(shell.page).toHaveURL(/^http:\/\/127\.0\.0\.1:/);
    await look(shell, server);
  } finally {
    for (const one of [pid, server.pid]) if (one !== undefined && isRunning(one)) process.kill(one, 'SIGKILL');
    installed.remove();
    removeFolder(folder);
  }
};
const goneHeading = 'The service is not running';

test('shows a server that runs for its folder already, starts none, and says when it is gone', () =>
  besideService(async ({ app, page, said }, server) => {
    expect(said('a server runs already and is shown')).toMatchObject([{ pid: server.pid }]);
    const own = await app.evaluate(({ app }) => app.getAppMetrics().filter(({ name }) => name === 'Headworks server'));
    expect(own).toEqual([]);
    await kill(server);
    await expect(page.getByRole('heading')).toHaveText(goneHeading);
    expect(await faultsInBothSchemes(page)).toEqual([]);
  }));

for (const isGone of [false, true])
  test(`ends when the system asks it to, ${isGone ? 'also where the service is gone' : 'and leaves the service running'}`, () =>
    besideService(async ({ app, program, page, said, server: running }, server) => {
      if (isGone) {
        await kill(server);
        await expect(page.getByRole('heading')).toHaveText(goneHeading);
      }
      const pid = program.pid as number;
      const session = await app.context().newCDPSession(page);
      // the answer is lost with the program
      void session.send('Browser.close').catch(() => undefined);
      await hasEnded(pid);
      expect(said('stopped')).toHaveLength(1);
      if (!isGone) expect((await fetch(new URL('/api/plant/health', running()?.url))).status).toBe(200);
    }));
