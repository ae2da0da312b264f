/**
 * What the panel costs in a browser, on a demo plant: until the first page can be used, at rest, for one step of panning a year, and for
 * one of dragging in a large drawing. Times of work are of the main thread alone, so that a busy machine hardly counts; times until a page
 * is there do count it. Needs Chromium (HEADWORKS_CHROMIUM names one).
 */
import type { CDPSession, Page } from '@playwright/test';
import { dragWork } from '../tests/browser/dragWork.ts';
import { largeBalance, largeDiagram } from '../tests/browser/largeDrawings.ts';
import { openDemo } from './browser/openDemo.ts';

const rounds = 3;
const stepsARound = 4;
const restSeconds = Number(process.env.HEADWORKS_BENCH_REST ?? 60);
let missed = false;

const line = (name: string, value: number, unit: string, goal: number): void => {
  if (value > goal) missed = true;
  console.log(`${name} ${value.toFixed(value < 10 ? 1 : 0)} ${unit} (goal at most ${goal})`);
};
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const { server, browser, record, close } = await openDemo(90);

const open = async (viewport: { width: number; height: number }): Promise<{ page: Page; cdp: CDPSession }> => {
  const context = await browser.newContext({ viewport, locale: 'en-GB', serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.addInitScript((kept) => sessionStorage.setItem('headworks.session', kept), record);
  return { page, cdp: await context.newCDPSession(page) };
};

/** Milliseconds from the navigation until the verdict and the figures of today are there. */
const untilUsable = async (page: Page): Promise<number> => {
  await page.goto(server.url, { waitUntil: 'commit' });
  return await page.evaluate(
    () =>
      new Promise<number>((done) => {
        const look = (): void => {
          const ready = document.querySelector('[aria-label="Today so far"]') !== null;
          if (ready) done(performance.now());
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
};

const firstPage = async (): Promise<void> => {
  const desktop: number[] = [];
  const phone: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const one = await open({ width: 1366, height: 768 });
    desktop.push(await untilUsable(one.page));
    await one.page.context().close();
    const two = await open({ width: 390, height: 844 });
    await two.cdp.send('Network.enable');
    await two.cdp.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 150,
      downloadThroughput: 1_600_000 / 8,
      uploadThroughput: 750_000 / 8,
    });
    await two.cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    phone.push(await untilUsable(two.page));
    await two.page.context().close();
  }
  line('panel.firstPage', median(desktop), 'ms', 1000);
  line('panel.firstPageSlowPhone', median(phone), 'ms', 3000);
};

const metricsOf = async (cdp: CDPSession): Promise<Record<string, number>> => {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
};

const atRest = async (): Promise<void> => {
  const { page, cdp } = await open({ width: 1366, height: 768 });
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  await cdp.send('Network.enable');
  await untilUsable(page);
  await page.waitForTimeout(5000);
  let bytes = 0;
  const paths = new Map<string, number>();
  const names = new Map<string, string>();
  cdp.on('Network.responseReceived', ({ requestId, response }) => names.set(requestId, new URL(response.url).pathname));
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes += encodedDataLength;
    const name = names.get(requestId) ?? '';
    paths.set(name, (paths.get(name) ?? 0) + encodedDataLength);
  });
  const before = await metricsOf(cdp);
  await page.waitForTimeout(restSeconds * 1000);
  const after = await metricsOf(cdp);
  for (const [name, sum] of paths) console.log(`  ${(sum / 1000).toFixed(1)} kB ${name}`);
  line('panel.restKbAMinute', (bytes / 1000) * (60 / restSeconds), 'kB', 20);
  line('panel.restCpu', (100 * ((after.TaskDuration ?? 0) - (before.TaskDuration ?? 0))) / restSeconds, '% of a core', 3);
  await page.context().close();
};

const panning = async (): Promise<void> => {
  const { page, cdp } = await open({ width: 1366, height: 900 });
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const sent: number[] = [];
  page.on('response', (response) => {
    if (!response.url().includes('/api/plant/trend') || !response.ok()) return;
    const read = response.json() as Promise<{ slots?: unknown[]; at?: unknown[]; values?: unknown[] }>;
    // what is asked as the page goes on to its own address is answered for nobody
    void read.then(
      (body) => {
        sent.push(Math.max(0, ...Object.values(body).map((one) => (Array.isArray(one) ? one.length : 0))));
      },
      () => undefined,
    );
  });
  const nowS = Math.floor(Date.now() / 300_000) * 300;
  const zoom = JSON.stringify([nowS - 60 * 86_400, nowS - 30 * 86_400]);
  await page.goto(`${server.url}/units/demo-rawTank?range=year&compare=none&step=slot&zoom=${encodeURIComponent(zoom)}`);
  const plot = page.getByRole('application', { name: /^Chart of / });
  await plot.locator('canvas').first().waitFor();
  await page.waitForTimeout(4000);
  const box = await plot.boundingBox();
  if (box === null) throw new Error('no trend is drawn');
  // found once: how the tools find it by its role is no work of the page
  const chart = await plot.elementHandle();
  if (chart === null) throw new Error('no trend is drawn');
  const before = page.url();
  const work: number[] = [];
  // a few steps a frame apart, then a rest, in which the page fetches what it sees now: that is no part of a step
  for (let round = 0; round < 20; round += 1) {
    await page.waitForTimeout(1500);
    const began = (await metricsOf(cdp)).TaskDuration ?? 0;
    await chart.evaluate(async (drawn, steps) => {
      const over = [...drawn.children].at(-1);
      for (let step = 0; step < steps; step += 1) {
        over?.dispatchEvent(new WheelEvent('wheel', { deltaY: -25, shiftKey: true, bubbles: true, cancelable: true }));
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      }
    }, stepsARound);
    work.push((1000 * (((await metricsOf(cdp)).TaskDuration ?? 0) - began)) / stepsARound);
  }
  await page.waitForTimeout(1500);
  const [from, to] = [before, page.url()].map((url) => Number(/zoom=%5B(\d+)/.exec(url)?.[1]));
  const movedDays = ((from ?? Number.NaN) - (to ?? Number.NaN)) / 86_400;
  if (!(movedDays > 1)) throw new Error(`the trend was moved by ${movedDays} days: nothing was panned`);
  console.log(`  ${work.length * stepsARound} steps over ${movedDays.toFixed(1)} days, median ${median(work).toFixed(1)} ms`);
  const p95 = work.toSorted((a, b) => a - b)[Math.ceil(work.length * 0.95) - 1] ?? Number.NaN;
  line('panel.yearPoints', Math.max(...sent) / box.width, 'points a pixel', 2);
  line('panel.panStepP95', p95, 'ms', 20);
  await page.context().close();
};

/** A node of 500 is dragged in the editor of the balance, and a symbol of 500 in that of the diagram. */
const dragging = async (): Promise<void> => {
  for (const [name, address, path, drawing] of [
    ['balance', '**/api/user/waterBalance/graphEditor', '/balance/edit', largeBalance(7)],
    ['diagram', '**/api/user/scada/graphEditor**', '/diagram/edit', largeDiagram()],
  ] as const) {
    const { page } = await open({ width: 1366, height: 768 });
    await page.route(address, (route) => route.fulfill({ json: drawing }));
    const work: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await page.goto(`${server.url}${path}`);
      await page.locator('.react-flow__node').first().waitFor();
      work.push(await dragWork(page, page.locator('.react-flow__node').first()));
    }
    line(`panel.${name}DragStep`, median(work), 'ms', 20);
    await page.context().close();
  }
};

try {
  const wanted = process.env.HEADWORKS_BENCH_PARTS?.split(',');
  for (const [name, part] of Object.entries({ firstPage, atRest, panning, dragging }))
    if (wanted === undefined || wanted.includes(name)) await part();
} finally {
  await close();
}
process.exitCode = missed ? 1 : 0;
