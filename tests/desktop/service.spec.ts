import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { bin } from '../commands.ts';
import { faultsInBothSchemes } from './accessible.ts';
import { installShell } from './runtime.ts';
import { isRunning, newFolder, removeFolder, startShell } from './shell.ts';

const root = resolve(import.meta.dirname, '../..');

test('shows a server that runs for its folder already, starts none, and says when it is gone', async () => {
  const installed = installShell();
  const folder = newFolder();
  const server = spawn(
    bin('node'),
    [join(root, 'server/main.ts'), '--data', join(folder, 'plant'), '--port', '0', '--host', '127.0.0.1'],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  try {
    await new Promise<void>((ready) => server.stdout.on('data', (chunk) => String(chunk).includes('ready http') && ready()));
    const shell = await startShell(installed.program, folder);
    await expect(shell.page).toHaveURL(/^http:\/\/127\.0\.0\.1:/);
    expect(shell.said('a server runs already and is shown')).toMatchObject([{ pid: server.pid }]);
    expect(await shell.app.evaluate(({ app }) => app.getAppMetrics().filter(({ name }) => name === 'Headworks server'))).toEqual(
      [],
    );
    const gone = once(server, 'exit');
    server.kill('SIGKILL');
    await gone;
    await expect(shell.page.getByRole('heading')).toHaveText('The service is not running');
    expect(await faultsInBothSchemes(shell.page)).toEqual([]);
    await shell.app.close();
  } finally {
    if (server.pid && isRunning(server.pid)) server.kill('SIGKILL');
    installed.remove();
    removeFolder(folder);
  }
});

test('leaves a service running when it ends', async () => {
  const installed = installShell();
  const folder = newFolder();
  const server = spawn(
    bin('node'),
    [join(root, 'server/main.ts'), '--data', join(folder, 'plant'), '--port', '0', '--host', '127.0.0.1'],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  try {
    await new Promise<void>((ready) => server.stdout.on('data', (chunk) => String(chunk).includes('ready http') && ready()));
    const shell = await startShell(installed.program, folder);
    await expect(shell.page).toHaveURL(/^http:/);
    await shell.app.close();
    expect(shell.said('stopped')).toHaveLength(1);
    expect((await fetch(new URL('/api/plant/health', shell.server()?.url))).status).toBe(200);
  } finally {
    server.kill('SIGTERM');
    await once(server, 'exit');
    installed.remove();
    removeFolder(folder);
  }
});
