import { expect, type Locator, type Page } from '@playwright/test';

const steps = 30;

/** Where a node is once the drawing rests: it is fitted to its frame after its nodes are there. */
const restingPlace = async (node: Locator): Promise<{ x: number; y: number }> => {
  let last: { x: number; y: number } | null = null;
  const rests = async () => {
    const before = last;
    last = await node.boundingBox();
    return last !== null && before !== null && last.x === before.x && last.y === before.y;
  };
  await expect.poll(rests, { intervals: [300] }).toBe(true);
  return last ?? { x: Number.NaN, y: Number.NaN };
};

/** Drags a drawn node in small steps, and says how much of the main thread each took, in thread time, ms. */
export const dragWork = async (page: Page, node: Locator): Promise<number> => {
  const { x, y } = await restingPlace(node);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  // the pictures that Playwright takes of each step are no work of the panel
  const workMs = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    const seconds = (name: string) => metrics.find((one) => one.name === name)?.value ?? 0;
    return 1000 * (seconds('TaskDuration') - seconds('DevToolsCommandDuration'));
  };
  await page.mouse.move(x + 40, y + 20);
  await page.mouse.down();
  await page.mouse.move(x + 60, y + 30);
  // choosing the node fills the properties beside it once, which is no step of the drag
  for (let frame = 0; frame < 3; frame += 1) await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
  const before = await workMs();
  for (let step = 1; step <= steps; step += 1) {
    await page.mouse.move(x + 60 + 4 * step, y + 30 + 2 * step);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
  }
  const stepMs = ((await workMs()) - before) / steps;
  await page.mouse.up();
  return stepMs;
};
