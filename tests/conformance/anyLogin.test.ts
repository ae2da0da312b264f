import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loginTypes } from '../../server/contract/user/auth.ts';
import { type ConformancePlant, startDemo } from './plants.ts';

/** Logins tried; more with HEADWORKS_INPUT_RUNS. */
const RUNS = Number(process.env.HEADWORKS_INPUT_RUNS ?? 60);

let plant: ConformancePlant;
beforeAll(async () => {
  plant = await startDemo();
});
afterAll(() => plant.stop());

/** What is sent on a connection of its own, byte by byte; answers the status line, or nothing where it was cut. */
const raw = (text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(plant.url).port), '127.0.0.1');
    let received = '';
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1');
    });
    socket.on('close', () => resolve(received.split('\r\n')[0] ?? ''));
    socket.on('error', reject);
    // not ended: a client that closes its side has gone, and is answered nothing
    socket.write(Buffer.from(text, 'latin1'));
  });
const requestOf = (lines: readonly string[], path = '/api/user/user/login', method = 'GET'): string =>
  [`${method} ${path} HTTP/1.1`, 'Host: 127.0.0.1', 'Connection: close', ...lines, '', ''].join('\r\n');

const good = ['LoginType: DEFAULT', 'username: admin', 'password: demo-admin'];
const strange: [string, string[]][] = [
  ['LoginType twice', [...good, 'LoginType: otp']],
  ['username twice', [...good, 'username: viewer']],
  ['password twice', [...good, 'password: x']],
  ['Authorization twice', ['LoginType: sso_tenant', 'tid: x', 'Authorization: Bearer a', 'Authorization: Bearer b']],
  ['bytes that are no UTF-8', ['LoginType: DEFAULT', 'username: \xff\xfe\xc0', 'password: \x80']],
  ['percent-encoding that is broken', ['X-Header-Encoding: percent', 'LoginType: DEFAULT', 'username: %zz', 'password: %']],
  ['percent-encoding of a NUL', ['X-Header-Encoding: percent', 'LoginType: DEFAULT', 'username: a%00b', 'password: %00']],
  ['percent-encoding of half a letter', ['X-Header-Encoding: percent', 'LoginType: DEFAULT', 'username: %e0%a4', 'password: x']],
  ['an encoding that nobody has', ['X-Header-Encoding: rot13', ...good.slice(0, 2), 'password: x']],
  ['an empty username', ['LoginType: DEFAULT', 'username: ', 'password: ']],
  ['slashes alone', ['LoginType: DEFAULT', 'username: ///', 'password: x']],
  ['an industry that is a word of the language', ['LoginType: DEFAULT', 'username: staff/__proto__', 'password: demo-staff']],
  ['a username of 1,024 letters', ['LoginType: DEFAULT', `username: ${'u'.repeat(1024)}`, 'password: x']],
  ['a username of 1,025 letters', ['LoginType: DEFAULT', `username: ${'u'.repeat(1025)}`, 'password: x']],
  ['a password of 1,025 letters', ['LoginType: DEFAULT', 'username: admin', `password: ${'p'.repeat(1025)}`]],
  ['a time that is no number', ['LoginType: otp', 'username: 9000000001', 'password: 1', 'otpTimestamp: 1e309']],
  ['a time before all', ['LoginType: otp', 'username: 9000000001', 'password: 1', `otpTimestamp: -${'9'.repeat(30)}`]],
  ['a token without parts', ['LoginType: sso_idtoken', 'targetIndustryId: DEMO', 'Authorization: Bearer ..']],
  [
    'a token of nested JSON',
    [
      'LoginType: sso_idtoken',
      'targetIndustryId: DEMO',
      `Authorization: Bearer ${Buffer.from('['.repeat(3000)).toString('base64url')}.a.b`,
    ],
  ],
  [
    'a token without signature',
    ['LoginType: sso_tenant', 'tid: t', `Authorization: Bearer ${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`],
  ],
];

describe('a login', () => {
  it.each(strange)('with %s is answered with what is wrong', async (_what, lines) => {
    expect(await raw(requestOf(lines))).toMatch(/^HTTP\/1\.1 4\d\d /);
  });

  it('of any header values is answered without a fault', async () => {
    const value = fc.oneof(
      fc.string({ maxLength: 60 }).map((text) => text.replace(/[^\x20-\x7e]/g, '')),
      fc.string({ unit: 'grapheme', maxLength: 30 }).map(encodeURIComponent),
      fc.constantFrom('admin', 'demo-admin', 'staff/NORTH', '9000000001', 'Bearer x.y.z', 'DEMO', '1', 'percent'),
    );
    const names = [
      'username',
      'password',
      'Authorization',
      'tid',
      'targetIndustryId',
      'otpTimestamp',
      'deviceId',
      'Baseurl',
      'X-Platform',
      'format',
      'nonce',
      'X-Header-Encoding',
    ];
    const input = fc.tuple(
      fc.constantFrom(...loginTypes, 'WEB', 'x'),
      fc.record(Object.fromEntries(names.map((name) => [name, value])), { requiredKeys: [] }),
    );
    await fc.assert(
      fc.asyncProperty(input, async ([LoginType, values]) => {
        const { status, text } = await plant.login({ LoginType, ...(values as Record<string, string>) });
        expect(status, text).toBeLessThan(504);
        expect([500, 501, 502], text).not.toContain(status);
      }),
      { numRuns: RUNS },
    );
  });

  it('with a body or of another method is no fault', async () => {
    expect(await raw(requestOf([...good, 'Content-Length: 5'], undefined, 'GET').concat('12345'))).toMatch(/^HTTP\/1\.1 [24]/);
    expect(await raw(requestOf(good, undefined, 'POST'))).toMatch(/^HTTP\/1\.1 405 /);
    expect(await raw(requestOf(good, undefined, 'BREW'))).toMatch(/^HTTP\/1\.1 4/);
  });
});

describe('a body', () => {
  const json = (text: string, type = 'application/json'): string[] => [
    `Content-Type: ${type}`,
    `Content-Length: ${Buffer.byteLength(text)}`,
  ];
  const deep = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`;
  const bodies: [string, string, string?][] = [
    ['nested 50,000 deep', deep],
    ['of 100,000 brackets', '['.repeat(100_000)],
    ['with a NUL', '{"unitId":"\\u0000"}'],
    ['with half a letter', '{"unitId":"\\ud800"}'],
    ['with __proto__', '{"__proto__":{"unitId":"x"},"constructor":{"prototype":1}}'],
    ['with the same name twice', '{"unitId":"a","unitId":"b"}'],
    ['with a number beyond all', '{"meta":{"alertType":"flow_rate","value":1e999}}'],
    ['of another character set', '{}', 'application/json; charset=utf-16'],
    ['of a character set that nobody has', '{}', 'application/json; charset=klingon'],
    ['of text', 'unitId=x', 'text/plain'],
    ['of no type', '{}', ''],
    ['with a mark before it', '\u00ef\u00bb\u00bf{}'],
    ['of a megabyte and more', `{"a":"${'x'.repeat(1_100_000)}"}`],
  ];

  it.each(bodies)('%s is refused, not a fault', async (_what, text, type) => {
    const { access_token } = await plant.tokensOf('admin');
    const lines = [`Authorization: Bearer ${access_token}`, ...json(text, type)];
    for (const path of ['/api/user/alerts', '/api/user/accounts/settings', '/api/user/plc/write-registers'])
      expect(await raw(requestOf(lines, path, 'POST') + text), path).toMatch(/^HTTP\/1\.1 4\d\d /);
  });

  it('that is packed, and unpacks to more than is taken or to nothing that can be unpacked, is refused', async () => {
    const { access_token } = await plant.tokensOf('admin');
    const { gzipSync } = await import('node:zlib');
    for (const packed of [gzipSync(Buffer.alloc(20_000_000, 32)), Buffer.from('no gzip at all'), gzipSync('{}').subarray(0, 8)]) {
      const lines = [
        `Authorization: Bearer ${access_token}`,
        'Content-Type: application/json',
        'Content-Encoding: gzip',
        `Content-Length: ${packed.length}`,
      ];
      expect(await raw(requestOf(lines, '/api/user/alerts', 'POST') + packed.toString('latin1'))).toMatch(/^HTTP\/1\.1 4\d\d /);
    }
  });
});
