import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bech32 } from '@scure/base';
import { Decrypter, Encrypter } from 'age-encryption';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { nativeAead, scriptAead } from './aead.ts';
import { FileSink, FileSource } from './byteFlow.ts';
import { privateKeyOf, publicBytes, publicKeyOf } from './keys.ts';

const secret = Buffer.alloc(32, 11);
const opener = privateKeyOf('x25519', secret);
const recipient = publicKeyOf('x25519', publicBytes(opener));
/** The kit's key as the age tools write it. */
const ageIdentity = bech32.encodeFromBytes('AGE-SECRET-KEY-', secret).toUpperCase();
const ageRecipient = bech32.encodeFromBytes('age', publicBytes(opener));

const temporary = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'seal-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

describe('what is sealed', () => {
  it.each([0, 1, 65_535, 65_536, 65_537, 200_000])(
    'is opened by another program that knows the age format: %i bytes',
    async (length) => {
      const path = join(temporary(), 'file');
      const plain = Buffer.alloc(length, 'headworks ');
      const sink = new FileSink(path, [publicKeyOf('x25519', Buffer.alloc(32, 9)), recipient]);
      sink.write(plain);
      sink.finish();
      const other = new Decrypter();
      other.addIdentity(ageIdentity);
      expect(Buffer.from(await other.decrypt(readFileSync(path))).equals(plain)).toBe(true);
    },
  );

  it.each([1, 65_536, 200_000])('is read where another program sealed it: %i bytes', async (length) => {
    const path = join(temporary(), 'file');
    const plain = Buffer.alloc(length, 'headworks ');
    const other = new Encrypter();
    other.addRecipient(ageRecipient);
    writeFileSync(path, await other.encrypt(plain));
    const source = new FileSource(path, [opener]);
    expect(source.read(length).equals(plain)).toBe(true);
    expect(source.isAtEnd()).toBe(true);
    source.close();
  });

  it('is the same whether the runtime has the cipher or not', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 32, maxLength: 32 }),
        fc.uint8Array({ minLength: 12, maxLength: 12 }),
        fc.uint8Array({ maxLength: 500 }),
        (key, nonce, plain) => {
          const sealed = nativeAead.seal(key, nonce, plain);
          expect(Buffer.from(scriptAead.seal(key, nonce, plain))).toEqual(sealed);
          expect(Buffer.from(scriptAead.open(key, nonce, sealed))).toEqual(Buffer.from(plain));
          sealed[0] = (sealed[0] ?? 0) ^ 1;
          expect(() => nativeAead.open(key, nonce, sealed)).toThrow();
          expect(() => scriptAead.open(key, nonce, sealed)).toThrow();
        },
      ),
    );
  });
});
