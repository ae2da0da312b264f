import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccountsRig, someSettings, startAccounts } from '../../test/accountsRig.ts';
import { pngChunk, pngHeader, rawPng, samples, somePng } from '../../test/imageSamples.ts';
import { readImage } from './image/read.ts';
import { isLogoAllowed, logoMark } from './logoUrl.ts';

const MIB = 1_048_576;

let rig: AccountsRig;
let token: string;
beforeAll(async () => {
  rig = await startAccounts();
  token = await rig.login('asha');
});
afterAll(() => rig.stop());

type Answer = { status: number; code: number; message: string; logourl: string };
const send = async (body: BodyInit | undefined, headers: Record<string, string> = {}, by = token): Promise<Answer> => {
  const response = await fetch(`http://127.0.0.1:${rig.port}/api/user/accounts/logoupdate`, {
    method: 'POST',
    headers: { authorization: `Bearer ${by}`, ...headers },
    ...(body !== undefined && { body }),
  });
  return { ...((await response.json()) as Answer), status: response.status };
};
const upload = (bytes: Uint8Array, { field = 'image', name = 'logo.png', type = 'image/png' } = {}): Promise<Answer> => {
  const form = new FormData();
  form.append(field, new Blob([new Uint8Array(bytes)], { type }), name);
  return send(form);
};
const fetchFile = (path: string): Promise<Response> => fetch(`http://127.0.0.1:${rig.port}${path}`);
const folder = (): string => join(rig.plant.folder, 'industry-logo');

describe('a picture', () => {
  it.each([
    ['PNG', samples.png, 'png', 'image/png'],
    ['JPEG', samples.jpeg, 'jpg', 'image/jpeg'],
    ['WebP', samples.webp, 'webp', 'image/webp'],
    ['lossless WebP', samples.lossless, 'webp', 'image/webp'],
    ['PNG of the largest size', somePng(2000, 2000), 'png', 'image/png'],
  ])('as %s is taken by its content, served, and can be saved', async (_, bytes, ending, contentType) => {
    const { status, logourl } = await upload(bytes, { name: '../../etc/passwd.svg', type: 'image/svg+xml' });
    expect(status).toBe(200);
    expect(logourl).toMatch(new RegExp(`^/files/industry-logo/[0-9a-f]{16}-[0-9a-f]{32}\\.${ending}$`));
    const file = await fetchFile(logourl);
    expect(file.status).toBe(200);
    expect(file.headers.get('content-type')).toBe(contentType);
    expect(file.headers.get('x-content-type-options')).toBe('nosniff');
    expect(file.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox; frame-ancestors 'none'");
    const served = Buffer.from(await file.arrayBuffer());
    const again = await readImage(served);
    expect(again).toMatchObject({ bytes: served });
    expect(served.includes('ICC')).toBe(false);
    const saved = await rig.call('POST', '/accounts/settings', { body: someSettings({ account: { logo: logourl } }) });
    expect(saved).toMatchObject({ status: 200, body: { account: { logo: logourl } } });
  });

  it('loses its texts, and keeps its pixels', async () => {
    const secret = Buffer.from('Comment\0<script>canary</script>');
    const { logourl } = await upload(somePng(4, 4, { before: [pngChunk('tEXt', secret), pngChunk('eXIf', secret)] }));
    const served = Buffer.from(await (await fetchFile(logourl)).arrayBuffer());
    expect(served).toEqual(somePng(4, 4));
    const exif = Buffer.concat([Buffer.from([0xff, 0xe1, 0, secret.length + 2]), secret]);
    const { bytes } = await readImage(Buffer.concat([samples.jpeg.subarray(0, 2), exif, samples.jpeg.subarray(2)]));
    expect(bytes.includes('canary')).toBe(false);
  });

  it('of another industry is no logo of this one', async () => {
    await rig.addUser('nora', { industryId: 'NORTH', permissions: ['ACCOUNT_SETTINGS'] });
    const [{ logourl }, token] = [await upload(samples.png), await rig.login('nora')];
    const reply = await rig.call('POST', '/accounts/settings', { body: someSettings({ account: { logo: logourl } }), token });
    expect(reply).toMatchObject({ status: 400, body: { code: 400, message: 'Invalid logo URL' } });
  });

  it('interlaced is taken too', async () => {
    const pixels = (passes: readonly (readonly [number, number])[]): Buffer =>
      deflateSync(Buffer.concat(passes.map(([columns, rows]) => Buffer.alloc(rows * (1 + columns)))));
    // 3 x 2: of the seven passes only four have pixels
    const header = pngHeader(3, 2, { interlace: 1 });
    const parts = pixels([
      [1, 1],
      [1, 1],
      [1, 1],
      [3, 1],
    ]);
    expect(await readImage(rawPng(header, pngChunk('IDAT', parts), pngChunk('IEND')))).toMatchObject({ width: 3, height: 2 });
  });
});

describe('what is no picture for a logo is 400 with its reason', () => {
  const cut = (bytes: Buffer, part: number): Buffer => bytes.subarray(0, Math.floor(bytes.length * part));
  const withByte = (bytes: Buffer, at: number, value: number): Buffer => {
    const changed = Buffer.from(bytes);
    changed[at] = value;
    return changed;
  };
  const zip = Buffer.from('PK\x03\x04 page.html <script>alert(1)</script>');
  const idat = (unpacked: number): Buffer => pngChunk('IDAT', deflateSync(Buffer.alloc(unpacked)));
  const wide = Buffer.from(samples.lossless);
  wide.writeUIntLE(29_999, 12 + 8 + 4, 3);
  const animated = Buffer.concat([Buffer.from('ANMF\x00\x00\x00\x00', 'latin1')]);
  const moving = Buffer.concat([samples.webp, animated]);
  moving.writeUInt32LE(moving.length - 8, 4);
  const tallJpeg = Buffer.from(samples.jpeg);
  tallJpeg.writeUInt16BE(30_000, tallJpeg.indexOf(Buffer.from([0xff, 0xc0])) + 5);

  it.each<[string, Uint8Array, RegExp]>([
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), /SVG/],
    ['SVG behind a byte order mark', Buffer.from('\uFEFF<?xml version="1.0"?><svg/>'), /SVG/],
    ['HTML', Buffer.from('<!doctype html><img src=x onerror=alert(1)>'), /only PNG, JPEG and WebP/],
    ['GIF', Buffer.from('GIF89a\x01\x00\x01\x00<script>', 'latin1'), /neither PNG/],
    ['PDF', Buffer.from('%PDF-1.7'), /neither PNG/],
    ['zip', zip, /neither PNG/],
    ['one byte', Buffer.from([0x89]), /neither PNG/],
    ['30,000 px wide PNG', rawPng(pngHeader(30_000, 1)), /30000 x 1: at most 2000 x 2000/],
    ['14,000 px square PNG bomb', rawPng(pngHeader(14_000, 14_000), idat(MIB)), /14000 x 14000/],
    ['PNG without width', rawPng(pngHeader(0, 5)), /no size/],
    ['2,001 px high PNG', somePng(1, 2001), /at most 2000/],
    ['small PNG that unpacks to much', rawPng(pngHeader(3, 2), idat(100 * MIB), pngChunk('IEND')), /more pixels/],
    ['PNG with too few pixels', somePng(10, 10, { rows: 9 }), /pixels are missing/],
    ['PNG whose pixels do not unpack', rawPng(pngHeader(3, 2), pngChunk('IDAT', zip), pngChunk('IEND')), /do not unpack/],
    ['PNG cut in half', cut(samples.png, 0.5), /cut off/],
    ['PNG without its last byte', samples.png.subarray(0, -1), /cut off/],
    ['PNG signature alone', samples.png.subarray(0, 8), /cut off/],
    ['PNG with a zip behind it', Buffer.concat([samples.png, zip]), /behind its end/],
    ['PNG with a changed byte', withByte(samples.png, 50, 1), /checksum|cut off/],
    ['PNG with two headers', somePng(4, 4, { before: [pngHeader(4, 4)] }), /two headers/],
    ['PNG with an unknown needed part', somePng(4, 4, { before: [pngChunk('EVIL', zip)] }), /EVIL/],
    ['moving PNG', somePng(4, 4, { before: [pngChunk('acTL', Buffer.alloc(8))] }), /moves/],
    ['30,000 px high JPEG', tallJpeg, /3 x 30000/],
    ['JPEG cut in half', cut(samples.jpeg, 0.5), /cut off/],
    ['JPEG without its end', samples.jpeg.subarray(0, -2), /cut off/],
    ['JPEG with a script behind it', Buffer.concat([samples.jpeg, Buffer.from('<script>')]), /behind its end/],
    ['JPEG start alone', Buffer.from([0xff, 0xd8, 0xff]), /cut off/],
    [
      'JPEG of another kind',
      withByte(samples.jpeg, samples.jpeg.indexOf(Buffer.from([0xff, 0xc0])) + 1, 0xc9),
      /browsers do not show/,
    ],
    ['30,000 px wide WebP', wide, /30000 x 2/],
    ['WebP cut in half', cut(samples.webp, 0.5), /cut off/],
    ['WebP with a zip behind it', Buffer.concat([samples.webp, zip]), /behind its end/],
    ['moving WebP', moving, /moves/],
    ['sound in RIFF', Buffer.from('RIFF\x24\x00\x00\x00WAVEfmt \x10\x00\x00\x00', 'latin1'), /neither PNG/],
  ])('%s', async (_, bytes, reason) => {
    const { status, code, message } = await upload(bytes);
    expect({ status, code }).toEqual({ status: 400, code: 400 });
    expect(message).toMatch(reason);
  });

  it('more than 1 MiB', async () => {
    const { status, code, message } = await upload(Buffer.alloc(MIB + 1));
    expect({ status, code, message }).toEqual({ status: 400, code: 400, message: 'image must be at most 1 MiB' });
    const largest = somePng(4, 4, { before: [pngChunk('tEXt', Buffer.alloc(MIB - somePng(4, 4).length - 12))] });
    expect(largest).toHaveLength(MIB);
    expect((await upload(largest)).status).toBe(200);
  });

  it('two pictures, and a form that is broken', async () => {
    const form = new FormData();
    for (let at = 0; at < 2; at += 1) form.append('image', new Blob([new Uint8Array(samples.png)]), 'a.png');
    expect(await send(form)).toMatchObject({ status: 400, code: 400, message: 'image must be the one file of the form' });
    const type = { 'content-type': 'multipart/form-data; boundary=x' };
    expect(await send('--x\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\nhalf', type)).toMatchObject({
      status: 400,
      code: 400,
    });
    expect(await send('x', { 'content-type': 'multipart/form-data' })).toMatchObject({ status: 400, code: 400 });
  });
});

describe('no picture is 1403', () => {
  it('in nothing, in JSON, in a form without it, and under another name', async () => {
    const empty = new FormData();
    empty.append('image', 'text');
    const answers = [
      await send(undefined),
      await send('{}', { 'content-type': 'application/json' }),
      await send(empty),
      await upload(samples.png, { field: 'picture' }),
      await upload(Buffer.alloc(0)),
    ];
    for (const answer of answers) expect(answer).toMatchObject({ status: 400, code: 1403, message: 'image missing' });
  });

  it('and without ACCOUNT_SETTINGS nobody uploads', async () => {
    await rig.addUser('ravi');
    const answer = await send(new FormData(), {}, await rig.login('ravi'));
    expect(answer).toMatchObject({ status: 401, code: 401, reason: 'permission' });
  });
});

describe('forms of any kind', () => {
  it('end in an answer of ours, write nothing but pictures and keep no memory', async () => {
    const start = '--b\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n';
    const whole = Buffer.concat([Buffer.from(start), samples.png, Buffer.from('\r\n--b--\r\n')]);
    const edit = fc.record({ at: fc.nat(whole.length - 1), drop: fc.nat(6), put: fc.uint8Array({ maxLength: 6 }) });
    const before = process.memoryUsage.rss();
    const kept = new Set(readdirSync(folder()));
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 4 }), async (edits) => {
        const body = edits.reduce(
          (form, { at, drop, put }) => Buffer.concat([form.subarray(0, at), put, form.subarray(at + drop)]),
          whole,
        );
        const { status } = await send(new Uint8Array(body), { 'content-type': 'multipart/form-data; boundary=b' });
        expect([200, 400]).toContain(status);
      }),
      { numRuns: 300, seed: 5 },
    );
    expect(process.memoryUsage.rss() - before).toBeLessThan(150 * MIB);
    for (const name of readdirSync(folder())) {
      if (kept.has(name)) continue;
      expect(name).toMatch(/^[0-9a-f]{16}-[0-9a-f]{32}\.png$/);
    }
  });

  it('eight large ones at once are held in bounds', async () => {
    const before = process.memoryUsage.rss();
    const answers = await Promise.all(Array.from({ length: 30 }, () => upload(Buffer.alloc(MIB))));
    for (const { status } of answers) expect([400, 503]).toContain(status);
    expect(process.memoryUsage.rss() - before).toBeLessThan(200 * MIB);
    expect((await upload(samples.png)).status).toBe(200);
  });
});

describe('stored logos', () => {
  it('are forgotten, the oldest first, when ten of an industry are not its own', async () => {
    const { logourl } = await upload(samples.png);
    await rig.call('POST', '/accounts/settings', { body: someSettings({ account: { logo: logourl } }) });
    for (let at = 0; at < 13; at += 1) expect((await upload(samples.png)).status).toBe(200);
    expect(readdirSync(folder()).length).toBeLessThanOrEqual(12);
    expect((await fetchFile(logourl)).status).toBe(200);
    for (const name of readdirSync(folder())) expect(statSync(join(folder(), name)).mode & 0o077).toBe(0);
  });

  it.each([
    '..%2f..%2fheadworks.db',
    '..%5cheadworks.db',
    '%2e%2e%2fkeys%2ftoken-keys.json',
    'headworks.db',
    'a.png',
    `${'0'.repeat(16)}-${'0'.repeat(32)}.png`,
    `${'0'.repeat(16)}-${'0'.repeat(32)}.png%00`,
    `${'0'.repeat(16)}-${'0'.repeat(32)}.png::$DATA`,
    'CON',
    '%c0%ae%c0%ae',
    'C:',
    '.',
  ])('are served by their own names only: %s', async (name) => {
    const { status } = await fetchFile(`/files/industry-logo/${name}`);
    expect([400, 404]).toContain(status);
  });
});

describe('the address of a logo', () => {
  const PUBLIC = 'https://plant.example:8443/water';
  it.each<[string, boolean]>([
    ['/files/industry-logo/a.png', true],
    ['/files/industry-logo/0a-1b_c.webp', true],
    [`${PUBLIC}/files/industry-logo/a.png`, true],
    ['HTTPS://PLANT.example:8443/water/files/industry-logo/a.png', true],
    ['//files/industry-logo/a.png', false],
    ['/files/industry-logo/', false],
    ['/files/industry-logo/../../api/a.png', false],
    ['/files/industry-logo/..', false],
    ['/files/industry-logo/a.png?x=1', false],
    ['/files/industry-logo/a.png#x', false],
    ['/files/industry-logo/a/b.png', false],
    ['/files/industry-logo/%2e%2e', false],
    ['/files/industry-logo\\a.png', false],
    ['\\\\evil.example/files/industry-logo/a.png', false],
    ['/files/industry-logoevil/a.png', false],
    ['files/industry-logo/a.png', false],
    ['https://plant.example:8443@evil.example/water/files/industry-logo/a.png', false],
    ['https://user@plant.example:8443/water/files/industry-logo/a.png', false],
    ['https://plant.example.evil.example:8443/water/files/industry-logo/a.png', false],
    ['https://plant.example/water/files/industry-logo/a.png', false],
    ['http://plant.example:8443/water/files/industry-logo/a.png', false],
    ['https://plant.example:8443/files/industry-logo/a.png', false],
    ['https://plant.example:8443/water/files/industry-logo/../industry-logo/a.png', false],
    ['javascript:alert(1)//files/industry-logo/a.png', false],
    ['data:image/png;base64,AAAA', false],
    [`/files/industry-logo/${logoMark('DEMO')}-${'0'.repeat(32)}.png`, true],
    [`${PUBLIC}/files/industry-logo/${logoMark('NORTH')}-${'0'.repeat(32)}.png`, false],
    [' /files/industry-logo/a.png', false],
    ['/files/industry-logo/a.png\n', false],
    [`/files/industry-logo/${'a'.repeat(3000)}.png`, false],
  ])('%j: %s', (logo, allowed) => {
    expect(isLogoAllowed(logo, 'DEMO', PUBLIC)).toBe(allowed);
    if (logo.includes(':')) expect(isLogoAllowed(logo, 'DEMO', undefined)).toBe(false);
  });
});
