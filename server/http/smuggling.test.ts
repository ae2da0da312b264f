import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endpoint } from '../contract/endpoint.ts';
import { type Rig, startRig } from '../test/httpRig.ts';
import { route } from './route.ts';

const seen: string[] = [];
const row = (path: string) =>
  endpoint({
    base: 'plant',
    method: 'post',
    path,
    summary: 'x',
    auth: 'none',
    limit: 'none',
    faults: ['schema'],
    body: z.object({ n: z.number() }),
    reply: z.object({ n: z.number() }),
  });
let rig: Rig;
beforeAll(async () => {
  rig = await startRig(
    ['/outer', '/inner'].map((path) =>
      route(row(path))(({ body }) => {
        seen.push(path);
        return body;
      }),
    ),
  );
});
afterAll(() => rig.stop());

/** Everything that comes back for some bytes, until the server closes; one that does not close is given up after five seconds. */
const send = (text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(rig.port, '127.0.0.1', () => socket.write(text));
    let got = '';
    socket.setTimeout(5_000, () => socket.destroy());
    socket.on('data', (data) => (got += data.toString('latin1')));
    socket.on('error', reject);
    socket.on('close', () => resolve(got));
  });

const inner =
  'POST /api/plant/inner HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n{"n":2}';
const head = 'POST /api/plant/outer HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n';
const smuggled: Readonly<Record<string, string>> = {
  'a length and chunks': `${head}Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${inner}`,
  'chunks and a length': `${head}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n${inner}`,
  'two lengths': `${head}Content-Length: 7\r\nContent-Length: 0\r\n\r\n{"n":1}${inner}`,
  'a length with a sign': `${head}Content-Length: +7\r\n\r\n{"n":1}${inner}`,
  'a length in hexadecimal': `${head}Content-Length: 0x7\r\n\r\n{"n":1}${inner}`,
  'a list of lengths': `${head}Content-Length: 7, 0\r\n\r\n{"n":1}${inner}`,
  'chunks twice': `${head}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${inner}`,
  'chunks of another spelling': `${head}Transfer-Encoding: xchunked\r\nContent-Length: 7\r\n\r\n{"n":1}${inner}`,
  'a space before the colon': `${head}Content-Length : 7\r\n\r\n{"n":1}${inner}`,
  'a folded header': `${head}X: a\r\n Content-Length: 0\r\nContent-Length: 7\r\nTransfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n${inner}`,
  'line ends without a return': `${head.replaceAll('\r', '')}Content-Length: 7\nTransfer-Encoding: chunked\n\n0\n\n${inner}`,
  'a return alone in a header': `${head}X: a\rTransfer-Encoding: chunked\r\nContent-Length: 7\r\n\r\n{"n":1}${inner}`,
  'a null in a header': `${head}X: a\u0000b\r\nContent-Length: 7\r\n\r\n{"n":1}${inner}`,
  'a chunk of a broken length': `${head}Transfer-Encoding: chunked\r\n\r\n7;\u0001\r\n{"n":1}\r\n-1\r\n\r\n${inner}`,
  'a chunk longer than any': `${head}Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n{"n":1}\r\n0\r\n\r\n${inner}`,
};

describe('a request that hides another', () => {
  it.each(Object.entries(smuggled))('by %s is refused and its connection closed', async (_, text) => {
    seen.length = 0;
    const got = await send(text);
    expect([...got.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['400']);
    expect(got.toLowerCase()).toContain('connection: close');
    expect(seen).not.toContain('/inner');
  });

  it('is another thing than two requests one after the other', async () => {
    seen.length = 0;
    const second = inner.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');
    const got = await send(`${head}Content-Length: 7\r\n\r\n{"n":1}${second}`);
    expect([...got.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['200', '200']);
    expect(seen).toEqual(['/outer', '/inner']);
  });

  it('is refused where its target is no address, by API and panel alike', async () => {
    for (const target of ['http://[::bad/', 'http://[::bad/api/plant/health', 'nothing', 'http://'])
      expect(await send(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`), target).toMatch(
        /^HTTP\/1\.1 400/,
      );
  });

  it('finds no second Host, no absolute address of elsewhere and no upgrade of HTTP', async () => {
    const two = await send('GET /api/plant/outer HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\n\r\n');
    expect(two).toMatch(/^HTTP\/1\.1 4\d\d/);
    const absolute = await send(
      'GET http://evil.example/api/plant/outer HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
    );
    expect(absolute).toMatch(/^HTTP\/1\.1 421/);
    const h2c = await send(
      'GET /api/plant/outer HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close, Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAA\r\n\r\n',
    );
    expect(h2c).toMatch(/^HTTP\/1\.1 4\d\d/);
  });
});
