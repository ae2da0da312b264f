import { expect, test } from './plant.ts';
import { authOf } from './reportAlarm.ts';

test('an alarm that was raised before the range and stands in it is among its events', async ({ signedIn: page }) => {
  await page.goto('/units/demo-line3?tab=events');
  const events = page.getByRole('list', { name: 'Events & ledger' });
  await expect(events.getByRole('listitem').filter({ hasText: 'Possible leak at Line 3 glass' })).toHaveCount(1);
  await expect(page.getByText('No alarm, no event of the meter and no gap in this range.')).toHaveCount(0);
  // raised within the range it is one as well
  await page.goto('/units/demo-line3?tab=events&range=month');
  await expect(events.getByRole('listitem').filter({ hasText: 'Possible leak at Line 3 glass' })).toHaveCount(1);
});

test('one that is shelved is among them too', async ({ signedIn: page, serverUrl, record }) => {
  const at = `${serverUrl}/api/plant/alarms`;
  const { alarms } = (await (await page.request.get(at, authOf(record))).json()) as {
    alarms: { id: string; unitId: string; category: string }[];
  };
  const id = alarms.find(({ unitId, category }) => unitId === 'demo-line3' && category === 'stable_flow')?.id;
  const shelved = await page.request.post(`${at}/${id}/shelve`, { ...authOf(record), data: { minutes: 60, reason: 'Digging' } });
  expect(shelved.status()).toBe(200);
  try {
    await page.goto('/units/demo-line3?tab=events');
    const events = page.getByRole('list', { name: 'Events & ledger' });
    await expect(events.getByRole('listitem').filter({ hasText: 'Possible leak at Line 3 glass' })).toHaveCount(1);
  } finally {
    await page.request.post(`${at}/${id}/unshelve`, authOf(record));
  }
});

test('what can be done about an alarm with a long history is in sight when it is opened', async ({ signedIn: page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/alarms');
  await page
    .getByRole('main')
    .getByRole('button', { name: /Possible leak at Line 3 glass/ })
    .click();
  const drawer = page.getByRole('complementary', { name: 'Alarm in detail' });
  await expect(drawer.getByRole('listitem').filter({ hasText: 'Hidden by other flow' }).first()).toBeAttached();
  await expect(drawer.getByRole('button', { name: 'Shelve' })).toBeInViewport();
  const said = await drawer.getByRole('listitem').filter({ hasText: 'Hidden by other flow' }).first().innerText();
  expect(said).toMatch(/Hidden by other flow: Last seen in quiet time at [\d.]+ m³\/h/);
});
