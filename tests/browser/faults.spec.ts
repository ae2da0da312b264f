/** What a server does that is killed, hangs, refuses or fails: every page says so in time, agrees with itself, and heals without a click. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, test as base, expect } from '@playwright/test';
import { type RunningServer, startServer } from '../startServer.ts';
import { fewPages, framedPages, openAll, type Said, saidBy, type Tab, tabsOfPages, whenAll } from './everyPage.ts';
import { admin, openSession } from './plant.ts';

/** The promise is 5 s; the rest is what looking at several tabs takes on a busy machine. */
const promiseMs = 5000 + 2500;
const healingMs = 40_000;
/**
 * Beside others on its line, a device that did not answer in time is asked again within 50 s (`server/field/polling/probeTimes.ts`): until
 * then a page that is healed rightly shows its value as old.
 */
const settleMs = 90_000;

type Plant = { server: RunningServer; folder: string; context: BrowserContext; tabs: Tab[] };

const settled = (said: Said): boolean => said.drawn && said.loading === 0 && !said.lost && said.old.length === 0 && said.signedIn;
/** Whatever a page asks for is answered again; a value may be old that the server has no newer one of. */
const healed = ({ drawn, loading, lost, old, signedIn: isIn }: Said): boolean =>
  drawn && loading === 0 && !lost && isIn && !old.some((words) => /\bas of\b|could not be loaded/i.test(words));
const late = <T extends { said: Said | null }>(all: readonly T[]): T[] => all.filter(({ said }) => said !== null);
const signedIn = async (context: BrowserContext, url: string): Promise<void> => {
  const record = await openSession(url, admin);
  await context.addInitScript((kept) => sessionStorage.setItem('headworks.session', kept), record);
};

const later = ['@full', '@everyPage'] as const;
/** Each on one server: a person may have five live connections at a time, and more tabs starve each other. */
const most = 5;
const rest = [...framedPages, ...tabsOfPages].filter((path) => !fewPages.some((one) => one === path));
const groups: readonly { of: string; paths: readonly string[]; tag: readonly string[] }[] = [
  { of: 'four pages', paths: fewPages, tag: [] },
  ...Array.from({ length: Math.ceil(rest.length / most) }, (_, at) => rest.slice(at * most, (at + 1) * most)).map((paths) => ({
    of: paths.join(', '),
    paths,
    tag: later,
  })),
];

/** A server of one's own, because it is killed, and some pages open on it. */
const test = base.extend<{ plant: Plant; paths: readonly string[] }>({
  paths: [fewPages, { option: true }],
  plant: async ({ browser, paths }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'headworks-faults-'));
    const server = await startServer(['--demo', '--data', folder], { HEADWORKS_DEMO_DAYS: '40' });
    const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1366, height: 768 } });
    await signedIn(context, server.url);
    const plant: Plant = { server, folder, context, tabs: await openAll(context, server.url, paths) };
    expect(late(await whenAll(plant.tabs, settled, settleMs))).toEqual([]);
    await use(plant);
    await context.close();
    plant.server.process.kill('SIGCONT');
    await plant.server.stop();
    await rm(folder, { recursive: true, force: true });
  },
});

test.describe.configure({ timeout: 400_000 });

const expectHealed = async (tabs: readonly Tab[]): Promise<void> => {
  expect(late(await whenAll(tabs, healed, healingMs))).toEqual([]);
  expect(late(await whenAll(tabs, settled, settleMs))).toEqual([]);
};

/** Nothing is said to be live, and the server not to run, while the link is lost. */
const agrees = ({ lost, live, running }: Said): boolean => !(lost && (live || running));
const odd = async (tabs: readonly Tab[]): Promise<string[]> => {
  const said = await Promise.all(tabs.map(async ({ path, page }) => ({ path, said: await saidBy(page) })));
  return said.filter((one) => !agrees(one.said)).map(({ path }) => path);
};

for (const { of, paths, tag } of groups) {
  test.describe(of, { tag: [...tag] }, () => {
    test.use({ paths });

    test('a server that hangs, then is killed and started again: shown within 5 s on every page, healed without a click', async ({
      plant,
    }) => {
      const { server, tabs, folder } = plant;
      server.process.kill('SIGSTOP');
      expect(late(await whenAll(tabs, ({ lost }) => lost, promiseMs))).toEqual([]);
      // the calls under way end too
      await tabs[0]?.page.waitForTimeout(12_000);
      expect(late(await whenAll(tabs, (said) => said.lost && agrees(said), 2000))).toEqual([]);
      server.process.kill('SIGCONT');
      await expectHealed(tabs);

      server.process.kill('SIGKILL');
      expect(late(await whenAll(tabs, ({ lost }) => lost, promiseMs))).toEqual([]);
      await tabs[0]?.page.waitForTimeout(8000);
      expect(await odd(tabs)).toEqual([]);
      const { port } = new URL(server.url);
      plant.server = await startServer(['--demo', '--data', folder, '--port', port], { HEADWORKS_DEMO_DAYS: '40' });
      await expectHealed(tabs);
    });

    for (const { name, status, headers } of [
      { name: 'asks for fewer requests (429)', status: 429, headers: { 'retry-after': '5' } },
      { name: 'fails (500)', status: 500, headers: {} },
    ]) {
      test(`a server that ${name}: every page is refused, says so within 5 s, and heals without a click`, async ({ plant }) => {
        const { context, tabs, server } = plant;
        // after a hang every page asks all it shows anew, also one of months that asks every five minutes as a rule
        server.process.kill('SIGSTOP');
        expect(late(await whenAll(tabs, ({ lost }) => lost, promiseMs))).toEqual([]);
        const refused = new Set<string>();
        const body = { status, error: name, message: name, code: status, retryAfterSeconds: 5 };
        await context.route(/\/api\/(plant|user)\//, async (route) => {
          const tab = tabs.find(({ page }) => page === route.request().frame().page());
          if (tab !== undefined) refused.add(tab.path);
          await route.fulfill({ status, headers, json: body });
        });
        server.process.kill('SIGCONT');
        const silentSince = new Map<string, number>();
        const silent = new Set<string>();
        const saying = new Set<string>();
        const until = performance.now() + healingMs;
        while (performance.now() < until && saying.size < tabs.length) {
          for (const { path, page } of tabs) {
            const { old, lost } = await saidBy(page);
            if (!lost && old.length > 0) saying.add(path);
            if (lost || old.length > 0 || !refused.has(path)) silentSince.delete(path);
            else if (!silentSince.has(path)) silentSince.set(path, performance.now());
            if (performance.now() - (silentSince.get(path) ?? Number.POSITIVE_INFINITY) > promiseMs) silent.add(path);
          }
          await tabs[0]?.page.waitForTimeout(200);
        }
        expect([...silent]).toEqual([]);
        expect(tabs.flatMap(({ path }) => (refused.has(path) ? [] : path))).toEqual([]);
        expect(tabs.flatMap(({ path }) => (saying.has(path) ? [] : path))).toEqual([]);
        await context.unroute(/\/api\/(plant|user)\//);
        await expectHealed(tabs);
      });
    }

    test('a session that is revoked: every page asks to sign in within 5 s, and says why', async ({ plant }) => {
      const { server, tabs } = plant;
      const record = await tabs[0]?.page.evaluate(() => sessionStorage.getItem('headworks.session'));
      const { accessToken } = JSON.parse(record ?? '{}') as { accessToken: string };
      const ended = await fetch(`${server.url}/api/user/user/logout`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${accessToken}` },
      });
      expect(ended.status).toBe(200);
      expect(late(await whenAll(tabs, ({ signedIn: is }) => !is, promiseMs))).toEqual([]);
      for (const { path, page } of tabs)
        await expect(page.getByRole('status').or(page.getByRole('alert')).first(), path).toBeVisible();
    });
  });
}
