import 'reflect-metadata';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { X509CertificateGenerator } from '@peculiar/x509';
import { expect, it, onTestFinished } from 'vitest';
import { isLeafOf } from './pinnedLeaf.ts';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const newKeys = (): Promise<CryptoKeyPair> => crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
const certificateOf = async (keys: CryptoKeyPair, serialNumber: string): Promise<string> => {
  const made = await X509CertificateGenerator.createSelfSigned(
    { serialNumber, name: 'CN=127.0.0.1', keys, signingAlgorithm: algorithm },
    crypto,
  );
  return made.toString('pem');
};
const plantWith = (certificate: unknown): string => {
  const folder = mkdtempSync(join(tmpdir(), 'leaf-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'tls'));
  writeFileSync(join(folder, 'tls', 'leaf.json'), JSON.stringify({ certificate }));
  return folder;
};

it('believes the certificate of its own server, also one that was renewed with the same key, and no other', async () => {
  const [own, other] = [await newKeys(), await newKeys()];
  const certificate = await certificateOf(own, '01');
  const isLeaf = isLeafOf(plantWith(certificate));
  expect([isLeaf(certificate), isLeaf(await certificateOf(own, '02'))]).toEqual([true, true]);
  expect(isLeaf(await certificateOf(other, '01'))).toBe(false);
});

it.each([undefined, 5, 'no certificate'])('believes nothing where its own cannot be read: %j', async (kept) => {
  const certificate = await certificateOf(await newKeys(), '01');
  expect(isLeafOf(plantWith(kept))(certificate)).toBe(false);
  expect(isLeafOf(join(tmpdir(), 'there-is-no-such-plant'))(certificate)).toBe(false);
});

it.each(['', 'no certificate', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'])(
  'takes %j for no certificate',
  async (given) => {
    expect(isLeafOf(plantWith(await certificateOf(await newKeys(), '01')))(given)).toBe(false);
  },
);
