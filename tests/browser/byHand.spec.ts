import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { sendElsewhere } from './elsewhere.ts';
import { expectToFit } from './fits.ts';
import { askApi, latinSentences } from './pageWords.ts';
import { expect, test } from './plant.ts';

type Field = { devices: { deviceId: string; name: string; connectionId: string; health: string; slaveId: number }[] };
type Tag = { id: string; name: string; deviceId: string; kind: string; version: number; decode: { type: string }; wire: Wire };
type Wire = { space: string; register: string; pdu: number };

/** A device that answers, with a number that is in holding or input registers of it. */
const somewhere = async (page: Page) => {
  await page.goto('/commissioning');
  const { tags } = await askApi<{ tags: Tag[] }>(page, '/api/plant/tags');
  const isNumber = ({ wire, decode }: Tag) => /holding|input/.test(wire.space) && /int|float/.test(decode.type);
  const answering = async () =>
    (await askApi<Field>(page, '/api/plant/field')).devices.flatMap((device) => {
      const tag = tags.find((one) => one.deviceId === device.deviceId && isNumber(one));
      return device.health === 'good' && tag !== undefined ? [{ device, tag }] : [];
    });
  // just after a start, or after a line was changed, none does for a moment
  await expect.poll(async () => (await answering()).length).toBeGreaterThan(0);
  const [found] = await answering();
  if (found === undefined) throw new Error('no device of the demo answers');
  return found;
};
const addressOf = ({ connectionId, deviceId }: { connectionId: string; deviceId: string }) =>
  `/commissioning?line=${connectionId}&device=${deviceId}&tool=device&all=true`;

test.describe('commissioning without a model', () => {
  test('a device is added by hand with a signal, and both are deleted by their names', async ({
    signedIn: page,
    expectedFaults,
  }) => {
    // nothing answers at its unit id; what was deleted may be asked for once more
    expectedFaults.push(/status of (503|404)/);
    const { device } = await somewhere(page);
    await page.goto(`/commissioning?line=${device.connectionId}&tool=device&all=true`);
    await page.getByRole('button', { name: 'Add a device by hand' }).click();
    const form = page.getByRole('form', { name: 'Add a device by hand' });
    await form.getByRole('button', { name: 'Add the device' }).click();
    await expect(form.getByRole('list', { name: 'What needs a look' })).toContainText('Name');
    await form.getByLabel('Name', { exact: true }).fill('Dosing skid');
    await form.getByLabel('Unit id', { exact: true }).fill('300');
    await expect(form.getByLabel('Unit id', { exact: true })).toHaveAccessibleDescription(/255/);
    await form.getByLabel('Unit id', { exact: true }).fill('211');
    await form.getByRole('button', { name: 'Add the device' }).click();
    const settings = page.getByRole('form', { name: 'Settings of Dosing skid' });
    await expect(settings.getByLabel('Unit id', { exact: true })).toHaveValue('211');
    await expect(page.getByText('It has no signal.')).toBeVisible();

    await page.getByRole('button', { name: 'Add a signal' }).click();
    const signal = page.getByRole('form', { name: 'Add a signal' });
    await signal.getByLabel('Name', { exact: true }).fill('Stroke rate');
    await signal.getByLabel('Register', { exact: true }).fill('70001');
    await signal.getByRole('button', { name: 'Add the signal' }).click();
    await expect(signal.getByLabel('Register', { exact: true })).toHaveAccessibleDescription(/70001 is past 65535/);
    await signal.getByLabel('Register', { exact: true }).fill('30017');
    await signal.getByLabel('Type of value').selectOption('int16');
    await signal.getByLabel('One count is').fill('0,1');
    await signal.getByLabel('Added afterwards').fill('-4');
    await signal.getByLabel('Largest value').fill('200');
    await signal.getByLabel('Unit of measure').fill('1/min');
    await signal.getByRole('button', { name: 'Add the signal' }).click();
    const row = page.getByRole('region', { name: 'Signals of the device, table' }).getByRole('row', { name: /Stroke rate/ });
    await expect(row).toContainText('300017');
    const { devices } = await askApi<{ devices: { id: string; slaveId: number }[] }>(page, '/api/plant/devices');
    const id = devices.find(({ slaveId }) => slaveId === 211)?.id;
    const { tags } = await askApi<{ tags: Tag[] }>(page, `/api/plant/tags?deviceId=${id}`);
    expect(tags).toMatchObject([
      { decode: { space: 'input', address: 16, type: 'int16', scale: 0.1, offset: -4, max: 200 }, measure: '1/min' },
    ]);

    await row.getByRole('button', { name: 'Stroke rate' }).click();
    await page.getByLabel('Type “Stroke rate” to go on').fill('Stroke rate');
    await page.getByRole('button', { name: 'Delete Stroke rate' }).click();
    await expect(page.getByText('It has no signal.')).toBeVisible();
    await page.getByLabel('Type “Dosing skid” to go on').fill('Dosing skid');
    await page.getByRole('button', { name: 'Delete Dosing skid' }).click();
    await expect(page.getByRole('form', { name: /^Settings of the line/ })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Dosing skid' })).toHaveCount(0);
  });

  test('the content of a typed register is shown beside the form, and so is another person’s change', async ({
    signedIn: page,
    expectedFaults,
  }) => {
    expectedFaults.push(/status of 409/);
    const { device, tag } = await somewhere(page);
    await page.goto(`${addressOf(device)}&signal=new`);
    const form = page.getByRole('form', { name: 'Add a signal' });
    await form.getByLabel('Name', { exact: true }).fill('Read by hand');
    await form.getByLabel('Register', { exact: true }).fill(tag.wire.register);
    await form.getByLabel('Type of value').selectOption(tag.decode.type);
    const live = page.getByRole('region', { name: 'As the device answers now' });
    await expect(live.getByText(/^\d[\d,.]*$/).first()).toBeVisible();
    await expect(live.getByRole('columnheader', { name: 'CDAB' })).toBeVisible();
    await form.getByRole('button', { name: 'Add the signal' }).click();
    const table = page.getByRole('region', { name: 'Signals of the device, table' });
    await table.getByRole('button', { name: 'Read by hand' }).click();

    const open = page.getByRole('form', { name: 'Signal Read by hand' });
    await expect(open.getByLabel('Register', { exact: true })).toHaveValue(tag.wire.register);
    await open.getByLabel('One count is').fill('0.5');
    const { tags } = await askApi<{ tags: Tag[] }>(page, `/api/plant/tags?deviceId=${device.deviceId}`);
    const { id = '', wire: _, ...spec } = tags.find(({ name }) => name === 'Read by hand') ?? ({} as Tag);
    await sendElsewhere(page, 'PUT', `/api/plant/tags/${id}`, { ...spec, measure: 'bar' });
    await open.getByRole('button', { name: 'Save', exact: true }).click();
    const sides = page.getByRole('dialog', { name: 'Somebody else saved meanwhile' });
    await expect(sides.getByText(/, admin changed this meanwhile/)).toBeVisible();
    await expectAccessible(page, 'both sides of a signal');
    await sides.getByRole('button', { name: 'Put my changes on top of theirs' }).click();
    await open.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(open.getByText('Saved. Undo leads back')).toBeVisible();
    expect(await askApi(page, `/api/plant/tags/${id}`)).toMatchObject({ measure: 'bar', decode: { scale: 0.5 } });
    await page.getByLabel('Type “Read by hand” to go on').fill('Read by hand');
    await page.getByRole('button', { name: 'Delete Read by hand' }).click();
    await expect(table.getByRole('button', { name: 'Read by hand' })).toHaveCount(0);
  });

  test('a line whose gateway got another address is changed, and led back', async ({ signedIn: page }) => {
    const { device } = await somewhere(page);
    await page.goto(`/commissioning?line=${device.connectionId}&tool=device&all=true`);
    const form = page.getByRole('form', { name: /^Settings of the line/ });
    const pause = form.getByLabel('Pause between requests');
    await expect(pause).not.toHaveValue('');
    const before = await pause.inputValue();
    await form.getByLabel('Port').fill('70000');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(form.getByLabel('Port')).toHaveAccessibleDescription(/65,?535/);
    await form.getByRole('button', { name: 'Undo', exact: true }).click();
    await pause.fill('1');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(form.getByText('Saved. Undo leads back')).toBeVisible();
    const stored = () =>
      askApi<{ settings: { pauseBetweenRequestsMs: number } }>(page, `/api/plant/connections/${device.connectionId}`);
    expect((await stored()).settings.pauseBetweenRequestsMs).toBe(1);
    await form.getByRole('button', { name: 'Undo', exact: true }).click();
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(async () => String((await stored()).settings.pauseBetweenRequestsMs)).toBe(before);
  });

  for (const [width, locale] of [
    [1366, 'en-IN'],
    [390, 'hi-IN'],
  ] as const)
    test(`forms of line, device and signal break no rule of accessibility and fit at ${width}, in ${locale}`, async ({
      signedIn: page,
    }) => {
      test.slow();
      await page.addInitScript((chosen) => localStorage.setItem('headworks.locale', chosen), locale);
      await page.setViewportSize({ width, height: 800 });
      const { device, tag } = await somewhere(page);
      const line = `/commissioning?line=${device.connectionId}&tool=device&all=true`;
      const { units } = await askApi<{ units: { name: string }[] }>(page, '/api/plant/units');
      const { tags } = await askApi<{ tags: Tag[] }>(page, '/api/plant/tags');
      const { devices } = await askApi<Field>(page, '/api/plant/field');
      const { connections } = await askApi<{ connections: { name: string }[] }>(page, '/api/plant/connections');
      const given = [...units, ...tags, ...devices, ...connections].map(({ name }) => name);
      for (const path of [
        line,
        `${line}&device=new`,
        `${addressOf(device)}&signal=new`,
        `${addressOf(device)}&signal=${tag.id}`,
      ]) {
        await page.goto(path);
        await expect(page.getByRole('main').getByRole('form').first()).toBeVisible();
        await expect(page.getByRole('status', { name: /Loading|लोड/ })).toHaveCount(0);
        await expectAccessible(page, `${path} at ${width}`);
        await expectToFit(page, path);
        if (locale === 'hi-IN') expect(await latinSentences(page, given), path).toEqual([]);
      }
    });
});
