import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';

/** A process that feeds the watchdog by a `systemd-notify` of its own until the test ends; answers what that was asked so far. */
const fed = (environment: Record<string, string>, answer = ''): (() => string[]) => {
  const folder = mkdtempSync(join(tmpdir(), 'headworks-watchdog-'));
  const asked = join(folder, 'asked');
  writeFileSync(join(folder, 'systemd-notify'), `#!/bin/sh\necho "$1" >> '${asked}'\n${answer.replaceAll('ASKED', asked)}`, {
    mode: 0o755,
  });
  const script = `const { feedWatchdog } = await import(${JSON.stringify(join(import.meta.dirname, 'watchdog.ts'))});
    feedWatchdog(); process.stdin.resume();`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: { PATH: `${folder}:/usr/bin:/bin`, ...environment },
    stdio: ['pipe', 'ignore', 'ignore'],
    // what it has begun ends with it
    detached: true,
  });
  onTestFinished(async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  return () => (existsSync(asked) ? readFileSync(asked, 'utf8').trim().split('\n') : []);
};
const shortly = { timeout: 60_000 };
const service = { NOTIFY_SOCKET: '/run/systemd/notify', WATCHDOG_USEC: '300000' };

it('systemd is told first that the server is ready, and then again and again that it runs', async () => {
  const asked = fed(service);
  await vi.waitFor(() => expect(asked().length).toBeGreaterThan(3), shortly);
  expect(asked().filter((state) => state === 'READY=1')).toHaveLength(1);
  expect(new Set(asked())).toEqual(new Set(['READY=1', 'WATCHDOG=1']));
});

it('it is told only that it is ready where it watches no event loop', async () => {
  const asked = fed({ NOTIFY_SOCKET: '/run/systemd/notify' });
  await vi.waitFor(() => expect(asked()).toEqual(['READY=1']), shortly);
});

it('a question that hangs is ended before the next', async () => {
  const hang = `trap 'echo ended >> "ASKED"; kill $!; exit 1' TERM\nsleep 600 &\nwait\n`;
  const asked = fed(service, hang);
  await vi.waitFor(() => expect(asked()).toContain('ended'), shortly);
});
