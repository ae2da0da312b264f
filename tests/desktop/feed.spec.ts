/** A feed on this machine: the real shell asks it, shows what it offers, refuses what was altered, and installs where a person says so. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { type FeedServer, serveFeed } from '../../app/updates/testing/feedServer.ts';
import { readUpdateState, type UpdateState } from '../../app/updates/updateState.ts';
import { makeWholePlant } from '../../server/test/wholePlant.ts';
import { faultsOf } from './accessible.ts';
import { closeShell } from './ends.ts';
import { isRunning, newFolder, type RunningShell, removeFolder, signIn, startShell } from './shell.ts';
import { type Installation, install, makeBundle, newInstallation } from './versions.ts';

const pictures = resolve(import.meta.dirname, '../../dist/desktop-tests/pictures');
const [before, after] = ['0.1.0', '0.2.0'];
const file = `headworks_${after}_amd64.deb`;
let installation: Installation;
let source: string;
let folder: string;
let server: FeedServer;
let shell: RunningShell;
let page: Page;

test.beforeAll(async () => {
  installation = newInstallation();
  source = mkdtempSync(join(tmpdir(), 'headworks-feed-'));
  makeBundle(installation, { version: after, sequence: 2, server: 'works' }, source);
  const first = makeBundle(installation, { version: before, sequence: 1, server: 'works' }, join(source, 'first'));
  install(installation, first);
  server = await serveFeed(source);
  folder = newFolder();
  mkdirSync(join(folder, 'plant'));
  await makeWholePlant(join(folder, 'plant'));
  shell = await startShell(installation.program, folder);
  page = shell.page;
  await signIn(page);
  await page.evaluate(() => location.assign('/system?tab=desktop'));
});
test.afterAll(async () => {
  await closeShell(shell).catch(() => undefined);
  for (const pid of started().filter(isRunning)) process.kill(pid, 'SIGKILL');
  server?.close();
  installation?.remove();
  removeFolder(folder);
  rmSync(source, { recursive: true, force: true });
});

/** Each shell of this folder, and its server. */
const started = (): number[] => [
  ...(shell?.said('started') ?? []).map(({ pid }) => Number(pid)),
  ...[shell?.server()?.pid].filter((pid) => pid !== undefined),
];
const state = (): UpdateState => readUpdateState(join(folder, 'updates', 'update.json'));
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
const said = () => page.getByRole('status', { name: 'Feed' });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const trayLabels = () =>
  shell.app.evaluate(() =>
    (globalThis as unknown as { trayEntries: { label?: string }[] }).trayEntries.map(({ label }) => label ?? ''),
  );

test('learns from its server who the plant is, by which it takes its turn where some plants get a version first', () => {
  const { site } = JSON.parse(readFileSync(join(folder, 'plant', 'keys', 'site.json'), 'utf8'));
  expect(shell.server()).toMatchObject({ site });
});

test('asks no address before a person at the PC says so in a dialog', async () => {
  expect(server.asked).toEqual([]);
  await answerWith(0);
  await page.getByLabel('Address of a feed for updates').fill(server.address);
  await button('Set the address').click();
  await expect(said()).toContainText('The address was not set');
  expect(await asked()).toEqual([`Ask ${server.address} for updates?`]);
  expect([server.asked, existsSync(join(folder, 'updates', 'feed'))]).toEqual([[], false]);
});

test('shows what a feed offers, in the panel and in the tray, and loads nothing of it', async () => {
  await answerWith(1);
  await button('Set the address').click();
  await expect(said()).toContainText(`Version ${after} is offered, signed and for this plant`);
  expect(server.asked).not.toContain(file);
  await expect.poll(trayLabels).toContain(`Version ${after} is offered…`);
  expect(JSON.parse(readFileSync(join(folder, 'shell.json'), 'utf8')).updateFeed).toBe(server.address);
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('region', { name: 'Updates' }).screenshot({ path: join(pictures, 'feed.png') });
});

test('refuses an installer in which one byte was altered', async () => {
  const altered = readFileSync(join(source, file));
  altered[5000] = (altered[5000] ?? 0) ^ 1;
  server.wrong.set(file, (_request, response) => void response.end(altered));
  await button('Load it').click();
  await expect(said()).toContainText(`No update for this plant: ${file} is not what was signed`);
  expect(shell.said('the feed').at(-1)).toMatchObject({ kind: 'refused', refusal: 'altered' });
  expect(readdirSync(join(folder, 'updates', 'feed', 'offered'))).not.toContain(file);
  await expect(page.getByRole('button', { name: /^Install/ })).toHaveCount(0);
  expect(state().current).toBeNull();
  server.wrong.clear();
});

test('refuses a manifest in which one byte was altered, and goes nowhere else', async () => {
  const altered = readFileSync(join(source, 'manifest.json'));
  altered[20] = (altered[20] ?? 0) ^ 1;
  server.wrong.set('manifest.json', (_request, response) => void response.end(altered));
  await button('Ask the feed').click();
  await expect(said()).toContainText('manifest.json is not signed by a key for releases');
  server.wrong.set('manifest.json', (_request, response) => void response.writeHead(302, { location: '/elsewhere' }).end());
  await button('Ask the feed').click();
  await expect(said()).toContainText('leads to another address, which is not followed');
  expect(server.asked).not.toContain('elsewhere');
  server.wrong.clear();
});

test('stops loading when the person says so, goes on from there, and installs after the question', async () => {
  server.wrong.set(file, (_request, response) => {
    response.writeHead(200).write(readFileSync(join(source, file)).subarray(0, 1_000_000));
  });
  await button('Ask the feed').click();
  await button('Load it').click();
  await expect(said()).toContainText('is loaded: 1 MB of');
  await button('Stop loading').click();
  await expect(button('Load it')).toBeVisible();
  server.wrong.clear();
  await button('Load it').click();
  await expect(said()).toContainText(`Version ${after} is signed, whole and for this plant.`);
  expect(server.asked.at(-1)).toBe(`${file} bytes=1000000-`);
  await answerWith(0);
  await button(`Install version ${after}`).click();
  await expect(page.getByText('Nothing was installed: it was not wanted')).toBeVisible();
  expect(state().current).toBeNull();
  await answerWith(1);
  await button(`Install version ${after}`).click();
  await expect.poll(() => state().last, { timeout: 90_000 }).toMatchObject({ to: after, outcome: 'installed' });
});
