/** Labels of pictures and large figures keep apart, whatever the hour and the plant. */
import type { Page } from '@playwright/test';
import { expect, test } from './plant.ts';
import { nothingUrgent } from './reportAlarm.ts';

/** Pairs of labels of one picture that run into each other. */
const collisions = (page: Page) =>
  page.evaluate(() => {
    const seen = [...document.querySelectorAll('main figure')].flatMap((figure) => {
      const labels = [...figure.querySelectorAll('svg text, [aria-hidden="true"] span')].flatMap((one) => {
        const range = document.createRange();
        range.selectNodeContents(one);
        const box = range.getBoundingClientRect();
        return box.width > 0 && box.height > 4 && one.textContent !== '' ? [{ words: one.textContent, box }] : [];
      });
      return labels.flatMap((one, at) =>
        labels
          .slice(at + 1)
          .filter(
            ({ box }) =>
              Math.min(one.box.right, box.right) - Math.max(one.box.left, box.left) > 1 &&
              Math.min(one.box.bottom, box.bottom) - Math.max(one.box.top, box.top) > 4,
          )
          .map((other) => `${one.words} | ${other.words}`),
      );
    });
    return { seen, labels: document.querySelectorAll('main figure svg text, main figure [aria-hidden="true"] span').length };
  });

/** Figures that are wider than what holds them. What is drawn by its size follows a new size a little later, so all of this is asked until it is so. */
const overIn = (page: Page) =>
  page
    .locator('main dl > div, main dd')
    .evaluateAll((all) => all.flatMap((one) => (one.scrollWidth > one.clientWidth + 1 ? [one.textContent] : [])));

test('no label of a picture runs into the next, and no figure out of its card, on a phone and in a narrow card', async ({
  signedIn: page,
}) => {
  await nothingUrgent(page);
  // a month and a year that have ended: on the first of one there is a single bar
  const date = new Date(Date.now() - 32 * 86_400_000).toISOString().slice(0, 10);
  for (const [path, width] of [
    ['/', 390],
    ['/', 1366],
    [`/executive?date=${date}`, 1920],
    [`/executive?date=${date}`, 390],
    [`/executive?period=year&date=${date}`, 390],
    ['/neutrality', 1366],
    ['/wall?page=hours', 1366],
    ['/wall?page=hours', 1920],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(path);
    await expect.poll(async () => (await collisions(page)).labels, { message: path, timeout: 30_000 }).toBeGreaterThan(5);
    await expect.poll(async () => (await collisions(page)).seen, { message: `${path} at ${width}` }).toEqual([]);
    await expect.poll(() => overIn(page), { message: `${path} at ${width}` }).toEqual([]);
  }
});

test('no hour runs into the start of the shift, at whatever hour one looks', async ({ signedIn: page }) => {
  test.slow();
  await nothingUrgent(page);
  let shiftAt = 0;
  await page.route('**/api/plant/overview/hours', async (route) => {
    const response = await route.fetch({ maxRetries: 3 });
    const body = await response.json();
    const shiftStart = new Date(Date.parse(body.from) + shiftAt * 3_600_000).toISOString();
    await route.fulfill({ response, json: { ...body, shiftStart } });
  });
  await page.setViewportSize({ width: 1366, height: 900 });
  for (shiftAt of [0, 1, 3, 4, 5, 6, 7, 11, 17, 19, 20, 22, 23]) {
    await page.goto('/');
    await expect(page.getByRole('region', { name: 'By hour' }).getByRole('img')).toHaveCount(3);
    for (const width of [1366, 1920, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await expect
        .poll(async () => (await collisions(page)).seen, { message: `shift after ${shiftAt} h at ${width}` })
        .toEqual([]);
    }
    await page.goto('/wall?page=hours');
    await expect(page.getByRole('region', { name: 'By hour' }).getByRole('img')).toHaveCount(3);
    for (const width of [1366, 1920]) {
      await page.setViewportSize({ width, height: Math.round((width * 9) / 16) });
      await expect
        .poll(async () => (await collisions(page)).seen, { message: `wall, shift after ${shiftAt} h at ${width}` })
        .toEqual([]);
    }
  }
});

test('large figures far from their band stay within their cards, on paper too', async ({ signedIn: page }) => {
  let completeness = 100;
  await page.route('**/api/plant/overview', async (route) => {
    const response = await route.fetch({ maxRetries: 3 });
    const body = await response.json();
    for (const kpi of Object.values<{ value: number; completeness: number; sameWeekday: object }>(body.kpis)) {
      Object.assign(kpi, { value: 41_712.15, completeness });
      kpi.sameWeekday = { ...kpi.sameWeekday, n: 4, low: 51_715, median: 51_800, high: 51_962, changePct: -19.5 };
    }
    await route.fulfill({ response, json: body });
  });
  await page.goto('/');
  await expect(page.getByLabel('Today so far').getByText('−19.5 %').first()).toBeVisible();
  const over = () => overIn(page);
  for (completeness of [100, 89.3]) {
    await page.reload();
    await expect(
      page
        .getByLabel('Today so far')
        .getByText(completeness === 100 ? '−19.5 %' : '89.3 % complete')
        .first(),
    ).toBeVisible();
    for (const width of [390, 1280, 1366, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(over, { message: `${completeness} % at ${width}` }).toEqual([]);
      const usual = page.getByLabel('Today so far').getByText(/days 51,715 to 51,962$/);
      await expect(usual).toHaveCount(5);
      const cut = () => usual.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length);
      await expect.poll(cut, { message: `the band at ${width}` }).toBe(0);
    }
    await page.setViewportSize({ width: 1047, height: 740 });
    await page.emulateMedia({ media: 'print' });
    await expect.poll(over, { message: `${completeness} % on paper` }).toEqual([]);
    await page.emulateMedia({ media: null });
  }
});

test('on a phone the name of a key figure and what is beside it each keep to one line', async ({ signedIn: page }) => {
  await page.route('**/api/plant/overview', async (route) => {
    const response = await route.fetch({ maxRetries: 3 });
    const body = await response.json();
    Object.assign(body.kpis.stock, { value: 1738.11, percent: 62.5, maxCapacity: 2782 });
    await route.fulfill({ response, json: body });
  });
  for (const width of [360, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/');
    const head = page.getByLabel('Today so far').locator('dt').filter({ hasText: 'Stock now' });
    await expect(head).toContainText('62.5 % of 2,782');
    const lines = () =>
      head
        .locator('span')
        .evaluateAll((parts) =>
          parts.map((part) => Math.round(part.clientHeight / Number.parseFloat(getComputedStyle(part).lineHeight))),
        );
    await expect.poll(lines, { message: `at ${width}` }).toEqual([1, 1]);
  }
});

test('the hours of the slider through a day keep apart, at every width', async ({ signedIn: page }) => {
  await nothingUrgent(page);
  await page.goto('/balance');
  // below the slider; what is marked above it stands where alarms were raised
  const hours = page.getByRole('region', { name: 'Time of the day' }).locator('[aria-hidden="true"]:last-child span');
  await expect(hours.first()).toBeAttached();
  const overlaps = () =>
    hours.evaluateAll((all) => {
      const boxes = all.map((one) => one.getBoundingClientRect()).filter(({ width }) => width > 0);
      return boxes.filter(({ left }, at) => at > 0 && left < (boxes[at - 1]?.right ?? 0) + 2).length;
    });
  const { at } = await page.evaluate(() => ({ at: new Date(Date.now() - 3 * 3_600_000).toISOString().slice(0, 14) }));
  for (const [path, width] of [
    [`/?at=${at}00:00Z`, 1280],
    [`/?at=${at}00:00Z`, 1024],
    [`/?at=${at}00:00Z`, 390],
    ['/balance', 1280],
    ['/balance', 390],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(path);
    await expect(hours.first()).toHaveText(/^\d\d:\d\d$/);
    await expect.poll(overlaps, { message: `${path} at ${width}` }).toBe(0);
  }
});
