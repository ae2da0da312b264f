import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { sendElsewhere } from './elsewhere.ts';
import { expectToFit } from './fits.ts';
import { askApi, latinSentences } from './pageWords.ts';
import { expect, test } from './plant.ts';

type Field = { devices: { deviceId: string; name: string; connectionId: string; health: string }[] };
type Tags = { tags: { id: string; name: string; deviceId: string; unitId: string | null; param: string | null }[] };

/** A device that answers and feeds a unit. */
const someDevice = async (page: Page) => {
  const { tags } = await askApi<Tags>(page, '/api/plant/tags');
  const answering = async () =>
    (await askApi<Field>(page, '/api/plant/field')).devices.filter(
      ({ deviceId, health }) => health === 'good' && tags.some((one) => one.deviceId === deviceId && one.unitId),
    );
  // just after a start, or after a line was changed, none does for a moment
  await expect.poll(async () => (await answering()).length).toBeGreaterThan(0);
  const [device] = await answering();
  if (device === undefined) throw new Error('no device of the demo answers');
  return device;
};
const open = async (page: Page, tool: string) => {
  await page.goto('/commissioning');
  const device = await someDevice(page);
  await page.goto(`/commissioning?line=${device.connectionId}&device=${device.deviceId}&tool=${tool}&all=true`);
  return device;
};

test.describe('the tools of commissioning', () => {
  test('a line that was opened by hand stays open when its device is chosen, and one whose device is searched opens', async ({
    signedIn: page,
  }) => {
    await page.goto('/commissioning');
    const { name, connectionId } = await someDevice(page);
    const { connections } = await askApi<{ connections: { id: string; name: string }[] }>(page, '/api/plant/connections');
    const line = connections.find(({ id }) => id === connectionId)?.name ?? '';
    const twist = page.getByRole('button', { name: line, exact: true, expanded: false });
    const device = page.getByRole('region', { name: 'Lines & devices' }).getByRole('button', { name, exact: true });
    await twist.click();
    await device.click();
    await expect(device).toHaveAttribute('aria-pressed', 'true');
    await page.goto('/commissioning');
    await expect(twist).toBeVisible();
    await page.getByRole('searchbox').fill(name);
    await expect(device).toBeVisible();
  });

  test('a loop test is dated by the plant’s clock', async ({ signedIn: page }) => {
    await open(page, 'tests');
    await page.getByRole('button', { name: 'Enter a loop test' }).click();
    const on = page.getByLabel('Tested on').and(page.getByRole('textbox'));
    await expect(on).toHaveValue(/^\d{4}-\d\d-\d\d( \d\d:\d\d)?$/);
    await on.fill('2026-11-02 00:45');
    await expect(on).toHaveValue('2026-11-02 00:45');
  });

  test('a device at the lower end of the list is looked at where it was chosen', async ({ signedIn: page }) => {
    await page.goto('/commissioning?all=true');
    const device = page.getByRole('region', { name: 'Lines & devices' }).getByRole('button', { name: 'Well level logger' });
    await device.click();
    await expect(device).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByRole('complementary', { name: 'Well field gateway' }).getByRole('heading').first()).toBeInViewport();
    await expect(device).toBeInViewport();
  });

  test('a unit of measure is written in a form as everywhere, and is stored as before', async ({ signedIn: page }) => {
    await page.goto('/commissioning');
    await someDevice(page);
    const { devices } = await askApi<Field>(page, '/api/plant/field');
    const { tags } = await askApi<{ tags: { id: string; deviceId: string; measure: string }[] }>(page, '/api/plant/tags');
    const answers = (id: string) => devices.some(({ deviceId, health }) => deviceId === id && health === 'good');
    const flow = tags.find(({ measure, deviceId }) => measure === 'm3/h' && answers(deviceId));
    await page.goto(`/commissioning?device=${flow?.deviceId}&tool=device&signal=${flow?.id}`);
    const measure = page.getByLabel('Unit of measure');
    await expect(measure).toHaveValue('m³/h');
    await measure.fill('');
    await measure.pressSequentially('m3/h');
    await expect(measure).toHaveValue('m³/h');
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  });

  test('a line that is switched off is not polled any more, and is checked again once it is on', async ({ signedIn: page }) => {
    await page.goto('/commissioning?line=demo-weather');
    const doctor = page.getByRole('heading', { name: 'What is wrong' });
    await expect(doctor).toBeVisible();
    await page.getByRole('button', { name: 'Switch the line off' }).click();
    await expect(page.getByText('The line is switched off: its devices are asked nothing')).toBeVisible();
    await expect(doctor).toHaveCount(0);
    await page.getByRole('button', { name: 'Switch the line on' }).click();
    await expect(doctor).toBeVisible();
  });

  test('a loop test of another parameter or unit takes the unit of measure of that', async ({ signedIn: page }) => {
    await page.goto('/commissioning?device=demo-etpOutMeter&tool=tests');
    await page.getByRole('button', { name: 'Enter a loop test' }).click();
    const [what, measure] = [page.getByLabel('What', { exact: true }), page.getByLabel('Unit of measure')];
    await expect(measure).toHaveValue('m³/h');
    await what.selectOption('Counter');
    await expect(measure).toHaveValue('m³');
    await what.selectOption('Flow');
    await expect(measure).toHaveValue('m³/h');
    // of a device that feeds several units each has its own parameters
    await page.goto('/commissioning?device=demo-wellLevels&tool=tests');
    await page.getByRole('button', { name: 'Enter a loop test' }).click();
    await page.getByLabel('Unit', { exact: true }).selectOption('Piezometer');
    await expect(what.locator('option:checked')).toHaveText('Level');
    await expect(measure).toHaveValue('m');
  });

  test('a change of meter is entered for when it was, in counts of the display, and what cannot be is said', async ({
    signedIn: page,
    expectedFaults,
  }) => {
    expectedFaults.push(/status of 400/);
    await page.goto('/commissioning?device=demo-gardenMeter');
    await page.getByRole('button', { name: 'Change of meter' }).click();
    const form = page.getByRole('form', { name: 'Change of meter' });
    const enter = form.getByRole('button', { name: 'Enter the change' });
    await expect(form).toContainText('Both in counts of the display; one count is 1,000 L.');
    const closing = form.getByLabel('Old meter showed');
    await expect(closing).toHaveAccessibleDescription(/^Read last: [\d,]+(\.\d+)?\.$/);
    await closing.fill('12,345');
    await form.getByLabel('New meter showed').fill('0');
    await enter.click();
    await expect(closing).toHaveAccessibleDescription(/without a comma between thousands/);
    await closing.fill('1');
    await expect(form.getByText(/This is less than what was read last/)).toBeVisible();
    await closing.fill('99000000');
    await expect(form.getByText(/This is less than what was read last/)).toHaveCount(0);
    const began = form.getByRole('textbox', { name: 'When the new meter began' });
    await began.fill('2126-01-01 10:00');
    await enter.click();
    await expect(began).toHaveAccessibleDescription(/This must not be in the future\./);
    // what is given up is asked about no more
    await form.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('link', { name: 'Overview' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  });

  test('the traffic of a line is shown by the plant’s clock, and saved as lines and for Wireshark', async ({
    signedIn: page,
  }) => {
    await open(page, 'traffic');
    const frames = page.getByRole('region', { name: 'Traffic' });
    const first = frames.getByRole('row').nth(1);
    await expect(first).toContainText(/\d\d:\d\d:\d\d\.\d{3}/);
    const saved = async (name: string) => {
      const waiting = page.waitForEvent('download');
      await page.getByRole('button', { name }).click();
      return readFile(await (await waiting).path());
    };
    // traffic goes on meanwhile: of a slow page the frames of the file may be gone
    await expect(async () => {
      const lines = (await saved('Save as CSV')).toString('utf8').trim().split(/\r?\n/);
      expect(lines[0]).toMatch(/^\uFEFF?sequence,time_utc,direction,unit,function,hex,text$/);
      expect(lines.length).toBeGreaterThan(10);
      // a frame of the file is on the page, and its time there is half past five hours later
      const cells = (await frames.getByRole('row').allInnerTexts()).map((row) => row.split('\t'));
      const both = lines.slice(1).flatMap((line) => {
        const [, at = '', , , , hex = ''] = line.split(',');
        const row = cells.find((one) => one[3] === hex && one[0]?.slice(-7) === at.slice(16, 23));
        return row === undefined ? [] : [{ at, shown: row[0] ?? '' }];
      });
      expect(both.length).toBeGreaterThan(0);
      for (const { at, shown } of both)
        expect(shown).toBe(new Date(Date.parse(at) + 5.5 * 3_600_000).toISOString().slice(11, 23));
    }).toPass({ timeout: 60_000 });
    const pcap = await saved('Save as pcap');
    expect(pcap.readUInt32LE(0)).toBe(0xa1b2c3d4);
    expect(pcap.length).toBeGreaterThan(200);
  });

  test('a device is renamed and led back; it is not deleted while it has signals', async ({ signedIn: page, expectedFaults }) => {
    expectedFaults.push(/status of 409/);
    const { name } = await open(page, 'device');
    const form = page.getByRole('form', { name: `Settings of ${name}` });
    await form.getByLabel('Name', { exact: true }).fill(`${name} (checked)`);
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    const renamed = page.getByRole('form', { name: `Settings of ${name} (checked)` });
    await expect(renamed.getByText('Saved. Undo leads back')).toBeVisible();
    await renamed.getByRole('button', { name: 'Undo', exact: true }).click();
    await renamed.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(form.getByText('Saved. Undo leads back')).toBeVisible();
    await page.getByLabel(`Type “${name}” to go on`).fill(name);
    await page.getByRole('button', { name: `Delete ${name}` }).click();
    await expect(page.getByRole('form', { name: `Delete ${name}` }).getByRole('alert')).not.toBeEmpty();
    await expectAccessible(page, 'settings of a device');
  });

  test('a line without devices is deleted by its name', async ({ signedIn: page, expectedFaults }) => {
    // what was on its way of a line that is gone
    expectedFaults.push(/status of 404/);
    await page.goto('/commissioning');
    const { id } = (await sendElsewhere(page, 'POST', '/api/plant/connections', {
      name: 'Spare gateway',
      enabled: false,
      settings: { kind: 'tcp', host: '127.0.0.1', port: 1 },
    })) as { id: string };
    await page.goto(`/commissioning?line=${id}`);
    await expect(page.getByText('The line is switched off: its devices are asked nothing', { exact: false })).toBeVisible();
    await expect(page.getByText('This could not be loaded')).toBeHidden();
    const form = page.getByRole('form', { name: 'Delete the line' });
    const press = form.getByRole('button', { name: 'Delete the line' });
    await form.getByLabel('Type “Spare gateway” to go on').fill('Spare');
    await expect(press).toBeDisabled();
    await form.getByLabel('Type “Spare gateway” to go on').fill('Spare gateway');
    await press.click();
    await expect(form).toBeHidden();
    const { connections } = await askApi<{ connections: { name: string }[] }>(page, '/api/plant/connections');
    expect(connections.map(({ name }) => name)).not.toContain('Spare gateway');
  });

  test('a simulated device is started, broken, given a value and ended', async ({ signedIn: page }) => {
    await open(page, 'device');
    const twin = page.getByRole('region', { name: 'Simulated device' });
    await twin.getByRole('button', { name: 'Start a simulated device' }).click();
    await expect(twin.getByText(/Answers at 127\.0\.0\.1:\d+/)).toBeVisible();
    await twin.getByLabel('What goes wrong').selectOption('does not answer');
    await expect
      .poll(async () => (await askApi<{ twins: { fault: string }[] }>(page, '/api/plant/twins')).twins[0]?.fault)
      .toBe('dead');
    await twin.getByLabel('Value').fill('42');
    await twin.getByRole('button', { name: 'Set' }).click();
    await expect(twin.getByRole('option', { name: / = 42$/ })).toBeAttached();
    await expectAccessible(page, 'a simulated device');
    await twin.getByRole('button', { name: 'End it' }).click();
    await expect(twin.getByRole('button', { name: 'Start a simulated device' })).toBeVisible();
  });

  test('registers that cannot be asked for are refused at their field, once', async ({ signedIn: page, expectedFaults }) => {
    expectedFaults.push(/status of 400/);
    await open(page, 'registers');
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/plant/registers')) asked.push(request.url());
    });
    const tool = page.getByRole('form', { name: 'Registers' });
    await tool.getByLabel('From address').fill('65530');
    await tool.getByLabel('How many').fill('20');
    await tool.getByRole('button', { name: 'Read' }).click();
    await expect(tool.getByLabel('How many')).toHaveAccessibleDescription(/This goes past address 65535\./);
    // longer than the second after which registers are read anew
    await page.waitForTimeout(2500);
    expect(asked).toHaveLength(1);
    const map = page.getByRole('form', { name: 'Which addresses exist' });
    await map.getByLabel('From address').fill('50');
    await map.getByLabel('To address').fill('10');
    await map.getByRole('button', { name: 'Find the addresses' }).click();
    await expect(map.getByLabel('To address')).toHaveAccessibleDescription(/must not be below the first address/);
  });

  test('the addresses of a device are found and compared, and its line is put to the test', async ({ signedIn: page }) => {
    test.slow();
    await open(page, 'registers');
    const map = page.getByRole('form', { name: 'Which addresses exist' });
    await map.getByLabel('To address').fill('x');
    await map.getByRole('button', { name: 'Find the addresses' }).click();
    await expect(map.getByLabel('To address')).toHaveAccessibleDescription(/number/);
    await map.getByLabel('To address').fill('40');
    await map.getByRole('button', { name: 'Find the addresses' }).click();
    await expect(map.getByRole('status')).toContainText('done.', { timeout: 60_000 });
    await expect(map.getByRole('row').filter({ hasText: 'there' }).first()).toBeVisible();
    await map.getByRole('button', { name: 'Find the addresses' }).click();
    await expect(map.getByLabel('Compare with the map of').getByRole('option')).toHaveCount(2);
    await expect(map.getByRole('status')).toContainText('done.', { timeout: 60_000 });
    await map.getByLabel('Compare with the map of').selectOption({ index: 1 });
    await expect(map.getByText(/Nothing changed in|Before/).first()).toBeVisible();
    await expectAccessible(page, 'map of a device');
    await page.getByText('Doctor', { exact: true }).click();
    const stress = page.getByRole('form', { name: 'Stress test of the line' });
    await stress.getByLabel('Reads').fill('20');
    await stress.getByRole('button', { name: 'Begin' }).click();
    await expect(stress.getByRole('row').filter({ hasText: /good|to be watched|bad/ })).toBeVisible({ timeout: 60_000 });
    await expectAccessible(page, 'stress test');
  });

  test('a loop test is entered, its certificate fits a sheet and its label leads to it', async ({ signedIn: page }) => {
    const { name } = await open(page, 'tests');
    expect(name).not.toBe('');
    await page.getByRole('button', { name: 'Enter a loop test' }).click();
    const form = page.getByRole('form', { name: 'Enter a loop test' });
    await form.getByRole('button', { name: 'Keep the test' }).click();
    await expect(form.getByRole('list', { name: 'What needs a look' })).toContainText('Instrument');
    await form.getByLabel('Instrument', { exact: true }).fill('Clamp-on flowmeter');
    await form.getByLabel('Reference', { exact: true }).fill('100');
    await form.getByLabel('Meter as found').fill('101,5');
    await form.getByLabel('Tolerance', { exact: true }).fill('2');
    await form.getByRole('button', { name: 'Keep the test' }).click();
    await expect(page.getByRole('region', { name: 'Loop tests' }).last()).toContainText('passed');
    const tests = page.getByRole('region', { name: 'Loop tests' });
    await tests
      .getByLabel('Add a photo')
      .and(page.locator('input'))
      .first()
      .setInputFiles({ name: 'display.png', mimeType: 'image/png', buffer: onePixel });
    await expect(tests.getByText('1 photo').first()).toBeVisible();
    await expectAccessible(page, 'loop tests');
    await page.getByRole('link', { name: 'Certificate' }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Certificate of a loop test' })).toBeVisible();
    await expect(page.getByRole('cell', { name: '1.5 (1.50 %)' })).toBeVisible();
    // a certificate is read years later
    await expect(page.getByText(/^\d{1,2} [A-Z][a-z]+ 20\d\d, \d\d:\d\d$/)).toBeVisible();
    await expect(page.getByRole('img', { name: 'Photo 1' })).toBeVisible();
    await expect(page.getByRole('img', { name: 'Code that opens this certificate' })).toBeVisible();
    await expectAccessible(page, 'certificate');
    // a photo that does not come is said to be missing, on paper too, and comes later by itself
    await page.route('**/photos/**', (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Sign in</h1>' }));
    await page.reload();
    await expect(page.getByText(/^Photo 1: Something else answered/)).toBeVisible();
    await page.unroute('**/photos/**');
    await expect(page.getByRole('img', { name: 'Photo 1' })).toBeVisible();
    const { PDFDocument } = await import('pdf-lib');
    const printed = await PDFDocument.load(await page.pdf({ preferCSSPageSize: true }));
    expect(printed.getPageCount()).toBe(1);
  });

  test('the certificate of a loop test is Hindi where Hindi is chosen, on paper too', async ({ signedIn: page }) => {
    await page.addInitScript(() => localStorage.setItem('headworks.locale', 'hi-IN'));
    await page.goto('/commissioning');
    const { tags } = await askApi<Tags>(page, '/api/plant/tags');
    const fed = tags.find(({ unitId }) => unitId !== null) as Tags['tags'][number];
    const { id } = (await sendElsewhere(page, 'POST', '/api/plant/loop-tests', {
      unitId: fed.unitId,
      param: fed.param,
      testedAt: '2026-11-01T05:30:00.000Z',
      testedBy: 'आशा',
      reference: { instrument: 'Clamp-on flowmeter', certificate: 'C-17', validTo: '2027-03-31' },
      measure: 'm3/h',
      tolerancePct: 2,
      points: [{ reference: 100, asFound: 103, asLeft: 100.4 }],
      dueOn: '2027-11-01',
    })) as { id: string };
    await page.goto(`/commissioning?certificate=${id}`);
    await expect(page.getByRole('heading', { level: 1, name: 'मीटर जाँच का प्रमाणपत्र' })).toBeVisible();
    await expect(page.getByRole('cell', { name: '3.0 (3.00 %)' })).toBeVisible();
    await expectAccessible(page, 'certificate in Hindi');
    await page.emulateMedia({ media: 'print' });
    const sheet = page.getByRole('article');
    const words = (await sheet.innerText()).replaceAll(/Clamp-on flowmeter|C-17|m3\/h|m³\/h|[A-Z][a-z]+ ?\d*,/g, '');
    const { units } = await askApi<{ units: { name: string }[] }>(page, '/api/plant/units');
    expect(await latinSentences(page, [...units.map(({ name }) => name), 'Clamp-on flowmeter'])).toEqual([]);
    for (const english of ['passed', 'failed', 'Tested', 'Signature', 'Tolerance', 'due']) expect(words).not.toContain(english);
    const { PDFDocument } = await import('pdf-lib');
    await page.emulateMedia({ media: null });
    expect((await PDFDocument.load(await page.pdf({ preferCSSPageSize: true }))).getPageCount()).toBe(1);
  });

  for (const tool of ['device', 'registers', 'tests'])
    test(`${tool} fits a phone and says no English sentence in Hindi`, { tag: '@full' }, async ({ signedIn: page }) => {
      await page.addInitScript(() => localStorage.setItem('headworks.locale', 'hi-IN'));
      await page.setViewportSize({ width: 390, height: 844 });
      await open(page, tool);
      await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible();
      await expect(page.getByRole('status', { name: 'लोड हो रहा है' })).toHaveCount(0);
      await expectAccessible(page, tool);
      await expectToFit(page, tool);
      const { units } = await askApi<{ units: { name: string }[] }>(page, '/api/plant/units');
      const { tags } = await askApi<Tags>(page, '/api/plant/tags');
      const { devices } = await askApi<Field>(page, '/api/plant/field');
      const { connections } = await askApi<{ connections: { name: string }[] }>(page, '/api/plant/connections');
      const given = [...units, ...tags, ...devices, ...connections].map(({ name }) => name);
      expect(await latinSentences(page, given)).toEqual([]);
    });
});

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);
