import { z } from 'zod';

export const MANIFEST_PURPOSE = 'headworks-update-1';
export const KEYS_PURPOSE = 'headworks-keys-1';
const id = z.string().regex(/^[\w-]{1,64}$/);
const version = z.string().regex(/^\d{1,4}\.\d{1,4}\.\d{1,5}$/);
const key = z.strictObject({ id, publicKey: z.base64() });
const schemaNumber = z.int().min(0).max(1_000_000);

/** The roots that the program carries: they sign which keys may sign releases. */
export const rootKeys = z.strictObject({ threshold: z.int().min(1).max(5), keys: z.array(key).max(10) });
export type RootKeys = z.output<typeof rootKeys>;

export const releaseKeys = z.strictObject({
  format: z.literal(KEYS_PURPOSE),
  sequence: z.int().min(0),
  keys: z
    .array(key.extend({ validFrom: z.iso.datetime(), validTo: z.iso.datetime() }))
    .min(1)
    .max(10),
});

export const artefact = z.strictObject({
  platform: z.string().regex(/^(win32|linux)-(x64|arm64)$/),
  kind: z.enum(['nsis', 'deb', 'rpm']),
  /** A name, never a path. */
  file: z.string().regex(/^[\w][\w.-]{0,120}$/),
  bytes: z.int().min(1).max(2_000_000_000),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type Artefact = z.output<typeof artefact>;

/** manifest.json of an update. Binds all its files to one version in one signed text. */
export const manifest = z.strictObject({
  format: z.literal(MANIFEST_PURPOSE),
  product: z.literal('plant.headworks.server'),
  channel: z.enum(['stable', 'candidate', 'lts']),
  version,
  sequence: z.int().min(1),
  /** Signed for the record: nothing follows from it. */
  issuedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  minimumVersion: version,
  /** Database steps: the oldest that it brings up to date, and the one that it makes. */
  schema: z.strictObject({ from: schemaNumber, to: schemaNumber }),
  /** Signed for the record too: the way back is the installer of the last update, or the folder `previous`, whatever this says. */
  rollbackTo: z.array(version).max(20),
  /** Of the plants that ask a feed, so many of a hundred are offered it yet; all where it is absent. By a folder a person decides. */
  stagingPercentage: z.int().min(0).max(100).optional(),
  artefacts: z.array(artefact).min(1).max(20),
});
export type UpdateManifest = z.output<typeof manifest>;

/** Below zero where the first is older. Both are of three numbers. */
export const compareVersions = (one: string, other: string): number => {
  const [a, b] = [one.split('.').map(Number), other.split('.').map(Number)];
  const at = a.findIndex((part, place) => part !== b[place]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
};
