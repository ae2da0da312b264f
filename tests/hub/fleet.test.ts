/** The pages of a hub in a real browser: an owner looks at the plants, lets a person see one, and that person sees it and no more. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, chromium, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { deviceDataV2Body } from '../../server/contract/user/deviceData.ts';
import { rawConnectionOf } from '../../server/db/writer.ts';
import { installed } from '../../server/hub/testing/installed.ts';
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
    // their letters of Hindi are the panel's
    if (!existsSync(join(installed.panelFolder, 'assets'))) throw new Error('the panel is not built: npm run build');
    // a source behind another one: its water is counted once
    rig = await startSyncedHub(undefined, (writer) =>
      rawConnectionOf(writer).exec(
        "update unit set meta = json_set(meta, '$.subMeterOf', 'demo-municipal') where id = 'demo-harvestUse'",
      ),
    );
    await rig.asOwner('POST', '/people', { username: 'asha', name: 'Asha Kulkarni', password: PASSWORD, isOwner: true });
    browser = await chromium.launch({ ...(executablePath !== undefined && { executablePath }), args: ['--no-sandbox'] });
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await rig?.stop();
  });

  const opened = async (username: string, locale = 'en-GB') => {
    const context = await browser.newContext({ locale, viewport: { width: 1280, height: 800 } });
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
      await page.locator('input[name=username]').fill(username);
      await page.locator('input[name=password]').fill(password);
      await page.locator('form button').click();
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
    expect(await page.getByText(/\d+ (critical|high|medium|low)(, acknowledged)?$/).count()).toBeGreaterThan(0);
    expect(await violationsOf(page, 'plants')).toEqual([]);

    expect(await page.title()).toBe('Plants · Headworks hub');

    await page.getByRole('link', { name: 'People' }).press('Enter');
    const heading = page.getByRole('heading', { level: 1, name: 'People' });
    await heading.waitFor();
    // another page is told by the tab, and to whoever listens
    expect(await page.title()).toBe('People · Headworks hub');
    expect(await heading.evaluate((one) => one === document.activeElement)).toBe(true);
    await page.getByLabel('User name').fill('ravi');
    await page.getByLabel('Name', { exact: true }).fill('Ravi Shinde');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('row', { name: /Ravi Shinde/ }).waitFor();
    await page.getByLabel('Person').selectOption('ravi');
    await page.getByLabel('Plant and industry').selectOption(`${rig.state.site} DEMO`);
    await page.getByRole('button', { name: 'Give access' }).click();
    await page.getByRole('row', { name: /Ravi Shinde.*: viewer/ }).waitFor();
    expect(await violationsOf(page, 'people')).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('let an owner propose a limit to a plant, also on a phone, where nothing scrolls sideways', async () => {
    const { page, faults, signIn } = await opened('asha');
    await page.setViewportSize({ width: 390, height: 844 });
    await signIn(PASSWORD);
    await page.getByRole('heading', { name: 'Plants' }).waitFor();
    const sideways = () =>
      page
        .locator('.scroll')
        .first()
        .evaluate((one) => one.scrollWidth - one.clientWidth);
    expect(await sideways()).toBe(0);
    await page.getByRole('table').getByRole('link').first().click();
    await page.getByRole('heading', { name: 'Propose a change' }).waitFor();
    expect(await sideways()).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.locator('select[name=industryId]').selectOption('DEMO');
    await page.getByLabel('New value; empty takes it away').fill('4711');
    await page.getByLabel('Reason').fill('Monsoon');
    const proposed: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') proposed.push(request.url());
    });
    // by a hand that presses twice
    await page.getByRole('button', { name: 'Propose' }).dblclick();
    await page.getByRole('row', { name: /A limit of a unit.*Monsoon.*→ 4711.*waits for the plant to ask/ }).waitFor();
    expect(proposed).toHaveLength(1);
    expect(await violationsOf(page, 'proposals')).toEqual([]);
    await page.getByRole('button', { name: /^Take back/ }).click();
    await page.getByRole('row', { name: /taken back/ }).waitFor();
    expect(faults).toEqual([]);
  });

  it('are in Hindi for whose browser asks for it, with its letters, and in English once that is chosen', async () => {
    const { page, faults, signIn } = await opened('asha', 'hi-IN');
    await signIn('wrong');
    await page.getByRole('alert').getByText('उपयोगकर्ता नाम या पासवर्ड गलत है।').waitFor();
    expect(faults.splice(0)).toHaveLength(1);
    await signIn(PASSWORD);
    await page.getByRole('heading', { name: 'संयंत्र', exact: true }).waitFor();
    expect(await page.getByText('11 नव॰ 2026 तक पूर्ण, सिद्ध').count()).toBeGreaterThan(0);
    expect(await page.evaluate(async () => (await document.fonts.load('16px Devanagari', 'संयंत्र')).length)).toBe(1);
    expect(await violationsOf(page, 'plants-hindi')).toEqual([]);
    await page.getByRole('table').getByRole('link').first().click();
    await page.getByRole('heading', { name: 'बदलाव का प्रस्ताव' }).waitFor();
    expect(await violationsOf(page, 'plant-hindi')).toEqual([]);
    await page.getByLabel('भाषा').selectOption('en');
    await page.getByRole('heading', { name: 'Propose a change' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Propose a change' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('en');
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
    for (const line of raised) expect(line).toMatch(/^(?!(.+): \1)\S.* \S/);
    await page.getByText('28 units').click();
    await page
      .getByText(/^Borewell 1: [\d.,]+ KL$/)
      .first()
      .waitFor();
    expect(await violationsOf(page, 'plant')).toEqual([]);
    // another day, and what was chosen last is what stays
    const intakeOf = async (date: string, type: string): Promise<string> => {
      const asked = `/api/user/landingPage/userData?date=${date}&type=${type}`;
      const answer = await fetch(rig.plant.url + asked, { headers: { Authorization: `Bearer ${token}` } });
      return figure(((await answer.json()) as { categories: typeof categories }).categories[0]?.total.value ?? null);
    };
    await page.locator('input[name=date]').fill('2026-11-05');
    await page.getByRole('table', { name: 'Totals of 5 Nov 2026' }).waitFor();
    expect(await rows.first().count()).toBe(0);
    const first = (caption: string) => page.getByRole('table', { name: caption }).locator('tbody td').first().textContent();
    expect(await first('Totals of 5 Nov 2026')).toBe(await intakeOf('05/11/2026', 'DAY'));
    await page.locator('select[name=period]').selectOption('MONTH');
    await page.getByRole('table', { name: 'Totals of 1 Nov 2026 to 5 Nov 2026' }).waitFor();
    expect(await first('Totals of 1 Nov 2026 to 5 Nov 2026')).toBe(await intakeOf('05/11/2026', 'MONTH'));
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('User name').waitFor();
    expect(faults).toEqual([]);
  });

  it('show a unit’s closed days as its plant does, up to when they are proved, and only to whom the plant was opened', async () => {
    const { site } = rig.state;
    await rig.asOwner('POST', '/people', { username: 'kiran', name: 'Kiran Rao', password: PASSWORD });
    await rig.asOwner('POST', '/grants', { username: 'kiran', site, industryId: 'DEMO', role: 'viewer' });
    const { page, faults, signIn } = await opened('kiran');
    await signIn(PASSWORD);
    await page.getByRole('table').getByRole('link').first().click();
    await page.getByText('28 units').click();
    await page.getByRole('link', { name: 'Borewell 1', exact: true }).click();
    await page.getByRole('heading', { name: 'Borewell 1', level: 1 }).waitFor();
    await page.getByText('From the hub, as proved up to 11 Nov 2026').waitFor();
    const token = (await loginAt(rig.plant.url, 'operator')).access_token;
    const ofPlant = async (date: string, type: string) => {
      const query = `date1=${date}&type=${type}&category=ALL_CATEGORIES_V2|SOURCE_CATEGORY&unitId=demo-borewell1`;
      const response = await fetch(`${rig.plant.url}/api/user/deviceDataV2?${query}`, {
        headers: { Authorization: `Bearer ${token}` },
      });
      const { categories } = deviceDataV2Body.parse(await response.json());
      const [unit] = categories.flatMap(({ subCategories }) => subCategories.flatMap(({ units }) => units));
      if (!unit) throw new Error('no such unit');
      return unit;
    };
    const figure = (value: number | null) => value?.toLocaleString('en-GB', { maximumFractionDigits: 1 }) ?? '–';
    const shown = (date: string) =>
      page
        .getByRole('table', { name: `Course of ${date}` })
        .locator('tbody td')
        .allTextContents();
    const day = await ofPlant('11/11/2026', 'DAY');
    expect(day.graph.values.length).toBe(24);
    expect(await shown('11 Nov 2026')).toEqual(day.graph.values.map(figure));
    expect(await page.getByRole('definition').first().textContent()).toBe(`${figure(day.total)} ${day.siUnit}`);
    await page.getByRole('img', { name: 'Borewell 1, Course of 11 Nov 2026' }).waitFor();
    expect(await violationsOf(page, 'unit')).toEqual([]);
    await page.getByLabel('Shown').selectOption('MONTH');
    await page.getByRole('table', { name: 'Course of 1 Nov 2026 to 11 Nov 2026' }).waitFor();
    const month = await ofPlant('11/11/2026', 'MONTH');
    const rows = page.getByRole('table', { name: 'Course of 1 Nov 2026 to 11 Nov 2026' }).locator('tbody tr');
    expect(await rows.count()).toBe(month.graph.values.length);
    expect(await rows.last().locator('td').textContent()).toBe(figure(month.graph.values.at(-1) ?? null));
    // nothing to press but what is shown, on a phone without scrolling sideways
    expect(await page.getByRole('main').getByRole('button').count()).toBe(0);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
    // an industry that is not theirs leads to the plants
    await page.goto(`${rig.hubUrl}/#plant/${site}/NORTH/SOURCE_CATEGORY/north-kitchen`);
    await page.getByRole('heading', { name: 'Plants' }).waitFor();
    const bearer = await page.evaluate(() => sessionStorage.getItem('hub-token'));
    const other = `/plants/${site}/api/user/deviceDataV2?date1=11/11/2026&category=ALL_CATEGORIES_V2|SOURCE_CATEGORY&unitId=north-kitchen`;
    const headers = { Authorization: `Bearer ${bearer}`, 'X-Industry': 'NORTH' };
    expect(await (await fetch(rig.hubUrl + other, { headers })).json()).toMatchObject({ code: 1404 });
    expect(faults).toEqual([]);
  });

  it('show a person of two industries what each of them measured', async () => {
    const { site } = rig.state;
    await rig.asOwner('POST', '/people', { username: 'meera', name: 'Meera Joshi', password: PASSWORD });
    for (const industryId of ['DEMO', 'NORTH'])
      await rig.asOwner('POST', '/grants', { username: 'meera', site, industryId, role: 'viewer' });
    const { page, faults, signIn } = await opened('meera');
    await signIn(PASSWORD);
    await page.getByRole('heading', { name: 'Plants' }).waitFor();
    await page.goto(`${rig.hubUrl}/#plant/${site}`);
    const tables = page.getByRole('table', { name: 'Totals of 11 Nov 2026' });
    await tables.nth(1).waitFor();
    const shown = await tables.locator('tbody').allTextContents();
    expect(new Set(shown).size).toBe(2);
    // an industry that is not theirs
    const bearer = await page.evaluate(() => sessionStorage.getItem('hub-token'));
    const ask = (industry: string) =>
      fetch(`${rig.hubUrl}/plants/${site}/api/user/landingPage/userData?date=11/11/2026&type=DAY`, {
        headers: { Authorization: `Bearer ${bearer}`, 'X-Industry': industry },
      });
    expect((await ask('NORTH')).status).toBe(200);
    expect((await ask('INTERNAL')).status).toBeGreaterThanOrEqual(400);
    expect((await ask('%')).status).toBeGreaterThanOrEqual(400);
    expect(faults).toEqual([]);
  });

  it('compare plants by the water of their proved days, as the plant itself adds it up, and show where they are', async () => {
    const { page, faults, signIn } = await opened('asha');
    await signIn(PASSWORD);
    await page.getByRole('link', { name: 'Compare' }).click();
    await page.getByText('There is no plant whose figures you may see yet.').waitFor();
    await page.getByText('No plant has a place yet.').waitFor();
    await page.getByLabel('Latitude').fill('18.52');
    await page.getByLabel('Longitude').fill('73.86');
    await page.getByRole('button', { name: 'Save' }).click();
    const place = page.getByRole('group', { name: 'Where the plants are' });
    await place.getByRole('link').waitFor();
    expect(await place.getByText('18.5° N').count()).toBe(1);
    expect(await violationsOf(page, 'compare-owner')).toEqual([]);

    const other = await opened('ravi');
    await other.signIn(PASSWORD);
    await other.page.getByRole('link', { name: 'Compare' }).click();
    await other.page.getByRole('row', { name: /KL a day/ }).waitFor();
    expect(await other.page.getByRole('button', { name: 'Save' }).count()).toBe(0);
    expect(await violationsOf(other.page, 'compare')).toEqual([]);
    await other.page.setViewportSize({ width: 390, height: 844 });
    expect(await other.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    if (pictures) await other.page.screenshot({ path: `${pictures}/compare-phone.png`, fullPage: true });

    const asked = async <T>(url: string, bearer: string | null): Promise<T> => {
      const response = await fetch(url, { headers: { Authorization: `Bearer ${bearer}` } });
      return (await response.json()) as T;
    };
    const ofHub = await other.page.evaluate(() => sessionStorage.getItem('hub-token'));
    type Water = Record<'intake' | 'before', { kl: number; days: number }>;
    const comparison = (days: number) =>
      asked<{ industries: { industryId: string; provedTo: string; water: Water }[] }>(
        `${rig.hubUrl}/api/hub/fleet/comparison?days=${days}`,
        ofHub,
      );
    const ofPlant = (await loginAt(rig.plant.url, 'operator')).access_token;
    const intakeOf = async (date: string) => {
      const path = `/api/user/landingPage/userData?date=${date}&type=DAY`;
      type Landing = { categories: { standardCategoryId: string; total: { value: number } }[] };
      const { categories } = await asked<Landing>(rig.plant.url + path, ofPlant);
      return categories.find(({ standardCategoryId }) => standardCategoryId === 'SOURCE_CATEGORY')?.total.value ?? Number.NaN;
    };
    const [last, before] = [await intakeOf('11/11/2026'), await intakeOf('10/11/2026')];
    const { industries } = await comparison(1);
    expect(industries.map(({ industryId, provedTo }) => [industryId, provedTo])).toEqual([['DEMO', '2026-11-11']]);
    expect(industries[0]?.water.intake).toEqual({ kl: expect.closeTo(last, 2), days: 1 });
    expect(industries[0]?.water.before.kl).toBeCloseTo(before, 2);
    expect(last).toBeGreaterThan(1);
    expect((await comparison(2)).industries[0]?.water.intake.kl).toBeCloseTo(last + before, 2);
    await other.page.getByText('of 16 days, there are no more').waitFor();
    for (const days of ['400', '0x10', '']) {
      const response = await fetch(`${rig.hubUrl}/api/hub/fleet/comparison?days=${days}`, {
        headers: { Authorization: `Bearer ${ofHub}` },
      });
      expect(response.status, days).toBe(400);
    }
    expect([...faults, ...other.faults]).toEqual([]);
  });

  it('show an owner the words of the hub’s key, and change it once it is asked for', async () => {
    const { page, faults, signIn } = await opened('asha');
    await signIn(PASSWORD);
    await page.getByText('Key of this hub').click();
    const words = page.locator('details strong');
    const before = await words.textContent();
    expect(before?.split(' ')).toHaveLength(8);
    expect(await violationsOf(page, 'hub-key')).toEqual([]);
    await page.getByRole('button', { name: 'Change the key' }).click();
    await page.getByText('Changed 1 time; plants can check each change.').waitFor();
    expect(await words.textContent()).not.toBe(before);
    await page.getByText(/^The key before is taken until \d+ \w+ \d{4}\.$/).waitFor();
    expect(faults).toEqual([]);
  });
});
