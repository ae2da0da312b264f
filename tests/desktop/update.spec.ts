import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { readUpdateState, type UpdateState } from '../../app/updates/updateState.ts';
import { makeWholePlant } from '../../server/test/wholePlant.ts';
import { faultsInBothSchemes } from './accessible.ts';
import { closeShell } from './ends.ts';
import { isRunning, newFolder, type RunningShell, removeFolder, signIn, startShell, switches } from './shell.ts';
import { type Installation, install, makeBundle, newInstallation, type ServerKind } from './versions.ts';

const pictures = resolve(import.meta.dirname, '../../dist/desktop-tests/pictures');
const [before, after] = ['0.1.0', '0.2.0'];
let installation: Installation;
let sticks: string;
let folder: string;
const stick = (server: ServerKind): string => join(sticks, server);

test.beforeAll(() => {
  installation = newInstallation();
  sticks = mkdtempSync(join(tmpdir(), 'headworks-stick-'));
  const kinds: ServerKind[] = ['works', 'ends', 'endsAfterMigration'];
  for (const server of kinds) {
    makeBundle(installation, { version: after, sequence: 2, server }, stick(server));
    makeBundle(installation, { version: before, sequence: 1, server: 'works' }, join(stick(server), 'previous'));
  }
});
test.beforeEach(() => {
  folder = newFolder();
  install(installation, join(stick('works'), 'previous', `headworks_${before}_amd64.deb`));
});
test.afterEach(async ({ browserName: _ }, info) => {
  if (info.status !== info.expectedStatus) {
    for (const part of ['logs', 'updates'])
      if (existsSync(join(folder, part))) cpSync(join(folder, part), info.outputPath(part), { recursive: true });
  }
  rmSync(join(installation.root, 'hold'), { force: true });
  await endAll();
  removeFolder(folder);
});
test.afterAll(() => {
  installation?.remove();
  rmSync(sticks, { recursive: true, force: true });
});

const log = (): Record<string, unknown>[] => {
  const file = join(folder, 'logs', 'shell.0.log');
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
};
/** Every shell of this test that runs still. */
const shells = (): number[] =>
  log()
    .filter(({ message }) => message === 'started')
    .map(({ pid }) => Number(pid))
    .filter(isRunning);
const server = (): { pid: number; url: string; version: string } | undefined => {
  const file = join(folder, 'plant', 'server.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
};
const state = (): UpdateState => readUpdateState(join(folder, 'updates', 'update.json'));
const endAll = async (): Promise<void> => {
  for (const pid of shells()) process.kill(pid, 'SIGTERM');
  const lateMs = Date.now() + 15_000;
  while (shells().length > 0 && Date.now() < lateMs) await new Promise((done) => setTimeout(done, 100));
  for (const pid of [...shells(), server()?.pid ?? 0]) if (pid && isRunning(pid)) process.kill(pid, 'SIGKILL');
};
/** Starts what is installed, as a person does. */
const start = (): void => {
  const child = spawn(installation.program, [...switches(folder), '--port', '0'], { detached: true, stdio: 'ignore' });
  child.unref();
};
const choose = (shell: RunningShell, label: string, from: string): Promise<void> =>
  shell.app.evaluate(
    ({ dialog }, asked) => {
      const found = globalThis as unknown as { trayEntries: { label?: string; click?: () => void }[]; said: unknown[] };
      found.said = [];
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [asked.from] });
      dialog.showMessageBox = async (...given: unknown[]) => {
        found.said.push(given.at(-1));
        return { response: 1, checkboxChecked: false };
      };
      setTimeout(() => found.trayEntries.find((entry) => entry.label === asked.label)?.click?.(), 0);
    },
    { label, from },
  );
/** Starts the version before, and has it install what a stick holds, up to where it gives way. */
const beginUpdate = async (from: string): Promise<void> => {
  const shell = await startShell(installation.program, folder);
  await expect(shell.page).toHaveURL(/^http:/);
  await choose(shell, 'Update from a folder…', from);
};
/** Whether what runs in the end is one version: of the shell that was started last, and of the server that answers. */
const runningVersion = async (): Promise<string | undefined> => {
  const running = server();
  if (!running || !isRunning(running.pid)) return undefined;
  const reply = await fetch(new URL('/api/plant/health', running.url)).catch(() => undefined);
  const shell = log().findLast(({ message }) => message === 'started')?.version;
  return reply?.status === 200 && shell === running.version ? running.version : undefined;
};
const ended = (): Promise<void> => expect.poll(() => state().current, { timeout: 90_000 }).toBeNull();

test('installs a signed version from a stick: backup, installer, start, and the new server answers', async () => {
  await beginUpdate(stick('works'));
  await expect.poll(() => state().last, { timeout: 90_000 }).toMatchObject({ to: after, outcome: 'installed' });
  await expect.poll(runningVersion).toBe(after);
  const runs = JSON.parse(readFileSync(join(folder, 'plant', 'backup-runs.json'), 'utf8')).runs;
  expect(runs).toMatchObject([{ kind: 'backup', outcome: 'verified' }]);
  expect(state()).toMatchObject({ seen: { stable: 2 }, kept: { version: after } });
  // one desktop in the end: who installed has given way
  await expect.poll(() => shells().length).toBe(1);
});

/** What a person answers: the folder, and whether it is installed. */
const answerWith = (shell: RunningShell, from: string, response: number): Promise<void> =>
  shell.app.evaluate(
    ({ dialog }, answers) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [answers.from] });
      dialog.showMessageBox = async () => ({ response: answers.response, checkboxChecked: false });
    },
    { from, response },
  );
const showThisPc = async ({ page }: RunningShell): Promise<void> => {
  await signIn(page);
  await page.evaluate(() => location.assign('/system?tab=desktop'));
};

test('is installed from the panel after the program asked, and the panel then names the new version', async () => {
  mkdirSync(join(folder, 'plant'));
  await makeWholePlant(join(folder, 'plant'));
  const shell = await startShell(installation.program, folder);
  await showThisPc(shell);
  const facts = (of: RunningShell) => of.page.getByLabel('This PC').locator('dd').first();
  await expect(facts(shell)).toHaveText(before);
  await answerWith(shell, stick('works'), 0);
  await shell.page.getByRole('button', { name: 'Look into a folder …' }).click();
  await expect(shell.page.getByText(`Version ${after} is signed, whole and for this plant.`)).toBeVisible();
  const button = shell.page.getByRole('button', { name: 'Install', exact: true });
  await button.click();
  await expect(shell.page.getByText('Nothing was installed: it was not wanted')).toBeVisible();
  expect(state().current).toBeNull();
  await answerWith(shell, stick('works'), 1);
  await button.click();
  await expect.poll(() => state().last, { timeout: 90_000 }).toMatchObject({ to: after, outcome: 'installed' });
  await expect.poll(runningVersion).toBe(after);
  const runs = JSON.parse(readFileSync(join(folder, 'plant', 'backup-runs.json'), 'utf8')).runs;
  expect(runs).toMatchObject([{ kind: 'backup', outcome: 'verified' }]);
  await endAll();
  const next = await startShell(installation.program, folder);
  await showThisPc(next);
  await expect(facts(next)).toHaveText(after);
  await closeShell(next);
});

test('takes a version back by itself whose server ends again and again', async () => {
  await beginUpdate(stick('ends'));
  await expect.poll(() => state().last, { timeout: 90_000 }).toMatchObject({ outcome: 'rolledBack' });
  await expect.poll(runningVersion).toBe(before);
});

test('puts the database back that a broken version changed', async () => {
  await beginUpdate(stick('endsAfterMigration'));
  await expect.poll(() => state().last, { timeout: 90_000 }).toMatchObject({ outcome: 'rolledBack' });
  await expect.poll(runningVersion).toBe(before);
  expect(readFileSync(join(folder, 'logs', 'server.0.log'), 'utf8')).toContain('an update was taken back');
});

test('installs no older version, and says why', async () => {
  const shell = await startShell(installation.program, folder);
  await expect(shell.page).toHaveURL(/^http:/);
  await choose(shell, 'Update from a folder…', join(stick('works'), 'previous'));
  await expect.poll(() => shell.said('an update was verified')).toMatchObject([{ kind: 'refused' }]);
  expect(shell.said('an update was verified')).toMatchObject([{ reason: `version ${before} is no newer than ${before}` }]);
  expect([state().current, existsSync(join(folder, 'updates', 'next'))]).toEqual([null, false]);
  await closeShell(shell);
});

test('shows what it does while it installs', async () => {
  writeFileSync(join(installation.root, 'hold'), '');
  await beginUpdate(stick('works'));
  await expect.poll(() => state().current?.phase, { timeout: 60_000 }).toBe('installing');
  await expect.poll(() => log().some(({ message }) => message === 'an update goes on')).toBe(true);
  await endAll();
  // as after a cut: the program that is started goes on with it, and shows so
  const shell = await startShell(installation.program, folder);
  await expect(shell.page.getByRole('heading')).toHaveText('Headworks is being updated');
  await shell.page.screenshot({ path: join(pictures, 'updating.png') });
  expect(await faultsInBothSchemes(shell.page)).toEqual([]);
  rmSync(join(installation.root, 'hold'));
  await expect.poll(() => state().last, { timeout: 90_000 }).toMatchObject({ outcome: 'installed' });
});

const killedIn = ['copying', 'backingUp', 'stopping', 'installing', 'checking', 'rollingBack'] as const;
/** The phases in which the program on the disk changes are tried each time. */
const shortly: ReadonlySet<string> = new Set(['installing', 'checking']);
for (const phase of killedIn)
  test(`killed by force while ${phase}, it ends in one version that runs${shortly.has(phase) ? '' : ' @long'}`, async () => {
    if (phase === 'installing') writeFileSync(join(installation.root, 'hold'), '');
    const shell = await startShell(installation.program, folder);
    await expect(shell.page).toHaveURL(/^http:/);
    const seen = (async () => {
      const lateMs = Date.now() + 90_000;
      while (state().current?.phase !== phase) {
        if (Date.now() > lateMs) throw new Error(`no update was seen ${phase} within 90 s`);
        await new Promise((done) => setImmediate(done));
      }
    })();
    await choose(shell, 'Update from a folder…', stick(phase === 'rollingBack' ? 'ends' : 'works'));
    await seen;
    const running = server()?.pid;
    for (const pid of [...shells(), ...(running ? [running] : [])]) if (isRunning(pid)) process.kill(pid, 'SIGKILL');
    rmSync(join(installation.root, 'hold'), { force: true });
    expect(state().current?.phase).toBe(phase);
    start();
    await ended();
    const isNew = phase === 'installing' || phase === 'checking';
    await expect.poll(runningVersion, { timeout: 60_000 }).toBe(isNew ? after : before);
    expect(state().last?.outcome).toBe(isNew ? 'installed' : phase === 'rollingBack' ? 'rolledBack' : 'abandoned');
  });
