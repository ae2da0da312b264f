import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bases, type Endpoint, type UploadField } from '../../server/contract/endpoint.ts';
import { plantEndpoints, userEndpoints } from '../../server/contract/index.ts';
import { samples } from '../../server/test/imageSamples.ts';
import { bearer } from '../../server/test/policyRig.ts';
import { type ConformancePlant, startDemo } from './plants.ts';

type UploadRow = Endpoint & { upload: UploadField };
const rows = [...userEndpoints, ...plantEndpoints].filter((row: Endpoint): row is UploadRow => row.upload !== undefined);
/** Files tried for each operation; more with HEADWORKS_INPUT_RUNS. */
const RUNS = Number(process.env.HEADWORKS_INPUT_RUNS ?? 15);

let plant: ConformancePlant;
let headers: Record<string, string>;
beforeAll(async () => {
  plant = await startDemo();
  headers = { ...bearer((await plant.tokensOf('admin')).access_token), 'X-Confirm-Password': 'demo-admin' };
});
afterAll(() => plant.stop());

const addressOf = ({ base, path }: UploadRow): string => `${plant.url}${bases[base]}${path.replace(/\{\w+\}/g, 'x')}`;
const send = async (row: UploadRow, body: BodyInit, more: Record<string, string> = {}): Promise<number> => {
  const response = await fetch(addressOf(row), { method: 'POST', headers: { ...headers, ...more }, body });
  await response.arrayBuffer();
  return response.status;
};
const named: [string, UploadRow][] = rows.map((row) => [`${row.method} ${bases[row.base]}${row.path}`, row]);

const beginnings = [
  ...Object.values(samples),
  Buffer.from('PK\u0003\u0004'),
  Buffer.from('kind,id\n'),
  Buffer.from('{"devices":['),
  Buffer.from('\ufeff'),
];
/** Files of any content: some begin as one that is taken, and are cut or go on as they like. */
const files = fc
  .tuple(
    fc.constantFrom(Buffer.alloc(0), ...beginnings.map((one) => Buffer.from(one))),
    fc.nat({ max: 400 }),
    fc.uint8Array({ maxLength: 600 }),
  )
  .map(([begin, cut, rest]) => new Uint8Array(Buffer.concat([begin.subarray(0, Math.max(4, begin.length - cut)), rest])));

describe.each(named)('%s', (_name, row) => {
  it('takes or refuses a file of any content, name and type', async () => {
    const texts = fc.string({ unit: 'grapheme', maxLength: 60 });
    const input = fc.record({ file: files, name: texts, type: texts, extra: fc.dictionary(texts, texts, { maxKeys: 3 }) });
    await fc.assert(
      fc.asyncProperty(input, async ({ file, name, type, extra }) => {
        const form = new FormData();
        for (const [key, value] of Object.entries(extra)) form.append(key, value);
        form.append(row.upload.field, new Blob([file], { type }), name);
        expect(await send(row, form)).toBeLessThan(500);
      }),
      { numRuns: RUNS },
    );
  });

  const part = (disposition: string, content = 'x'): string =>
    `--b\r\nContent-Disposition: ${disposition}\r\nContent-Type: image/png\r\n\r\n${content}\r\n`;
  const own = `form-data; name="${row.upload.field}"; filename="a.png"`;
  const broken: [string, string, string][] = [
    ['no boundary', 'multipart/form-data', part(own)],
    ['an empty boundary', 'multipart/form-data; boundary=', part(own)],
    ['another boundary than the body has', 'multipart/form-data; boundary=zzz', `${part(own)}--b--\r\n`],
    ['no end', 'multipart/form-data; boundary=b', part(own)],
    ['a part that ends within its headers', 'multipart/form-data; boundary=b', '--b\r\nContent-Dispo'],
    ['no parts', 'multipart/form-data; boundary=b', '--b--\r\n'],
    ['nothing', 'multipart/form-data; boundary=b', ''],
    ['a part without a name', 'multipart/form-data; boundary=b', `${part('form-data')}--b--\r\n`],
    ['a NUL in the name of the file', 'multipart/form-data; boundary=b', `${part(own.replace('a.png', 'a\0.png'))}--b--\r\n`],
    [
      'a path as the name of the file',
      'multipart/form-data; boundary=b',
      `${part(own.replace('a.png', '../../etc/passwd'))}--b--\r\n`,
    ],
    ['nested names', 'multipart/form-data; boundary=b', `${part('form-data; name="a[b][c][__proto__][d]"')}--b--\r\n`],
    ['__proto__ as a name', 'multipart/form-data; boundary=b', `${part('form-data; name="__proto__"')}--b--\r\n`],
    ['the file twice', 'multipart/form-data; boundary=b', `${part(own)}${part(own)}--b--\r\n`],
    ['a thousand parts', 'multipart/form-data; boundary=b', `${part('form-data; name="f"').repeat(1000)}--b--\r\n`],
    [
      'a field of a megabyte',
      'multipart/form-data; boundary=b',
      `${part('form-data; name="f"', 'y'.repeat(1_000_000))}--b--\r\n`,
    ],
    ['JSON under the type of a form', 'multipart/form-data; boundary=b', '{"image":"x"}'],
    ['a form of another kind', 'application/x-www-form-urlencoded', `${row.upload.field}=x`],
    ['JSON', 'application/json', `{"${row.upload.field}":"x"}`],
    ['a type that is none', '; ;', part(own)],
    [
      'a name of 10,000 letters',
      'multipart/form-data; boundary=b',
      `${part(`form-data; name="${'n'.repeat(10_000)}"`)}--b--\r\n`,
    ],
  ];

  it.each(broken)('refuses a form with %s, in its own words', async (_what, type, body) => {
    const status = await send(row, body, { 'content-type': type });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  });

  it('refuses a file one byte beyond its limit', async () => {
    const form = new FormData();
    form.append(row.upload.field, new Blob([new Uint8Array(row.upload.maxBytes + 1)]), 'a.png');
    expect(await send(row, form)).toBe(400);
  });
});

it('each of them is tried, and the server answers afterwards', async () => {
  expect(rows.map(({ path }) => path).toSorted()).toEqual([
    '/accounts/logoupdate',
    '/configuration/import',
    '/loop-tests/{id}/photos',
  ]);
  expect((await plant.get('/common')).status).toBe(200);
});
