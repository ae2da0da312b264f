import { expectAccessible } from '../axe.ts';
import { expectToFit } from '../fits.ts';
import { expect, test } from '../plant.ts';

const state = {
  enabled: true,
  port: 8443,
  http: 'loopback',
  certificate: {
    source: 'plant' as 'plant' | 'own',
    hosts: ['plant-42.local'],
    validFrom: '2026-11-01T00:00:00.000Z',
    validUntil: '2027-11-01T00:00:00.000Z',
    fingerprint: 'AB:CD',
  },
  authority: null,
  reach: { addresses: ['192.168.1.20:8443'], firewall: { program: null, state: 'notKnown' }, clients: [] },
  findings: [],
};
const pem = (what: string): string => `-----BEGIN ${what}-----\nAAAA\n-----END ${what}-----`;

// HTTPS is off in a demo: what the server does with a certificate is tested in server/test/secureServer.test.ts, here what the panel asks and says
test('a certificate of one’s own is checked, sent with its key, and released by its word', async ({
  signedIn: page,
  expectedFaults,
}) => {
  expectedFaults.push(/status of 400/);
  let source: 'plant' | 'own' = 'plant';
  const sent: unknown[] = [];
  await page.route('**/api/plant/tls', (route) =>
    route.fulfill({ json: { ...state, certificate: { ...state.certificate, source } } }),
  );
  await page.route('**/api/plant/tls/certificate', async (route) => {
    if (route.request().method() === 'DELETE') {
      source = 'plant';
      return route.fulfill({ json: { status: 'success', message: 'Released' } });
    }
    sent.push(route.request().postDataJSON());
    const message = 'the key belongs to another certificate';
    if (sent.length === 1)
      return route.fulfill({
        status: 400,
        json: { status: 'error', code: 400, message, requestId: 'r', errors: [{ path: 'key', message }] },
      });
    source = 'own';
    return route.fulfill({ json: { ...state, certificate: { ...state.certificate, source } } });
  });
  await page.goto('/system?tab=network');
  const form = page.getByRole('form', { name: 'A certificate of your own' });
  await form.getByLabel('Certificate and chain').fill('no PEM');
  await form.getByRole('button', { name: 'Use this certificate' }).click();
  await expect(form.getByLabel('Certificate and chain')).toHaveAccessibleDescription(/begins with -----BEGIN/i);
  expect(sent).toEqual([]);
  await form.getByLabel('Certificate and chain').fill(pem('CERTIFICATE'));
  await form.getByLabel('Key, not encrypted').fill(pem('PRIVATE KEY'));
  await form.getByRole('button', { name: 'Use this certificate' }).click();
  await expect(form.getByLabel('Key, not encrypted')).toHaveAccessibleDescription(/belongs to another certificate/i);
  await expect(form.getByLabel('Certificate and chain')).toHaveValue(pem('CERTIFICATE'));
  await form.getByLabel('Key, not encrypted').fill(pem('EC PRIVATE KEY'));
  await form.getByRole('button', { name: 'Use this certificate' }).click();
  await expect(form.getByText('The certificate is in use.')).toBeVisible();
  expect(sent.at(-1)).toEqual({ certificate: pem('CERTIFICATE'), key: pem('EC PRIVATE KEY') });
  // a key is on no screen longer than it is needed
  await expect(form.getByLabel('Key, not encrypted')).toHaveValue('');
  const release = page.getByRole('button', { name: 'Back to the plant’s own certificate' });
  await expect(release).toBeDisabled();
  await expectAccessible(page, 'a certificate of one’s own');
  await page.getByLabel('Type “plant” to go on').fill('plant');
  await release.click();
  await expect(release).toHaveCount(0);
});

const hub = {
  site: '0b9e6a4e-2a3b-4a57-9d61-0c9f1f0a7c11',
  words: 'one two three four five six seven eight',
  hub: null as object | null,
  running: false,
  resting: false,
  lastOkAt: null,
  lastError: null,
  lastErrorAt: null,
  failures: 0,
  nextAt: null,
  industries: [],
  proof: null,
  refusals: [],
};

test('a hub is paired after its words were shown, with what may leave the plant, and ended by its name', async ({
  signedIn: page,
}) => {
  const paired = {
    url: 'https://hub.example',
    name: 'Head office',
    words: 'red green blue cyan pink gold grey teal',
    state: 'waiting',
    share: {
      industries: ['DEMO'],
      alarms: true,
      audit: false,
      commands: false,
      people: false,
      ticks: false,
      live: false,
      field: true,
    },
    bytesPerHour: null,
    pairedBy: 'admin',
    pairedAt: '2026-11-23T05:00:00.000Z',
  };
  let now = hub;
  let asked: unknown = null;
  await page.route('**/api/plant/sync', (route) => route.fulfill({ json: now }));
  await page.route('**/api/plant/sync/code', (route) =>
    route.fulfill({ json: { url: paired.url, words: paired.words, expiresAt: '2026-11-30T05:00:00.000Z' } }),
  );
  await page.route('**/api/plant/sync/pair', (route) => {
    asked = route.request().postDataJSON();
    now = { ...hub, hub: paired };
    return route.fulfill({ json: now });
  });
  await page.route('**/api/plant/sync/unpair', (route) => {
    now = hub;
    return route.fulfill({ json: { revoked: true } });
  });
  await page.goto('/system?tab=hub');
  const form = page.getByRole('form', { name: 'Pair with this hub' });
  await form.getByRole('button', { name: 'Read the code' }).click();
  await expect(form.getByLabel('Pairing code')).toHaveAccessibleDescription(/This is needed/);
  await form.getByLabel('Pairing code').fill('headworks-pair-1:abc');
  await form.getByRole('button', { name: 'Read the code' }).click();
  await expect(form.getByText(paired.words)).toBeVisible();
  await form.getByLabel('The log of commands').check();
  await form.getByLabel('The latest values, while somebody at the hub looks').check();
  const openDay = form.getByLabel('Readings of the day that is still open, every five minutes');
  await expect(openDay).not.toBeChecked();
  await openDay.check();
  // without lines and devices the hub could give back history alone
  await expect(form.getByLabel(/^Lines, devices, tags and write points/)).toBeChecked();
  await form.getByLabel(/^Lines, devices, tags and write points/).uncheck();
  await expectAccessible(page, 'pairing with a hub');
  await form.getByRole('button', { name: 'Pair with this hub' }).click();
  await expect(page.getByText('waits for the hub’s owner to confirm the words')).toBeVisible();
  expect(asked).toEqual({
    code: 'headworks-pair-1:abc',
    share: { ...paired.share, commands: true, ticks: true, live: true, field: false },
    bytesPerHour: null,
  });
  await expect(page.getByRole('form', { name: 'By USB stick' })).toBeVisible();
  await page.getByLabel('Type “Head office” to go on').fill('Head office');
  await page.getByRole('button', { name: 'End the pairing' }).click();
  await expect(page.getByText('This plant sends to no hub.')).toBeVisible();
});

test('a paired plant sends at once, and by a stick where there is no network', async ({ signedIn: page, expectedFaults }) => {
  expectedFaults.push(/status of 400/);
  const standing = {
    ...hub,
    hub: {
      url: 'https://hub.example',
      name: 'Head office',
      words: 'red green blue cyan pink gold grey teal',
      state: 'paired',
      share: {
        industries: ['DEMO'],
        alarms: true,
        audit: false,
        commands: false,
        people: false,
        ticks: false,
        live: false,
        field: true,
      },
      bytesPerHour: null,
      pairedBy: 'admin',
      pairedAt: '2026-11-23T05:00:00.000Z',
    },
    industries: [
      { industryId: 'DEMO', name: 'Sahyadri Beverages, Pune', closedTo: '2026-11-22', provedTo: '2026-11-20', root: null },
    ],
    refusals: [
      { item: '17/20779', code: 'blockOld', tries: 2, firstAt: '2026-11-23T05:00:00.000Z', nextAt: '2026-11-23T06:00:00.000Z' },
    ],
  };
  let now: object = standing;
  const sent: unknown[] = [];
  await page.route('**/api/plant/sync', (route) => route.fulfill({ json: now }));
  await page.route('**/api/plant/sync/runs', (route) => {
    now = { ...standing, running: true };
    return route.fulfill({ status: 201, json: now });
  });
  await page.route('**/api/plant/sync/export', (route) => {
    sent.push(route.request().postDataJSON());
    if (sent.length > 1) return route.fulfill({ json: { files: [{ name: 'headworks-1.hws', bytes: 512 }], days: 42 } });
    const message = 'there is no such folder';
    return route.fulfill({
      status: 400,
      json: { status: 'error', code: 400, message, requestId: 'r', errors: [{ path: 'folder', message }] },
    });
  });
  await page.route('**/api/plant/sync/import', (route) => {
    sent.push(route.request().postDataJSON());
    return route.fulfill({ json: now });
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/system?tab=hub');
  await expect(page.getByRole('row', { name: 'Sahyadri Beverages, Pune 22 Nov 2026 20 Nov 2026' })).toBeVisible();
  await expect(page.getByRole('row', { name: /17\/20779 blockOld 2/ })).toBeVisible();
  await page.getByRole('button', { name: 'Send now' }).click();
  await expect(page.getByText('A round is under way.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send now' })).toBeDisabled();
  const stick = page.getByRole('form', { name: 'By USB stick' });
  await stick.getByLabel('Folder on the server').fill('stick');
  await stick.getByRole('button', { name: 'Write to the folder' }).click();
  await expect(stick.getByLabel('Folder on the server')).toHaveAccessibleDescription(/must be a whole path/i);
  expect(sent).toEqual([]);
  await stick.getByLabel('Folder on the server').fill('/media/stick');
  await stick.getByRole('button', { name: 'Write to the folder' }).click();
  await expect(stick.getByLabel('Folder on the server')).toHaveAccessibleDescription(/there is no such folder/i);
  await stick.getByRole('button', { name: 'Write to the folder' }).click();
  await expect(stick.getByText('1 file with 42 days of single series is written.')).toBeVisible();
  const receipt = (text: string) => ({ name: 'headworks-1.hwr', mimeType: 'application/json', buffer: Buffer.from(text) });
  await stick.locator('input[type=file]').setInputFiles(receipt('no receipt'));
  await expect(stick.getByText('This is no receipt of a hub.')).toBeVisible();
  const signed = { format: 'headworks-result-1', receipt: { text: '{}', signature: 'A'.repeat(86) } };
  await stick.locator('input[type=file]').setInputFiles(receipt(JSON.stringify(signed)));
  await expect(stick.getByText('The receipt is taken in.')).toBeVisible();
  expect(sent).toEqual([{ folder: '/media/stick' }, { folder: '/media/stick' }, signed]);
  await expectAccessible(page, 'a paired hub on a phone');
  await expectToFit(page);
});
