import { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { INSTANCE_HEADER, type ShellToServer } from '../server/contract/process/shell.ts';
import { ServerProcess } from './server/serverProcess.ts';
import { Shell } from './shell.ts';

class FakeChild extends EventEmitter {
  readonly sent: ShellToServer[] = [];

  postMessage(message: ShellToServer): void {
    this.sent.push(message);
    if (message.type === 'stop') this.emit('exit', 0);
  }

  kill(): boolean {
    return this.emit('exit', 143);
  }
}

const instance = '2f1c1b52-7a11-4a39-9d5f-2a1e7e6b1c11';
const shellIn = (drawn: () => Promise<void> = () => Promise.resolve()) => {
  const folder = mkdtempSync(join(tmpdir(), 'shell-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const children: FakeChild[] = [];
  const shown: string[] = [];
  const shell = new Shell({
    screen: {
      showPanel: (url, page) => {
        shown.push(`panel ${url}${page ?? ''}`);
        return drawn();
      },
      showStatus: ({ title }) => {
        shown.push(title);
        return drawn();
      },
    },
    folders: [folder],
    createServer: (events) =>
      new ServerProcess({
        fork: () => {
          const child = new FakeChild();
          children.push(child);
          return child;
        },
        events,
        jobs: { receive: () => undefined, killAll: () => undefined },
        desktopFiles: () => [],
        killHard: () => undefined,
        limits: { firstRetryMs: 5 },
      }),
    onChange: () => undefined,
    onStart: () => undefined,
    onPulse: () => undefined,
    isSetUp: async () => true,
    onOutput: () => undefined,
    say: () => undefined,
    lookMs: 20,
    retryMs: 20,
  });
  onTestFinished(() => shell.stop('end of the test'));
  return { folder, shell, children, shown };
};
const serve = async (folder: string): Promise<{ url: string; close: () => void }> => {
  const server = createServer((_request, response) => response.writeHead(200, { [INSTANCE_HEADER]: instance }).end('{}'));
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  onTestFinished(close);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const text = { pid: 4242, url, addresses: ['192.168.1.20:8443'], startedAt: '2026-11-22T08:00:00.000Z', schema: 260, instance };
  writeFileSync(join(folder, 'server.json'), JSON.stringify(text));
  return { url, close };
};

it('starts a server of its own where none runs, and shows the page of a link first', async () => {
  const { shell, children, shown } = shellIn();
  await shell.start('/units/U1');
  children[0]?.emit('message', { type: 'ready', url: 'http://127.0.0.1:8080', addresses: [] });
  await expect.poll(() => shell.isSetUp).toBe(true);
  expect(shown).toEqual(['Headworks is starting', 'panel http://127.0.0.1:8080/units/U1']);
  expect(shell.state).toEqual({ kind: 'running', pulse: undefined, isService: false });
});

it('shows a server that runs already and starts none; says when it is gone, and shows it when it is back', async () => {
  const { folder, shell, children, shown } = shellIn();
  const first = await serve(folder);
  await shell.start();
  expect([children.length, shell.addresses, shown.at(-1)]).toEqual([0, ['192.168.1.20:8443'], `panel ${first.url}`]);
  first.close();
  await expect.poll(() => shown.at(-1)).toBe('The service is not running');
  const second = await serve(folder);
  await expect.poll(() => shown.at(-1)).toBe(`panel ${second.url}`);
  await shell.stop('quit');
  expect(children).toEqual([]);
});

it('shows the one that has the folder where its own server finds it locked, also when that is starting still', async () => {
  const { folder, shell, children, shown } = shellIn();
  await shell.start();
  children[0]?.emit('exit', 75);
  const { url } = await serve(folder);
  await expect.poll(() => shown.at(-1)).toBe(`panel ${url}`);
  expect(children).toHaveLength(1);
});

it('gives the plant to a service and shows it, and takes it back', async () => {
  const { folder, shell, children, shown } = shellIn();
  await shell.start();
  children[0]?.emit('message', { type: 'ready', url: 'http://127.0.0.1:8080', addresses: [] });
  let service: { close: () => void } | undefined;
  await shell.changeMode('service', async () => {
    // nobody measures while the plant is copied
    expect(children[0]?.sent).toEqual([{ type: 'stop', why: 'the plant is moved' }]);
    service = await serve(folder);
  });
  expect([shell.state, shown.at(-1)]).toMatchObject([{ kind: 'running', isService: true }, expect.stringContaining('panel')]);
  await shell.changeMode('desktop', async () => service?.close());
  expect(children).toHaveLength(2);
  children[1]?.emit('message', { type: 'ready', url: 'http://127.0.0.1:8080', addresses: [] });
  expect(shell.state).toMatchObject({ kind: 'running', isService: false });
});

it('measures as before where the plant could not be moved', async () => {
  const { shell, children } = shellIn();
  await shell.start();
  children[0]?.emit('message', { type: 'ready', url: 'http://127.0.0.1:8080', addresses: [] });
  const refused = () => Promise.reject(new Error('nobody gave the password'));
  await expect(shell.changeMode('service', refused)).rejects.toThrow('nobody gave the password');
  expect(children).toHaveLength(2);
});

it('measures though its page is never drawn', async () => {
  const { shell, children } = shellIn(() => new Promise(() => undefined));
  await shell.start();
  children[0]?.emit('message', { type: 'ready', url: 'http://127.0.0.1:8080', addresses: [] });
  await expect.poll(() => shell.isSetUp).toBe(true);
  expect(shell.state.kind).toBe('running');
});

it('stops its server once, whoever asks', async () => {
  const { shell, children } = shellIn();
  await shell.start();
  await Promise.all([shell.stop('quit'), shell.stop('session end')]);
  expect(children[0]?.sent).toEqual([{ type: 'stop', why: 'quit' }]);
  expect(shell.state).toEqual({ kind: 'stopping' });
});
