import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync, utimesSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { WebSocket } from 'ws';

const root = resolve(import.meta.dirname, '../..');
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

/** `npm run dev` on ports of its own, once server and panel are there. @returns the origin that a browser opens. */
const startDev = async (): Promise<{ origin: string; panelPort: number }> => {
  const data = mkdtempSync(join(tmpdir(), 'dev-'));
  ends.push(() => rmSync(data, { recursive: true, force: true }));
  const [port, panelPort] = [await freePort(), await freePort()];
  const args = ['--data', data, '--port', String(port), '--panel-port', String(panelPort), '--host', '127.0.0.1'];
  const dev = spawn(process.execPath, [join(root, 'tests', 'dev.ts'), ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  ends.push(async () => {
    const gone = once(dev, 'exit');
    dev.kill('SIGTERM');
    await gone;
  });
  let printed = '';
  for (const stream of [dev.stdout, dev.stderr]) stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  while (!/ready http/.test(printed) || !/panel http/.test(printed)) {
    if (dev.exitCode !== null) throw new Error(printed);
    await delay(50);
  }
  return { origin: `http://127.0.0.1:${panelPort}`, panelPort };
};

it('npm run dev serves the panel as Vite has it, and the API and live socket of the server at one origin', async () => {
  const { origin, panelPort } = await startDev();
  const page = await fetch(origin);
  expect(await page.text()).toContain('/@vite/client');
  expect(page.headers.get('content-security-policy')).toBeNull();
  const health = await fetch(`${origin}/api/plant/health`, { headers: { origin } });
  expect([health.status, await health.json()]).toEqual([200, expect.objectContaining({ status: 'ok' })]);

  const socket = new WebSocket(`ws://127.0.0.1:${panelPort}/api/user/live`, ['bearer', 'no-token'], { origin });
  const [refused] = await Promise.race([
    once(socket, 'close'),
    once(socket, 'unexpected-response').then(([, { statusCode }]) => [statusCode]),
  ]);
  expect([401, 4401, 1008]).toContain(refused);
});

it('npm run dev sends the open page the module that changed, and does not load the page again', async () => {
  const { origin, panelPort } = await startDev();
  const changed = '/pages/overview/Page.tsx';
  const client = await (await fetch(`${origin}/@vite/client`)).text();
  const token = /wsToken = "([^"]+)"/.exec(client)?.[1];
  // a page asks for modules by what imports them
  for (const path of ['/main.tsx', changed]) expect((await fetch(origin + path)).status).toBe(200);
  const socket = new WebSocket(`ws://127.0.0.1:${panelPort}/?token=${token}`, 'vite-hmr', { origin });
  ends.push(() => socket.terminate());
  const said: { type: string; updates?: { path: string }[] }[] = [];
  socket.on('message', (data) => said.push(JSON.parse(String(data))));
  await once(socket, 'open');
  const file = join(root, 'renderer', changed);
  const { atime, mtime } = statSync(file);
  ends.push(() => utimesSync(file, atime, mtime));
  utimesSync(file, new Date(), new Date());
  await expect.poll(() => said.find(({ type }) => type === 'update')?.updates?.map(({ path }) => path)).toContain(changed);
  expect(said.map(({ type }) => type)).not.toContain('full-reload');
});
