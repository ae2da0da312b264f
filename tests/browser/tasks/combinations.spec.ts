import type { Page } from '@playwright/test';
import { apiOf, literal, numberIn, shiftDay } from '../api.ts';
import { alarmsOfOnly, reportAlarm } from '../reportAlarm.ts';
import { expect, test } from './clicks.ts';
import { deadLine } from './deadLine.ts';

/** What a person reads on what is pressed or looked at. */
const english = {
  verdict: 'Verdict',
  verdictSays: /^(Normal|Nothing waits for you|\d+ things? needs? you)$/,
  pages: 'Pages',
  more: 'More',
  alarms: 'Alarms',
  alarmBar: 'Alarm bar',
  acknowledge: 'Acknowledge',
  previousDay: 'Previous day',
  figures: 'Figures of the range',
  options: 'Options',
  goTo: 'Go to a time',
  step: 'One step',
  range: 'Range',
  month: 'Month',
  shown: 'What is shown',
  xlsx: 'Download as XLSX',
  reports: 'Reports',
  silent: 'Process gateway silent',
  wrong: 'What is wrong',
  next: 'What to try next',
};
const hindi: typeof english = {
  verdict: 'निष्कर्ष',
  verdictSays: /^(सामान्य|अभी किसी पर ध्यान देना बाक़ी नहीं|\d+ (बात|बातों) पर ध्यान दें)$/,
  pages: 'पृष्ठ',
  more: 'और',
  alarms: 'अलार्म',
  alarmBar: 'अलार्म पट्टी',
  acknowledge: 'स्वीकार करें',
  previousDay: 'पिछला दिन',
  figures: 'अवधि के आँकड़े',
  options: 'विकल्प',
  goTo: 'किसी समय पर जाएँ',
  step: 'एक खंड',
  range: 'अवधि',
  month: 'महीना',
  shown: 'जो दिख रहा है',
  xlsx: 'XLSX के रूप में सहेजें',
  reports: 'रिपोर्ट',
  silent: 'Process gateway मौन',
  wrong: 'क्या गड़बड़ है',
  next: 'आगे क्या आज़माएँ',
};

const sizes = [
  { width: 390, height: 844 },
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
];
const locales = ['en-GB', 'en-US', 'hi-IN'];
const schemes = ['light', 'dark'] as const;

/**
 * All of them but 1366 px, light, en-GB, where the other tests of this folder do the tasks. Half of them are enough for each width to meet
 * each language, and each of both to meet each scheme; the full form has the others too.
 */
const combinations = sizes
  .flatMap((size, atSize) =>
    locales.flatMap((locale, atLocale) =>
      schemes.map((scheme, atScheme) => ({ size, locale, scheme, inPairs: (atSize + atLocale + atScheme) % 2 === 1 })),
    ),
  )
  .filter(({ size, locale, scheme }) => size.width !== 1366 || locale !== 'en-GB' || scheme !== 'light');

const fromNavigation = async (page: Page, isPhone: boolean, name: string, words: typeof english, isTab: boolean) => {
  const navigation = page.getByRole('navigation', { name: words.pages });
  // a phone has four tabs; the other pages are behind one of them
  if (isPhone && !isTab) {
    await navigation.getByRole('button', { name: words.more }).click();
    await page.getByRole('dialog', { name: words.more }).getByRole('link', { name }).click();
  } else await navigation.getByRole('link', { name: new RegExp(`^${name}`) }).click();
};

for (const { size, locale, scheme, inPairs } of combinations) {
  const words = locale === 'hi-IN' ? hindi : english;
  const isPhone = size.width === 390;
  test.describe(`the tasks of a day at ${size.width} px, ${scheme}, in ${locale}`, {
    tag: inPairs ? '@full' : ['@full', '@everyPage'],
  }, () => {
    test.use({ viewport: size, locale, colorScheme: scheme, actionTimeout: 45_000 });

    test('are done in the same clicks', async ({ signedIn: page, serverUrl, record, clicks, expectedFaults }) => {
      test.setTimeout(300_000);
      // the sandboxed preview of a report refuses what the tests themselves bring into every frame
      expectedFaults.push(/sessionStorage|localStorage/);
      let before = 0;
      const taken = () => clicks.count() - before;
      const begin = async (path: string) => {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
        before = clicks.count();
      };

      await test.step('whether the plant is normal: none', async () => {
        await begin('/');
        await expect(page.locator('html')).toHaveAttribute('lang', locale);
        await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme);
        const verdict = page.getByRole('region', { name: words.verdict });
        await expect(verdict.getByRole('heading')).toHaveText(words.verdictSays, { timeout: 5000 });
        await expect(verdict).toBeInViewport();
        expect(taken()).toBe(0);
      });

      await test.step('yesterday against the same day of last week: two', async () => {
        await begin('/units');
        const [yesterday, weekBefore] = [await shiftDay(page, 1), await shiftDay(page, 8)];
        await page.getByRole('link', { name: /^Line 3 glass/ }).click();
        await page.getByRole('button', { name: words.previousDay }).click();
        const rows = page.getByRole('table', { name: words.figures }).getByRole('row');
        for (const [at, { dmy }] of [yesterday, weekBefore].entries()) {
          const asked = `/api/plant/trend?unitId=demo-line3&param=volume&date1=${dmy}`;
          const { figures } = await apiOf<{ figures: { total: number } }>(page, asked);
          await expect
            .poll(async () =>
              numberIn(
                await rows
                  .nth(at + 1)
                  .getByRole('cell')
                  .nth(0)
                  .innerText(),
              ),
            )
            .toBe(figures.total);
        }
        expect(taken()).toBe(2);
      });

      await test.step(`the exact value of yesterday at 14:35: ${isPhone ? 'four' : 'three'}`, async () => {
        await begin('/units');
        const { iso, dmy } = await shiftDay(page, 1);
        await page.getByRole('link', { name: /^Line 1 PET/ }).click();
        if (isPhone) await page.getByRole('button', { name: words.options }).click();
        await page.getByRole('textbox', { name: words.goTo }).click();
        await page.keyboard.type(`${locale === 'en-US' ? iso : dmy} 14:35`);
        await page.keyboard.press('Enter');
        const readout = page.getByLabel(words.step);
        await expect(readout).toContainText(/14:35 – 14:40/);
        expect(taken()).toBe(isPhone ? 4 : 3);
        const { values } = await apiOf<{ values: number[] }>(page, `/api/plant/trend?unitId=demo-line1&param=flow&date1=${dmy}`);
        const shown = numberIn(await readout.locator('[data-role="main"] dd').innerText());
        // the shift day begins at 06:00; shown with one decimal
        expect(Math.abs(shown - (values[(8 * 60 + 35) / 5] ?? Number.NaN))).toBeLessThan(0.0501);
      });

      await test.step('a month of a unit as XLSX: three', async () => {
        await begin('/units/demo-line3');
        // a phone's own list is opened and chosen from by two taps that the page never sees
        if (isPhone) await page.getByRole('combobox', { name: words.range }).selectOption(words.month);
        else await page.getByRole('radiogroup', { name: words.range }).getByText(words.month, { exact: true }).click();
        await expect(page).toHaveURL(/range=month/);
        await expect(page.getByLabel(words.step)).toContainText('KL');
        const waiting = page.waitForEvent('download');
        await page.getByRole('button', { name: words.shown }).click();
        await page.getByRole('menuitem', { name: words.xlsx }).click();
        expect((await waiting).suggestedFilename()).toMatch(/^Line 3 glass, .*\.xlsx$/);
        expect(taken()).toBe(isPhone ? 2 : 3);
      });

      await test.step('an alarm is acknowledged: one; who did: one more', async () => {
        const only = await alarmsOfOnly(page);
        await begin('/units');
        const { unitName } = await reportAlarm(page, serverUrl, record, only);
        const bar = page.getByRole('region', { name: words.alarmBar });
        const button = bar.getByRole('button', { name: new RegExp(`^${words.acknowledge}: ${literal(unitName)}`) });
        await button.click();
        await expect(button).toHaveCount(0);
        expect(taken()).toBe(1);
        await fromNavigation(page, isPhone, words.alarms, words, true);
        const row = page.getByRole('list', { name: words.alarms }).getByRole('listitem').filter({ hasText: unitName });
        await expect(row.first()).toContainText(/Asha Kulkarni, \d?\d:\d\d/);
        expect(taken()).toBe(2);
      });

      await test.step(`the report of the month as PDF: ${isPhone ? 'four' : 'three'}`, async () => {
        await begin('/units');
        await fromNavigation(page, isPhone, words.reports, words, false);
        await page.getByText(words.month, { exact: true }).click();
        const waiting = page.waitForEvent('download', { timeout: 50_000 });
        await page.getByRole('button', { name: 'PDF' }).click();
        expect((await waiting).suggestedFilename()).toMatch(/\.pdf$/);
        expect(taken()).toBe(isPhone ? 4 : 3);
      });

      await test.step('what is wrong with a dead line: one', async () => {
        const mend = await deadLine(page, serverUrl, record);
        try {
          await begin('/');
          const thing = page.getByRole('region', { name: words.verdict }).getByRole('link', { name: words.silent });
          await thing.click({ timeout: 60_000 });
          const doctor = page.getByRole('complementary', { name: 'Process gateway' });
          await expect(doctor.getByRole('heading', { name: words.wrong })).toBeVisible();
          await expect(doctor.getByRole('heading', { name: words.next }).first()).toBeVisible();
          expect(taken()).toBe(1);
        } finally {
          await mend();
        }
      });
    });
  });
}
