import type { Page } from '@playwright/test';
import { expect, test } from './plant.ts';

/** The units whose live values come to a page, gathered by every message from now on. */
const unitsSent = (page: Page): Set<string> => {
  const units = new Set<string>();
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const message = JSON.parse(String(payload)) as { type: string; values?: { unitId: string }[] };
      for (const { unitId } of message.values ?? []) units.add(unitId);
    }),
  );
  return units;
};

test('brings a page the live values of the units that it shows, and the Overview those of all', async ({ signedIn: page }) => {
  const sent = unitsSent(page);
  await page.goto('/reports');
  // the beat says how old the newest value of the plant is, also where none is shown
  await expect(page.getByLabel('State of the system')).toContainText(/live.*\d+ s old/);
  expect([...sent]).toEqual([]);

  // on a phone the list of units is not beside the unit
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/units/demo-rawTank');
  await expect.poll(() => [...sent]).toEqual(['demo-rawTank']);

  await page.goto('/');
  await expect.poll(() => sent.size).toBeGreaterThan(20);
});
