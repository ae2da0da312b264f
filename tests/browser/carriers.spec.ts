import { expect, test } from './plant.ts';

const paths = [
  ...[
    '/',
    '/diagram',
    '/balance',
    '/units',
    '/quality',
    '/energy',
    '/groundwater',
    '/rain',
    '/neutrality',
    '/alarms',
    '/commands',
  ],
  ...[
    '/reports',
    '/executive',
    '/summary',
    '/features',
    '/commissioning',
    '/settings',
    '/settings?tab=devices',
    '/system',
    '/wall',
  ],
];
/** Runs where a page takes it for markup, and says so. */
const script = '<img src=x onerror="window.carried=1"><script>window.carried=1</script>';
/** Fields that people fill with words of their own. */
const theirs =
  /^(name|.*Name|label|title|body|action|text|note|remark|reason|comment|displayName|group|model|platform|location)$/;

const hostile = (value: unknown, name = ''): unknown => {
  if (typeof value === 'string')
    return theirs.test(name) && value !== '' && !/^[A-Z_]+$/.test(value) ? `${script} ${value}` : value;
  if (Array.isArray(value)) return value.map((one) => hostile(one, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, hostile(one, key)]));
};

test('words of people run on no page, whatever they hold: names, labels, comments, reasons', async ({
  signedIn: page,
  expectedFaults,
}) => {
  test.setTimeout(180_000);
  // what is refused is refused for its form, as any broken answer would be
  expectedFaults.push(/Failed to load resource/);
  // a report is shown in a sandbox, where even the test's own script may not reach the session
  expectedFaults.push(/sandboxed and lacks the 'allow-same-origin'/);
  let dialogs = 0;
  page.on('dialog', (dialog) => {
    dialogs += 1;
    void dialog.dismiss();
  });
  await page.route(/\/api\/(plant|user)\//, async (route) => {
    const response = await route.fetch({ maxRetries: 3 });
    if (!/json/.test(response.headers()['content-type'] ?? '') || !response.ok()) return route.fulfill({ response });
    await route.fulfill({ response, json: hostile(await response.json()) });
  });
  let shown = 0;
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0, { timeout: 20_000 });
    const { carried, elements, words } = await page.evaluate(() => ({
      carried: Reflect.get(window, 'carried'),
      elements: document.querySelectorAll('img[src="x"], [onerror], body script').length,
      words: document.body.textContent?.includes('onerror=') ?? false,
    }));
    expect({ path, carried, elements }).toEqual({ path, carried: undefined, elements: 0 });
    if (words) shown += 1;
  }
  expect(dialogs).toBe(0);
  // the words were there to be seen
  expect(shown).toBeGreaterThan(paths.length / 2);
});
