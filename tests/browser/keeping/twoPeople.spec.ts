import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../axe.ts';
import { sendElsewhere } from '../elsewhere.ts';
import { askApi } from '../pageWords.ts';
import { expect, test } from '../plant.ts';
import { confirmed } from './confirmed.ts';

const both = (form: Page | Locator) => form.getByRole('alert', { name: 'Changed by two people' });
const onTop = (form: Page | Locator) => form.getByRole('button', { name: 'Put my changes on top of theirs' });
const save = (form: Page | Locator) => form.getByRole('button', { name: 'Save', exact: true });

// a 409 stands in the console of the browser
// 403: the password is asked for again, by the time since it was given last
test.beforeEach(({ expectedFaults }) => void expectedFaults.push(/status of (403|409)/));

test.describe('two people who change the same', () => {
  test('facts of the plant: both sides, who it was, and nothing is lost', async ({ signedIn: page }) => {
    type Stored = { version: number; facts: { energyEnabled: boolean; waterStressed: boolean } };
    const facts = () => askApi<Stored>(page, '/api/plant/industry/facts');
    const put = (body: Stored) => sendElsewhere(page, 'PUT', '/api/plant/industry/facts', body);
    await page.goto('/plant?tab=facts&part=other');
    const before = await facts();
    const form = page.getByRole('form', { name: 'Other' });
    await form.getByRole('checkbox').last().click();
    await put({ ...before, facts: { ...before.facts, energyEnabled: !before.facts.energyEnabled } });
    await save(page).click();
    const sides = page.getByRole('dialog', { name: 'Somebody else saved meanwhile' });
    await expect(sides.getByText(/, admin changed this meanwhile/)).toBeVisible();
    await onTop(sides).click();
    await save(page).click();
    await expect(form.getByText('Saved. Undo leads back')).toBeVisible();
    const after = await facts();
    expect(after.facts.energyEnabled).toBe(!before.facts.energyEnabled);
    expect(after.facts.waterStressed).toBe(!before.facts.waterStressed);
    await put({ ...before, version: after.version });
  });

  test('the shift day: what one entered is shown to the other, who keeps what was typed', async ({ signedIn: page }) => {
    type Industry = { version: number; shifts: { startAt: string; timezone: string; shiftName: string }[] };
    const industry = () => askApi<Industry>(page, '/api/plant/industry');
    const change = async (startAt: string) => {
      const { version, shifts } = await industry();
      const { timezone = 'UTC', shiftName = '' } = shifts.at(-1) ?? {};
      await sendElsewhere(page, 'PUT', '/api/plant/industry/shift', { startAt, endAt: startAt, timezone, shiftName, version });
    };
    await page.goto('/settings?tab=shift');
    const form = page.getByRole('form', { name: 'Shift day' });
    const was = await form.getByLabel('The day begins at').inputValue();
    await form.getByLabel('The day begins at').fill('07:30');
    await change('08:00:00');
    await form.getByRole('button', { name: 'Change from then on' }).click();
    await expect(both(form)).toContainText('admin changed this meanwhile');
    await expect(both(form).getByRole('row', { name: `The day begins at ${was} 07:30 08:00` })).toBeVisible();
    await expectAccessible(page, 'both sides of the shift day');
    await onTop(form).click();
    await form.getByRole('button', { name: 'Change from then on' }).click();
    await expect(page.getByText('The change is entered.')).toBeVisible();
    expect((await industry()).shifts.at(-1)?.startAt).toBe('07:30:00');
    await change(`${was}:00`);
  });

  test('a step of the fresh-water form: rows of both are shown, and leaving asks first', async ({ signedIn: page }) => {
    const step = (version: number, district: string) =>
      sendElsewhere(page, 'POST', '/api/user/fwi/userDataInput', {
        step: 1,
        version,
        data: {
          siteName: 'Works',
          district,
          industryType: 'food',
          state: 'MH',
          location: { lat: 18.5, lon: 73.8 },
          areaM2: 20_000,
        },
      });
    await page.goto('/rain');
    const { version } = await askApi<{ version: number }>(page, '/api/plant/fresh-water/1');
    await step(version, 'Pune');
    await page.goto('/rain?tab=form');
    const district = page.getByLabel(/^District/);
    await expect(district).toHaveValue('Pune');
    await district.fill('Mine');
    await step(version + 1, 'Theirs');
    await page.getByRole('button', { name: 'Save and go on' }).click();
    await expect(both(page).getByRole('row', { name: /District.* Pune Mine Theirs/ })).toBeVisible();
    await expectAccessible(page, 'both sides of a step');
    const asked = page.waitForEvent('dialog');
    const press = page.getByRole('link', { name: 'Overview' }).click();
    await (await asked).dismiss();
    await press;
    await onTop(page).click();
    await page.getByRole('button', { name: 'Save and go on' }).click();
    await expect(page.getByRole('button', { name: /^2\. Catchments/ })).toHaveAttribute('aria-current', 'step');
    const { form } = await askApi<{ form: { key: string; value?: unknown }[] }>(page, '/api/plant/fresh-water/1');
    expect(form.find(({ key }) => key === 'district')?.value).toBe('Mine');
  });

  test('a change of meter: it is not entered twice unseen', async ({ signedIn: page, serverUrl: _ }) => {
    type Tags = { tags: { deviceId: string; unitId: string | null }[] };
    type Unit = { id: string; name: string; version: number; type: string; meta: { meter?: object } };
    await page.goto('/commissioning');
    const { units } = await askApi<{ units: Unit[] }>(page, '/api/plant/units');
    const { tags } = await askApi<Tags>(page, '/api/plant/tags');
    const unit = units.find(({ id, meta, type }) => type === 'flow' && meta.meter && tags.some(({ unitId }) => unitId === id));
    const deviceId = tags.find(({ unitId }) => unitId === unit?.id)?.deviceId ?? '';
    await page.goto(`/commissioning?device=${deviceId}&all=true`);
    await page.getByRole('button', { name: 'Change of meter' }).first().click();
    const form = page.getByRole('form', { name: 'Change of meter' }).first();
    const name = (await form.getByRole('heading').textContent()) ?? '';
    const changed = units.find((one) => name.includes(one.name)) as Unit;
    await form.getByLabel('Old meter showed').fill('10');
    await form.getByLabel('New meter showed').fill('0');
    // somebody else changes the unit meanwhile
    await sendElsewhere(page, 'PUT', `/api/plant/units/${changed.id}`, changed);
    await form.getByRole('button', { name: 'Enter the change' }).click();
    await expect(form.getByRole('alert')).toContainText(/admin changed this unit since you opened the form/);
    await expect(form.getByLabel('Old meter showed')).toHaveValue('10');
    expect((await askApi<Unit>(page, `/api/plant/units/${changed.id}`)).version).toBe(changed.version + 1);
    page.once('dialog', (dialog) => void dialog.accept());
  });

  test('a schedule and the recipients of reports', async ({ signedIn: page }) => {
    type Settings = {
      account: { logo: string };
      alerts: unknown;
      reports: { emailIds: string[]; schedules: { id: string; at: string }[] };
    };
    const settings = () => askApi<Settings>(page, '/api/user/accounts/settings');
    const saveReports = async (change: (reports: Settings['reports']) => object) => {
      const { account, alerts, reports } = await settings();
      const body = { account: { logo: account.logo }, user: [], alerts, reports: change(reports) };
      await sendElsewhere(page, 'POST', '/api/user/accounts/settings', body);
    };
    await page.goto('/reports?tab=schedules');
    await page.getByRole('button', { name: 'Add a schedule' }).click();
    const form = page.getByRole('form', { name: 'Schedule' });
    await form.getByLabel('Mail to').fill('first@plant.example');
    await save(form).click();
    await expect(form).toHaveCount(0);
    await page
      .getByRole('button', { name: /^Change: / })
      .first()
      .click();
    await form.getByLabel('Mail to').fill('mine@plant.example');
    await saveReports((reports) => ({
      ...reports,
      emailIds: ['theirs@plant.example'],
      schedules: reports.schedules.map((one) => ({ ...one, at: '09:45' })),
    }));
    await save(form).click();
    await expect(both(form).getByRole('row', { name: /At 06:10 06:10 09:45/ })).toBeVisible();
    await expectAccessible(page, 'both sides of a schedule');
    await onTop(form).click();
    await save(form).click();
    await expect(form).toHaveCount(0);
    const [saved] = (await settings()).reports.schedules;
    expect(saved).toMatchObject({ at: '09:45', recipients: ['mine@plant.example'] });

    await page.goto('/settings?tab=delivery');
    const recipients = page.getByRole('form', { name: 'Reports' });
    await recipients.getByRole('textbox').fill('mine@plant.example');
    await saveReports((reports) => ({ ...reports, emailIds: ['others@plant.example'], schedules: [] }));
    await save(recipients).click();
    await expect(both(recipients)).toContainText('admin changed this meanwhile');
    await recipients.getByRole('button', { name: 'Take theirs' }).click();
    await expect(recipients.getByRole('textbox')).toHaveValue('others@plant.example');
    await saveReports((reports) => ({ ...reports, emailIds: [] }));
  });

  test('a device model: the difference is shown anew before it is replaced', async ({ signedIn: page }) => {
    await page.goto('/plant?tab=models');
    type Model = { id: string; model: string; version: number | null; origin: string; tags: object[] };
    const { templates } = await askApi<{ templates: Model[] }>(page, '/api/plant/templates');
    const { origin: _, version: __, ...shipped } = templates.find(({ origin }) => origin === 'shipped') as Model;
    const own = { ...shipped, id: 'two-people' };
    const file = (model: object) => ({
      name: 'model.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(model)),
    });
    await page.locator('input[type=file]').setInputFiles(file({ ...own, model: 'Mine' }));
    await sendElsewhere(page, 'POST', '/api/plant/templates', { ...own, model: 'Theirs' });
    const region = page.getByRole('region', { name: /Mine$/ });
    await save(region).click();
    await expect(region.getByRole('alert')).toContainText('admin changed this meanwhile');
    await expect(region).toContainText('Theirs');
    await save(region).click();
    await expect(region).toHaveCount(0);
    expect(await askApi<Model>(page, '/api/plant/templates/two-people')).toMatchObject({ model: 'Mine', version: 2 });
    await page.getByLabel('Type “two-people” to go on').fill('two-people');
    await page.getByRole('button', { name: 'Delete two-people' }).click();
    await expect(page.getByLabel('Type “two-people” to go on')).toHaveCount(0);
  });

  test('an import: what was looked at is taken over, or nothing', async ({ signedIn: page }) => {
    await page.goto('/plant?tab=files');
    const { devices } = await askApi<{ devices: { id: string; name: string; version: number }[] }>(page, '/api/plant/devices');
    const [first, second] = devices as [(typeof devices)[number], (typeof devices)[number]];
    await page.locator('input[type=file]').setInputFiles({
      name: 'lines.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`kind,id,name\ndevice,${first.id},${first.name} of mine\n`),
    });
    const apply = page.getByRole('button', { name: 'Take it over' });
    await expect(apply).toBeVisible();
    await sendElsewhere(page, 'PUT', `/api/plant/devices/${second.id}`, second);
    await apply.click();
    await confirmed(page, page.getByText(/Somebody else changed the configuration meanwhile/));
    const name = async () => (await askApi<{ name: string }>(page, `/api/plant/devices/${first.id}`)).name;
    expect(await name()).toBe(first.name);
    await apply.click();
    await expect(page.getByText('lines.csv: taken over.')).toBeVisible();
    expect(await name()).toBe(`${first.name} of mine`);
  });

  test('a line that is switched off: what another entered stays, and the second press counts', async ({
    signedIn: page,
    expectedFaults,
  }) => {
    expectedFaults.push(/status of 400/);
    type Line = { id: string; name: string; enabled: boolean; version: number };
    await page.goto('/commissioning');
    const { connections } = await askApi<{ connections: Line[] }>(page, '/api/plant/connections');
    const line = connections.find(({ name }) => name === 'Weather station') as Line;
    const stored = () => askApi<Line>(page, `/api/plant/connections/${line.id}`);
    const known = page.waitForResponse((answer) => answer.url().endsWith(`/api/plant/connections/${line.id}`));
    await page.goto(`/commissioning?line=${line.id}`);
    await known;
    const off = page.getByRole('button', { name: 'Switch the line off' });
    await expect(off).toBeEnabled();
    await sendElsewhere(page, 'PUT', `/api/plant/connections/${line.id}`, { ...line, name: 'Weather mast' });
    await off.click();
    await expect(
      page
        .getByRole('complementary', { name: /^Weather/ })
        .getByRole('alert')
        .first(),
    ).not.toBeEmpty();
    expect(await stored()).toMatchObject({ name: 'Weather mast', enabled: true });
    await off.click();
    await expect(page.getByRole('button', { name: 'Switch the line on' })).toBeVisible();
    const now = await stored();
    expect(now).toMatchObject({ name: 'Weather mast', enabled: false });
    await sendElsewhere(page, 'PUT', `/api/plant/connections/${line.id}`, { ...line, version: now.version });
  });

  test('an identity provider: both sides are shown, and mine is put on top', async ({ signedIn: page }) => {
    type Issuer = { id: string; name: string; audience: string; tenantId: string | null; version: number };
    await page.goto('/settings?tab=sso');
    const spec = { name: 'Two people', issuer: 'https://login.microsoftonline.com/two-people/v2.0', audience: 'headworks' };
    const made = (await sendElsewhere(page, 'POST', '/api/plant/sso/issuers', spec)) as Issuer;
    await page.reload();
    await page.getByRole('button', { name: /^Two people/ }).click();
    const form = page.getByRole('form', { name: 'Change Two people' });
    await form.getByLabel('Client id').fill('headworks-of-mine');
    await sendElsewhere(page, 'PUT', `/api/plant/sso/issuers/${made.id}`, { ...made, tenantId: 'theirs' });
    await save(form).click();
    await confirmed(page, both(form));
    await expect(both(form)).toContainText('admin changed this meanwhile');
    await expectAccessible(page, 'both sides of a provider');
    await onTop(form).click();
    await save(form).click();
    await expect(form.getByText('Saved.')).toBeVisible();
    const { issuers } = await askApi<{ issuers: Issuer[] }>(page, '/api/plant/sso/issuers');
    expect(issuers.find(({ id }) => id === made.id)).toMatchObject({ audience: 'headworks-of-mine', tenantId: 'theirs' });
    await page.getByLabel('Type “Two people” to go on').fill('Two people');
    await page.getByRole('button', { name: 'Delete the provider' }).click();
    await expect(page.getByText('Two people is deleted')).toBeVisible();
  });
});
