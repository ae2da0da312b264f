import { expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessible } from '../axe.ts';
import { startEmptyServer } from './emptyServer.ts';
import { choose, press, type } from './keyboard.ts';

type Hand = { click(target: Locator): Promise<void>; fill(target: Locator, typed: string): Promise<void> };

const hands: Readonly<Record<string, (page: Page) => Hand>> = {
  'by a pointer': () => ({ click: (target) => target.click(), fill: (target, typed) => target.fill(typed) }),
  'by keys alone': (page) => ({
    click: async (target) => ((await target.getAttribute('type')) === 'radio' ? choose(page, target) : press(page, target)),
    fill: (target, typed) => type(page, target, typed),
  }),
};

/** Counts what a newcomer does: each press, and each field that is filled. */
const newcomer = (hand: Hand) => {
  let acts = 0;
  return {
    acts: () => acts,
    click: async (target: Locator) => {
      acts += 1;
      await hand.click(target);
    },
    fill: async (target: Locator, typed: string) => {
      acts += 1;
      await hand.fill(target, typed);
    },
  };
};

/** What the meter's own display shows now: total with two decimals, cut off, out of its registers 8 to 11. */
const displayOf = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const { accessToken } = JSON.parse(sessionStorage.getItem('headworks.session') ?? '{}') as { accessToken?: string };
    const connectionId = new URLSearchParams(location.search).get('line')?.replaceAll('"', '') ?? '';
    const query = new URLSearchParams({ connectionId, slaveId: '1', space: 'holding', address: '8', count: '4' });
    const answer = await fetch(`/api/plant/registers?${query}`, { headers: { authorization: `Bearer ${accessToken}` } });
    const { words } = (await answer.json()) as { words: number[] };
    const view = new DataView(new ArrayBuffer(8));
    // the low word first
    for (const [at, from] of [1, 0, 3, 2].entries()) view.setUint16(at * 2, words[from] ?? 0);
    const total = view.getInt32(0) + view.getFloat32(4);
    return (Math.floor(total * 10) / 10).toFixed(1);
  });

for (const [how, handOf] of Object.entries(hands))
  test(`a newcomer comes from an empty server to a trusted reading in fewer than 40 clicks and fields, ${how}`, {
    tag: how === 'by a pointer' ? [] : '@full',
  }, async ({ page }) => {
    test.setTimeout(240_000);
    const { code, url, meterPort, stop } = await startEmptyServer();
    const { acts, click, fill } = newcomer(handOf(page));
    const next = (name: string | RegExp) => page.getByRole('button', { name });
    try {
      await page.goto(url);
      await expect(page.getByRole('heading', { name: 'Which code does the server show?' })).toBeVisible();
      await expectAccessible(page, 'setup code');
      await fill(page.getByLabel('Setup code'), code);
      await click(next('Next'));
      await fill(page.getByLabel('Name', { exact: true }), 'Asha Patil');
      await fill(page.getByLabel('E-mail address'), 'asha@plant.example');
      await fill(page.getByLabel('User name'), 'asha');
      await fill(page.getByLabel('Password'), 'short');
      await click(next('Next'));
      await expect(page.getByText('At least 10 characters.')).toBeVisible();
      await expect(page.getByLabel('Password')).toBeFocused();
      await expectAccessible(page, 'owner with a field that needs a look');
      await fill(page.getByLabel('Password'), 'Kaveri-flows-7-north');
      await click(next('Next'));
      await expectAccessible(page, 'language');
      await click(next('Next'));
      await fill(page.getByLabel('Name of the plant'), 'Kaveri Bottling');
      await fill(page.getByLabel('Time zone'), 'Asia/Kolkata');
      await expect(page.getByText(/Now it is the shift day .* at 06:00/)).toBeVisible();
      await expectAccessible(page, 'plant and shift');
      await click(next('Make the plant'));
      await expect(page.getByRole('heading', { name: 'How do others reach this PC?' })).toBeVisible();
      await expectAccessible(page, 'network');
      await expect(page.getByText(/Plain HTTP is answered for/)).toBeVisible();
      await click(next('Next: backups'));
      await expect(page.getByRole('heading', { name: 'Where do the backups go?' })).toBeVisible();
      await expectAccessible(page, 'backups');
      await click(next('Make a recovery kit'));
      // whoever has just made the account is not asked for the password again
      const kit = page.getByRole('dialog', { name: 'Recovery kit' });
      await expect(kit.getByRole('listitem')).toHaveCount(24);
      await expect(kit.getByRole('img', { name: 'The same words as a QR code' })).toBeVisible();
      await expectAccessible(page, 'recovery kit');
      await click(kit.getByRole('button').last());
      await expect(page.getByText('A recovery kit has been made.')).toBeVisible();
      await click(next('Next: first line'));

      // left and taken up again
      await page.reload();
      await fill(page.getByLabel('Address of the gateway or meter'), '127.0.0.1');
      await fill(page.getByLabel('Port', { exact: true }), meterPort);
      await expectAccessible(page, 'line');
      await click(next('Next: model'));
      await fill(page.getByLabel('Maker or model'), 'tuf');
      await click(page.getByRole('radio', { name: /TUF-2000M/ }));
      await expectAccessible(page, 'model');
      await click(next('Next: readings'));
      await expectAccessible(page, 'readings');
      let shown = '';
      for (let reading = 1; reading <= 3; reading += 1) {
        // a newcomer waits until the display has moved
        await expect.poll(() => displayOf(page), { timeout: 30_000 }).not.toBe(shown);
        shown = await displayOf(page);
        await fill(page.getByLabel('Number on the display'), shown);
        await click(page.getByRole('button', { name: 'Compare', exact: true }));
        await expect(page.getByRole('region', { name: 'What does its display show?' }).getByRole('listitem')).toHaveCount(
          reading,
        );
      }
      await click(next(/^Next: unit/));
      await fill(page.getByLabel('Name of the unit'), 'Municipal inlet');
      await expectAccessible(page, 'unit');
      await click(next('Next: trusted reading'));
      await expect(page.getByText(/First trusted reading after \d/)).toBeVisible({ timeout: 60_000 });
      await expect(page.getByText('display agreed with', { exact: false }).first()).toBeVisible();
      await expectAccessible(page, 'trusted reading');
      expect(acts()).toBeLessThan(40);
      await page.getByRole('link', { name: 'To the overview' }).click();
      await page.getByText('All units', { exact: true }).click();
      await expect(page.getByText('Municipal inlet').first()).toBeVisible();
      test.info().annotations.push({ type: 'clicks and fields', description: String(acts()) });
    } finally {
      await stop();
    }
  });
