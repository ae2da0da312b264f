import type { KeyObject } from 'node:crypto';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { BundleReader } from '../bundle/bundleReader.ts';
import { itemType } from '../bundle/format.ts';
import { Failure, isMissingFile, messageOf } from '../core/fail.ts';
import { pieceOf } from './fileItems.ts';
import { BUNDLE_ENDING, MANIFEST, type Manifest, manifest, msOfStamp } from './manifest.ts';

/** A snapshot by its name, such as 20261122T024000Z. */
export type Snapshot = { name: string; createdMs: number; bytes: number };

/** None of a folder that was never made. One that cannot be read is not empty: what its backups need must stay. */
const listed = (folder: string): string[] => {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (isMissingFile(error)) return [];
    throw new Failure('unavailable', `the folder of backups cannot be read: ${messageOf(error)}`, { cause: error });
  }
};

/** The folder with the backups of one site: `snapshots`, and `days` for what is written once. */
export class BackupFolder {
  readonly path: string;
  readonly snapshotFolder: string;
  readonly dayFolder: string;

  constructor(path: string) {
    this.path = path;
    this.snapshotFolder = join(path, 'snapshots');
    this.dayFolder = join(path, 'days');
  }

  snapshotPath(name: string): string {
    return join(this.snapshotFolder, name + BUNDLE_ENDING);
  }

  /** Newest first. @throws Failure `unavailable` where the folder is there and cannot be read. */
  snapshots(): Snapshot[] {
    return listed(this.snapshotFolder)
      .filter((file) => file.endsWith(BUNDLE_ENDING))
      .flatMap((file) => {
        const createdMs = msOfStamp(file);
        const bytes = statSync(join(this.snapshotFolder, file), { throwIfNoEntry: false })?.size;
        if (createdMs === undefined || bytes === undefined) return [];
        return [{ name: file.slice(0, -BUNDLE_ENDING.length), createdMs, bytes }];
      })
      .sort((a, b) => b.createdMs - a.createdMs);
  }

  /** The same; none where the folder cannot be read, for what has to go on without. */
  readableSnapshots(onUnreadable: (reason: string) => void = () => undefined): Snapshot[] {
    try {
      return this.snapshots();
    } catch (error) {
      onUnreadable(messageOf(error));
      return [];
    }
  }

  /** Whether a bundle is there, as long as it was when it was written. */
  has({ name, bytes }: { name: string; bytes: number }): boolean {
    return statSync(join(this.dayFolder, name), { throwIfNoEntry: false })?.size === bytes;
  }

  /** Removes files that a run which was cut short left, and bundles that no kept snapshot needs. */
  tidy(needed: ReadonlySet<string>): void {
    for (const [folder, isNeeded] of [
      [this.snapshotFolder, (file: string) => file.endsWith(BUNDLE_ENDING)],
      [this.dayFolder, (file: string) => needed.has(file)],
    ] as const)
      for (const file of listed(folder)) if (!isNeeded(file)) rmSync(join(folder, file), { force: true });
  }

  remove(name: string): void {
    rmSync(this.snapshotPath(name), { force: true });
  }
}

/**
 * What a snapshot consists of, from its start alone: for what is restored the whole snapshot is read, signature and all.
 * @throws Failure `credentials` when none of the openers opens it, `badRequest` where it is damaged.
 */
export const readManifest = (path: string, openers: readonly KeyObject[]): Manifest => {
  const items = new BundleReader(path, openers).items();
  try {
    const { value: first } = items.next();
    if (first && first.type === itemType.file) return manifestOf(pieceOf(first));
    throw new Failure('badRequest', `${path} is no snapshot of a backup`);
  } finally {
    items.return(undefined);
  }
};

export const manifestOf = ({ path, bytes }: { path: string; bytes: Buffer }): Manifest => {
  if (path !== MANIFEST) throw new Failure('badRequest', `a snapshot begins with ${MANIFEST} and not with ${path}`);
  return manifest.parse(JSON.parse(bytes.toString()));
};
