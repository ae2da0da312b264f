import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { isFailure } from '../core/fail.ts';
import { HttpServer } from './server.ts';

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const act of undo.splice(0)) await act();
});

const start = async (app: ConstructorParameters<typeof HttpServer>[0] = (_request, response) => void response.end('ok')) => {
  const server = new HttpServer(app, { host: '127.0.0.1', port: 0 });
  undo.push(() => server.stop());
  return { server, ...(await server.start()) };
};

/** A raw connection, what it got, and how long it lived. */
const open = (port: number, text: string): { socket: Socket; closed: Promise<{ ms: number; received: string }> } => {
  const startedMs = performance.now();
  const socket = connect(port, '127.0.0.1', () => socket.write(text));
  undo.push(() => socket.destroy());
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  socket.on('error', () => {});
  const closed = new Promise<{ ms: number; received: string }>((resolve) =>
    socket.on('close', () => resolve({ ms: performance.now() - startedMs, received })),
  );
  return { socket, closed };
};

describe('the server', () => {
  it('answers on the port it was given', async () => {
    const { url } = await start();
    expect(await (await fetch(url)).text()).toBe('ok');
  });

  it('answers a client that offers HTTP/2 with its first request as if it had not, with its body, and leaves WebSockets to others', async () => {
    const { server, port } = await start((request, response) => {
      request.setEncoding('utf8').on('data', (sent: string) => response.write(`got ${sent}`));
      request.on('end', () => response.end());
    });
    const upgraded: string[] = [];
    server.node.on('upgrade', ({ headers }, socket) => {
      upgraded.push(String(headers.upgrade));
      socket.end();
    });
    const ask = (protocol: string) =>
      open(
        port,
        `POST / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings, close\r\nUpgrade: ${protocol}\r\nHTTP2-Settings: AAMAAABk\r\nContent-Length: 2\r\n\r\n{}`,
      ).closed;
    const { received } = await ask('h2c');
    expect(received).toMatch(/^HTTP\/1\.1 200 OK/);
    expect(received).toContain('got {}');
    expect(upgraded).toEqual([]);
    expect((await ask('WebSocket')).received).toBe('');
    expect(upgraded).toEqual(['WebSocket']);
  });

  it.each([
    ['two hosts', 'Host: a\r\nHost: b\r\n', 'A request has one Host header'],
    ['no host', '', 'A request has one Host header'],
    ['two tokens', 'Host: a\r\nAuthorization: Bearer one\r\nauthorization: Bearer two\r\n', 'Authorization given more than once'],
  ])('refuses %s: another on the way may take the other one', async (_what, headers, message) => {
    const { port } = await start();
    const { received } = await open(port, `GET / HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`).closed;
    expect(received).toMatch(/^HTTP\/1\.1 400 /);
    expect(received).toContain(`"code":400,"message":"${message}"`);
  });

  it('closes connections whose headers do not come, no sooner than after about five seconds', async () => {
    const { port, url } = await start();
    const slow = [open(port, ''), open(port, 'GET / HTTP/1.1\r\nHost: localhost\r\nX-A'), open(port, 'GET / HTTP/1.1\r\n')];
    const dripping = open(port, 'GET / HTTP/1.1\r\nX: ');
    const drip = setInterval(() => dripping.socket.write('a'), 200);
    undo.push(() => clearInterval(drip));
    const [silent, ...rest] = slow;
    for (const { closed } of [...rest, dripping]) {
      const { ms, received } = await closed;
      expect(ms).toBeGreaterThan(4500);
      expect(received).toMatch(/^HTTP\/1.1 408/);
    }
    expect(await (await fetch(url)).text()).toBe('ok');
    silent?.socket.destroy();
  });

  it('keeps room for others where one address opens as many connections as it gets', async () => {
    const { server, port, url } = await start();
    const from = (localAddress: string): Promise<Socket> =>
      new Promise((resolve) => {
        const socket = connect({ port, host: '127.0.0.1', localAddress });
        undo.push(() => socket.destroy());
        socket.on('error', () => {});
        socket.once('connect', () => resolve(socket));
      });
    for (let n = 0; n < 1000; n += 1) await from('127.0.0.2');
    const tooMany = await from('127.0.0.2');
    await new Promise((resolve) => tooMany.once('close', resolve));
    expect(await (await fetch(url)).text()).toBe('ok');
    expect(server.clients().find(({ address }) => address === '127.0.0.2')).toEqual({ address: '127.0.0.2', connections: 1000 });
  });

  it('waits for an answer that takes longer to work out than a connection may be idle', async () => {
    const { server, url } = await start((request, response) => {
      request.socket.once('timeout', () => setImmediate(() => response.end('worked out')));
    });
    // on a busy machine a request may need some of it to arrive
    server.node.timeout = 1000;
    expect(await (await fetch(url)).text()).toBe('worked out');
  });

  it('lets a connection rest for a minute between two requests: who asks every half minute does not meet its end', async () => {
    const { port } = await start();
    const { socket, closed } = open(port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await wait(7000);
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    const { received } = await closed;
    expect(received.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
    expect(received).toContain('Keep-Alive: timeout=60\r\n');
  }, 20_000);

  it('cuts a connection that is idle, and one that does not read its answer', async () => {
    const { server, port } = await start((request, response) => {
      if (request.url === '/large') response.end(Buffer.alloc(64 * 1_048_576));
      else response.end('ok');
    });
    server.node.timeout = 100;
    server.node.keepAliveTimeout = 100;
    const kept = open(port, 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect((await kept.closed).received).toMatch(/ok$/);
    const unread = open(port, 'GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n');
    unread.socket.pause();
    await vi.waitFor(() => expect(server.clients()).toEqual([]), 60_000);
  });

  it('says in one line why a port cannot be had', async () => {
    const { port } = await start();
    const second = new HttpServer(() => {}, { host: '127.0.0.1', port });
    const failed = await second.start().catch((error: unknown) => error);
    const holder = process.platform === 'linux' ? `\\w+, process ${process.pid}` : 'another program';
    expect(isFailure(failed, 'portInUse') && failed.message).toMatch(
      new RegExp(
        `^cannot listen on 127\\.0\\.0\\.1:${port}: it is in use by ${holder}\\. End that program, or choose another port`,
      ),
    );
    await second.stop();
  });

  it('names the setting of a port that is not that of the command line', async () => {
    const { port } = await start();
    const second = new HttpServer(() => {}, { host: '127.0.0.1', port, portSetting: 'tls.port of headworks.json' });
    await expect(second.start()).rejects.toThrow(/choose another port with tls\.port of headworks\.json$/);
    await second.stop();
  });

  it('lets a running request end when it stops, and takes no new ones', async () => {
    const asked = Promise.withResolvers<void>();
    const finish = Promise.withResolvers<void>();
    const { server, url } = await start(async (_request, response) => {
      asked.resolve();
      await finish.promise;
      response.end('finished');
    });
    const answer = fetch(url);
    await asked.promise;
    const stopped = server.stop();
    await expect(fetch(url)).rejects.toThrow();
    finish.resolve();
    expect(await (await answer).text()).toBe('finished');
    await stopped;
  });

  it('cuts requests that are half sent at once when it stops, and lets the one that runs end', async () => {
    const asked = Promise.withResolvers<void>();
    const finish = Promise.withResolvers<void>();
    const { server, url, port } = await start(async (request, response) => {
      if (request.url === '/whole') {
        asked.resolve();
        await finish.promise;
      }
      response.end('finished');
    });
    const half = [
      'GET / HTTP/1.1\r\nHost: local',
      'POST /body HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500\r\nExpect: 100-continue\r\n\r\n{',
    ].map((text) => open(port, text).closed);
    const answer = fetch(`${url}/whole`);
    await asked.promise;
    const stopped = server.stop();
    await Promise.all(half);
    finish.resolve();
    expect(await (await answer).text()).toBe('finished');
    await stopped;
  });

  it('cuts what does not end within the limit, and may be stopped twice', async () => {
    const { server, port } = await start(() => {});
    const { closed } = open(port, 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await new Promise((resolve) => server.node.once('request', resolve));
    const startedMs = performance.now();
    // late itself where the machine is busy, and by as much
    const control = wait(1200).then(() => performance.now() - startedMs - 1200);
    await Promise.all([server.stop(), server.stop()]);
    await closed;
    const tookMs = performance.now() - startedMs;
    expect(tookMs - (await control)).toBeLessThan(10_000);
    await server.stop();
  });
});

describe('a request that node cannot read', () => {
  it.each([
    ['without a host', 'GET / HTTP/1.1\r\n\r\n', 400],
    ['with two hosts', 'GET / HTTP/1.1\r\nHost: localhost\r\nhost: evil.example\r\n\r\n', 400],
    ['that expects what nobody knows', 'POST / HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\nContent-Length: 2\r\n\r\n{}', 417],
    ['with headers that are too large', `GET / HTTP/1.1\r\nhost: x\r\na: ${'x'.repeat(70_000)}\r\n\r\n`, 431],
    ['that is no HTTP', 'BREW /pot COFFEE\r\n\r\n', 400],
  ])('%s is answered with the error body of all others', async (_, text, code) => {
    const { port } = await start();
    const { received } = await open(port, text).closed;
    const [head = '', body = ''] = received.split('\r\n\r\n');
    expect(head).toContain(`HTTP/1.1 ${code} `);
    for (const line of [`x-service-code: ${code}`, 'x-content-type-options: nosniff', 'cache-control: no-store'])
      expect(head.toLowerCase()).toContain(line);
    expect(JSON.parse(body)).toEqual({ status: 'error', code, message: expect.any(String), requestId: expect.any(String) });
  });
});
