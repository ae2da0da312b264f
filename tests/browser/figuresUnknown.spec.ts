/** The overview cannot be read while alarms and live values can: nothing that follows from it may look like now. */
import { expectAccessible } from './axe.ts';
import { expectToFit } from './fits.ts';
import { expect, test } from './plant.ts';

const since = /Figures not known since \d\d:\d\d/;

for (const path of ['/', '/wall']) {
  test(`${path} does not call the plant normal while its figures cannot be read, and does again when they can`, async ({
    signedIn: page,
    expectedFaults,
  }) => {
    expectedFaults.push(/status of 500/);
    let fails = false;
    await page.route('**/api/plant/overview', (route) =>
      fails
        ? route.fulfill({
            status: 500,
            json: { status: 'error', code: 500, message: 'Internal server error', requestId: 'req-1' },
          })
        : route.fallback(),
    );
    await page.route('**/api/plant/alarms', (route) =>
      route.fulfill({ json: { alarms: [], shelved: 0, maintenance: [], outOfService: [] } }),
    );
    // an open balance is known although the figures are not, and is what somebody is wanted for
    await page.route('**/api/user/waterBalance/data**', async (route) => {
      const response = await route.fetch();
      const answer = await response.json();
      await route.fulfill({ response, json: { ...answer, totals: { ...answer.totals, status: 'balanced' } } });
    });
    await page.goto(path);
    const title =
      path === '/wall'
        ? page.getByRole('heading', { level: 1 })
        : page.getByRole('region', { name: 'Verdict' }).getByRole('heading', { level: 2 });
    await expect(title).toHaveText(/Normal|Nothing waits|thing/);
    fails = true;
    // the figures are asked for every 30 s
    await expect(title).toHaveText(since, { timeout: 60_000 });
    await expect(page.getByText(/units report\.|Every device answers/)).toHaveCount(0);
    if (path === '/') {
      await expectAccessible(page, 'figures not known');
      await page.setViewportSize({ width: 390, height: 844 });
      await expectToFit(page);
    }
    fails = false;
    await expect(title).not.toHaveText(since, { timeout: 60_000 });
  });
}
