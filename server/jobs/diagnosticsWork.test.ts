import { createHash, createPublicKey, verify } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { writeCrash } from '../crashReports.ts';
import { bearer, loginAt } from '../test/policyRig.ts';
import { canaries } from '../test/twinIndustries.ts';
import { startWholePlant, type WholePlant } from '../test/wholePlant.ts';

let plant: WholePlant;
let token: string;
const files = new Map<string, Buffer>();
beforeAll(async () => {
  plant = await startWholePlant();
  token = (await loginAt(plant.url(), 'admin')).access_token;
  const fault = new Error(`the disk went away for wanda@plant.example, 9876501234, ${token}`);
  writeCrash(plant.folder, fault, { version: '0.0.0', nowMs: Date.now() });
  const reply = await fetch(`${plant.url()}/api/plant/storage/diagnostics`, { headers: bearer(token) });
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/zip']);
  const zip = await fromBufferPromise(Buffer.from(await reply.arrayBuffer()), { lazyEntries: true });
  for await (const entry of zip.eachEntry()) {
    const parts: Buffer[] = [];
    for await (const part of await zip.openReadStreamPromise(entry)) parts.push(part as Buffer);
    files.set(entry.fileName, Buffer.concat(parts));
  }
  // made by a process that has what others leave of the processor
}, 600_000);
afterAll(() => plant.stop());

const json = (name: string) => JSON.parse(String(files.get(name)));

describe('the diagnostics', () => {
  it('hold what support needs, signed by the site', () => {
    expect([...files.keys()].sort()).toEqual(
      [
        ...['storage', 'version', 'settings', 'memory', 'backup', 'field', 'frames', 'metrics', 'crashes', 'counts'],
        ...['database', 'system', 'sbom.cdx', 'manifest'],
      ]
        .map((name) => `${name}.json`)
        .concat('log.jsonl', 'manifest.sig')
        .sort(),
    );
    expect(json('sbom.cdx.json')).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'headworks' } } });
    expect(json('sbom.cdx.json').components).toContainEqual(
      expect.objectContaining({
        name: 'better-sqlite3',
        version: expect.stringMatching(/^\d/),
        purl: expect.stringMatching(/^pkg:npm\/better/),
      }),
    );
    expect(json('metrics.json').at(-1)).toMatchObject({ at: expect.any(String), residentMiB: expect.any(Number), lines: 3 });
    expect(json('crashes.json')).toMatchObject([
      { message: expect.stringContaining('the disk went away'), stack: expect.stringContaining('Error') },
    ]);
    for (const { frames, framing } of json('frames.json'))
      for (const { head } of frames) expect(head.length).toBeLessThanOrEqual(framing === 'mbap' ? 18 : 6);
    expect(json('database.json')).toMatchObject({ quickCheck: ['ok'], rows: { unit: 9 } });
    expect(json('field.json').channels.length).toBeGreaterThan(0);
    const manifest = json('manifest.json');
    for (const { name, sha256 } of manifest.files)
      expect(
        createHash('sha256')
          .update(files.get(name) ?? '')
          .digest('hex'),
        name,
      ).toBe(sha256);
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: manifest.key }, format: 'jwk' });
    const [signed, signature] = [files.get('manifest.json') ?? Buffer.alloc(0), files.get('manifest.sig') ?? Buffer.alloc(0)];
    expect(verify(null, signed, key, signature)).toBe(true);
    signed[20] = (signed[20] ?? 0) ^ 1;
    expect(verify(null, signed, key, signature)).toBe(false);
  });

  it('hold no reading, no secret, nobody and nothing of an industry by name', () => {
    const all = [...files.values()].map(String).join('\n');
    for (const word of [
      ...Object.values(canaries),
      token,
      token.split('.')[2] ?? '',
      'demo-admin',
      '$argon2',
      '90000001',
      'wanda',
      '9876501234',
    ])
      expect(all).not.toContain(word);
  });
});
