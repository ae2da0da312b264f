/** Figures of nine digits and names of sixty letters, with and without spaces, stay in their boxes and can be read whole. */
import type { Page } from '@playwright/test';
import { cutWords, wordsOver } from './cutWords.ts';
import { expect, test } from './plant.ts';
import { reportAlarm } from './reportAlarm.ts';

const names = {
  'en-GB': [
    'Softened process water to the north bottling hall, line three',
    'ReverseOsmosisPermeateCollectionTankNumberSeventeenNorthSide',
  ],
  'hi-IN': ['उत्तरी बॉटलिंग हॉल की तीसरी लाइन के लिए मृदुकृत प्रक्रिया जल मापक', 'अतिलंबनामवालीजलशोधनपश्चातसंग्रहणटंकीक्रमांकसत्रहउत्तरदिशाकीओर'],
} as const;
type Locale = keyof typeof names;

const figure = 123_456_789.12;
const nameKeys = new Set(['unitName', 'displayName', 'label', 'title']);
const figureKeys = new Set([
  ...['value', 'previous', 'total', 'low', 'high', 'median', 'counted', 'maxCapacity', 'kWh', 'cost'],
  ...['unaccountedKL', 'inflowKL', 'outflowKL', 'harvestedKL', 'potentialKL', 'usedKL', 'abstractionKL', 'totalMm'],
]);

/** Every answer has such names and figures in the place of its own. */
const withExtremes = (page: Page, locale: Locale) =>
  page.route('**/api/**', async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const response = await route.fetch({ maxRetries: 3 });
    if (!/json/.test(response.headers()['content-type'] ?? '')) return route.fulfill({ response });
    let given = 0;
    const changed = (key: string, one: unknown): unknown => {
      if (typeof one === 'string' && nameKeys.has(key) && one.length > 2) {
        given += 1;
        return names[locale][given % 2];
      }
      if (typeof one === 'number' && figureKeys.has(key) && Math.abs(one) >= 1) return Math.sign(one) * figure;
      if (Array.isArray(one)) return one.map((item: unknown) => changed('', item));
      if (typeof one !== 'object' || one === null) return one;
      // each node of the water balance is one that does not close
      const open = 'band95KL' in one && 'z' in one ? { status: 'loss', z: 5 } : {};
      return Object.fromEntries(Object.entries({ ...one, ...open }).map(([name, value]) => [name, changed(name, value)]));
    };
    return route.fulfill({ response, json: changed('', await response.json()) });
  });

const pages = [
  ...['/', '/wall?page=overview', '/units/demo-line3', '/balance', '/neutrality', '/diagram?list=true', '/quality'],
  ...['/groundwater', '/rain', '/rain?tab=harvest', '/energy', '/executive', '/summary', '/plant', '/alarms'],
];

const looks: readonly { locale: Locale; width: number; tag: string[] }[] = [
  { locale: 'en-GB', width: 390, tag: [] },
  { locale: 'en-GB', width: 1366, tag: [] },
  { locale: 'hi-IN', width: 390, tag: ['@full'] },
  { locale: 'hi-IN', width: 1366, tag: ['@full'] },
  { locale: 'en-GB', width: 1920, tag: ['@full'] },
  { locale: 'hi-IN', width: 1920, tag: ['@full'] },
];

for (const { locale, width, tag } of looks)
  test(`long names and large figures stay where they belong, in ${locale} at ${width} px`, { tag }, async ({
    signedIn: page,
    serverUrl,
    record,
  }) => {
    test.slow();
    await reportAlarm(page, serverUrl, record);
    await page.setViewportSize({ width, height: 900 });
    await page.addInitScript((language) => {
      if (window.top === window) localStorage.setItem('headworks.locale', language);
    }, locale);
    await withExtremes(page, locale);
    for (const path of pages) {
      await page.goto(path);
      await expect(page.locator('h1').first()).toBeVisible();
      await expect(page.getByRole('status', { name: /^(Loading|लोड हो रहा है)$/ })).toHaveCount(0);
      const found = async () => ({
        cut: await cutWords(page),
        over: await wordsOver(page),
        wide: await page.evaluate(() => {
          const main = document.querySelector('main');
          return main === null ? 0 : main.scrollWidth - main.clientWidth;
        }),
      });
      await expect.poll(found, { message: path }).toEqual({ cut: [], over: [], wide: 0 });
    }
  });
