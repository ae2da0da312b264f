/** Many alarms at once, acknowledged while others come. The list is made up and behaves as the server's does. */
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expectToFit } from './fits.ts';
import { expect, test } from './plant.ts';

type Flood = {
  /** Numbers of the alarms that were acknowledged, in order. */
  acknowledged: number[];
  /** What the server answers to an acknowledgement; absent: it takes it. */
  refusal?: { status: number; json: unknown };
  /** How many alarms there are now. */
  count: number;
  listMs: number;
};

const flood = async (page: Page, count: number): Promise<Flood> => {
  const state: Flood = { acknowledged: [], count, listMs: 0 };
  await page.route('**/api/plant/alarms', async (route) => {
    const response = await route.fetch({ maxRetries: 3 });
    const body = await response.json();
    const alarms = Array.from({ length: state.count }, (_, at) => ({
      ...body.alarms[0],
      ...{
        id: `flood-${at}`,
        insight: false,
        message: { code: null, params: {} },
        title: `Pump ${at}`,
        action: `Look at pump ${at}.`,
      },
      ...{ priority: 1, raisedAt: new Date(Date.now() - (3600 - at) * 1000).toISOString() },
      ...(state.acknowledged.includes(at)
        ? { state: 'ack', acknowledgedAt: new Date().toISOString(), acknowledgedBy: 'a', acknowledgedByName: 'Asha Kulkarni' }
        : { state: 'unack', acknowledgedAt: null, acknowledgedBy: null, acknowledgedByName: null }),
    }));
    // as it was when it was asked
    await new Promise((done) => setTimeout(done, state.listMs));
    await route.fulfill({ response, json: { ...body, alarms } });
  });
  await page.route('**/api/plant/alarms/*/acknowledge', (route) => {
    if (state.refusal !== undefined) return route.fulfill(state.refusal);
    state.acknowledged.push(Number(/flood-(\d+)/.exec(route.request().url())?.[1]));
    return route.fulfill({ json: { status: 'success', message: 'Acknowledged' } });
  });
  return state;
};

const bar = (page: Page) => page.getByRole('region', { name: 'Alarm bar' });
const rows = (page: Page) => page.getByRole('list', { name: 'Alarms' }).getByRole('listitem');
const open = async (page: Page) => {
  await page.goto('/alarms');
  await expect(rows(page).first()).toBeVisible();
};

test('a hand that presses twice acknowledges the alarm it read, and not the next one that stands there by then', async ({
  signedIn: page,
}) => {
  const { acknowledged } = await flood(page, 5);
  await open(page);
  const box = await bar(page).getByRole('button', { name: 'Acknowledge: Pump 0' }).boundingBox();
  const press = () => page.mouse.click((box?.x ?? 0) + 20, (box?.y ?? 0) + 10);
  await press();
  await expect(bar(page).getByRole('button', { name: 'Acknowledge: Pump 1' })).toBeVisible();
  await press();
  await page.keyboard.press('a');
  // whoever has read it acknowledges it a moment later
  await bar(page).getByRole('button', { name: 'Acknowledge: Pump 1' }).click();
  await expect.poll(() => acknowledged).toEqual([0, 1]);
  await expect(bar(page).getByRole('button', { name: 'Acknowledge: Pump 2' })).toBeEnabled();
  await page.keyboard.press('a');
  await page.keyboard.press('a');
  await expect(bar(page).getByRole('button', { name: 'Acknowledge: Pump 3' })).toBeEnabled();
  expect(acknowledged).toEqual([0, 1, 2]);
});

test('a row that moves to where another one was is not acknowledged by the press meant for that', async ({ signedIn: page }) => {
  const state = await flood(page, 5);
  await open(page);
  const box = await rows(page).nth(0).getByRole('button', { name: 'Acknowledge: Pump 0' }).boundingBox();
  const press = () => page.mouse.click((box?.x ?? 0) + 20, (box?.y ?? 0) + 10);
  await press();
  // what was acknowledged goes below what waits
  await expect(rows(page).nth(0)).toContainText('Pump 1');
  await press();
  await rows(page).nth(0).getByRole('button', { name: 'Acknowledge: Pump 1' }).click();
  await expect.poll(() => state.acknowledged).toEqual([0, 1]);
});

test('alarms that were acknowledged together never wait again while the list is slow to follow', async ({ signedIn: page }) => {
  const state = await flood(page, 40);
  await open(page);
  state.listMs = 700;
  await rows(page).nth(0).getByRole('checkbox').check();
  const bulk = page.getByRole('region', { name: 'Selected alarms' });
  await bulk.getByRole('button', { name: 'Select all' }).click();
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const first = document.querySelector('[aria-label="Alarms"] li')?.textContent ?? '';
      const words = `${document.title} ${/not acknowledged|not sent yet/.exec(first)?.[0] ?? 'acknowledged'}`;
      if (seen.at(-1) !== words) seen.push(words);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  await bulk.getByRole('button', { name: 'Acknowledge selected' }).click();
  await expect.poll(() => state.acknowledged.length).toBe(40);
  await expect(rows(page).filter({ hasText: 'Asha Kulkarni' })).toHaveCount(40);
  const seen = await page.evaluate(() => Reflect.get(window, 'seen') as string[]);
  expect(seen.slice(1).filter((words) => words.startsWith('(') || words.endsWith('not acknowledged'))).toEqual([]);
});

test('an acknowledgement that the server refuses is said, and the alarm waits as before', async ({
  signedIn: page,
  expectedFaults,
}) => {
  expectedFaults.push(/status of 403/);
  const state = await flood(page, 3);
  state.refusal = { status: 403, json: { status: 'error', code: 403, message: 'No permission', requestId: 'req-9' } };
  await open(page);
  await bar(page).getByRole('button', { name: 'Acknowledge: Pump 0' }).click();
  await expect(bar(page).getByRole('alert').filter({ hasText: 'refused' })).toHaveText('Acknowledgement refused: Pump 0');
  await expect(rows(page).nth(0)).toContainText('not acknowledged');
  await expectAccessible(page, 'refused acknowledgement');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectToFit(page);
});

test('how many others wait stands whole beside the button on a phone of 320 px', async ({ signedIn: page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await flood(page, 12);
  await open(page);
  const others = bar(page).getByRole('link', { name: '+ 11 not acknowledged' });
  const button = bar(page).getByRole('button', { name: 'Acknowledge: Pump 0' });
  await expect(others).toBeVisible();
  const wordsEnd = await others.evaluate((link) => {
    const words = document.createRange();
    words.selectNodeContents(link);
    return words.getBoundingClientRect().right;
  });
  expect(wordsEnd).toBeLessThanOrEqual((await button.boundingBox())?.x ?? 0);
});
