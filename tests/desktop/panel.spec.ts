/** What the panel's own buttons do in the desktop, clicked as a person clicks them; only the dialogs of the system are answered by the test. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { faultsOf } from './accessible.ts';
import { type PrintServer, startPrintServer } from './cups.ts';
import { closeShell } from './ends.ts';
import { claimWith, readCode } from './phone.ts';
import { pdfSize, qrIn } from './printed.ts';
import { installShell } from './runtime.ts';
import { newFolder, type RunningShell, removeFolder, signIn, startShell } from './shell.ts';

/** The shipped program; only the entries of its tray's menu can be chosen by the test, as no tray shows here. */
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
let page: Page;
let printing: PrintServer | undefined;
let folder: string;
let out: string;

test.beforeAll(async () => {
  folder = newFolder();
  out = mkdtempSync(join(tmpdir(), 'headworks-printed-'));
  printing = await startPrintServer();
  // the system's own printers are no part of a test
  process.env.CUPS_SERVER = printing?.address ?? join(out, 'none');
  // left by a program out of whose terminal the desktop was started
  process.env.APPIMAGE = join(out, 'other.AppImage');
  installed = installShell(main);
  // as a person who let the network in would have it
  writeFileSync(join(folder, 'shell.json'), JSON.stringify({ closeWasExplained: true, isReachable: true }));
  mkdirSync(join(folder, 'plant'));
  writeFileSync(join(folder, 'plant', 'headworks.json'), JSON.stringify({ tls: { enabled: true }, announce: false }));
  shell = await startShell(installed.program, folder, ['--demo']);
  page = shell.page;
  await signIn(page);
});
test.afterAll(async () => {
  await closeShell(shell).catch(() => undefined);
  delete process.env.APPIMAGE;
  installed?.remove();
  printing?.stop();
  removeFolder(folder);
  rmSync(out, { recursive: true, force: true });
});

/** Another page of the panel by its own address. */
const show = (path: string) => page.evaluate((to) => location.assign(to), path);
/** What a person does in the dialog for a file. */
const saveTo = (path: string | undefined) =>
  shell.app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: filePath === undefined, filePath: filePath ?? '' });
  }, path);
const chooseFolder = (path: string) =>
  shell.app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] });
  }, path);
/** What a person answers to a question, and what was asked. */
const answerWith = (response: number) =>
  shell.app.evaluate(({ dialog }, answer) => {
    const asked: string[] = [];
    (globalThis as { asked?: string[] }).asked = asked;
    dialog.showMessageBox = (async (options: { message: string }) => {
      asked.push(options.message);
      return { response: answer, checkboxChecked: false };
    }) as unknown as typeof dialog.showMessageBox;
  }, response);
const asked = () => shell.app.evaluate(() => (globalThis as { asked?: string[] }).asked ?? []);
const settings = () => JSON.parse(readFileSync(join(folder, 'shell.json'), 'utf8'));

const statusOfMe = async (token: string): Promise<number> => {
  const reply = await fetch(new URL('/api/plant/me', shell.server()?.url), { headers: { authorization: `Bearer ${token}` } });
  return reply.status;
};

test('System has a part for this PC, in which no rule of accessibility is broken', async () => {
  await show('/system?tab=desktop');
  await expect(page.getByRole('heading', { name: 'Wall mode' })).toBeVisible();
  await expect(page.getByText(/^https:\/\//).first()).toBeVisible();
  await page.screenshot({ path: join(pictures, 'this-pc.png'), fullPage: true });
  expect(await faultsOf(page)).toEqual([]);
});

test('saves what a page shows as PDF, and not the page that asks for a login', async () => {
  await show('/reports');
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
  const path = join(out, 'page.pdf');
  await saveTo(path);
  await page.getByRole('button', { name: 'What is shown' }).click();
  await page.getByRole('menuitem', { name: 'Download as PDF' }).click();
  await expect.poll(() => existsSync(path) && readFileSync(path).length > 1000).toBe(true);
  const text = execFileSync('pdftotext', [path, '-'], { timeout: 60_000, encoding: 'utf8' });
  expect(text).toContain('Reports');
  expect(text).not.toContain('Sign in');
});

test('saves nothing where the person leaves the dialog', async () => {
  await saveTo(undefined);
  const answer = await page.evaluate(() =>
    (globalThis as unknown as { headworks: { printPage: (order: object) => Promise<unknown> } }).headworks.printPage({
      landscape: false,
    }),
  );
  expect(answer).toBeNull();
});

test('starts with the PC where that is ticked, and says what the system has', async () => {
  await show('/system?tab=desktop');
  const tick = page.getByRole('checkbox', { name: 'Start when I log in to this PC' });
  const config = await shell.app.evaluate(({ app }) => app.getPath('appData'));
  const entry = join(config, 'autostart', 'headworks.desktop');
  const wasThere = existsSync(entry) ? readFileSync(entry) : undefined;
  try {
    await expect(tick).not.toBeChecked();
    await tick.click();
    await expect(tick).toBeChecked();
    expect(readFileSync(entry, 'utf8')).toContain('--hidden');
    expect(readFileSync(entry, 'utf8')).toContain(installed.program);
    await tick.click();
    await expect(tick).not.toBeChecked();
    expect(existsSync(entry)).toBe(false);
  } finally {
    if (wasThere) writeFileSync(entry, wasThere);
    else rmSync(entry, { force: true });
  }
});

test('fills a chosen display with the plant, signed in by a token that only reads, until Escape', async () => {
  await show('/system?tab=desktop');
  await page.getByLabel('What it shows').selectOption('overview');
  await page.getByRole('button', { name: /^Fill this display/ }).click();
  await expect.poll(() => shell.app.windows().length).toBe(2);
  const wall = shell.app.windows()[1] as Page;
  await expect(wall.getByRole('contentinfo')).toContainText('read-only');
  await expect(wall.getByRole('status', { name: 'Loading' })).toHaveCount(0);
  expect(wall.url()).not.toContain('token');
  await wall.screenshot({ path: join(pictures, 'wall.png') });
  expect(await wall.evaluate(() => innerWidth - document.documentElement.clientWidth), 'width of a scroll bar').toBe(0);
  expect(await wall.evaluate(() => typeof (globalThis as { headworks?: unknown }).headworks)).toBe('undefined');
  // the state is drawn with each pulse of the server: the wall stays the page that it is
  await wall.evaluate(() => {
    (globalThis as { marked?: boolean }).marked = true;
  });
  await page.waitForTimeout(7000);
  expect(await wall.evaluate(() => (globalThis as { marked?: boolean }).marked)).toBe(true);
  await expect(page.getByRole('button', { name: /^Give this display back/ })).toBeVisible();
  const [, token = ''] = String(settings().walls[0].page).split('#token=');
  expect(await statusOfMe(token)).toBe(200);
  await answerWith(1);
  // as the system gives it to the program; a debugger's keys pass it by
  await shell.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()
      .find((one) => one.isKiosk())
      ?.webContents.sendInputEvent({ type: 'keyDown', keyCode: 'Escape' }),
  );
  await expect.poll(() => shell.app.windows().length).toBe(1);
  expect(await asked()).toEqual(['End wall mode on this display?']);
  expect(settings().walls).toEqual([]);
  await expect.poll(() => statusOfMe(token)).toBe(440);
  await expect.poll(() => settings().endedWallTokens).toEqual([]);
  await expect(page.getByRole('button', { name: /^Fill this display/ })).toBeVisible({ timeout: 15_000 });
});

test('ends the token of a display that is given back by the button', async () => {
  await show('/system?tab=desktop');
  const fill = page.getByRole('button', { name: /^Fill this display/ });
  const back = page.getByRole('button', { name: /^Give this display back/ });
  await fill.click();
  await expect(back).toBeVisible();
  const [, token = ''] = String(settings().walls[0].page).split('#token=');
  expect(await statusOfMe(token)).toBe(200);
  await back.click();
  await expect.poll(() => shell.app.windows().length).toBe(1);
  await expect.poll(() => statusOfMe(token)).toBe(440);
  await expect(fill).toBeVisible();
});

test('puts the folder that is chosen in the system’s dialog into the form of backups, and saves nothing by that', async () => {
  await show('/system?tab=backups');
  const stick = join(out, 'stick');
  mkdirSync(stick);
  const place = page.getByLabel('Folder on another disk, a share or a stick');
  await expect(place).toHaveValue('');
  await chooseFolder(stick);
  await page.getByRole('button', { name: 'Choose a folder …' }).click();
  await expect(place).toHaveValue(stick);
  await page.screenshot({ path: join(pictures, 'backups.png'), fullPage: true });
  // what is stored is still what was there: the form has nothing to save any more
  await place.fill('');
  await expect(page.getByRole('form', { name: 'When and where' }).getByRole('button', { name: 'Save' })).toBeDisabled();
});

test('looks into a folder for an update, and says why there is none', async () => {
  await show('/system?tab=desktop');
  const empty = join(out, 'empty');
  mkdirSync(empty);
  await chooseFolder(empty);
  await page.getByRole('button', { name: 'Look into a folder …' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'No update for this plant' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Install' })).toHaveCount(0);
});

test('installs nothing that was not looked at', async () => {
  type Surface = { headworks: { installUpdate: (source: string) => Promise<unknown> } };
  const answers = await page.evaluate(() => {
    const { headworks } = globalThis as unknown as Surface;
    return Promise.all([headworks.installUpdate('folder'), headworks.installUpdate('feed')]);
  });
  expect(answers).toEqual(['no update was found', 'no update was found']);
});

test('makes one signed archive of diagnostics, with the desktop’s logs in it, and its crash dumps where the person allows it', async () => {
  const dumps = await shell.app.evaluate(({ app }) => app.getPath('crashDumps'));
  mkdirSync(join(dumps, 'completed'), { recursive: true });
  writeFileSync(join(dumps, 'completed', 'one.dmp'), 'memory');
  const secret = 'canary-password-of-the-shell';
  writeFileSync(join(folder, 'logs', 'shell.1.log'), `{"message":"login","password":"${secret}","by":"wanda"}\n`);
  await show('/system?tab=program');
  for (const [response, hasDumps] of [
    [0, false],
    [1, true],
  ] as const) {
    const path = join(out, `diagnostics-${response}.zip`);
    await shell.app.evaluate(({ session }, to) => {
      session.defaultSession.once('will-download', (_event, item) => item.setSavePath(to));
    }, path);
    await answerWith(response);
    const tick = page.getByRole('checkbox', { name: /crash dumps/ });
    if (!(await tick.isChecked())) await tick.check();
    await page.getByRole('button', { name: 'Save diagnostics' }).click();
    await expect(page.getByText('The archive is saved.')).toBeVisible();
    await expect.poll(() => existsSync(path)).toBe(true);
    expect(await asked()).toEqual(['Add crash dumps to the diagnostics?']);
    const names = execFileSync('unzip', ['-Z1', path], { timeout: 60_000, encoding: 'utf8' }).trim().split('\n');
    expect(names).toEqual(
      expect.arrayContaining(['desktop/shell.0.log', 'desktop/server.0.log', 'desktop/facts.json', 'manifest.sig']),
    );
    expect(names.includes('desktop/dumps/one.dmp')).toBe(hasDumps);
    const manifest = JSON.parse(execFileSync('unzip', ['-p', path, 'manifest.json'], { timeout: 60_000, encoding: 'utf8' }));
    expect(manifest.files.map(({ name }: { name: string }) => name)).toContain('desktop/shell.0.log');
    const all = execFileSync('unzip', ['-p', path], { timeout: 60_000, encoding: 'utf8', maxBuffer: 100_000_000 });
    expect(all).toContain('the panel shows');
    for (const canary of [secret, 'wanda', 'demo-admin']) expect(all).not.toContain(canary);
  }
});

test('gives dumps to no archive that is asked for later', async () => {
  const path = join(out, 'diagnostics-later.zip');
  await shell.app.evaluate(({ session }, to) => {
    session.defaultSession.once('will-download', (_event, item) => item.setSavePath(to));
  }, path);
  await page.getByRole('checkbox', { name: /crash dumps/ }).uncheck();
  await page.getByRole('button', { name: 'Save diagnostics' }).click();
  await expect.poll(() => existsSync(path)).toBe(true);
  expect(execFileSync('unzip', ['-Z1', path], { timeout: 60_000, encoding: 'utf8' })).not.toContain('.dmp');
});

test('makes a label of exactly its size, whose code a camera reads: the unit at an address that phones reach', async () => {
  await show('/system?tab=desktop');
  const path = join(out, 'label.pdf');
  await saveTo(path);
  const unit = page.getByLabel(/^Unit/);
  await expect(unit.locator('option').nth(1)).toBeAttached();
  const [id = ''] = (await unit.locator('option').evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value))).slice(
    1,
  );
  await unit.selectOption(id);
  await page.getByLabel('Size of the label').selectOption('62');
  await page.getByRole('button', { name: 'Print the label' }).click();
  await expect(page.getByText(`Saved as ${path}.`)).toBeVisible();
  const { widthMm, heightMm, pages } = pdfSize(path);
  expect([Math.round(widthMm), Math.round(heightMm), pages]).toEqual([62, 29, 1]);
  const read = qrIn(path, join(pictures, 'label.png'));
  expect(read).toMatch(new RegExp(`^https://[^/]+/units/${encodeURIComponent(id)}$`));
  expect(new URL(read).hostname).not.toMatch(/^(127\.|localhost)/);
});

test('prints a label on the printer of that name, in the size of the label, and asks for that printer once', async () => {
  test.skip(printing === undefined, 'the print server CUPS is not installed');
  const { name, documents } = printing as PrintServer;
  await show('/system?tab=desktop');
  await page.getByLabel(/^Unit/).selectOption({ index: 1 });
  await page.getByLabel('Size of the label').selectOption('62');
  await page.getByLabel('Printer').selectOption(name);
  await answerWith(0);
  await page.getByRole('button', { name: 'Print the label' }).click();
  await expect.poll(asked).toEqual([`Let the panel print labels on ${name}?`]);
  await answerWith(1);
  for (let times = 1; times <= 2; times += 1) {
    await page.getByRole('button', { name: 'Print the label' }).click();
    await expect.poll(() => documents().length).toBe(times);
    await expect(page.getByText('The label was sent to the printer.')).toBeVisible();
    const [printed = ''] = documents().slice(-1);
    const { widthMm, heightMm, pages } = pdfSize(printed);
    expect([Math.round(widthMm), Math.round(heightMm), pages]).toEqual([62, 29, 1]);
    expect(qrIn(printed, join(pictures, 'printed-label.png'))).toMatch(/^https:.*\/units\//);
  }
  expect(await asked()).toHaveLength(1);
  expect(settings().labelPrinter).toBe(name);
});

test('sends no label to a printer that is not there', async () => {
  const label = { widthMm: 62, heightMm: 29, qr: Array(21).fill('0'.repeat(21)), title: 'Tank', lines: [] };
  const answer = await page.evaluate(
    (order) =>
      (globalThis as unknown as { headworks: { printLabel: (order: object) => Promise<unknown> } }).headworks.printLabel(order),
    { printer: 'none-of-ours', label },
  );
  expect(answer).toEqual({ kind: 'refused', reason: 'this PC has no printer none-of-ours' });
});

test('copies an address that other machines reach, and may not read what was copied', async () => {
  await show('/settings?tab=devices');
  await page.getByLabel('Where does it hang?').fill('Hall');
  await page.getByRole('button', { name: 'Make a token' }).click();
  await page.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  const copied = await shell.app.evaluate(({ clipboard }) => clipboard.readText());
  expect(copied).toMatch(/^https:\/\/(?!127\.|localhost)[^/]+\/wall#token=hww_/);
  const read = await page.evaluate(() =>
    navigator.clipboard.readText().then(
      () => 'read',
      () => 'refused',
    ),
  );
  expect(read).toBe('refused');
});

test('pairs a phone out of the tray: one name, one picture, one number', async () => {
  const startedMs = Date.now();
  await shell.app.evaluate(() => {
    type Entry = { label?: string; click?: () => void };
    (globalThis as unknown as { trayEntries: Entry[] }).trayEntries.find(({ label }) => label === 'Pair a phone')?.click?.();
  });
  await page.getByLabel('Whose phone is it?').fill('Asha');
  await page.getByRole('button', { name: 'Show a QR code' }).click();
  const picture = page.getByRole('img', { name: 'QR code that pairs one phone' });
  await expect(picture).toBeVisible();
  const qr = readCode(await picture.screenshot()) ?? '';
  expect(qr).toMatch(/^headworks:\/\/pair\?/);
  const phone = claimWith(qr);
  await expect(page.getByText(phone.comparison)).toBeVisible();
  await page.getByRole('button', { name: 'The same number: pair it' }).click();
  expect(await phone.answer).toMatchObject({ state: 'paired', deviceId: expect.any(String) });
  await expect(page.getByText('The phone of Asha is paired.')).toBeVisible();
  const tookMs = Date.now() - startedMs;
  console.log(
    `a phone was paired in ${tookMs} ms, without what a person needs to read and type (load ${loadavg()[0]?.toFixed(1)})`,
  );
  expect(tookMs).toBeLessThan(20_000);
});
