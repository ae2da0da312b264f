import { createHash } from 'node:crypto';
import { createReadStream, lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import {
  type Artefact,
  compareVersions,
  KEYS_PURPOSE,
  MANIFEST_PURPOSE,
  manifest,
  type RootKeys,
  releaseKeys,
  type UpdateManifest,
} from './manifest.ts';
import { refuse } from './refusal.ts';
import { type Key, signersOf } from './signatures.ts';

const MOST_TEXT_BYTES = 1_000_000;
/** A sequence that leaps would shut out every update after it. */
const LONGEST_LEAP = 10_000;

/** What this plant runs, and the highest sequences that it has seen. */
export type Installed = {
  version: string;
  channel: UpdateManifest['channel'];
  platform: string;
  kind: Artefact['kind'];
  /** The newest step of its database. */
  schema: number;
  sequence: number;
  keysSequence: number;
};
export type Verified = { manifest: UpdateManifest; artefact: Artefact; keysSequence: number; warnings: string[] };

/** Who brings a bundle. A plant may be without the internet for years; one that a feed reaches is not, and what expired is held back from it. */
export type BundleSource = 'folder' | 'feed';

/** A plain file of the folder, and none that a link leads to. */
const readText = (folder: string, name: string): Buffer => {
  const path = join(folder, name);
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found?.isFile() || found.size > MOST_TEXT_BYTES) return refuse('missing', `${name} is missing or no such file`);
  return readFileSync(path);
};

const parsed = <Schema extends z.ZodType>(schema: Schema, bytes: Buffer, name: string): z.output<Schema> => {
  try {
    return schema.parse(JSON.parse(bytes.toString('utf8')));
  } catch {
    return refuse('badForm', `${name} is not of the format`);
  }
};

const hashOf = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('hex');
};

/** Whether a file is the artefact that the manifest names; also for the copy that is installed. */
export const checkArtefact = async (path: string, { file, bytes, sha256 }: Artefact): Promise<void> => {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found?.isFile()) refuse('missing', `${file} is missing`);
  if (found?.size !== bytes) refuse('cutShort', `${file} has ${found?.size} bytes and not ${bytes}: its copy may be cut short`);
  if ((await hashOf(path)) !== sha256) refuse('altered', `${file} is not what was signed`);
};

/** The keys that may sign releases, by a folder's keys.json. @throws BundleRefused where the roots did not sign it */
export const releaseKeysIn = (folder: string, roots: RootKeys) => {
  if (roots.keys.length < roots.threshold) refuse('noRoots', 'this program was built without keys for updates');
  const bytes = readText(folder, 'keys.json');
  const signers = signersOf(KEYS_PURPOSE, bytes, readText(folder, 'keys.sig').toString('utf8'), roots.keys);
  if (signers.length < roots.threshold) refuse('keysNotSigned', 'keys.json is not signed by the roots that this program knows');
  return parsed(releaseKeys, bytes, 'keys.json');
};

const trustedKeys = (folder: string, roots: RootKeys, installed: Installed, nowMs: number) => {
  const { sequence, keys } = releaseKeysIn(folder, roots);
  if (sequence < installed.keysSequence) refuse('keysOlder', 'keys.json is older than one seen before');
  const valid = keys.filter(({ validFrom, validTo }) => Date.parse(validFrom) <= nowMs && nowMs <= Date.parse(validTo));
  return { sequence, keys, valid };
};

const warningsOf = ({ expiresAt }: UpdateManifest, isKeyValid: boolean, nowMs: number): string[] => [
  ...(Date.parse(expiresAt) < nowMs ? [`it expired on ${expiresAt.slice(0, 10)}: look for a newer one`] : []),
  ...(isKeyValid ? [] : ['the time of the key that signed it is over: compare its version with what the maker says']),
];

const checkPlace = (found: UpdateManifest, installed: Installed): void => {
  if (found.channel !== installed.channel)
    refuse('otherChannel', `it is of channel ${found.channel}, and this plant follows ${installed.channel}`);
  // the same again may be tried after a failure; the version says whether it runs already
  if (found.sequence < installed.sequence)
    refuse('older', `it is older than one seen before (${found.sequence} after ${installed.sequence})`);
  if (found.sequence - installed.sequence > LONGEST_LEAP) refuse('leaps', 'its sequence leaps too far');
  const newer = compareVersions(found.version, installed.version);
  if (newer <= 0)
    refuse(newer === 0 ? 'sameVersion' : 'downgrade', `version ${found.version} is no newer than ${installed.version}`);
  if (compareVersions(installed.version, found.minimumVersion) < 0)
    refuse('stepBetween', `version ${found.minimumVersion} has to be installed first`);
  const { from, to } = found.schema;
  if (installed.schema < from || installed.schema > to)
    refuse('otherDatabase', `it takes databases of step ${from} to ${to}, and this one is at ${installed.schema}`);
};

/** What a folder's signed manifest says, and which of its keys signed it. */
const readSigned = (folder: string, keys: readonly Key[]): { found: UpdateManifest; signers: string[] } => {
  const bytes = readText(folder, 'manifest.json');
  const signers = signersOf(MANIFEST_PURPOSE, bytes, readText(folder, 'manifest.sig').toString('utf8'), keys);
  if (signers.length === 0) refuse('notSigned', 'manifest.json is not signed by a key for releases');
  return { found: parsed(manifest, bytes, 'manifest.json'), signers };
};

const artefactFor = (found: UpdateManifest, { platform, kind }: Pick<Installed, 'platform' | 'kind'>): Artefact =>
  found.artefacts.find((one) => one.platform === platform && one.kind === kind) ??
  refuse('otherPlatform', `it holds nothing for ${platform} (${kind})`);

/**
 * What the signed texts in a folder offer to this plant: who signed them, and whether it is newer and for this plant. The installer itself is
 * not looked at. What has expired is said, and refused where a feed gave it.
 * @throws BundleRefused with the reason
 */
export const verifyOffer = (
  folder: string,
  roots: RootKeys,
  installed: Installed,
  { nowMs, source = 'folder' }: { nowMs: number; source?: BundleSource },
): Verified => {
  const { sequence: keysSequence, keys, valid } = trustedKeys(folder, roots, installed, nowMs);
  const { found, signers } = readSigned(folder, keys);
  checkPlace(found, installed);
  const artefact = artefactFor(found, installed);
  const isKeyValid = valid.some(({ id }) => signers.includes(id));
  const warnings = warningsOf(found, isKeyValid, nowMs);
  if (source === 'feed' && warnings.length > 0) refuse('expired', warnings.join('; '));
  return { manifest: found, artefact, keysSequence, warnings };
};

/**
 * Verifies an update in a folder, a stick or a share, before anything of it is opened: its offer, and that its file is whole.
 * @throws BundleRefused with the reason
 */
export const verifyBundle = async (...of: Parameters<typeof verifyOffer>): Promise<Verified> => {
  const verified = verifyOffer(...of);
  const [folder] = of;
  await checkArtefact(join(folder, verified.artefact.file), verified.artefact);
  return verified;
};

/** The installer of the very version that runs, for going back to it. @throws BundleRefused with the reason */
export const verifyInstalled = async (
  folder: string,
  roots: RootKeys,
  installed: Pick<Installed, 'version' | 'platform' | 'kind'>,
): Promise<Artefact> => {
  const { found } = readSigned(folder, releaseKeysIn(folder, roots).keys);
  if (found.version !== installed.version)
    refuse('downgrade', `version ${found.version} is not the one that runs, ${installed.version}`);
  const artefact = artefactFor(found, installed);
  await checkArtefact(join(folder, artefact.file), artefact);
  return artefact;
};
