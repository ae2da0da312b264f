/** The pages of a hub in a real browser: an owner looks at the plants, lets a person see one, and that person sees it and no more. */
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, chromium, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { missingPostgres } from '../../server/hub/testing/postgresRig.ts';
import { loginAt } from '../../server/test/policyRig.ts';
import { findChromium } from '../browser/findChromium.ts';
import { type SyncedHub, startSyncedHub } from './syncedHub.ts';

const PASSWORD = 'seven quiet pumps under a bridge';
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const executablePath = findChromium({ env: process.env, playwrights: chromium.executablePath() });
const missing = missingPostgres ?? (executablePath === undefined ? 'no Chromium' : undefined);
const pictures = process.env.HEADWORKS_PICTURES;

describe.skipIf(missing)(`the pages of a hub${missing ? ` (${missing})` : ''}`, () => {
  let rig: SyncedHub;
  let browser: Browser;
  beforeAll(async () => {
    rig = await startSyncedHub();
    await rig.asOwner('POST', '/people', { username: 'asha', name: 'Asha Kulkarni', password: PASSWORD, isOwner: true });
    browser = await chromium.launch({ ...(executablePath !== undefined && { executablePath }), args: ['--no-sandbox'] });
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await rig?.stop();
  });

  const opened = async (username: string) => {
    const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 800 } });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('request', (request) => {
      if (!request.url().startsWith(rig.hubUrl)) faults.push(request.url());
    });
    await page.goto(rig.hubUrl);
    const signIn = async (password: string): Promise<void> => {
      await page.getByLabel('User name').fill(username);
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Sign in' }).click();
    };
    return { page, faults, signIn };
  };
  const violationsOf = async (page: Page, what: string): Promise<string[]> => {
    const found: string[] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      if (pictures) await page.screenshot({ path: `${pictures}/${what}-${colorScheme}.png`, fullPage: true });
      const { violations } = await new AxeBuilder({ page }).options({ runOnly: { type: 'tag', values: tags } }).analyze();
      found.push(...violations.map(({ id, nodes }) => `${what}, ${colorScheme}: ${id}: ${nodes.map(({ target }) => target)}`));
    }
    await page.emulateMedia({ colorScheme: null });
    return found;
  };

  it('show an owner how far each plant is proved and which alarms are open, and let a person see one industry', async () => {
    const { page, faults, signIn } = await opened('asha');
    expect(await violationsOf(page, 'sign-in')).toEqual([]);
    await signIn('wrong');
    await page.getByRole('alert').getByText('Invalid username or password').waitFor();
    expect(faults.splice(0)).toHaveLength(1);
    await signIn(PASSWORD);
    await page.getByRole('heading', { name: 'Plants' }).waitFor();
    expect(await page.getByText('Complete to 11 Nov 2026, proved').count()).toBeGreaterThan(0);
    expect(await page.getByText(/\d+ (critical|high|medium|low)$/).count()).toBeGreaterThan(0);
    expect(await violationsOf(page, 'plants')).toEqual([]);

    await page.getByRole('link', { name: 'People' }).click();
    await page.getByLabel('User name').fill('ravi');
    await page.getByLabel('Name', { exact: true }).fill('Ravi Shinde');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('row', { name: /Ravi Shinde/ }).waitFor();
    await page.getByLabel('Person').selectOption('ravi');
    await page.getByLabel('Plant and industry').selectOption(`${rig.state.site} DEMO`);
    await page.getByRole('button', { name: 'Give access' }).click();
    await page.getByRole('row', { name: /Ravi Shinde.*DEMO: viewer/ }).waitFor();
    expect(await violationsOf(page, 'people')).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('show a person the plant that was opened to them, with the totals that it shows itself, and no more', async () => {
    const { page, faults, signIn } = await opened('ravi');
    await signIn(PASSWORD);
    await page.getByRole('heading', { name: 'Plants' }).waitFor();
    expect(await page.getByRole('link', { name: 'People' }).count()).toBe(0);
    expect(await page.getByRole('row').count()).toBe(2);
    await page.getByRole('table').getByRole('link').first().click();
    await page.getByText('Totals of 11 Nov 2026').first().waitFor();
    const token = (await loginAt(rig.plant.url, 'operator')).access_token;
    const path = '/api/user/landingPage/userData?date=11/11/2026&type=DAY';
    const response = await fetch(rig.plant.url + path, { headers: { Authorization: `Bearer ${token}` } });
    const { categories } = (await response.json()) as { categories: { name: string; total: { value: number | null } }[] };
    expect(categories.length).toBeGreaterThan(2);
    const figure = (value: number | null) => value?.toLocaleString('en-GB', { maximumFractionDigits: 1 }) ?? '–';
    const rows = page.getByRole('table', { name: 'Totals of 11 Nov 2026' }).locator('tbody tr');
    const shown = await rows.evaluateAll((all) =>
      all.map((row) => [...row.children].slice(0, 2).map((cell) => cell.firstChild?.textContent)),
    );
    expect(shown).toEqual(categories.map(({ name, total }) => [name, figure(total.value)]));
    const raised = await page.getByRole('listitem').allTextContents();
    expect(raised.length).toBeGreaterThan(0);
    for (const line of raised) expect(line).toMatch(/^\S.*: \S/);
    expect(await violationsOf(page, 'plant')).toEqual([]);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('User name').waitFor();
    expect(faults).toEqual([]);
  });
});
