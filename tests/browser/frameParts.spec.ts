/** Parts of the frame that are on every page: the tab's icon, the sound, what the search finds, pictures of what is shown. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { PNG } from 'pngjs';
import { literal } from './api.ts';
import { expect, signIn, test } from './plant.ts';
import { alarmsOfOnly, reportAlarm } from './reportAlarm.ts';

const iconOf = (page: Page) => page.locator('link[rel="icon"]').getAttribute('href');

test('the icon of the tab counts what waits, in the shape of its priority, and is the mark again when it is answered', async ({
  signedIn: page,
  serverUrl,
  record,
}) => {
  const shown = await alarmsOfOnly(page);
  // as the plant may do by itself at any moment
  await reportAlarm(page, serverUrl, record);
  await page.goto('/units');
  await expect(page.getByRole('heading', { level: 1, name: 'Units & trends' })).toBeVisible();
  await expect.poll(() => iconOf(page)).toBe('/mark.svg');
  await reportAlarm(page, serverUrl, record, shown);
  // the page may still be told of what waited before
  const svg = async () => decodeURIComponent((await iconOf(page)) ?? '');
  await expect.poll(svg).toMatch(/^data:image\/svg\+xml.*>1<\/text>/);
  expect(await svg()).toContain('<path d="M16 2 31 30H1z"');
  await page.keyboard.press('a');
  await expect.poll(() => iconOf(page)).toBe('/mark.svg');
});

/**
 * A page on which nobody has pressed anything. What a test looks at counts as a press for Chromium, which then lets the page sound at once; so
 * its rule is kept here for presses of keys and of the pointer alone.
 */
const untouched = async (page: Page, record: string, path: string): Promise<Page> => {
  const next = await page.context().newPage();
  await signIn(next, record);
  await next.addInitScript(() => {
    let isPressed = false;
    const note = ({ isTrusted }: Event): void => {
      isPressed ||= isTrusted;
    };
    for (const name of ['pointerdown', 'keydown']) addEventListener(name, note, true);
    window.AudioContext = class extends AudioContext {
      #sounds = false;
      override get state() {
        return this.#sounds ? super.state : 'suspended';
      }
      override async resume() {
        if (!isPressed) return new Promise<void>(() => undefined);
        await super.resume();
        if (this.#sounds) return;
        this.#sounds = true;
        this.dispatchEvent(new Event('statechange'));
      }
    };
  });
  await next.goto(path);
  return next;
};

test('the sound is off until a person wants it, stays as it was chosen, and says so where the browser is silent', async ({
  signedIn: page,
  serverUrl,
  record,
  expectedFaults,
}) => {
  expectedFaults.push(/AudioContext was not allowed to start/);
  // an alarm that waits rings as soon as the browser lets it
  await reportAlarm(page, serverUrl, record);
  await page.goto('/units');
  const sound = page.getByRole('button', { name: /^Sound on a new alarm/ });
  await expect(sound).toHaveAttribute('aria-pressed', 'false');
  await sound.click();
  await expect(sound).toHaveAttribute('aria-pressed', 'true');
  await expect(sound).toHaveAccessibleName('Sound on a new alarm is on');
  const next = await untouched(page, record, '/units');
  const waiting = next.getByRole('button', { name: /^Sound on a new alarm/ });
  await expect(waiting).toHaveAttribute('aria-pressed', 'true');
  await expect(waiting).toHaveAccessibleName(/silent until you press a key or click/);
  await expect(next.getByRole('banner')).toContainText('no sound yet');
  await waiting.click();
  await expect(waiting).toHaveAccessibleName('Sound on a new alarm is on');
  const last = await untouched(page, record, '/units');
  const third = last.getByRole('button', { name: /^Sound on a new alarm/ });
  await expect(third).toHaveAccessibleName(/silent until you press a key or click/);
  await last.getByRole('heading', { level: 1 }).click();
  await expect(third).toHaveAccessibleName('Sound on a new alarm is on');
  // a press that comes at once is taken for the second one of the same hand; one that was taken is not undone by the next
  await expect(async () => {
    if ((await third.getAttribute('aria-pressed')) === 'true') await third.click();
    await expect(third).toHaveAttribute('aria-pressed', 'false', { timeout: 2000 });
  }).toPass();
});

// each width has a time limit of its own: a page that nobody has pressed on is opened for each language
for (const width of [1000, 1080, 1180, 1280, 1366])
  test(`the first press on a page of ${width} pixels whose sound waits for it moves nothing, and is no lost press`, async ({
    signedIn: page,
    serverUrl,
    record,
    expectedFaults,
  }) => {
    expectedFaults.push(/AudioContext was not allowed to start/);
    await reportAlarm(page, serverUrl, record);
    await page.goto('/settings?tab=shift');
    for (const locale of ['en-GB', 'hi-IN']) {
      await page.evaluate((chosen) => {
        localStorage.setItem('headworks.sound', 'on');
        localStorage.setItem('headworks.locale', chosen);
      }, locale);
      const next = await untouched(page, record, '/settings?tab=shift');
      await next.setViewportSize({ width, height: 800 });
      const sound = next.locator('[data-sound]').getByRole('button');
      const title = next.getByRole('heading', { level: 1 });
      const topPx = async () => Math.round((await title.boundingBox())?.y ?? Number.NaN);
      await expect(next.locator('html')).toHaveAttribute('lang', locale);
      await expect(sound).toHaveAccessibleName(/silent until you press a key or click|ब्राउज़र/);
      // what comes into the header later, as an alarm of the plant, moves the page too
      await next.waitForLoadState('networkidle');
      await next.evaluate(() => document.fonts.ready);
      const about = next.getByRole('main').locator('button[aria-expanded]').first();
      await about.hover();
      const before = await topPx();
      await next.mouse.down();
      await expect(sound).not.toHaveAccessibleName(/silent until you press a key or click|ब्राउज़र/);
      expect({ locale, topPx: await topPx() }).toEqual({ locale, topPx: before });
      await next.mouse.up();
      await expect(about).toHaveAttribute('aria-expanded', 'true');
      await next.close();
    }
  });

test('Ctrl K finds an alarm, a page, and where something is set, and each is opened by Enter', async ({
  signedIn: page,
  serverUrl,
  record,
}) => {
  const { unitName } = await reportAlarm(page, serverUrl, record);
  const find = async (words: string, option: RegExp) => {
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search' }).fill(words);
    const wanted = page.getByRole('option', { name: option }).first();
    await expect(wanted).toBeVisible();
    const all = await page.getByRole('option').count();
    for (let press = 0; press < all && (await wanted.getAttribute('aria-selected')) !== 'true'; press += 1)
      await page.keyboard.press('ArrowDown');
    await expect(wanted).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
  };
  await page.goto('/units');
  await find(unitName, new RegExp(`^\\W*${literal(unitName)}: .*Not acknowledged$`));
  await expect(page.getByRole('complementary', { name: 'Alarm in detail' })).toContainText(unitName);
  await find('water balance', /^Water balance/);
  await expect(page).toHaveURL(/\/balance/);
  await find('shift day', /^Shift day Settings/);
  await expect(page).toHaveURL(/\/settings\?tab=shift/);
  await find('backups', /^Backups System/);
  await expect(page).toHaveURL(/\/system\?tab=backups/);
  await find('tariffs', /^Tariffs & facts/);
  await expect(page).toHaveURL(/\/plant\?tab=facts/);
});

for (const path of ['/', '/balance', '/units/demo-line3', '/quality'])
  test(`what ${path} shows is a picture that can be kept`, async ({ signedIn: page }) => {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
    const coming = page.waitForEvent('download', { timeout: 60_000 });
    await page.getByRole('button', { name: 'What is shown' }).click();
    await page.getByRole('menuitem', { name: 'Download as PNG' }).click();
    const file = await coming;
    expect(file.suggestedFilename()).toMatch(/\.png$/);
    const { data, width, height } = PNG.sync.read(await readFile(await file.path()));
    expect(width).toBeGreaterThan(600);
    expect(height).toBeGreaterThan(300);
    const colours = new Map<number, number>();
    for (let at = 0; at < data.length; at += 4) {
      const colour = data.readUInt32BE(at);
      colours.set(colour, (colours.get(colour) ?? 0) + 1);
    }
    // letters and lines on a ground, not one colour alone
    expect(colours.size).toBeGreaterThan(30);
    expect(Math.max(...colours.values()) / (width * height)).toBeLessThan(0.97);
  });

test('the first page of a phone begins with what needs somebody, and is no longer than four screens', async ({
  signedIn: page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'Verdict' })).toBeInViewport();
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('region', { name: 'Water now' })).toBeAttached();
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
  const screens = () => page.evaluate(() => document.documentElement.scrollHeight / window.innerHeight);
  await expect.poll(screens).toBeLessThanOrEqual(4);
  test.info().annotations.push({ type: 'length of the first page', description: `${(await screens()).toFixed(1)} screens` });
});

test('g and a letter go to a page that was too busy to take them at once', async ({ signedIn: page }) => {
  // before the panel's own listener
  await page.addInitScript(() =>
    addEventListener(
      'keydown',
      () => {
        const until = performance.now() + 2000;
        while (performance.now() < until);
      },
      { capture: true, once: true },
    ),
  );
  await page.goto('/units');
  await expect(page.getByRole('heading', { level: 1, name: 'Units & trends' })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('b');
  await expect(page).toHaveURL(/\/balance/);
});
