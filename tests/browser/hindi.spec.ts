import type { Page } from '@playwright/test';
import { apiOf, shiftDay } from './api.ts';
import { everyPage } from './everyPage.ts';
import { expect, test } from './plant.ts';

/** Every text that people, templates or standards gave; it stays as it was given. */
const givenNames = async (page: Page): Promise<string[]> => {
  const sources = [
    '/api/plant/overview',
    '/api/plant/units',
    '/api/plant/categories',
    '/api/plant/sub-categories',
    '/api/plant/connections',
    '/api/plant/devices',
    '/api/plant/templates',
    '/api/plant/users',
    '/api/plant/write-points',
    '/api/user/waterBalance/graphEditor',
    '/api/user/scada/graphEditor',
  ];
  const found = new Set<string>();
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) walk(one);
    else if (typeof value === 'object' && value !== null)
      for (const [key, one] of Object.entries(value))
        if (typeof one === 'string' && /name$|^label$|^text$/i.test(key)) found.add(one);
        else walk(one);
  };
  for (const source of sources) walk(await apiOf<unknown>(page, source));
  return [...found].filter(({ length }) => length > 2).sort((a, b) => b.length - a.length);
};

/** Names of formats, and of keys as they stand on the keyboard. */
const formats = /\b(PDF|XLSX|CSV|PNG|HTML|JSON|Ctrl|Shift|Delete)\b/g;

/** Lines, labels and titles with two or more Latin words in a row that nobody gave as a name. */
const latinOn = async (page: Page, names: readonly string[]): Promise<string[]> => {
  const said = await page.evaluate(() => {
    const shown = document.body.innerText.split('\n');
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
        const value = element.getAttribute(name);
        if (value !== null) shown.push(value);
      }
    return [...new Set(shown)];
  });
  return said.filter((line) =>
    /[A-Za-z]{3,}[ ,]+[A-Za-z]{2,}/.test(
      // a name within a sentence may begin small
      names.reduce((left, name) => left.replaceAll(name.toLowerCase(), ''), line.replaceAll(formats, '').toLowerCase()),
    ),
  );
};

/** What people wrote in the demo: logs, surfaces, who verified. */
const written = [
  /Citric acid|caustic soda/,
  /Roof and yard|concrete/,
  /Weathered and fractured basalt|Demo block/,
  /District ground water cell|Watershed trust/,
  // a protocol has one name in every language
  /^Modbus TCP$/,
  // signals of devices are codes
  /\tdemo-\w+ /,
  // eight words by which two people compare keys are of one list in every language; lines of the log are for support
  /^[a-z]+( [a-z]+){7}$/,
  // and the fingerprint of a key, whose groups may happen to be of letters alone
  /^([0-9a-f]{4} ){7}[0-9a-f]{4}( |$)/,
  /\t(सूचना|चेतावनी|त्रुटि)\t/,
];

const pages = [
  ['/', '/?tab=units', '/?view=table', '/alarms', '/alarms?tab=history&days=30', '/alarms?tab=figures&days=30'],
  ['/alarms?tab=history&days=30&view=table', '/diagram', '/diagram?list=true', '/diagram?view=table', '/balance'],
  ['/balance?view=table', '/units', '/units/demo-line3', '/units/demo-line3?tab=events', '/units/demo-line3?view=table'],
  [
    '/quality',
    '/quality?view=table',
    '/energy',
    '/energy?tab=ro',
    '/energy?view=table',
    '/groundwater',
    '/groundwater?view=table',
  ],
  ['/rain', '/rain?tab=harvest', '/rain?tab=potential', '/rain?tab=form', '/neutrality', '/executive', '/features', '/summary'],
  [
    '/wall',
    '/commands',
    '/reports',
    '/reports?tab=returns',
    '/reports?tab=schedules',
    '/commissioning',
    '/commissioning?view=table',
  ],
  [
    '/plant',
    '/plant?tab=facts',
    '/plant?tab=entries',
    '/plant?tab=points',
    '/plant?tab=files',
    '/plant?item=unit%20demo-rawTank',
  ],
  ['/commissioning?tool=device', '/commissioning?tool=registers', '/commissioning?tool=tests', '/system?tab=hub'],
  ['/settings?tab=delivery', '/settings?tab=sso', '/settings?tab=devices', '/settings?tab=me', '/system?tab=program'],
  ['/commissioning?add=true', '/settings', '/system', '/system?tab=backups', '/system?tab=audit', '/nowhere', '/units/nowhere'],
  ['/plant', '/plant?item=unit%20demo-rawTank&part=tank', '/account', '/diagram/edit', '/balance/edit', '/first-run'],
];

test('every page is read in Hindi', () => {
  const read = new Set(pages.flat().map((path) => path.replace(/\?.*$/, '').replace('demo-line3', 'demo-rawTank')));
  expect(everyPage.filter((path) => !read.has(path))).toEqual([]);
});

test.describe('in Hindi', () => {
  test.beforeEach(async ({ signedIn: page, expectedFaults }) => {
    // the preview of a report runs no script
    expectedFaults.push(/sessionStorage|localStorage/, /status of 40\d/);
    await page.addInitScript(() => localStorage.setItem('headworks.locale', 'hi-IN'));
  });

  for (const [at, paths] of pages.entries())
    test(`no Latin sentence is on ${paths.join(', ')}`, { tag: at === 0 ? [] : '@full' }, async ({ signedIn: page }) => {
      await page.goto('/');
      const names = await givenNames(page);
      for (const path of paths) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
        await expect(page.getByRole('status', { name: 'लोड हो रहा है' })).toHaveCount(0);
        await page.waitForLoadState('networkidle');
        const latin = (await latinOn(page, names)).filter((line) => !written.some((one) => one.test(line)));
        expect(latin, path).toEqual([]);
      }
    });

  test('no Latin sentence is on the overview of the past, of a failed call, of a lost link', { tag: '@full' }, async ({
    signedIn: page,
    expectedFaults,
  }) => {
    expectedFaults.push(/status of 500/, /WebSocket|ERR_|Unable to preload/);
    await page.goto('/');
    const names = await givenNames(page);
    const { iso } = await shiftDay(page, 1);
    await page.goto(`/?at=${iso}T09:05:00Z`);
    await expect(page.getByText('14:35', { exact: false }).first()).toBeVisible();
    expect(await latinOn(page, names)).toEqual([]);
    const body = { status: 'error', code: 500, message: 'Internal server error', requestId: 'req-4711' };
    await page.route('**/api/plant/overview', (route) => route.fulfill({ status: 500, json: body }));
    await page.goto('/');
    await expect(page.getByRole('alert').filter({ hasText: 'req-4711' })).toBeVisible();
    expect(await latinOn(page, names)).toEqual([]);
    await page.unroute('**/api/plant/overview');
    await page.goto('/units');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.context().setOffline(true);
    await expect(page.locator('[data-lost]').first()).toBeVisible();
    expect(await latinOn(page, names)).toEqual([]);
    await page.context().setOffline(false);
  });
});
