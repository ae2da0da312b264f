/** Days of which the hub has something else since a restore: both sides in numbers, and one click that decides. */
import { expectAccessible } from '../axe.ts';
import { expectToFit } from '../fits.ts';
import { expect, test } from '../plant.ts';
import { confirmed } from './confirmed.ts';

const state = {
  site: '0b9e6a4e-2a3b-4a57-9d61-0c9f1f0a7c11',
  words: 'one two three four five six seven eight',
  hub: {
    url: 'https://hub.example',
    name: 'Head office',
    words: 'red green blue cyan pink gold grey teal',
    state: 'paired',
    share: {
      ...{ industries: ['DEMO'], alarms: true, audit: false, commands: false, people: false },
      ...{ ticks: false, live: false, field: true },
    },
    bytesPerHour: null,
    pairedBy: 'admin',
    pairedAt: '2026-11-23T05:00:00.000Z',
  },
  ...{ running: false, resting: false, lastOkAt: null, lastError: null, lastErrorAt: null, failures: 0, nextAt: null },
  ...{ industries: [], proof: null, refusals: [] },
};
const series = (place: number) => ({
  ...{ unitId: `U${place}`, unitName: `Line ${place}`, param: 'volume', measure: 'KL', unequalSlots: 12, signed: place < 2 },
  isGone: false,
  plant: place === 1 ? null : { value: 12.5, complete: 200 },
  hub: { value: 14.25, complete: 288 },
});
const days = [
  {
    ...{ industryId: 'DEMO', name: 'Sahyadri Beverages, Pune', date: '2026-11-20' },
    series: Array.from({ length: 14 }, (_, place) => series(place)),
  },
];

test('a day that differs from the hub is shown in numbers, and a person keeps the plant’s or takes the hub’s', async ({
  signedIn: page,
}) => {
  let now = days;
  const sent: unknown[] = [];
  await page.route('**/api/plant/sync', (route) => route.fulfill({ json: state }));
  await page.route(/\/api\/plant\/sync\/days(\/choice)?$/, (route) => {
    if (route.request().method() === 'POST') {
      sent.push(route.request().postDataJSON());
      now = [];
    }
    return route.fulfill({ json: { days: now } });
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/system?tab=hub');
  const panel = page.getByRole('region', { name: 'Sahyadri Beverages, Pune, 20 Nov 2026', exact: true });
  await expect(
    panel.getByRole('row', { name: /Line 0, volume 12.50 KL \(200 slots measured\) 14.25 KL \(288 slots measured\) 12/ }),
  ).toBeVisible();
  await expect(panel.getByRole('row', { name: /Line 1, volume nothing/ })).toBeVisible();
  await expect(panel.getByRole('row', { name: /Line 2.*not signed by this plant before/ })).toBeVisible();
  await expect(panel.getByText('and 2 more')).toBeVisible();
  await expectAccessible(page, 'days that differ from the hub, on a phone');
  await expectToFit(page);
  const take = panel.getByRole('button', { name: /Take what the hub has/ });
  await take.click();
  await confirmed(page, page.getByRole('heading', { name: 'What the hub proposes' }));
  await expect(panel).toHaveCount(0);
  expect(sent.at(-1)).toEqual({ industryId: 'DEMO', date: '2026-11-20', keep: 'hub' });
});

test('a day of units that are not known any more is left at the hub by one click', async ({ signedIn: page }) => {
  const gone = { ...series(1), isGone: true, unitName: 'Line 9', plant: null };
  let now = [{ industryId: 'DEMO', name: 'Sahyadri Beverages, Pune', date: '2026-11-21', series: [gone] }];
  const sent: unknown[] = [];
  await page.route('**/api/plant/sync', (route) => route.fulfill({ json: state }));
  await page.route(/\/api\/plant\/sync\/days(\/choice)?$/, (route) => {
    if (route.request().method() === 'POST') {
      sent.push(route.request().postDataJSON());
      now = [];
    }
    return route.fulfill({ json: { days: now } });
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/system?tab=hub');
  const panel = page.getByRole('region', { name: 'Sahyadri Beverages, Pune, 21 Nov 2026', exact: true });
  await expect(
    panel.getByRole('row', { name: /Line 9, volume not known here any more 14.25 KL \(288 slots measured\)/ }),
  ).toBeVisible();
  await expect(panel.getByText('stays at the hub as history', { exact: false })).toBeVisible();
  await expect(panel.getByRole('button', { name: /Take what the hub has/ })).toHaveCount(0);
  await expectAccessible(page, 'days of units that are gone, on a phone');
  await expectToFit(page);
  await panel.getByRole('button', { name: /Leave it at the hub and go on/ }).click();
  await confirmed(page, page.getByRole('heading', { name: 'What the hub proposes' }));
  await expect(panel).toHaveCount(0);
  expect(sent.at(-1)).toEqual({ industryId: 'DEMO', date: '2026-11-21', keep: 'plant' });
});

test('a round that rests goes on at once when a person wants to send', async ({ signedIn: page }) => {
  let now = { ...state, running: true, resting: true };
  await page.route('**/api/plant/sync', (route) => route.fulfill({ json: now }));
  await page.route(/\/api\/plant\/sync\/days$/, (route) => route.fulfill({ json: { days: [] } }));
  await page.route('**/api/plant/sync/runs', (route) => {
    now = { ...now, resting: false };
    return route.fulfill({ status: 201, json: now });
  });
  await page.goto('/system?tab=hub');
  await expect(page.getByText('It rests in between, so that measuring has the processor')).toBeVisible();
  await page.getByRole('button', { name: 'Send now' }).click();
  await expect(page.getByText('A round is under way.', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send now' })).toBeDisabled();
});
