/**
 * Whether the Overview keeps its memory through a shift: hours of messages by a fake clock, and the heap after collection early and late.
 * Half a minute of a real connection is said again and again, each message at its own later time, with its beats, so that the page is live
 * all along. The page's connection and calls are answered within the page: what the tools of the browser keep of each call would count as
 * its own. HEADWORKS_BENCH_HOURS says how many (8). Needs Chromium (HEADWORKS_CHROMIUM names one).
 */
import { openDemo } from './browser/openDemo.ts';

const hours = Number(process.env.HEADWORKS_BENCH_HOURS ?? 8);
const heardMs = 30_000;
/** Messages of so long are said at once: less than the silence after which a link is lost. */
const stepMs = 4000;
/** By then all code that runs at rest has run and is compiled. */
const settledMinutes = 30;

type Fake = { say: (text: string) => void; opened: number };
type Faked = typeof globalThis & { fake: Fake };

/** In the page, before its own script: a socket that says what it is told, and calls that are answered as the first time. */
const fakeServer = ({ hello, token }: { hello: string; token: string }): void => {
  const sockets = new Set<Socket>();
  const fake: Fake = {
    opened: 0,
    say: (text) => {
      for (const one of sockets) one.onmessage?.({ data: text });
    },
  };
  class Socket {
    onmessage: ((event: { data: string }) => void) | null = null;
    onclose: (() => void) | null = null;
    constructor() {
      fake.opened += 1;
      sockets.add(this);
      const greeting = hello.replaceAll(/"at":"[^"]+"/g, `"at":"${new Date().toISOString()}"`);
      setTimeout(() => this.onmessage?.({ data: greeting }), 20);
    }
    send(): void {}
    close(): void {
      sockets.delete(this);
    }
  }
  // their texts: a response that is cloned again and again keeps a part of each clone
  const answers = new Map<string, { text: string; init: ResponseInit }>();
  const really = fetch;
  const faked = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const address = String(input instanceof Request ? input.url : input);
    const known = answers.get(address);
    if (known !== undefined) return new Response(known.text, known.init);
    const headers = new Headers(init?.headers);
    headers.set('authorization', `Bearer ${token}`);
    const response = await really(input, { ...init, headers });
    if (!response.ok) return response;
    const kept = { text: await response.text(), init: { status: response.status, headers: [...response.headers] } };
    answers.set(address, kept);
    return new Response(kept.text, kept.init);
  };
  Object.assign(globalThis, { fake, WebSocket: Socket, fetch: faked });
};

/** The token as the page reads it, good for all those hours; no server would take it. */
const lasting = (token: string): string => {
  const [head, body = '', signature] = token.split('.');
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as { exp: number };
  return [
    head,
    Buffer.from(JSON.stringify({ ...claims, exp: claims.exp + (hours + 1) * 3600 })).toString('base64url'),
    signature,
  ].join('.');
};

const { server, browser, record, close } = await openDemo(40);
let missed = false;
try {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'en-GB', serviceWorkers: 'block' });
  const session = JSON.parse(record) as { accessToken: string };
  const signIn = (kept: string): void => sessionStorage.setItem('headworks.session', kept);

  const heard: { text: string; afterMs: number }[] = [];
  const real = await context.newPage();
  await real.addInitScript(signIn, record);
  const beganMs = performance.now();
  real.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => heard.push({ text: String(payload), afterMs: performance.now() - beganMs })),
  );
  await real.goto(server.url);
  await real.waitForTimeout(heardMs);
  await real.close();
  const typeOf = ({ text }: { text: string }): unknown => (JSON.parse(text) as { type?: unknown }).type;
  const hello = heard.find((one) => typeOf(one) === 'hello');
  const rest = heard.filter((one) => ['reading', 'beat'].includes(String(typeOf(one))));
  if (hello === undefined || rest.length < 20) throw new Error('the server said too little');

  const page = await context.newPage();
  await page.addInitScript(fakeServer, { hello: hello.text, token: session.accessToken });
  await page.addInitScript(signIn, JSON.stringify({ ...session, accessToken: lasting(session.accessToken) }));
  const cdp = await context.newCDPSession(page);
  await cdp.send('Performance.enable');
  await page.clock.install();
  await page.goto(server.url);
  let nowMs = 0;
  const goOn = async (ms: number): Promise<void> => {
    await page.clock.fastForward(ms);
    nowMs += ms;
  };
  const heap = async (): Promise<number> => {
    for (let again = 0; again < 3; again += 1) await cdp.send('HeapProfiler.collectGarbage');
    const { metrics } = await cdp.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN) / 1e6;
  };
  await page.getByLabel('Today so far').waitFor();
  // from here on its clock goes only as it is told
  nowMs = (await page.evaluate(() => Date.now())) + 2000;
  await page.clock.pauseAt(nowMs);

  const each = heardMs / rest.length;
  const bunch = Math.max(1, Math.floor(stepMs / each));
  const beganRunning = performance.now();
  let [said, early] = [0, Number.NaN];
  for (let runMs = 0; runMs < hours * 3_600_000; ) {
    const texts = Array.from({ length: bunch }, (_, at) => {
      const time = new Date(nowMs + at * each).toISOString();
      return (rest[(said + at) % rest.length]?.text ?? '').replaceAll(/"at":"[^"]+"/g, `"at":"${time}"`);
    });
    await page.evaluate((all) => {
      for (const text of all) (globalThis as Faked).fake.say(text);
    }, texts);
    said += bunch;
    const ms = Math.round(bunch * each);
    await goOn(ms);
    const minutes = Math.floor((runMs + ms) / 60_000);
    const isFull = minutes > Math.floor(runMs / 60_000);
    runMs += ms;
    if (isFull && minutes === Math.min(settledMinutes, Math.floor(hours * 15))) early = await heap();
    if (isFull && minutes % 60 === 0)
      console.log(
        `  ${minutes / 60} h after ${((performance.now() - beganRunning) / 1000).toFixed(0)} s: ${(await heap()).toFixed(2)} MB`,
      );
  }
  const late = await heap();
  const state = await page.getByLabel('State of the system').innerText();
  if (!/live, \d s/.test(state)) throw new Error(`not live to the end, so these were no hours of messages: ${state}`);
  const opened = await page.evaluate(() => (globalThis as Faked).fake.opened);
  const growth = 100 * (late / early - 1);
  missed = !(growth <= 10);
  console.log(
    `  ${said} messages over ${opened} connections in ${((performance.now() - beganRunning) / 1000).toFixed(0)} s; ${early.toFixed(2)} -> ${late.toFixed(2)} MB`,
  );
  console.log(`panel.heapGrowth${hours}h ${growth.toFixed(1)} % (goal at most 10)`);
} finally {
  await close();
}
process.exitCode = missed ? 1 : 0;
