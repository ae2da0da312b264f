import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { memoryEnvironment, serverOptions } from '../../server/contract/process/memoryLimits.ts';

const root = resolve(import.meta.dirname, '..', '..');

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'headworks-supervise-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/** Another program that listens, in this test's own process. */
const takePort = async (wanted = 0): Promise<number> => {
  const other = createServer();
  other.listen(wanted, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  return (other.address() as AddressInfo).port;
};
const freePort = async (): Promise<number> => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

/** What `npm start` runs, as the first of a group of processes. */
const supervise = (...args: string[]) => {
  const script = join(root, 'server', 'supervise.ts');
  const child: ChildProcess = spawn(process.execPath, [script, '--host', '127.0.0.1', ...args], { detached: true });
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  let printed = '';
  const seen = (words: string, times: number): Promise<void> =>
    new Promise((found) => {
      const look = (): void => {
        if (printed.split(words).length > times) found();
      };
      child.stdout?.on('data', look);
      child.stderr?.on('data', look);
      look();
    });
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
  return { child, ended, seen, output: () => printed };
};
const serverOf = ({ pid }: ChildProcess): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0]);
const pidIn = (data: string): number => JSON.parse(readFileSync(join(data, 'server.json'), 'utf8')).pid;
const lastLine = (text: string): string | undefined => text.trimEnd().split('\n').at(-1);
const inUse = (port: number): RegExp =>
  new RegExp(
    `^headworks: cannot listen on 127\\.0\\.0\\.1:${port}: it is in use by .+, process ${process.pid}\\. End that program, or choose another port with --port or in headworks\\.json$`,
  );

describe('npm start', () => {
  it.each([[], ['--demo']])('ends with 75 where its port is taken, says by whom, and has made nothing: %s', async (...demo) => {
    const [port, data] = [await takePort(), newFolder()];
    const { ended, output } = supervise('--data', data, '--port', String(port), ...demo);
    expect(await ended).toBe(75);
    expect(lastLine(output())).toMatch(inUse(port));
    expect(output()).not.toContain('starts again');
    expect(existsSync(join(data, 'headworks.db'))).toBe(false);
  });

  it('says how it is used where it is asked, and starts nothing', async () => {
    const { ended, output } = supervise('--help');
    expect(await ended).toBe(0);
    expect(output()).toMatch(/^npm start -- \[options\]/);
    expect(['data', 'port', 'host', 'demo', 'hub'].filter((name) => !output().includes(`--${name}`))).toEqual([]);
    expect(output()).not.toContain('ready http');
  });

  it('starts the server with the limits of its memory', async () => {
    const { child, seen } = supervise('--data', newFolder(), '--port', String(await freePort()));
    await seen('ready http', 1);
    expect(readFileSync(`/proc/${serverOf(child)}/cmdline`, 'utf8').split('\0')).toEqual(expect.arrayContaining(serverOptions));
    expect(readFileSync(`/proc/${serverOf(child)}/environ`, 'utf8').split('\0')).toContain(
      `MALLOC_ARENA_MAX=${memoryEnvironment.MALLOC_ARENA_MAX}`,
    );
  });

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'stops whole where all of its processes are sent %s, and again while it stops',
    async (signal) => {
      const data = newFolder();
      const { child, ended, seen } = supervise('--data', data, '--port', String(await freePort()));
      await seen('ready http', 1);
      process.kill(-Number(child.pid), signal);
      await seen('"msg":"stopping"', 1);
      process.kill(-Number(child.pid), signal);
      expect(await ended).toBe(0);
      // closed, with its log moved into it, and nobody is led to it any more
      expect(['headworks.db', 'headworks.db-wal', 'server.json'].map((name) => existsSync(join(data, name)))).toEqual([
        true,
        false,
        false,
      ]);
    },
  );

  it('stops the server where npm is ended, which passes no signal on', async () => {
    const data = newFolder();
    const options = ['--host', '127.0.0.1', '--data', data, '--port', String(await freePort())];
    const npm = spawn('npm', ['start', '--', ...options], { cwd: root, detached: true });
    onTestFinished(() => {
      try {
        process.kill(-Number(npm.pid), 'SIGKILL');
      } catch {
        // all of it has ended
      }
    });
    let printed = '';
    npm.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
    await vi.waitFor(() => expect(printed).toContain('ready http'), { timeout: 60_000, interval: 100 });
    // who the server is stands in its folder a moment later
    const server = await vi.waitFor(() => pidIn(data), { timeout: 60_000, interval: 100 });
    npm.kill('SIGTERM');
    await vi.waitFor(() => expect(existsSync(`/proc/${server}`)).toBe(false), { timeout: 60_000, interval: 100 });
    expect(existsSync(join(data, 'headworks.db-wal'))).toBe(false);
  });

  it('starts a server again that was killed after the program that read its lines has ended', async () => {
    const data = newFolder();
    const { child, seen } = supervise('--data', data, '--port', String(await freePort()));
    await seen('ready http', 1);
    const first = serverOf(child);
    child.stdout?.destroy();
    child.stderr?.destroy();
    process.kill(first, 'SIGKILL');
    await vi.waitFor(() => expect(pidIn(data)).not.toBe(first), { timeout: 60_000, interval: 100 });
    expect(pidIn(data)).toBe(serverOf(child));
  });

  it('starts a server again that was killed, and ends with 75 where another program has taken its port meanwhile', async () => {
    const port = await freePort();
    const { child, ended, seen, output } = supervise('--data', newFolder(), '--port', String(port));
    const kill = (): boolean => process.kill(serverOf(child), 'SIGKILL');
    await seen('ready http', 1);
    kill();
    await seen('ready http', 2);
    expect(output()).toContain('the server ended (SIGKILL) after');
    kill();
    await seen('the server ended (SIGKILL)', 2);
    await takePort(port);
    expect(await ended).toBe(75);
    expect(lastLine(output())).toMatch(inUse(port));
  });
});
