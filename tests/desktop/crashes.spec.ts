/** The page's process and the graphics process are killed again and again while the plant is measured. */
import { loadavg } from 'node:os';
import { expect, test } from '@playwright/test';
import { endOf } from './ends.ts';
import { installShell } from './runtime.ts';
import { isRunning, newFolder, type RunningShell, removeFolder, startShell } from './shell.ts';

type Polls = { requests: number; ok: number; skipped: number };

/** Of all devices together, as the server counts them. */
const pollsOf = async ({ server }: RunningShell): Promise<Polls> => {
  const text = await (await fetch(new URL('/metrics', server()?.url))).text();
  const sum = (name: string): number =>
    [...text.matchAll(/^headworks_device_(\w+?)\{.*\} (\d+)$/gm)]
      .filter(([, found]) => found === name)
      .reduce((total, [, , value]) => total + Number(value), 0);
  return { requests: sum('requests_total'), ok: sum('ok_total'), skipped: sum('skipped_blocks_total') };
};
const since = (before: Polls, now: Polls) => ({
  requests: now.requests - before.requests,
  notAnswered: now.requests - now.ok - (before.requests - before.ok),
  skipped: now.skipped - before.skipped,
});

/** Processes of the shell by their kind. */
const pidsOf = ({ app }: RunningShell, kind: 'Tab' | 'GPU'): Promise<number[]> =>
  app.evaluate(
    ({ app: electron }, type) =>
      electron
        .getAppMetrics()
        .filter((one) => one.type === type)
        .map(({ pid }) => pid),
    kind,
  );
const killOne = async (shell: RunningShell, kind: 'Tab' | 'GPU'): Promise<void> => {
  const before = await pidsOf(shell, kind);
  expect(before).not.toEqual([]);
  for (const pid of before) process.kill(pid, 'SIGKILL');
  await expect
    .poll(async () => (await pidsOf(shell, kind)).some((pid) => !before.includes(pid) && isRunning(pid)), { intervals: [50] })
    .toBe(true);
};

const survives = async (times: number): Promise<void> => {
  const installed = installShell();
  const folder = newFolder();
  try {
    const shell = await startShell(installed.program, folder, ['--demo']);
    await expect(shell.page.locator('#root')).toBeAttached({ timeout: 90_000 });
    const server = shell.server()?.pid;
    // as long without a kill as with them: what a busy machine itself leaves out
    const quiet = await pollsOf(shell);
    const quietMs = Date.now();
    await new Promise((done) => setTimeout(done, 600 * times));
    const before = await pollsOf(shell);
    const [quietFor, startedMs] = [Date.now() - quietMs, Date.now()];
    for (let turn = 0; turn < times; turn += 1) await killOne(shell, turn % 2 === 0 ? 'Tab' : 'GPU');
    const after = await pollsOf(shell);
    const kills = { ...since(before, after), ms: Date.now() - startedMs };
    console.log(
      `${times} kills of page and graphics: ${JSON.stringify(kills)}, without kills ${JSON.stringify({ ...since(quiet, before), ms: quietFor })} (load ${loadavg()[0]?.toFixed(1)})`,
    );
    expect(kills.requests).toBeGreaterThan(times);
    expect([shell.server()?.pid, shell.said('the server is down'), shell.said('a fault of the shell')]).toEqual([server, [], []]);
    await expect
      .poll(() => shell.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getURL()))
      .toMatch(/^http:/);
    const ended = endOf(shell.program, 'the desktop after SIGTERM');
    shell.program.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  } finally {
    installed.remove();
    removeFolder(folder);
  }
};

test('measures on while its page and its graphics process are killed, 12 times', () => survives(12));
test('measures on while its page and its graphics process are killed, 50 times @long', () => {
  test.setTimeout(1_800_000);
  return survives(50);
});
