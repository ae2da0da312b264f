import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { openSession, signIn } from '../plant.ts';
import { owner, startEmptyServer } from './emptyServer.ts';

const next = (page: Page, name: string | RegExp = 'Next') => page.getByRole('button', { name, exact: true });
const asked = (page: Page, question: string) => expect(page.getByRole('heading', { level: 1, name: question })).toBeVisible();
const questions = {
  code: 'Which code does the server show?',
  owner: 'Who owns this server?',
  language: 'How do you want to read?',
  plant: 'Which plant is it?',
  network: 'How do others reach this PC?',
  backup: 'Where do the backups go?',
} as const;

/** The same browser after its tab was closed: what is kept for the tab alone is gone. */
const newTab = async (context: BrowserContext, left: Page): Promise<Page> => {
  await left.close();
  return context.newPage();
};

test.describe('the first run is left and taken up', () => {
  test('before there is an owner: what was typed is there again, but for code and password', async ({ page: first, browser }) => {
    test.setTimeout(180_000);
    const { code, url, stop } = await startEmptyServer();
    const context = first.context();
    let page = first;
    const field = (name: string) => page.getByLabel(name, { exact: true });
    const password = () => page.getByLabel('Password');
    /** Code, and where the owner's page was done, the password: then the step that was left. */
    const comeBack = async (to: keyof typeof questions) => {
      await asked(page, questions.code);
      await expect(field('Setup code')).toHaveValue('');
      await field('Setup code').fill(code);
      await next(page).click();
      await asked(page, questions.owner);
      if (to === 'owner') return;
      await expect(field('User name')).toHaveValue(owner.username);
      await password().fill(owner.password);
      await next(page).click();
      await asked(page, questions[to]);
    };
    try {
      await page.goto(url);
      await field('Setup code').fill(code);
      await page.reload();
      await comeBack('owner');
      await field('Name').fill('Asha Patil');
      await field('E-mail address').fill('asha@plant.example');
      for (const leave of ['reload', 'close'] as const) {
        if (leave === 'reload') await page.reload();
        else {
          page = await newTab(context, page);
          await page.goto(url);
        }
        await comeBack('owner');
        await expect(field('Name')).toHaveValue('Asha Patil');
        await expect(field('E-mail address')).toHaveValue('asha@plant.example');
      }
      await field('User name').fill(owner.username);
      await password().fill(owner.password);
      await next(page).click();
      await asked(page, questions.language);
      await page.reload();
      await comeBack('language');
      page = await newTab(context, page);
      await page.goto(url);
      await comeBack('language');
      await next(page).click();
      await asked(page, questions.plant);
      await field('Name of the plant').fill('Kaveri Bottling');
      await field('Time zone').fill('Asia/Kolkata');
      await page.reload();
      await comeBack('plant');
      page = await newTab(context, page);
      await page.goto(url);
      await comeBack('plant');
      await expect(field('Name of the plant')).toHaveValue('Kaveri Bottling');
      expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(owner.password);

      // another browser knows of nothing and can do the same; who comes second is told so, and enters nothing
      const other = await (await browser.newContext({ locale: 'en-GB' })).newPage();
      await other.goto(url);
      await asked(other, questions.code);
      await other.getByLabel('Setup code').fill(code);
      await next(other).click();
      await other.getByLabel('Name', { exact: true }).fill('Ravi Joshi');
      await other.getByLabel('E-mail address').fill('ravi@plant.example');
      await other.getByLabel('User name').fill('ravi');
      await other.getByLabel('Password').fill('Godavari-flows-8-south');
      await next(other).click();
      await next(other).click();
      await other.getByLabel('Name of the plant').fill('Second plant');

      // a code that is refused is asked for again, and nothing else is
      await page.getByRole('button', { name: /^Setup code/ }).click();
      await field('Setup code').fill('AAAA-BBBB-CCCC');
      for (const following of [questions.owner, questions.language, questions.plant]) {
        await next(page).click();
        await asked(page, following);
      }
      await next(page, 'Make the plant').click();
      await expect(page.getByText('Wrong setup code')).toBeVisible();
      await field('Setup code').fill(code);
      await next(page).click();
      await asked(page, questions.plant);
      await next(page, 'Make the plant').click();
      await asked(page, questions.network);
      await next(other, 'Make the plant').click();
      await expect(other.getByText('Somebody else has made the plant meanwhile', { exact: false })).toBeVisible();
      await expect(other.getByRole('button', { name: 'Sign in' })).toBeVisible();
      await other.context().close();
    } finally {
      await stop();
    }
  });

  test('after it: by a reload, by closing the tab and signing in again, and in another browser', { tag: '@full' }, async ({
    page: first,
    browser,
  }) => {
    test.setTimeout(240_000);
    const { code, url, meterPort, stop } = await startEmptyServer();
    const context = first.context();
    const other = await browser.newContext({ locale: 'en-GB' });
    let page = first;
    try {
      await page.goto(url);
      await page.getByLabel('Setup code').fill(code);
      await next(page).click();
      await page.getByLabel('Name', { exact: true }).fill('Asha Patil');
      await page.getByLabel('E-mail address').fill('asha@plant.example');
      await page.getByLabel('User name').fill(owner.username);
      await page.getByLabel('Password').fill(owner.password);
      await next(page).click();
      await next(page).click();
      await page.getByLabel('Name of the plant').fill('Kaveri Bottling');
      await next(page, 'Make the plant').click();
      await asked(page, questions.network);
      const record = await openSession(url, owner);

      /** Leaves in the three ways; `here` and `elsewhere` are what one sees on coming back. */
      let logins = 0;
      const leave = async (here: (page: Page) => Promise<void>, elsewhere = here) => {
        await here(page);
        await page.reload();
        await here(page);
        page = await newTab(context, page);
        // logins are limited: the first two are typed, those after them are a session of the same person
        logins += 1;
        if (logins > 2) await signIn(page, record);
        await page.goto(url);
        if (logins <= 2) {
          await page.getByLabel('User name').fill(owner.username);
          await page.getByLabel('Password', { exact: true }).fill(owner.password);
          await page.getByRole('button', { name: 'Sign in' }).click();
        }
        // of an empty plant the page itself leads there, and one link is enough
        const goOn = page.getByRole('link', { name: /^Go on with/ });
        await expect(goOn).toHaveCount(1);
        await goOn.click();
        await here(page);
        const another = await other.newPage();
        await signIn(another, record);
        // a call that fails once is no answer: what is there is asked for again, and no step is guessed
        let failed = false;
        await another.route('**/api/plant/connections', async (route) => {
          if (failed) return route.continue();
          failed = true;
          return route.abort();
        });
        await another.goto(url);
        const link = another.getByRole('link', { name: 'Go on with the first run' });
        await expect(link.or(another.getByRole('heading', { level: 1, name: 'Overview' })).first()).toBeVisible();
        await expect(another.getByRole('status', { name: 'Loading' })).toHaveCount(0);
        if ((await link.count()) > 0) await link.click();
        else await another.goto(`${url}/first-run`);
        await elsewhere(another);
        expect(failed).toBe(true);
        // nothing of this visit is left in the other browser
        await another.evaluate(() => localStorage.clear());
        await another.close();
      };
      const shows = (name: string | RegExp) => (on: Page) => expect(next(on, name)).toBeVisible();

      await leave((on) => asked(on, questions.network));
      await next(page, 'Next: backups').click();
      // that the network was looked at is known in this browser alone
      await leave(
        (on) => asked(on, questions.backup),
        (on) => asked(on, questions.network),
      );
      await next(page, 'Make a recovery kit').click();
      const kit = page.getByRole('dialog', { name: 'Recovery kit' });
      await expect(kit.getByRole('listitem')).toHaveCount(24);
      await kit.getByRole('button').last().click();
      await leave(
        async (on) => {
          await asked(on, questions.backup);
          await expect(on.getByText('A recovery kit has been made.')).toBeVisible();
        },
        (on) => expect(on.getByLabel('Address of the gateway or meter')).toBeVisible(),
      );
      await next(page, 'Next: first line').click();
      await leave((on) => expect(on.getByLabel('Address of the gateway or meter')).toBeVisible());
      await page.getByLabel('Address of the gateway or meter').fill('127.0.0.1');
      await page.getByLabel('Port', { exact: true }).fill(meterPort);
      await next(page, 'Next: model').click();
      // a meter that a busy machine lets answer too late is taken all the same, by a second press
      const anyway = next(page, 'Use it anyway');
      await expect(next(page, 'Next: readings').or(anyway)).toBeVisible();
      if (await anyway.isVisible()) await anyway.click();
      await leave(shows('Next: readings'));
      await page.getByLabel('Maker or model').fill('tuf');
      await page.getByRole('radio', { name: /TUF-2000M/ }).click();
      await next(page, 'Next: readings').click();
      await leave(shows(/^Next: unit/));
      await next(page, /^Next: unit/).click();
      await leave(shows('Next: trusted reading'), shows(/^Next: unit/));
      await page.getByLabel('Name of the unit').fill('Municipal inlet');
      await next(page, 'Next: trusted reading').click();
      const trusted = async (on: Page) => {
        await expect(on.getByText('Municipal inlet').first()).toBeVisible();
        await expect(on.getByText(/First trusted reading after \d/)).toBeVisible({ timeout: 60_000 });
      };
      await trusted(page);
      const took = await page.getByText(/First trusted reading after \d/).textContent();
      await leave(trusted, async (on) => {
        await trusted(on);
        await expect(on.getByText('It was begun in another browser')).toBeVisible();
      });
      // what it took does not grow by looking at it again
      await expect(page.getByText(took ?? '', { exact: true })).toBeVisible();

      // a unit that was made before one left is found from its device, and not made twice
      const again = await other.newPage();
      await signIn(again, record);
      await again.goto(`${url}/commissioning?add=true`);
      await again.getByRole('list', { name: /lines/i }).getByRole('button').first().click();
      await again.getByRole('region', { name: 'Devices on this line' }).getByRole('button').first().click();
      await next(again, /^Next: unit/).click();
      await again.getByRole('button', { name: 'Go on with Municipal inlet' }).click();
      await expect(
        again
          .getByText('The reading can be trusted')
          .or(again.getByText(/trusted/i))
          .first(),
      ).toBeVisible();

      await page.evaluate(() => {
        const drawn = () => (document.body.dataset.drawnAgain = 'yes');
        new MutationObserver((changes) => {
          for (const { addedNodes } of changes)
            for (const node of addedNodes)
              if (node instanceof HTMLElement && /Which meter comes first|How do others reach this PC/.test(node.textContent))
                drawn();
        }).observe(document.body, { childList: true, subtree: true });
      });
      await page.getByRole('button', { name: 'End the first run' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
      // the page that is left is not drawn once more inside the frame of the next
      expect(await page.evaluate(() => document.body.dataset.drawnAgain)).toBe(undefined);
      await expect(page.getByRole('link', { name: 'Go on with it' })).toHaveCount(0);
    } finally {
      await other.close();
      await stop();
    }
  });
});
