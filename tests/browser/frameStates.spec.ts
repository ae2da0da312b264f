import type { Page } from '@playwright/test';
import { type AlarmTemplate, alarmTemplates } from '../../server/contract/model/alarmTexts.ts';
import { expectAccessible } from './axe.ts';
import { expectToFit } from './fits.ts';
import { expect, openSession, signIn, test } from './plant.ts';
import { reportAlarm } from './reportAlarm.ts';

/** Phones on their side, laptops at twice the size, and phones held upright, small ones and one whose browser shows its own bars. */
const windows = [
  [844, 390],
  [740, 360],
  [667, 375],
  [683, 384],
  [640, 400],
  [390, 844],
  [360, 640],
  [360, 560],
] as const;

const longest = (part: keyof AlarmTemplate): string =>
  Object.entries(alarmTemplates).reduce((most, one) => (one[1][part].length > most[1][part].length ? one : most))[0];
const withoutAction = Object.entries(alarmTemplates).find(([, { action }]) => action === '')?.[0];
const params = {
  ...{ unit: 'Common effluent treatment plant, second stage', param: 'suspended solids', source: 'set for this unit' },
  ...{ v: 12_345.67, u: 'm3/h', thr: 12_345, b: 1234.5, q: 123, n: 12, h: 123, min: 12_345, pct: 123, z: 4.5, proj: 12_345 },
  ...{ lossKLD: 1234.56, bandKLD: 12.3, baselineZ: 4, at: '14:35', since: '2026-11-20', date: '2026-11-20', measure: 'm3' },
};
const many = (code: string | undefined) =>
  Array.from({ length: 140 }, (_, at) => ({
    ...{ id: `made-${at}`, insight: false, state: 'unack', priority: 1, raisedAt: '2026-11-20T10:00:00Z' },
    ...{ acknowledgedAt: null, clearedAt: null, unitName: params.unit, message: { code, params } },
  }));
const seen = many('counterReset').map((alarm) => ({ ...alarm, state: 'ack', acknowledgedAt: alarm.raisedAt }));
const longestAlarms = many(longest('action'));

type Frame = { name: string; alarms: object[]; lost?: true; fails?: true; acknowledge?: true };
const frames: Frame[] = [
  { name: 'no alarm', alarms: [] },
  { name: 'every alarm acknowledged', alarms: seen },
  { name: 'the longest action', alarms: longestAlarms },
  { name: 'the longest title', alarms: many(longest('title')) },
  { name: 'nothing to do', alarms: many(withoutAction) },
  { name: 'calls that fail', alarms: longestAlarms, fails: true },
  { name: 'a lost link', alarms: [], lost: true },
  {
    name: 'a lost link while alarms wait, and one whose acknowledgement is not sent',
    alarms: longestAlarms,
    lost: true,
    acknowledge: true,
  },
];

/** The plant, its link and its answers are as the frame wants them. */
const inState = async (page: Page) => {
  let now: Frame = { name: '', alarms: [] };
  const sockets: { close: () => Promise<void> }[] = [];
  await page.routeWebSocket(/./, (socket) => {
    if (now.lost) return void socket.close();
    socket.connectToServer();
    sockets.push(socket);
  });
  await page.route('**/api/**', async (route) => {
    if (now.lost) return route.abort();
    if (now.fails && !/alarms|health/.test(route.request().url()))
      return route.fulfill({ status: 500, json: { status: 'error', code: 500, message: 'Internal error', requestId: 'req-1' } });
    if (!/plant\/alarms$/.test(route.request().url())) return route.fallback();
    const response = await route.fetch({ maxRetries: 3 });
    const body = await response.json();
    const [like] = body.alarms;
    return route.fulfill({ response, json: { ...body, alarms: now.alarms.map((alarm) => ({ ...like, ...alarm })) } });
  });
  return async (frame: Frame, language: string) => {
    const { lost, ...answered } = frame;
    now = answered;
    await page.goto(`/units/demo-rawTank?language=${language}`);
    await expect(page.locator('#alarms ul')).toBeAttached();
    if (!lost) return;
    now = frame;
    for (const socket of sockets.splice(0)) await socket.close();
    await expect(page.locator('[data-lost]').first()).toBeVisible();
    if (frame.acknowledge) await page.locator('#alarms [data-ack]').click();
  };
};

/** Half of the window is the page’s, and what an alarm says and asks can be read and pressed. */
const expectHalf = async (page: Page, what: string, may: { acknowledge: boolean }) => {
  for (const [width, height] of windows) {
    const where = `${what}, ${width} x ${height}`;
    await page.setViewportSize({ width, height });
    const ratio = () => page.getByRole('main').evaluate((one) => one.clientHeight / innerHeight);
    await expect.poll(ratio, { message: where }).toBeGreaterThanOrEqual(0.5);
    await expectToFit(page, where);
    const bar = page.locator('#alarms');
    const overhang = () => bar.evaluate((one) => one.scrollWidth - one.clientWidth);
    await expect.poll(overhang, { message: where }).toBeLessThanOrEqual(0);
    if (!may.acknowledge) continue;
    // what the bar says of a lost link changes each second
    await expect(async () => {
      const box = await bar.locator('[data-ack]').boundingBox();
      expect(box?.height, where).toBeGreaterThanOrEqual(44);
      expect((box?.x ?? 0) + (box?.width ?? width), where).toBeLessThanOrEqual(width);
      const sentence = await bar.getByRole('link').first().boundingBox();
      expect(sentence?.width, where).toBeGreaterThan(110);
    }).toPass({ timeout: 20_000 });
  }
};

for (const language of ['en-GB', 'hi-IN'])
  test(`half of a low or small window is the page’s own whatever the frame has to say, in ${language}`, {
    tag: language === 'hi-IN' ? '@full' : [],
  }, async ({ signedIn: page, expectedFaults }) => {
    test.slow();
    expectedFaults.push(/status of 500|ERR_FAILED|WebSocket/);
    await page.addInitScript((locale) => localStorage.setItem('headworks.locale', locale), language);
    const show = await inState(page);
    for (const frame of frames) {
      await page.setViewportSize({ width: 844, height: 390 });
      await show(frame, language);
      const waits = frame.alarms.length > 0 && frame.alarms !== seen;
      await expectHalf(page, frame.name, { acknowledge: waits });
      if (waits) await expectAccessible(page, frame.name);
    }
  });

test('half of a low window is the page’s own for those who may only look', async ({ page, serverUrl }) => {
  await signIn(page, await openSession(serverUrl, { username: 'viewer', password: 'demo-viewer' }));
  const show = await inState(page);
  await show({ name: 'alarms', alarms: longestAlarms }, 'en-GB');
  await expectHalf(page, 'viewer', { acknowledge: false });
});

test('a page at four times the size scrolls as a whole, and the alarm stays in sight', async ({ signedIn: page }) => {
  const show = await inState(page);
  await show({ name: 'alarms', alarms: longestAlarms }, 'en-GB');
  await page.setViewportSize({ width: 320, height: 256 });
  await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded();
  const bar = page.locator('#alarms');
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  await expect.poll(height).toBeGreaterThan(900);
  await expect(bar.locator('[data-ack]')).toBeInViewport();
  await page.evaluate(() => scrollTo({ top: 900 }));
  await expect(bar.locator('[data-ack]')).toBeInViewport();
  expect(await height()).toBeGreaterThan(900);
});

test('what the alarm bar cuts is read whole where its title leads', async ({ signedIn: page, serverUrl, record }) => {
  await reportAlarm(page, serverUrl, record);
  await page.goto('/units');
  const alarm = page.locator('#alarms').getByRole('link', { name: /^Alarm: / });
  const title = (await alarm.innerText()).trim();
  await alarm.click();
  await expect(page).toHaveURL(/\/alarms\?.*alarm=/);
  await expect(page.getByRole('dialog').or(page.getByRole('complementary')).filter({ hasText: title }).first()).toBeVisible();
});
