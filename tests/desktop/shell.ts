import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, type ElectronApplication, expect, type Page } from '@playwright/test';

export type RunningShell = {
  app: ElectronApplication;
  /** Its process, of which the application says nothing any more when it has ended. */
  program: ChildProcess;
  page: Page;
  folder: string;
  /** Lines of the shell's log with this message. */
  said: (message: string) => Record<string, unknown>[];
  /** As server.json of its data folder says. */
  server: () => { pid: number; url: string } | undefined;
};

/** Electron as root runs without its sandbox; elsewhere with it. */
export const switches = (folder: string): string[] => [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  `--user-data-dir=${folder}`,
];

export const newFolder = (): string => mkdtempSync(join(tmpdir(), 'headworks-desktop-'));
export const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });

/** Starts the shell with a folder of its own, on a free port. */
export const startShell = async (executablePath: string, folder: string, args: readonly string[] = []): Promise<RunningShell> => {
  const app = await _electron.launch({
    executablePath,
    args: [...switches(folder), '--port', '0', ...args],
    env: { ...process.env, HEADWORKS_DEMO_DAYS: '2' } as Record<string, string>,
  });
  const program = app.process();
  const page = await app.firstWindow();
  const log = join(folder, 'logs', 'shell.0.log');
  return {
    app,
    program,
    page,
    folder,
    said: (message) =>
      (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [])
        .map((line) => JSON.parse(line))
        .filter((line) => line.message === message),
    server: () => {
      const file = join(folder, 'plant', 'server.json');
      return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
    },
  };
};

/** As the administrator of the demo, or of a plant with the demo's users. */
export const signIn = async (page: Page): Promise<void> => {
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible({ timeout: 90_000 });
  await page.getByLabel('User name').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill('demo-admin');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('navigation').first()).toBeVisible();
};

export const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};
