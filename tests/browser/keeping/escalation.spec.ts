import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../axe.ts';
import { openSession, signIn } from '../plant.ts';
import { reportAlarm } from '../reportAlarm.ts';
import { owner, setUp, startEmptyServer } from '../tasks/emptyServer.ts';
import { mailServer } from './mailServer.ts';

const delivery = async (page: Page, url: string) => {
  await page.goto(`${url}/settings?tab=delivery`);
  const form = page.getByRole('form', { name: 'How alarms reach people' });
  await expect(form).toBeVisible();
  return {
    form,
    step: (n: number) => form.getByRole('region', { name: `Step ${n}` }),
    save: () => form.getByRole('button', { name: 'Save', exact: true }).click(),
  };
};

test('an alarm that nobody answers goes on by a recipe that two people wrote, and each mail is named beside it', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000);
  const mail = await mailServer();
  const { url, code, stop } = await startEmptyServer({
    email: { host: '127.0.0.1', port: mail.port, from: 'Headworks <headworks@plant.example>' },
  });
  const other = await (await browser.newContext({ locale: 'en-GB' })).newPage();
  try {
    await setUp(url, code);
    const record = await openSession(url, owner);
    await signIn(page, record);
    await signIn(other, record);

    await page.goto(`${url}/plant`);
    const named = async (name: string) => {
      await page.getByRole('form').last().getByLabel('Name').fill(name);
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
    };
    await page.getByRole('button', { name: 'Add a category' }).click();
    await named('Water');
    await page.getByRole('button', { name: 'Add a group' }).click();
    await page.getByLabel('Category').selectOption('Water');
    await named('Tanks');
    await page.getByRole('button', { name: 'Add a unit' }).click();
    await page.getByLabel('What is it?').selectOption('Entered by hand');
    await page.getByLabel('Group', { exact: true }).selectOption('Water: Tanks');
    await named('Raw water tank');

    const mine = await delivery(page, url);
    const theirs = await delivery(other, url);
    const email = mine.form.getByRole('group', { name: 'E-mail', exact: true });
    await email.getByLabel('Send alarms').check();
    await email.getByLabel('Recipients').fill('first@plant.example');
    await email.getByLabel('From this priority on').selectOption('all');
    await mine.form.getByLabel('Begin with a recipe').selectOption('15 minutes, then after an hour');
    await mine.step(1).getByLabel('After minutes').fill('1');
    await mine.step(1).getByLabel('To').fill('second@plant.example');
    await mine.step(2).getByLabel('To').fill('third@plant.example');
    await theirs.form.getByRole('button', { name: 'Add a rota' }).click();
    const rota = theirs.form.getByRole('region', { name: /^Rota/ });
    await rota.getByLabel('Name').fill('Night');
    await rota.getByLabel('On duty').fill('night@plant.example');
    await rota.getByLabel('Sun').check();
    await theirs.save();
    await expect(theirs.form.getByText('Saved.')).toBeVisible();
    await mine.save();
    const both = mine.form.getByRole('alert', { name: 'Changed by two people' });
    await expect(both).toContainText('night@plant.example');
    await both.getByRole('button', { name: 'Put my changes on top of theirs' }).click();
    await mine.save();
    await expect(mine.form.getByText('Saved.')).toBeVisible();
    await page.reload();
    await expect(mine.form.getByRole('region', { name: /^Rota/ }).getByLabel('Name')).toHaveValue('Night');
    await expect(mine.step(1).getByLabel('To')).toHaveValue('second@plant.example');
    await expectAccessible(page, 'steps of an escalation');

    await reportAlarm(page, url, record);
    const mailsTo = (to: string) => mail.mails.filter((one) => one.to.includes(to));
    await expect.poll(() => mailsTo('first@plant.example').length, { timeout: 30_000 }).toBe(1);
    await page.goto(`${url}/alarms`);
    await page.getByRole('main').getByRole('listitem').filter({ hasText: 'Raw water tank' }).getByRole('button').first().click();
    const told = page.getByRole('region', { name: 'Who was notified' });
    await expect(told.getByRole('listitem').filter({ hasText: 'first@plant.example' })).toContainText('sent');
    await expect.poll(() => mailsTo('second@plant.example').length, { timeout: 110_000 }).toBe(1);
    await expect(told.getByRole('listitem').filter({ hasText: 'second@plant.example' })).toContainText(
      /step 1.*sent, as nobody had answered/,
      { timeout: 40_000 },
    );
    await expectAccessible(page, 'who was notified by which step');
    expect(mailsTo('third@plant.example')).toEqual([]);
  } finally {
    await other.context().close();
    await stop();
    await mail.stop();
  }
});

test('a step or channel that reaches nobody says so where it is saved, and on the page of the system', async ({ page }) => {
  test.setTimeout(120_000);
  const { url, code, stop } = await startEmptyServer();
  try {
    await setUp(url, code);
    await signIn(page, await openSession(url, owner));
    const told = page.getByRole('region', { name: 'Alarms to people' });
    await page.goto(`${url}/system`);
    await expect(told).toContainText('Alarms are shown in this panel alone');

    const { form, step, save } = await delivery(page, url);
    const gaps = form.getByRole('region', { name: 'Nobody is told here' });
    await expect(gaps).toBeHidden();
    await form.getByLabel('Begin with a recipe').selectOption('15 minutes, then after an hour');
    await step(1).getByLabel('To').fill('first@plant.example');
    await expect(gaps).toContainText('Step 1 reaches nobody: this server has no channel set up');
    await expect(gaps).toContainText('Step 2 has no recipient and reaches nobody.');
    await save();
    await expect(form.getByText('Saved.')).toBeVisible();
    await expect(gaps.getByRole('listitem')).toHaveCount(2);
    await expectAccessible(page, 'steps that reach nobody');

    await page.goto(`${url}/system`);
    await expect(told).toContainText('Step 2 has no recipient and reaches nobody.');
    await told.getByRole('link', { name: 'How alarms reach people' }).click();
    await expect(gaps).toBeVisible();
  } finally {
    await stop();
  }
});
