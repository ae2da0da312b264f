import { createPrivateKey } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { BundleReader } from './bundleReader.ts';
import { BundleWriter, type SealingRecipient } from './bundleWriter.ts';
import { type Item, itemType } from './format.ts';
import { renewIdentity } from './identity.ts';
import { privateKeyOf, publicBytes, publicKeyOf } from './keys.ts';
import { keyOfKit, makeKit } from './recoveryKit.ts';

const folder = mkdtempSync(join(tmpdir(), 'bundle-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const nowMs = Date.parse('2026-11-22T02:40:00Z');
const identity = renewIdentity(join(folder, 'keys'), nowMs);
const kit = makeKit(join(folder, 'keys'), nowMs);
const forKit: SealingRecipient = {
  kind: 'recoveryKit',
  id: kit.id,
  publicKey: publicKeyOf('x25519', Buffer.from(kit.publicKey, 'base64url')),
};
const forSite: SealingRecipient = {
  kind: 'site',
  id: identity.site,
  publicKey: publicKeyOf('x25519', publicBytes(identity.opening)),
};
const path = join(folder, 'one.hwb');

const write = (items: readonly Item[], recipients: readonly SealingRecipient[], to = path): void => {
  const writer = new BundleWriter({
    path: to,
    identity,
    recipients,
    kind: 'days',
    createdMs: nowMs,
    program: '1.2.3',
    schema: 190,
  });
  for (const { type, key, body } of items) writer.add(type, key, body);
  writer.finish();
};
const openers = [keyOfKit(kit.words)];
const read = (from = path): Item[] => [...new BundleReader(from, openers).items()];

const item = fc.record({
  type: fc.integer({ min: 1, max: 10 }),
  key: fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
  body: fc.uint8Array({ maxLength: 3000 }).map((bytes) => Buffer.from(bytes)),
});

describe('a bundle', () => {
  it('is read back as it was written, sealed and plain, of any items', () => {
    fc.assert(
      fc.property(fc.array(item, { maxLength: 60 }), fc.boolean(), (items, isSealed) => {
        write(items, isSealed ? [forSite, forKit] : []);
        expect(read()).toEqual(items);
      }),
      { numRuns: 60 },
    );
  });

  it.each([65_536, 131_072, 131_073, 65_535])(
    'is read back when it is sealed in whole pieces: body of about %i bytes',
    (length) => {
      for (let less = 0; less < 900; less += 37) {
        write([{ type: itemType.file, key: Buffer.from('a'), body: Buffer.alloc(length - less, 7) }], [forKit]);
        expect(read()[0]?.body.length).toBe(length - less);
      }
    },
  );

  it('says in its header whose it is and who can open it', () => {
    write([], [forSite, forKit]);
    const reader = new BundleReader(path, openers);
    expect(reader.header).toMatchObject({
      site: identity.site,
      epoch: 1,
      kind: 'days',
      created: '2026-11-22T02:40:00.000Z',
      recipients: [
        { kind: 'site', id: identity.site },
        { kind: 'recoveryKit', id: kit.id },
      ],
    });
    reader.close();
  });

  it.each([
    ['sealed', [forSite, forKit]],
    ['plain', []],
  ] as const)('of which any bit is changed is refused by its name, %s', (_, recipients) => {
    const items = [1, 2, 3].map((n) => ({ type: 4, key: Buffer.from([n]), body: Buffer.alloc(200, n) }));
    write(items, recipients);
    const whole = readFileSync(path);
    const changed = join(folder, 'changed.hwb');
    for (let at = 0; at < whole.length; at += 1) {
      const bytes = Buffer.from(whole);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << (at % 8));
      writeFileSync(changed, bytes);
      expect(() => read(changed), `byte ${at}`).toThrow(/^changed\.hwb: /);
    }
  });

  it.each([
    ['sealed', [forSite, forKit]],
    ['plain', []],
  ] as const)('that is cut short anywhere, or longer than it was, is refused, %s', (_, recipients) => {
    write([{ type: 4, key: Buffer.from('k'), body: Buffer.alloc(70_000, 1) }], recipients);
    const whole = readFileSync(path);
    const cut = join(folder, 'cut.hwb');
    fc.assert(
      fc.property(fc.nat(whole.length - 1), (length) => {
        writeFileSync(cut, whole.subarray(0, length));
        expect(() => read(cut)).toThrow(/^cut\.hwb: /);
      }),
    );
    writeFileSync(cut, Buffer.concat([whole, Buffer.from([0])]));
    expect(() => read(cut)).toThrow(/^cut\.hwb: /);
  });

  it('names the item that is damaged', () => {
    write(
      [
        { type: 4, key: Buffer.from('a'), body: Buffer.alloc(9, 65) },
        { type: 4, key: Buffer.from('b'), body: Buffer.alloc(9, 66) },
      ],
      [],
    );
    const bytes = readFileSync(path);
    bytes[bytes.indexOf('BBBB')] = 67;
    writeFileSync(path, bytes);
    expect(() => read()).toThrow('one.hwb: item 2 is damaged');
  });

  it('signed by another key than its header names is refused', () => {
    const other = renewIdentity(join(folder, 'other'), nowMs);
    const writer = new BundleWriter({
      path,
      identity: { ...identity, signing: createPrivateKey(other.signing.export({ format: 'pem', type: 'pkcs8' })) },
      recipients: [],
      kind: 'days',
      createdMs: nowMs,
      program: '1',
      schema: 1,
    });
    writer.finish();
    const text = readFileSync(path, 'latin1');
    const [mine, theirs] = [identity, other].map(({ signing }) => publicBytes(signing).toString('base64url'));
    writeFileSync(path, text.replace(theirs ?? '', mine ?? ''), 'latin1');
    expect(() => read()).toThrow(/content is not|signature is wrong/);
  });

  it('opens for its recipients alone', () => {
    write([], [forSite]);
    expect(() => read()).toThrow('one.hwb: its seal is damaged, or it is sealed for another key');
    expect([...new BundleReader(path, [privateKeyOf('x25519', Buffer.alloc(32, 9)), identity.opening]).items()]).toEqual([]);
  });

  it('that is given up leaves no file', () => {
    const name = join(folder, 'apart', 'given-up.hwb');
    const writer = new BundleWriter({
      path: name,
      identity,
      recipients: [],
      kind: 'days',
      createdMs: nowMs,
      program: '1',
      schema: 1,
    });
    writer.add(4, Buffer.from('k'), Buffer.alloc(200_000));
    expect(readdirSync(join(folder, 'apart'))).toEqual(['given-up.hwb.part']);
    writer.abandon();
    expect(readdirSync(join(folder, 'apart'))).toEqual([]);
  });
});
