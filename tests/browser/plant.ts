import { setTimeout as wait } from 'node:timers/promises';
import { test as base, expect, type Page } from '@playwright/test';
import { networkAddress } from './networkAddress.ts';

type Credentials = { username: string; password: string };
export const admin: Credentials = { username: 'admin', password: 'demo-admin' };

/** What grants rights asks for the password again where it was typed longer ago than some minutes. */
const renewMs = 120_000;

/** Logins are limited: tests that run quickly wait until there is one again. */
const login = async (url: string, { username, password }: Credentials): Promise<Response> => {
  const response = await fetch(`${url}/api/user/user/login`, {
    headers: { LoginType: 'DEFAULT', 'X-Headworks-Panel': '1', username, password },
  });
  if (response.status !== 429) return response;
  await wait(1000 * Number(response.headers.get('retry-after') ?? 1));
  return login(url, { username, password });
};

/** Logs in through the API and gives what the panel keeps of it; the panel's own way is what login.spec.ts tests. */
export const openSession = async (url: string, credentials: Credentials) => {
  const response = await login(url, credentials);
  if (!response.ok) throw new Error(`login answered ${response.status}: ${await response.text()}`);
  const reply = (await response.json()) as { access_token: string; refresh_token: string };
  return JSON.stringify({ accessToken: reply.access_token, refreshToken: reply.refresh_token, profile: reply });
};

type WorkerFixtures = {
  /** Address of the server that playwright.config.ts started for this worker. */
  serverUrl: string;
  /** What the panel keeps of a session; one login for many tests, because logins are limited. */
  session: () => Promise<string>;
};
type Fixtures = {
  record: string;
  /** A page that is signed in as admin; it opens nothing yet. */
  signedIn: Page;
  /** What the page did that it must never do: errors in the console, requests to elsewhere. */
  faults: string[];
  /** Errors that a test provokes on purpose. */
  expectedFaults: RegExp[];
};

/** Signs a page in with what `openSession` gave, once: signing out stays signed out. */
export const signIn = async (page: Page, record: string): Promise<void> => {
  await page.addInitScript((kept) => {
    // a sandboxed preview within the page has no storage
    if (window.top !== window) return;
    if (sessionStorage.getItem('given') === null) sessionStorage.setItem('headworks.session', kept);
    sessionStorage.setItem('given', '1');
  }, record);
};

/** What Chromium notes where the panel itself lets go of a connection that is not up yet, as at a sign-out on a busy machine. */
const letGo = /WebSocket is closed before the connection is established/;

/** The worker of an installed panel is kept out of the tests, as a page's answers are replaced by some. */
const noWorker = /Service Worker registration blocked by Playwright/;

/** The sandboxed preview of a report runs no script, not even those that the tests bring into every frame. */
const inSandbox = /Blocked script execution in 'about:srcdoc'/;

/** Every test fails when its page logs an error or calls another origin. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  serverUrl: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
    async ({}, use, { parallelIndex }) => {
      const url = process.env[`HEADWORKS_TEST_URL_${parallelIndex}`];
      if (url === undefined) throw new Error('no server was started');
      await use(url.replace(/127\.0\.0\.1|0\.0\.0\.0/, networkAddress() ?? '$&'));
    },
    { scope: 'worker' },
  ],
  session: [
    async ({ serverUrl }, use) => {
      let kept: { record: string; sinceMs: number } | undefined;
      await use(async () => {
        if (kept === undefined || performance.now() - kept.sinceMs > renewMs)
          kept = { record: await openSession(serverUrl, admin), sinceMs: performance.now() };
        return kept.record;
      });
    },
    { scope: 'worker' },
  ],
  record: async ({ session }, use) => use(await session()),
  baseURL: async ({ serverUrl }, use) => use(serverUrl),
  expectedFaults: async ({ serverUrl: _ }, use) => use([]),
  faults: async ({ serverUrl: _ }, use) => use([]),
  page: async ({ page, serverUrl, faults, expectedFaults }, use) => {
    const { host } = new URL(serverUrl);
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') faults.push(`console: ${message.text()}`);
    });
    page.on('pageerror', (error) => faults.push(`page: ${error.message}`));
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.host !== host && url.protocol !== 'data:' && url.protocol !== 'blob:') faults.push(`request: ${request.url()}`);
    });
    page.on('websocket', (socket) => {
      if (new URL(socket.url()).host !== host) faults.push(`socket: ${socket.url()}`);
    });
    await use(page);
    // Judged before the replaced answers go: from there on the page speaks with a server that knows nothing of what the test made up.
    const unexpected = faults.filter(
      (fault) => ![letGo, noWorker, inSandbox, ...expectedFaults].some((expected) => expected.test(fault)),
    );
    // a call that a page repeats may be on its way when its test ends: what replaced its answer must not fail the test
    for (const each of [page.context(), ...page.context().pages()]) await each.unrouteAll({ behavior: 'ignoreErrors' });
    expect(unexpected).toEqual([]);
  },
  signedIn: async ({ page, record }, use) => {
    await signIn(page, record);
    await use(page);
  },
});

export { expect };
