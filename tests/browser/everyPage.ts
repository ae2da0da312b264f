import type { BrowserContext, Page } from '@playwright/test';

/** Every page inside the frame, with alarm bar, navigation and state of the system. */
export const framedPages = [
  '/',
  '/diagram',
  '/balance',
  '/units',
  '/units/demo-rawTank',
  '/quality',
  '/energy',
  '/groundwater',
  '/rain',
  '/neutrality',
  '/alarms',
  '/commands',
  '/reports',
  '/executive',
  '/summary',
  '/features',
  '/commissioning',
  '/plant',
  '/settings',
  '/system',
  '/account',
  '/diagram/edit',
  '/balance/edit',
] as const;

/** Tabs and tools of pages that hold what their page does not show at first. */
export const tabsOfPages = [
  '/system?tab=hub',
  '/system?tab=network',
  '/settings?tab=devices',
  '/commissioning?tool=device',
  '/commissioning?tool=device&line=demo-process&device=demo-boilerMeter',
  '/commissioning?tool=registers&line=demo-process&device=demo-boilerMeter',
  '/commissioning?tool=tests&line=demo-process&device=demo-boilerMeter',
] as const;

/** Every page of the panel: those inside the frame, and those that fill the window by themselves. */
export const everyPage = [...framedPages, '/first-run', '/wall'] as const;

export type Tab = { path: string; page: Page };

/** Pages that hold several kinds of data, for a look that takes a minute. */
export const fewPages = ['/', '/units/demo-rawTank', '/alarms', '/wall'] as const;

/** What a page says of itself, and where it is at odds with itself. */
export const saidBy = (page: Page) =>
  page.evaluate(() => {
    const strip = document.querySelector('[aria-label="State of the system"]')?.textContent ?? '';
    return {
      /** A page that has not drawn anything yet says nothing, and has nothing old. */
      drawn: document.querySelector('h1') !== null,
      /** A field for a password is on the page of one's own account too. */
      signedIn: document.querySelector('h1')?.textContent !== 'Sign in',
      loading: document.querySelectorAll('[role="status"][aria-label="Loading"]').length,
      /** Nothing newer is known, and since when. */
      lost: /Not known since/.test(document.querySelector('[data-lost]')?.textContent ?? ''),
      live: /live, /.test(strip),
      running: /running/.test(strip),
      old: [...document.querySelectorAll('[data-stale], main [role="alert"]')]
        .map((one) => one.textContent ?? '')
        .filter((words) => words !== ''),
    };
  });
export type Said = Awaited<ReturnType<typeof saidBy>>;

/** Each page in a tab of its own, so that one fault meets all of them. */
export const openAll = async (context: BrowserContext, url: string, paths: readonly string[] = everyPage): Promise<Tab[]> => {
  const tabs: Tab[] = [];
  for (const path of paths) {
    const page = await context.newPage();
    await page.goto(url + path);
    tabs.push({ path, page });
  }
  return tabs;
};

/** A look at a page and the pause behind it, at most: what is beyond that the machine was busy with others. */
const mostOfLookMs = 1000;

/** Milliseconds until each page is as wanted, those that never were with what they say instead. */
export const whenAll = async (tabs: readonly Tab[], wanted: (said: Said) => boolean, patienceMs: number) => {
  const began = performance.now();
  return await Promise.all(
    tabs.map(async ({ path, page }) => {
      let [lookedMs, countedMs] = [began, 0];
      for (;;) {
        const said = await saidBy(page);
        const nowMs = performance.now();
        countedMs += Math.min(nowMs - lookedMs, mostOfLookMs);
        lookedMs = nowMs;
        const ms = Math.round(nowMs - began);
        if (wanted(said)) return { path, ms, said: null };
        if (countedMs > patienceMs) return { path, ms, said };
        await new Promise((wake) => setTimeout(wake, 300));
      }
    }),
  );
};
