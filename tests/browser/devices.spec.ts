import type { Page } from '@playwright/test';
import jsqr from 'jsqr';
import { PNG } from 'pngjs';
import { expectAccessible } from './axe.ts';
import { expect, test } from './tasks/clicks.ts';
import { press, type } from './tasks/keyboard.ts';

const qr =
  'headworks://pair?v=1&h=192.168.1.20%3A8443&n=plant-42.local%3A8443&k=q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA&i=p1aIrNg0Q2s&c=zMzMzMzMzMzMzMzMzMzMzA&e=1795000000';
const pairing = {
  id: 'p1aIrNg0Q2s',
  name: 'Asha',
  expiresAt: '2026-11-18T10:05:00.000Z',
  state: 'open',
  model: null as string | null,
  comparison: null as string | null,
};

/** A phone that has scanned the code once `scans` is called; the server’s answers are made. */
const phoneBeside = async (page: Page) => {
  let state = { ...pairing };
  let isPaired = false;
  await page.route('**/api/plant/phones', (route) =>
    route.fulfill({
      json: {
        pairings: isPaired ? [] : [state],
        phones: isPaired
          ? [
              {
                id: 'phone-1',
                name: 'Asha',
                model: 'Pixel 9',
                pairedAt: pairing.expiresAt,
                pairedBy: 'admin',
                lastUsedAt: null,
                sessions: 0,
              },
            ]
          : [],
      },
    }),
  );
  await page.route('**/api/plant/phone-pairings', (route) => route.fulfill({ status: 201, json: { pairing, qr } }));
  const sent: unknown[] = [];
  await page.route('**/api/plant/phone-pairings/*/confirm', (route) => {
    sent.push(route.request().postDataJSON());
    isPaired = true;
    return route.fulfill({
      json: {
        id: 'phone-1',
        name: 'Asha',
        model: 'Pixel 9',
        pairedAt: pairing.expiresAt,
        pairedBy: 'admin',
        lastUsedAt: null,
        sessions: 0,
      },
    });
  });
  return {
    sent,
    scans: () => {
      state = { ...pairing, state: 'claimed', model: 'Pixel 9', comparison: '042917' };
    },
  };
};

test.describe('phones and walls', () => {
  for (const locale of ['en-IN', 'hi-IN'])
    test(`break no rule of accessibility and fit a phone, in ${locale}`, async ({ signedIn: page }) => {
      await page.addInitScript((chosen) => localStorage.setItem('headworks.locale', chosen), locale);
      for (const [width, height] of [
        [1366, 768],
        [390, 844],
      ] as const) {
        await page.setViewportSize({ width, height });
        await page.goto('/settings?tab=devices');
        await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(2);
        await expectAccessible(page, `${locale} at ${width}`);
        await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      }
    });

  test('a wall display opens by its address alone, changes nothing, and goes dark when it is ended', async ({
    signedIn: page,
    browser,
  }) => {
    await page.goto('/settings?tab=devices');
    await page.getByLabel('Where does it hang?').fill('Hall');
    await page.getByRole('button', { name: 'Make a token' }).click();
    const address = (await page.getByText(/\/wall#token=hww_/).textContent()) ?? '';
    await expectAccessible(page, 'the address of a wall');
    const wall = await (await browser.newContext({ locale: 'en-GB' })).newPage();
    await wall.goto(address);
    await expect(wall.getByRole('contentinfo')).toContainText('read-only');
    await expect(wall.getByRole('status', { name: 'Loading' })).toHaveCount(0);
    expect(wall.url()).not.toContain('token');
    await page.reload();
    await page.getByRole('button', { name: 'End the wall display Hall' }).click();
    await expect(page.getByText('No wall display has a token.')).toBeVisible();
    await expect(wall.getByRole('contentinfo')).toHaveCount(0, { timeout: 15_000 });
    await wall.close();
  });

  test('a phone is paired by a picture that a camera reads and a number that a person compares, in two clicks', async ({
    signedIn: page,
    clicks,
  }) => {
    const phone = await phoneBeside(page);
    await page.goto('/settings?tab=devices');
    await page.getByLabel('Whose phone is it?').fill('Asha');
    await page.getByRole('button', { name: 'Show a QR code' }).click();
    const picture = page.getByRole('img', { name: 'QR code that pairs one phone' });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const { data, width, height } = PNG.sync.read(await picture.screenshot());
      expect(jsqr.default(new Uint8ClampedArray(data), width, height)?.data, colorScheme).toBe(qr);
    }
    await expectAccessible(page, 'a QR code');
    phone.scans();
    await expect(page.getByText('042917')).toBeVisible();
    await expectAccessible(page, 'a phone that waits');
    await page.getByRole('button', { name: 'The same number: pair it' }).click();
    await expect(page.getByText('The phone of Asha is paired.')).toBeVisible();
    expect(phone.sent).toEqual([{ comparison: '042917' }]);
    expect(clicks.count()).toBeLessThanOrEqual(2);
    await expect(page.getByRole('button', { name: 'Take out the phone of Asha' })).toBeVisible();
  });

  test('a phone is paired by keys alone', async ({ signedIn: page }) => {
    const phone = await phoneBeside(page);
    await page.goto('/settings?tab=devices');
    await type(page, page.getByLabel('Whose phone is it?'), 'Asha');
    await press(page, page.getByRole('button', { name: 'Show a QR code' }));
    await expect(page.getByRole('img', { name: 'QR code that pairs one phone' })).toBeVisible();
    phone.scans();
    await expect(page.getByText('042917')).toBeVisible();
    await press(page, page.getByRole('button', { name: 'The same number: pair it' }));
    await expect(page.getByText('The phone of Asha is paired.')).toBeVisible();
    expect(phone.sent).toEqual([{ comparison: '042917' }]);
  });

  test('a code that is shown where HTTPS is off says why there is none', async ({ signedIn: page, expectedFaults }) => {
    expectedFaults.push(/status of 409/);
    await page.goto('/settings?tab=devices');
    await page.getByLabel('Whose phone is it?').fill('Asha');
    await page.getByRole('button', { name: 'Show a QR code' }).click();
    await expect(page.getByText(/HTTPS/)).toBeVisible();
  });
});
