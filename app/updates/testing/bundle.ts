/** Makes signed bundles as a release does: the reference for docs/desktop.md, with keys of this run. */
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { KEYS_PURPOSE, MANIFEST_PURPOSE, type RootKeys, type UpdateManifest } from '../manifest.ts';
import type { Installed } from '../verifyBundle.ts';

export type Signer = { id: string; publicKey: string; privateKey: KeyObject };

export const newSigner = (id: string): Signer => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return { id, publicKey: publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64'), privateKey };
};
const publicOf = ({ id, publicKey }: Signer) => ({ id, publicKey });
export const signatureFile = (purpose: string, bytes: Buffer, signers: readonly Signer[]): string =>
  signers
    .map(
      ({ id, privateKey }) =>
        `${id} ${sign(null, Buffer.concat([Buffer.from(`${purpose}\n`), bytes]), privateKey).toString('base64')}\n`,
    )
    .join('');

export const roots = [newSigner('root-a'), newSigner('root-b'), newSigner('root-c')] as const;
export const release = newSigner('release-1');
export const known: RootKeys = { threshold: 2, keys: roots.map(publicOf) };
export const nowMs = Date.parse('2026-11-22T08:00:00Z');
export const installed: Installed = {
  version: '1.3.2',
  channel: 'stable',
  platform: 'linux-x64',
  kind: 'deb',
  schema: 170,
  sequence: 36,
  keysSequence: 4,
};

export type BundleOptions = {
  change?: Partial<UpdateManifest>;
  keysSequence?: number;
  keysSigners?: readonly Signer[];
  signers?: readonly Signer[];
  validTo?: string;
  content?: Buffer;
  name?: string;
};

export const artefactName = 'headworks_1.4.0_amd64.deb';
const previousName = 'headworks_1.3.2_amd64.deb';

/** A whole bundle in the folder; what the options leave out is right. */
export const writeBundle = (folder: string, options: BundleOptions = {}): void => {
  const content = options.content ?? Buffer.alloc(200_000, 'installer ');
  mkdirSync(folder, { recursive: true });
  const name = options.name ?? artefactName;
  writeFileSync(join(folder, name), content);
  const keys = Buffer.from(
    JSON.stringify({
      format: KEYS_PURPOSE,
      sequence: options.keysSequence ?? 4,
      keys: [{ ...publicOf(release), validFrom: '2026-01-01T00:00:00Z', validTo: options.validTo ?? '2028-01-01T00:00:00Z' }],
    }),
  );
  writeFileSync(join(folder, 'keys.json'), keys);
  writeFileSync(join(folder, 'keys.sig'), signatureFile(KEYS_PURPOSE, keys, options.keysSigners ?? [roots[0], roots[2]]));
  const manifest: UpdateManifest = {
    format: MANIFEST_PURPOSE,
    product: 'plant.headworks.server',
    channel: 'stable',
    version: '1.4.0',
    sequence: 37,
    issuedAt: '2026-11-20T08:00:00Z',
    expiresAt: '2027-11-20T08:00:00Z',
    minimumVersion: '1.1.0',
    schema: { from: 170, to: 185 },
    rollbackTo: ['1.3.2'],
    artefacts: [
      {
        platform: 'linux-x64',
        kind: 'deb',
        file: name,
        bytes: content.length,
        sha256: createHash('sha256').update(content).digest('hex'),
      },
    ],
    ...options.change,
  };
  const bytes = Buffer.from(JSON.stringify(manifest));
  writeFileSync(join(folder, 'manifest.json'), bytes);
  writeFileSync(join(folder, 'manifest.sig'), signatureFile(MANIFEST_PURPOSE, bytes, options.signers ?? [release]));
};

/** The version that runs now, in the folder of another bundle: the way back. */
export const writePrevious = (folder: string, options: BundleOptions = {}): void =>
  writeBundle(join(folder, 'previous'), {
    name: previousName,
    ...options,
    change: { version: installed.version, sequence: 36, ...options.change },
  });
