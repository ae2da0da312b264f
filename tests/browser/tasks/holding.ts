import { expect, type Locator, type Page } from '@playwright/test';

const outcome = (within: Locator): Locator => within.getByText(/^(Sent|Confirmed)\./);

/** Waits until a command can be sent; where its window is over it is made ready by another look. */
export const makeReady = async (within: Locator, hold: Locator, press: (ready: Locator) => Promise<void>): Promise<void> => {
  const ready = within.getByRole('button', { name: 'Make ready again' });
  await expect(async () => {
    if (await ready.isVisible()) await press(ready);
    await expect(hold).toBeEnabled({ timeout: 2000 });
  }).toPass({ timeout: 40_000 });
  // of the command before nothing is left in sight
  await expect(outcome(within)).toHaveCount(0);
};

/** Holds by the pointer until something is shown. A page that moves below the pointer, or is not ready for a moment, lets go; then it is held anew. */
export const holdUntil = async (
  page: Page,
  hold: Locator,
  shown: Locator,
  beforeEach = async (): Promise<void> => {},
): Promise<void> => {
  await expect(async () => {
    await beforeEach();
    await expect(hold).toBeEnabled({ timeout: 2000 });
    await hold.hover();
    await page.mouse.down();
    try {
      await expect(shown).toBeVisible({ timeout: 8000 });
    } finally {
      await page.mouse.up();
    }
  }).toPass({ timeout: 40_000 });
};

/** Holds by the pointer until the command is sent, and waits until it is confirmed. */
export const holdByPointer = async (page: Page, within: Locator, hold: Locator): Promise<void> => {
  const press = (ready: Locator): Promise<void> => ready.click({ timeout: 2000 });
  await makeReady(within, hold, press);
  // a valve that still moves ends what is ready with each of its states
  await holdUntil(page, hold, outcome(within), async () => {
    const ready = within.getByRole('button', { name: 'Make ready again' });
    if (await ready.isVisible()) await press(ready);
  });
  await expect(within.getByText('Confirmed.')).toBeVisible({ timeout: 30_000 });
};
