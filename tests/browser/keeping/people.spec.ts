import type { Page } from '@playwright/test';
import { sendElsewhere } from '../elsewhere.ts';
import { askApi } from '../pageWords.ts';
import { expect, test } from '../plant.ts';
import { confirmed } from './confirmed.ts';

type People = { users: { id: string; username: string; name: string; email: string | null; permissions: string[] }[] };
const operator = async (page: Page) => {
  const { users } = await askApi<People>(page, '/api/plant/users');
  const found = users.find(({ username }) => username === 'operator');
  if (found === undefined) throw new Error('the demo has no operator');
  return found;
};

/** Changes somebody past the page, as another admin would. */
const changeElsewhere = (page: Page, id: string, body: object) => sendElsewhere(page, 'PATCH', `/api/plant/users/${id}`, body);

// a 409 stands in the console of the browser
// 403: the password is asked for again, by the time since it was given last
test.beforeEach(({ expectedFaults }) => void expectedFaults.push(/status of (403|409)/));

test('two admins who change the same person see both sides, and what one of them did not touch stays', async ({
  signedIn: page,
}) => {
  await page.goto('/settings');
  const { id, name, email } = await operator(page);
  await page.goto(`/settings?person=${id}`);
  const form = page.getByRole('form', { name: 'Change the person' });
  await form.getByLabel('Name', { exact: true }).fill('Name of mine');
  await changeElsewhere(page, id, { name: 'Name of theirs', email: 'theirs@plant.example' });
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  const both = form.getByRole('alert', { name: 'Changed by two people' });
  await expect(both.getByRole('row', { name: /Name of mine Name of theirs/ })).toBeVisible();
  await expect(both).toContainText('admin changed this meanwhile');
  expect(await operator(page)).toMatchObject({ name: 'Name of theirs' });
  await both.getByRole('button', { name: 'Put my changes on top of theirs' }).click();
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(async () => operator(page)).toMatchObject({ name: 'Name of mine', email: 'theirs@plant.example' });
  await changeElsewhere(page, id, { name, email });
});

type Policy = { keep: { newest: number; days: number; months: number }; alarmAfterDays: number };

test('two owners who change when backups are made see both sides, and lose nothing', async ({ signedIn: page }) => {
  const saveElsewhere = (policy: Policy) => sendElsewhere(page, 'PUT', '/api/plant/backup/policy', policy);
  await page.goto('/system?tab=backups');
  const before = await askApi<Policy>(page, '/api/plant/backup/policy');
  const form = page.getByRole('form', { name: 'When and where' });
  const newest = form.getByRole('textbox').nth(1);
  await newest.fill(String(before.keep.newest + 1));
  await saveElsewhere({ ...before, alarmAfterDays: before.alarmAfterDays + 1 });
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  const both = form.getByRole('alert', { name: 'Changed by two people' });
  await expect(both).toContainText('admin changed this meanwhile');
  await both.getByRole('button', { name: 'Put my changes on top of theirs' }).click();
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await confirmed(page, form.getByText('Saved', { exact: false }));
  expect(await askApi<Policy>(page, '/api/plant/backup/policy')).toMatchObject({
    keep: { newest: before.keep.newest + 1 },
    alarmAfterDays: before.alarmAfterDays + 1,
  });
  await saveElsewhere(before);
});

test('when backups are made is set anew where the server cannot read what was stored', async ({
  signedIn: page,
  expectedFaults,
}) => {
  expectedFaults.push(/status of 503/);
  const sent: { ifMatch: string | undefined; body: Policy & { folder: string | null } }[] = [];
  await page.route('**/api/plant/backup/policy', async (route) => {
    const request = route.request();
    if (request.method() === 'PUT') {
      sent.push({ ifMatch: request.headers()['if-match'], body: request.postDataJSON() });
      return route.fulfill({ json: request.postDataJSON(), headers: { etag: '"new"' } });
    }
    const last = sent.at(-1);
    if (last !== undefined) return route.fulfill({ json: last.body, headers: { etag: '"new"' } });
    const json = { status: 'error', code: 1503, message: 'backup.json is damaged', requestId: 'one' };
    return route.fulfill({ status: 503, json });
  });
  await page.goto('/system?tab=backups');
  const panel = page.getByRole('region', { name: 'When and where' });
  await expect(panel).toContainText('backup.json is damaged');
  await panel.getByRole('button', { name: 'Set it anew' }).click();
  const form = page.getByRole('form', { name: 'When and where' });
  await form.getByLabel('Folder on another disk, a share or a stick').fill('/mnt/stick');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(() => sent).toMatchObject([{ ifMatch: '"damaged"', body: { folder: '/mnt/stick', keep: { newest: 24 } } }]);
  await expect(form.getByLabel('Folder on another disk, a share or a stick')).toHaveValue('/mnt/stick');
});
