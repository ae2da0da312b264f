import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { faultsInBothSchemes, faultsShown } from './accessible.ts';
import { closeShell, endOf } from './ends.ts';
import { installShell } from './runtime.ts';
import { isRunning, newFolder, type RunningShell, removeFolder, startShell, switches } from './shell.ts';

const pictures = resolve(import.meta.dirname, '../../dist/desktop-tests/pictures');
let installed: ReturnType<typeof installShell>;
let shell: RunningShell;
let folder: string;
let startPage: string;

test.beforeAll(async () => {
  installed = installShell();
  folder = newFolder();
  shell = await startShell(installed.program, folder, ['--demo']);
  await expect(shell.page.getByRole('heading')).toHaveText('Headworks is starting');
  startPage = shell.page.url();
  await expect(shell.page.locator('#root')).toBeAttached({ timeout: 90_000 });
});
test.afterAll(async () => {
  await closeShell(shell).catch(() => undefined);
  installed?.remove();
  removeFolder(folder);
});

test('shows the panel of its own server, whatever switches Chromium and a debugger are given', async () => {
  await expect(shell.page).toHaveURL(/^http:\/\/127\.0\.0\.1:\d+\//);
  await expect(shell.page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await shell.page.screenshot({ path: join(pictures, 'panel.png') });
  const running = shell.server();
  expect(running).toMatchObject({ url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:/) });
  expect((await fetch(new URL('/api/plant/health', running?.url))).status).toBe(200);
});

/** In what the window shows; a page whose process was killed once is out of Playwright's sight. */
const inPage = (script: string): Promise<unknown> =>
  shell.app.evaluate(({ BrowserWindow }, text) => BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(text), script);
const headingShown = () => inPage("document.querySelector('h1')?.textContent").catch(() => undefined);
const urlShown = () => shell.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getURL());

test('has a page for its start in which no rule of accessibility is broken', async () => {
  // in a window of its own: the first one leaves that page when the server is there, also in the middle of this
  const opened = shell.app.waitForEvent('window');
  await shell.app.evaluate(({ BrowserWindow }, url) => new BrowserWindow().loadURL(url), startPage);
  const page = await opened;
  await expect(page.getByRole('heading')).toHaveText('Headworks is starting');
  expect(await faultsInBothSchemes(page)).toEqual([]);
  await page.close();
});

test('gives the page one typed surface and nothing of Node', async () => {
  const seen = await shell.page.evaluate(() => {
    const found = globalThis as unknown as { headworks: Record<string, unknown>; require?: unknown; process?: unknown };
    return { calls: Object.keys(found.headworks).sort(), node: typeof found.require, process: typeof found.process };
  });
  expect(seen).toEqual({
    calls: [
      ...[
        'askFeed',
        'autostart',
        'checkUpdate',
        'diagnostics',
        'info',
        'installUpdate',
        'loadUpdate',
        'pickFolder',
        'printLabel',
      ],
      ...['printPage', 'printers', 'setFeed', 'setWall'],
    ],
    node: 'undefined',
    process: 'undefined',
  });
  const info = await shell.page.evaluate(() =>
    (globalThis as unknown as { headworks: { info: () => Promise<Record<string, unknown>> } }).headworks.info(),
  );
  expect(info).toMatchObject({ platform: 'linux', isService: false, electron: expect.stringMatching(/^\d+\./) });
});

test('refuses a call of a frame within the page, and of arguments that are not of the contract', async () => {
  const refusal = await shell.page.evaluate(() =>
    (globalThis as unknown as { headworks: { autostart: (isOn: unknown) => Promise<unknown> } }).headworks
      .autostart('yes')
      .catch((error: Error) => error.message),
  );
  expect(refusal).toContain('arguments are not of the contract');
  expect(shell.said('a call of the page was refused')).toHaveLength(1);
});

test('asks nothing of another server, opens no window, grants no permission', async () => {
  const outcome = await shell.page.evaluate(async () => ({
    fetched: await fetch('http://127.0.0.2:9/').then(
      () => 'answered',
      () => 'refused',
    ),
    opened: window.open('https://example.com') === null,
    notification: await Notification.requestPermission(),
  }));
  expect(outcome).toEqual({ fetched: 'refused', opened: true, notification: 'denied' });
  expect(shell.app.windows()).toHaveLength(1);
});

test('a second start shows the first one and ends, and its link opens a page without doing anything', async () => {
  const second = spawn(installed.program, [...switches(folder), 'headworks://open/unit/NOWHERE'], { stdio: 'ignore' });
  const [code] = await endOf(second, 'the second start');
  expect(code).toBe(0);
  await expect(shell.page).toHaveURL(/\/units\/NOWHERE/);
});

test('keeps measuring when the window is closed, and says so once', async () => {
  const server = shell.server()?.pid ?? 0;
  const close = () => shell.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  await close();
  await close();
  expect(isRunning(server)).toBe(true);
  await expect.poll(() => shell.said('close explained')).toHaveLength(1);
  const isThere = await shell.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);
  expect(isThere).toBe(1);
});

test('its tray says how the plant is', async () => {
  await expect.poll(() => shell.said('tray shows').length).toBeGreaterThan(0);
  expect(shell.said('tray shows').at(-1)).toMatchObject({
    icon: expect.stringMatching(/normal|alarm/),
    tip: expect.stringContaining('Headworks:'),
  });
});

test('fills a chosen display with a page of the panel, and gives it free again', async () => {
  const setWall = (page: string | null) =>
    shell.page.evaluate(async (wanted) => {
      const { headworks } = globalThis as unknown as {
        headworks: {
          info: () => Promise<{ displays: { id: string }[] }>;
          setWall: (order: { display: string; page: string | null }) => Promise<boolean>;
        };
      };
      const [display] = (await headworks.info()).displays;
      return [
        await headworks.setWall({ display: display?.id ?? '', page: wanted }),
        await headworks.setWall({ display: 'none', page: '/wall' }),
      ];
    }, page);
  expect(await setWall('/wall')).toEqual([true, false]);
  await expect.poll(() => shell.app.windows().length).toBe(2);
  const wall = shell.app.windows()[1];
  await expect(wall?.getByRole('button', { name: 'Sign in' }) ?? shell.page.locator('none')).toBeVisible();
  await wall?.screenshot({ path: join(pictures, 'wall.png') });
  expect(await setWall(null)).toEqual([true, false]);
  await expect.poll(() => shell.app.windows().length).toBe(1);
});

test('shows the panel again when the page process is killed, while its server runs on', async () => {
  const server = shell.server()?.pid;
  for (const times of [1, 2]) {
    await shell.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer());
    await expect.poll(() => shell.said('the page ended').length).toBe(times);
    await expect
      .poll(() => shell.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.isCrashed()))
      .toBe(false);
  }
  expect(shell.server()?.pid).toBe(server);
  await expect
    .poll(() =>
      shell.app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript('!!document.querySelector("#root")'),
      ),
    )
    .toBe(true);
});

test('says why when the page process ends a third time within a minute, and shows the panel again', async () => {
  await shell.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer());
  await expect.poll(() => shell.said('the page ended').at(-1)).toMatchObject({ next: 'status' });
  await expect.poll(headingShown).toBe('The page ended three times');
  expect(await faultsShown(shell.app)).toEqual([]);
  await expect.poll(urlShown).toMatch(/^http:/);
});

test('draws again when the graphics process is killed, while its server runs on', async () => {
  const server = shell.server()?.pid;
  const graphics = () => shell.app.evaluate(({ app }) => app.getAppMetrics().find(({ type }) => type === 'GPU')?.pid ?? 0);
  const killed = await graphics();
  expect(killed).toBeGreaterThan(0);
  process.kill(killed, 'SIGKILL');
  await expect.poll(() => shell.said('the graphics process ended').length).toBe(1);
  await expect.poll(async () => ![0, killed].includes(await graphics())).toBe(true);
  expect(shell.server()?.pid).toBe(server);
});

test('starts its server again at once when that is killed', async () => {
  const before = shell.server()?.pid ?? 0;
  const killedMs = Date.now();
  process.kill(before, 'SIGKILL');
  await expect.poll(() => shell.server()?.pid !== before, { intervals: [50], timeout: 30_000 }).toBe(true);
  console.log(`the server was back after ${Date.now() - killedMs} ms`);
  expect(shell.said('the server is down')).toMatchObject([{ retryMs: 0 }]);
});

test('says so when its server ends again and again, and goes on trying', async () => {
  for (let end = 2; end <= 5; end += 1) {
    const before = shell.said('the server is down').length;
    await expect.poll(() => isRunning(shell.server()?.pid ?? 0), { timeout: 60_000 }).toBe(true);
    process.kill(shell.server()?.pid ?? 0, 'SIGKILL');
    await expect.poll(() => shell.said('the server is down').length).toBe(before + 1);
  }
  expect(shell.said('the server is down').at(-1)).toMatchObject({ isLoop: true, retryMs: 60_000 });
  await expect.poll(headingShown).toBe('The Headworks server ends again and again');
  expect(await faultsShown(shell.app)).toEqual([]);
  await inPage("[...document.querySelectorAll('a')].find((link) => link.textContent === 'Try again now').click()");
  await expect.poll(urlShown, { timeout: 60_000 }).toMatch(/^http:/);
});

for (const signal of ['SIGTERM', 'SIGHUP'] as const)
  test(`ends with its server within 5 s of ${signal}`, async () => {
    await closeShell(shell);
    const own = newFolder();
    const args = [...switches(own), '--port', '0'];
    const desktop = spawn(installed.program, args, { stdio: 'ignore' });
    const file = join(own, 'plant', 'server.json');
    await expect.poll(() => existsSync(file)).toBe(true);
    const server = JSON.parse(readFileSync(file, 'utf8')).pid;
    const askedMs = Date.now();
    desktop.kill(signal);
    const [code] = await endOf(desktop, `the desktop after ${signal}`);
    console.log(`the desktop ended after ${Date.now() - askedMs} ms`);
    expect([code, isRunning(server), existsSync(file)]).toEqual([0, false, false]);
    expect(Date.now() - askedMs).toBeLessThan(5000);
    removeFolder(own);
  });

test('says on its status page why the server does not start', async () => {
  const own = newFolder();
  writeFileSync(join(installed.resources, 'dist/server/main.js'), "import { missing } from 'node:fs';\n");
  const broken = await startShell(installed.program, own);
  try {
    // it is tried at once and then later each time: the page is another one until only a minute's wait is left
    await expect.poll(() => broken.said('the server is down').at(-1), { timeout: 90_000 }).toMatchObject({ isLoop: true });
    await expect(broken.page.getByRole('heading')).toHaveText('The Headworks server ends again and again');
    await expect(broken.page.getByRole('status')).toContainText('SyntaxError');
    await broken.page.screenshot({ path: join(pictures, 'status.png') });
    expect(await faultsInBothSchemes(broken.page)).toEqual([]);
    await expect(broken.page.getByRole('link', { name: 'Try again now' })).toBeVisible();
  } finally {
    await closeShell(broken);
    removeFolder(own);
  }
});
