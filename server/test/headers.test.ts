import { writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { samples } from './imageSamples.ts';
import { askAt, bearer, loginAt } from './policyRig.ts';
import { idsOf } from './twinIndustries.ts';
import { startWholePlant, type WholePlant } from './wholePlant.ts';

let plant: WholePlant;
let token: string;
let logo: string;
let day: string;
beforeAll(async () => {
  plant = await startWholePlant();
  token = (await loginAt(plant.url(), 'admin')).access_token;
  writeFileSync(join(plant.folder, 'index.html'), '<!doctype html><div id="root"></div>');
  // an ended slot of a shift day that begins at 06:00 of India
  const slotMs = Math.floor(Date.now() / 300_000 - 2) * 300_000;
  day = new Date(slotMs - 30 * 60_000).toISOString().slice(0, 10).split('-').reverse().join('/');
  const from = `${new Date(slotMs).toISOString().slice(0, 19)}Z`;
  await ask('/api/plant/readings/manual', {
    method: 'POST',
    body: { unitId: idsOf('DEMO').unitId, from, values: [1], note: 'x' },
  });
  const form = new FormData();
  form.set('image', new Blob([samples.png as Uint8Array<ArrayBuffer>], { type: 'image/png' }), 'x.png');
  const sent = { method: 'POST', headers: bearer(token), body: form };
  logo = ((await (await fetch(`${plant.url()}/api/user/accounts/logoupdate`, sent)).json()) as { logourl: string }).logourl;
});
afterAll(() => plant.stop());

const ask = (path: string, options: Parameters<typeof askAt>[2] = {}) =>
  askAt(plant.url(), path, { ...options, headers: { ...bearer(token), ...options.headers } });
const cspOf = (headers: IncomingHttpHeaders): Map<string, string> =>
  new Map(
    String(headers['content-security-policy'])
      .split(';')
      .map((part) => part.trim().split(/ (.*)/s, 2) as [string, string]),
  );

/** Every kind of answer by an address that gives it. */
const kinds: readonly [kind: string, status: number, type: RegExp, ask: () => ReturnType<typeof ask>][] = [
  ['a page of the panel', 200, /^text\/html/, () => ask('/login')],
  ['the documents of the API', 200, /^text\/html/, () => ask('/api/user/docs/')],
  ['JSON', 200, /^application\/json/, () => ask('/api/plant/overview')],
  ['JSON without a login', 200, /^application\/json/, () => ask('/api/plant/health')],
  ['a report as a page', 200, /^text\/html/, () => ask(`/api/user/report?startDate=${day}`)],
  ['a file to be saved', 200, /./, () => ask('/api/plant/configuration/export?format=json')],
  ['a picture', 200, /^image\/png/, () => ask(logo)],
  ['a certificate', 200, /^application\/x-x509-ca-cert/, () => ask('/api/plant/tls/authority')],
  ['figures as text', 200, /^text\/plain/, () => ask('/metrics')],
  ['the description of the live channel', 200, /json/, () => ask('/api/user/asyncapi.json')],
  ['a HEAD', 200, /^application\/json/, () => ask('/api/plant/health', { method: 'HEAD' })],
  ['a fault of a parameter', 400, /^application\/json/, () => ask('/api/user/deviceData')],
  [
    'a fault of a body',
    400,
    /^application\/json/,
    () => ask('/api/plant/walls', { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } }),
  ],
  ['no token', 401, /^application\/json/, () => askAt(plant.url(), '/api/plant/overview')],
  ['no such address', 404, /^application\/json/, () => ask('/api/plant/nothing')],
  ['no such file', 404, /^application\/json/, () => ask('/.git/config')],
  ['another method', 405, /^application\/json/, () => ask('/api/plant/health', { method: 'DELETE' })],
  [
    'another media type',
    415,
    /^application\/json/,
    () =>
      ask('/api/plant/walls', { method: 'POST', body: 'x=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
  ],
  ['a foreign Host', 421, /^application\/json/, () => ask('/api/plant/health', { headers: { host: 'rebind.example' } })],
  [
    'a foreign Origin',
    421,
    /^application\/json/,
    () => ask('/api/plant/health', { headers: { origin: 'https://evil.example' } }),
  ],
];

describe.each(kinds)('%s', (kind, status, type, answer) => {
  it('says its type, may not be guessed at, framed or embedded, leaks no address and sets no cookie', async () => {
    const { headers, text, ...got } = await answer();
    expect(got.status, text.slice(0, 200)).toBe(status);
    expect(headers['content-type']).toMatch(type);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      // apps and portals show a plant's logo
      'cross-origin-resource-policy': kind === 'a picture' ? 'cross-origin' : 'same-origin',
    });
    for (const none of [
      'set-cookie',
      'x-powered-by',
      'server',
      'location',
      'access-control-allow-origin',
      'strict-transport-security',
    ])
      expect(headers[none], none).toBeUndefined();
    const csp = cspOf(headers);
    expect(csp.get('default-src')).toBe("'none'");
    expect(csp.get('frame-ancestors')).toBe("'none'");
    for (const [name, value = ''] of csp) expect(`${name} ${value}`).not.toMatch(/\*|https?:|unsafe-eval|(ws|wss): /);
    expect(csp.get('script-src') ?? "'none'").toMatch(/^'(self|none)'$/);
    if (csp.has('connect-src')) expect(csp.get('connect-src')).toBe(`'self' ${plant.url().replace('http', 'ws')}`);
  });
});

describe('answers that are no pages', () => {
  it('may load and run nothing at all, also when somebody opens them alone', async () => {
    for (const [kind, , type, answer] of kinds) {
      const { headers } = await answer();
      if (/page of the panel|documents of the API/.test(kind)) continue;
      expect(String(headers['content-security-policy']), `${kind} ${type}`).not.toMatch(/script-src|connect-src/);
    }
  });

  it('of people’s files and words are shut in a sandbox', async () => {
    const report = await ask(`/api/user/report?startDate=${day}`);
    for (const { headers } of [report, await ask(logo)]) expect(headers['content-security-policy']).toMatch(/(^|; ?)sandbox/);
  });
});

describe('pages of the panel', () => {
  it('switch off what they do not need, and share no window with foreign pages', async () => {
    for (const path of ['/login', '/', '/wall', '/api/user/docs/', '/api/plant/docs/']) {
      const { headers } = await ask(path);
      expect(headers['permissions-policy'], path).toMatch(/camera=\(\).*geolocation=\(\).*usb=\(\).*serial=\(\)/);
      expect(headers['cross-origin-opener-policy'], path).toBe('same-origin');
      const csp = cspOf(headers);
      expect([csp.get('base-uri'), csp.get('form-action'), csp.get('object-src') ?? csp.get('default-src')]).toEqual([
        "'none'",
        "'self'",
        "'none'",
      ]);
    }
  });

  it('are none where a path begins with a dot or leads elsewhere', async () => {
    for (const path of ['/.git/config', '/.env', '/a/.htpasswd', '/..%2f..%2fetc/passwd', '/%2e%2e/package.json', '/..\\..\\x']) {
      const { status, text } = await ask(path);
      expect([400, 404], `${path} ${status}`).toContain(status);
      expect(text).not.toMatch(/root:|<div id="root"|"dependencies"/);
    }
  });
});

describe('the live channel', () => {
  const refused = (options: { origin?: string; headers?: Record<string, string> }, given = token): Promise<number> =>
    new Promise((resolve, reject) => {
      const socket = new WebSocket(`${plant.url().replace('http', 'ws')}/api/user/live`, ['bearer', given], options);
      socket.on('unexpected-response', (_, response) => {
        expect(response.headers['set-cookie']).toBeUndefined();
        expect(response.headers['content-type']).toMatch(/^application\/json/);
        expect(response.headers['x-content-type-options']).toBe('nosniff');
        resolve(response.statusCode ?? 0);
        socket.terminate();
      });
      socket.on('open', () => {
        socket.terminate();
        resolve(101);
      });
      socket.on('error', (error) => (String(error).includes('Unexpected') ? undefined : reject(error)));
    });

  it('opens for its own page and for apps, and for no foreign page, Host or token', async () => {
    const own = plant.url();
    expect(await refused({})).toBe(101);
    expect(await refused({ origin: own })).toBe(101);
    const port = new URL(own).port;
    for (const origin of [
      'null',
      'https://evil.example',
      `http://127.0.0.1.evil.example:${port}`,
      'http://127.0.0.1:1',
      `http://evil.example@127.0.0.1:1`,
      'file://',
    ])
      expect(await refused({ origin }), origin).toBe(401);
    expect(await refused({ headers: { host: 'rebind.example' } })).toBe(421);
    expect(await refused({}, 'x.y.z')).toBe(401);
  });
});
