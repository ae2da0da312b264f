import { connect } from 'node:net';
import type { Endpoint } from '../contract/endpoint.ts';
import { uniformAt } from '../core/random.ts';
import { endpoints, pathOf, queryOf } from './policyRig.ts';
import { canaries, idsOf } from './twinIndustries.ts';

/** What a server answered on one connection; empty when it only hung up. */
export type Received = { sent: string; text: string; statuses: number[] };

/** Numbers that depend on a seed and on nothing else. */
class Dice {
  readonly #seed: number;
  #at = 0;

  constructor(seed: number) {
    this.#seed = seed;
  }

  /** Whole, below the given one. */
  roll(below: number): number {
    this.#at += 1;
    return Math.floor(uniformAt(this.#seed, 7, this.#at) * below);
  }

  pick<T>(list: readonly T[]): T {
    return list[this.roll(list.length)] as T;
  }

  bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.roll(256)));
  }
}

const long = 'A'.repeat(20_000);
const values = [
  '',
  '0',
  '-1',
  '1e309',
  'NaN',
  'null',
  'true',
  '[]',
  '{}',
  '%00',
  '%',
  '%zz',
  '%c0%ae%c0%ae/',
  '..%2f..%2f..%2fetc%2fpasswd',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  "' or '1'='1",
  '1;drop table user',
  '1 union select 1,2,3',
  '<script>alert(1)</script>',
  '31/02/2026',
  '99/99/9999',
  '01/01/0001',
  '2026-13-45T99:99:99Z',
  '\u202e\u0000\ud800',
  '\r\nX-Injected: 1',
  '{{7*7}}',
  '9'.repeat(400),
  'x'.repeat(3000),
];
const objects: unknown[] = [
  null,
  [],
  {},
  0,
  '',
  true,
  -1,
  1e308,
  { version: -1 },
  { version: '1' },
  { name: {} },
  { name: ['x'], settings: null },
  { id: { $ne: null } },
  { settings: { kind: 'tcp', host: '../../etc', port: 99_999 } },
  { decode: { space: 'holding', address: -5, type: 'uint999' } },
  { meta: { params: { a: null } } },
];
const texts = [
  '{',
  '{"a":',
  '"',
  '[[[[[[[[[[',
  '['.repeat(20_000),
  `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`,
  '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
  '{"version":1,"__proto__":{"isAdmin":true}}',
  '{"a":1e400,"b":"\\ud800"}',
  '\u0000\u0001\u0002',
  'a=1&b=2',
  'NaN',
  'undefined',
];
const headerValues = [
  '',
  '0',
  '-1',
  'x'.repeat(4000),
  '%',
  'Bearer',
  'Bearer ',
  'Bearer a.b.c',
  'Basic eDp4',
  '\u00ff\u00fe',
  '__proto__',
  '()',
];
const headerNames = [
  'Authorization',
  'LoginType',
  'username',
  'password',
  'deviceId',
  'targetIndustryId',
  'X-Platform',
  'X-Header-Encoding',
  'If-None-Match',
  'If-Match',
  'Accept-Encoding',
  'Range',
  'Content-Encoding',
  'X-Forwarded-For',
  'Origin',
  'Sec-Fetch-Site',
  'phNumber',
  'otp',
];

const clean = (value: string): string => value.replace(/[\r\n\0]/g, ' ');
const latin = (text: string): Buffer => Buffer.from(text, 'latin1');

/** A request in the right form with the wrong things in it. */
const structured = (dice: Dice, tokens: readonly (string | undefined)[]): Buffer => {
  const row: Endpoint = dice.pick(endpoints);
  const token = dice.pick(tokens);
  // a session that is ended would refuse all that follows
  const isEnding = /logout|refresh/.test(row.path);
  const evil = (): string => encodeURIComponent(dice.pick(values).toWellFormed());
  const raw = (): string =>
    dice.roll(3) === 0
      ? clean(dice.pick(values))
          .replaceAll(' ', '+')
          .replaceAll(/[^\x21-\x7e]/g, '?')
      : evil();
  const ids = idsOf('DEMO');
  let path = dice.roll(2) === 0 ? pathOf(row, ids) : pathOf({ ...row, path: row.path.replace(/\{\w+\}/g, raw) }, ids);
  if (dice.roll(20) === 0) path += `/${raw()}`;
  const names = [...Object.keys(row.query?.shape ?? {}), '__proto__', 'jwt', 'a[b]', 'constructor[prototype][x]'];
  const sent = Array.from({ length: dice.roll(5) }, () => `${dice.pick(names)}=${raw()}`);
  const query = dice.roll(3) === 0 ? queryOf(row, ids) : sent.length > 0 ? `?${sent.join('&')}` : '';
  const method = dice.roll(10) === 0 ? dice.pick(['TRACE', 'PATCH', 'OPTIONS', 'HEAD', 'PURGE']) : row.method.toUpperCase();
  const body =
    method === 'GET' || dice.roll(4) === 0 ? '' : dice.roll(2) === 0 ? dice.pick(texts) : JSON.stringify(dice.pick(objects));
  const headers = Array.from({ length: dice.roll(4) }, () => `${dice.pick(headerNames)}: ${dice.pick(headerValues)}`);
  const type =
    dice.roll(5) === 0
      ? dice.pick(['text/plain', 'multipart/form-data; boundary=x', 'application/json; charset=utf-7'])
      : 'application/json';
  const content = Buffer.from(body.toWellFormed());
  return Buffer.concat([
    latin(
      [
        `${method} ${path}${query} HTTP/1.1`,
        'Host: localhost',
        'Connection: close',
        ...(token !== undefined && !isEnding ? [`Authorization: Bearer ${token}`] : []),
        ...(content.length > 0 ? [`Content-Type: ${type}`, `Content-Length: ${content.length}`] : []),
        ...headers,
        '',
        '',
      ].join('\r\n'),
    ),
    content,
  ]);
};

/** Bytes that are hardly a request at all. */
const wild: ((dice: Dice) => Buffer | string)[] = [
  (dice) => dice.bytes(1 + dice.roll(400)),
  (dice) => `GET /${dice.bytes(30).toString('latin1')} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  () => `GET /${long} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  () => `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${long}\r\n\r\n`,
  () => `GET / HTTP/1.1\r\nHost: localhost\r\n${'X: y\r\n'.repeat(2500)}\r\n`,
  (dice) => `${dice.pick(['GEt', 'G T', '', 'GET\t', 'CONNECT', '\0'])} / HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  (dice) => `GET / HTTP/${dice.pick(['9.9', '2.0', '1.2', 'x', '', '1.1 x'])}\r\nHost: localhost\r\n\r\n`,
  () => 'GET / HTTP/1.1\r\n\r\n',
  () => 'GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n',
  (dice) =>
    `GET / HTTP/1.1\r\nHost: ${dice.pick(['', '[', '[::1', 'a b', '\u00ff', '127.0.0.1:99999999', 'localhost:'])}\r\n\r\n`,
  () => 'GET http://[::bad/ HTTP/1.1\r\nHost: localhost\r\n\r\n',
  (dice) =>
    `GET ${dice.pick(['*', 'http://evil.example/', '//evil.example//', 'x', '?a', '#x', '/%', '/%00', '/\\..\\', '/./../'])} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  () => 'POST /api/plant/units HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nG',
  (dice) =>
    `POST /api/plant/units HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${dice.pick(['-1', 'x', '1e9', '99999999999999999999', '5, 6', ''])}\r\n\r\nabc`,
  (dice) =>
    `POST /api/user/user/login HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n${dice.pick(['zz\r\n', 'fffffffffffffffff\r\n', '5\r\nab', '-5\r\n', '1;x\r\n\n'])}`,
  () => 'GET / HTTP/1.1\nHost: localhost\n\n',
  () => 'GET / HTTP/1.1\r\nHost: localhost\r\n : x\r\nno colon\r\n\r\n',
  (dice) => Buffer.concat([Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01]), dice.bytes(200)]),
  () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  () => `GET /api/plant/health HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(20),
  (dice) =>
    `GET /api/user/live${dice.pick(['', '?jwt=x', '?jwt=a&jwt=b', '/x', '?jwt=%'])} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: ${dice.pick(['websocket', 'h2c', ''])}\r\nSec-WebSocket-Version: ${dice.pick(['13', '99', 'x'])}\r\nSec-WebSocket-Key: ${dice.pick(['', 'x', 'dGhlIHNhbXBsZSBub25jZQ=='])}\r\nSec-WebSocket-Protocol: ${dice.pick(['bearer', 'bearer, a.b.c', ',', ''])}\r\n\r\n`,
  (dice) =>
    Buffer.concat([
      latin(
        'GET /api/user/live HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
      ),
      dice.bytes(2 + dice.roll(60)),
    ]),
];

/** Requests that no good client sends: half of them bytes at random, half of them well-formed nonsense. */
export function* malformed(seed: number, count: number, tokens: readonly (string | undefined)[]): Generator<Buffer> {
  const dice = new Dice(seed);
  for (let at = 0; at < count; at += 1) {
    if (at % 2 === 0) yield structured(dice, tokens);
    else {
      const bytes = dice.pick(wild)(dice);
      yield typeof bytes === 'string' ? latin(bytes) : bytes;
    }
  }
}

const PATIENCE_MS = 1000;

/** Sends bytes on a connection of their own and collects what comes back until it is closed, or silent for a while. */
export const sendRaw = (port: number, bytes: Buffer): Promise<Received> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect({ port, host: '127.0.0.1' });
    let silence: NodeJS.Timeout | undefined;
    const finish = (): void => {
      clearTimeout(silence);
      socket.destroy();
      const text = Buffer.concat(chunks).toString('latin1');
      const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
      resolve({ sent: bytes.toString('latin1', 0, 300), text, statuses });
    };
    const wait = (): void => {
      clearTimeout(silence);
      silence = setTimeout(finish, PATIENCE_MS);
    };
    socket.on('connect', () => {
      socket.end(bytes);
      wait();
    });
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      wait();
    });
    socket.on('error', finish);
    socket.on('close', finish);
  });

/** What no answer may hold: the inside of the server, and anything of an industry whose token was not shown. */
const inside = new RegExp(
  `node_modules|\\bat [^"]+:\\d+:\\d+|SqliteError|SQLITE_|no such (?:table|column)|headworks-whole|/server/(?:http|features|core|db)/|${canaries.NORTH}|${canaries.INTERNAL}|\\$argon2`,
);

/** The figures of the server answer its own machine with the devices of all industries. */
const isMetrics = (sent: string): boolean => sent.startsWith('GET /metrics');

/** Everything wrong with what was received. */
export const faultsOf = ({ sent, text, statuses }: Received): string[] => [
  ...statuses.filter((status) => status >= 500).map((status) => `${status} for ${sent}: ${text.slice(-300)}`),
  ...(inside.test(text) && !isMetrics(sent) ? [`${inside.exec(text)?.[0]} in the answer to ${sent}`] : []),
  ...(/^x-injected:/im.test(text) ? [`an injected header in the answer to ${sent}`] : []),
];

/** Sends many at a time and gathers what is wrong. */
export const sendAllRaw = async (
  port: number,
  requests: Iterable<Buffer>,
  atOnce = 24,
): Promise<{ faults: string[]; statuses: Map<number, number> }> => {
  const queue = requests[Symbol.iterator]();
  const faults: string[] = [];
  const statuses = new Map<number, number>();
  const work = async (): Promise<void> => {
    for (let next = queue.next(); !next.done; next = queue.next()) {
      const received = await sendRaw(port, next.value);
      faults.push(...faultsOf(received));
      for (const status of received.statuses) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return { faults, statuses };
};
