/** What the operating system says of the PC and its power: no test machine locks its screen or loses its mains, so Electron's own events are given. */
import { join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { closeShell } from './ends.ts';
import { installShell } from './runtime.ts';
import { newFolder, type RunningShell, removeFolder, signIn, startShell } from './shell.ts';

/** The shipped program; what its tray's menu says can be read, as no tray shows here. */
const main = `
import { Menu } from 'electron';
import { run } from './app/run.js';
const build = Menu.buildFromTemplate;
Menu.buildFromTemplate = (entries) => {
  globalThis.trayEntries = entries;
  return build.call(Menu, entries);
};
void run();
`;
const pictures = resolve(import.meta.dirname, '../../dist/desktop-tests/pictures');
let installed: ReturnType<typeof installShell>;
let shell: RunningShell;
let folder: string;

test.beforeAll(async () => {
  folder = newFolder();
  installed = installShell(main);
  shell = await startShell(installed.program, folder, ['--demo']);
  await signIn(shell.page);
});
test.afterAll(async () => {
  await closeShell(shell).catch(() => undefined);
  installed?.remove();
  removeFolder(folder);
});

type PowerEvent = 'lock-screen' | 'suspend' | 'on-battery' | 'on-ac';
const happens = (event: PowerEvent) => shell.app.evaluate(({ powerMonitor }, name) => void powerMonitor.emit(name), event);
/** Another page of the panel by its own address. */
const show = (path: string) => shell.page.evaluate((to) => location.assign(to), path);

test('a command that was made ready is ready no more when the screen is locked or the PC sleeps', async () => {
  await show('/commands');
  await shell.page.getByRole('button', { name: /^Garden valve/ }).click();
  const valve = shell.page.getByRole('region', { name: 'Garden valve' });
  const button = valve.getByRole('button', { name: /: Garden valve/ });
  for (const event of ['lock-screen', 'suspend'] as const) {
    await expect(button).toBeEnabled();
    await happens(event);
    await expect(button).toBeDisabled();
    await expect(valve.getByText('Not ready. Look at the state once more first.')).toBeVisible();
    await valve.getByRole('button', { name: 'Make ready again' }).click();
  }
  expect(shell.said('the screen is locked')).toHaveLength(1);
});

test('a PC that runs on its battery is an alarm of the plant, and the tray says so as long as it does', async () => {
  const { page } = shell;
  const firstLine = () =>
    shell.app.evaluate(() => (globalThis as unknown as { trayEntries: { label?: string }[] }).trayEntries[0]?.label);
  expect(await firstLine()).not.toContain('battery');
  await happens('on-battery');
  await expect.poll(firstLine).toContain('This PC runs on its battery.');
  await show('/alarms');
  const alarm = page.getByText('Power of the server: fault');
  await expect(alarm.first()).toBeVisible();
  await page.screenshot({ path: join(pictures, 'battery.png') });
  await expect(page.getByText(/The PC that measures runs on a battery/).first()).toBeVisible();
  await happens('on-ac');
  await expect.poll(firstLine).not.toContain('battery');
});

test('what is typed is asked about before it goes with a server that is back at another port', async () => {
  // a server that starts again and a page at its new address are waited for, each for longer than it takes on a busy machine
  test.setTimeout(480_000);
  await shell.app.evaluate(({ dialog }) => {
    const asked: string[] = [];
    (globalThis as { asked?: string[] }).asked = asked;
    dialog.showMessageBox = (async (options: { message: string }) => {
      asked.push(options.message);
      // a person stays first, and lets it go at the next look
      return { response: asked.length === 1 ? 0 : 1, checkboxChecked: false };
    }) as unknown as typeof dialog.showMessageBox;
  });
  const asked = () => shell.app.evaluate(() => (globalThis as { asked?: string[] }).asked ?? []);
  const question = 'Show the plant at its new address?';
  await show('/plant?item=unit%20demo-rawTank&part=limits');
  const level = shell.page.getByRole('form', { name: 'Raw water tank', exact: true }).getByLabel('Low level');
  await level.fill('17');
  const before = shell.server();
  process.kill(before?.pid ?? 0, 'SIGKILL');
  await expect.poll(asked, { timeout: 180_000 }).toEqual([question]);
  expect(shell.server()?.url).not.toBe(before?.url);
  await expect(level).toHaveValue('17');
  await shell.app.evaluate(({ app }) => void app.emit('second-instance', {}, [], ''));
  await expect.poll(asked).toEqual([question, question]);
  await expect.poll(() => new URL(shell.page.url()).origin, { timeout: 180_000 }).toBe(new URL(shell.server()?.url ?? '').origin);
});
