/** A command is held by a finger: one that slides away has changed its mind. */
import { expect, test } from '../plant.ts';

test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

for (const [way, x, y] of [
  ['upwards', 0, -200],
  ['sideways', 195, 0],
] as const)
  test(`a finger that slides ${way} off a command sends nothing`, async ({ signedIn: page }) => {
    const sent: string[] = [];
    await page.route('**/api/user/plc/**', (route) => {
      if (route.request().method() === 'GET') return route.fallback();
      sent.push(route.request().url());
      return route.abort();
    });
    await page.goto('/commands?point=demo-line3Valve');
    const hold = page.getByRole('button', { name: /: Line 3 inlet valve/ });
    await expect(hold).toBeEnabled();
    await hold.scrollIntoViewIfNeeded();
    const box = (await hold.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const [fromX, fromY] = [box.x + box.width / 2, box.y + box.height / 2];
    const finger = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints: at === undefined ? [] : [at] });
    await touch('touchStart', { x: fromX, y: fromY });
    await expect(hold).toHaveAttribute('data-held', 'true');
    for (const part of [0.25, 0.5, 0.75, 1]) await touch('touchMove', { x: fromX + part * x - 1, y: fromY + part * y });
    await expect(hold).not.toHaveAttribute('data-held', 'true');
    await touch('touchEnd');
    expect(sent).toEqual([]);
  });
