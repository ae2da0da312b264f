import { type KeyObject, randomInt } from 'node:crypto';
import { mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type BundleParts, BundleWriter, type SealingRecipient } from '../bundle/bundleWriter.ts';
import { itemOfDay, uidOf } from '../bundle/dayItems.ts';
import type { Identity } from '../bundle/identity.ts';
import { publicBytes, publicKeyOf } from '../bundle/keys.ts';
import type { KitRecord } from '../bundle/recoveryKit.ts';
import { Failure } from '../core/fail.ts';
import type { Sqlite } from '../db/open.ts';
import { copyWithoutDays } from '../db/transfer/copyDatabase.ts';
import { atOneMoment, createDayReading, type DayReading, type DayRevision } from '../db/transfer/storedDays.ts';
import { type BackupFolder, readManifest } from './backupFolder.ts';
import { type DataFile, dataFiles, isWrittenOnce } from './dataFiles.ts';
import { carriedDay } from './dayRows.ts';
import { addBytes, addFile } from './fileItems.ts';
import { hashFile } from './hashFile.ts';
import { type BundleFile, DATABASE, type DaySet, MANIFEST, type Manifest, stampOf } from './manifest.ts';
import { newestFirst } from './retention.ts';
import { RollingBundles } from './rollingBundles.ts';

export type MakeParts = {
  /** A connection that reads the plant's database, and is used for nothing else meanwhile. */
  sqlite: Sqlite;
  dataFolder: string;
  folder: BackupFolder;
  identity: Identity;
  kit: KitRecord | undefined;
  program: string;
  nowMs: number;
  /** A drill or a verification has failed since: all earlier bundles are read back, and not only some. */
  isDoubted?: boolean;
  /** Called between steps of some milliseconds. */
  turn(): Promise<void>;
};
export type MadeBackup = {
  snapshot: string;
  manifest: Manifest;
  /** Bundles that this run wrote, by path. */
  written: string[];
  bytes: number;
  /** Closed days of single series that it wrote. */
  days: number;
};

const DAYS_PER_TURN = 200;

const sealingsOf = ({ identity, kit }: MakeParts): SealingRecipient[] => [
  { kind: 'site', id: identity.site, publicKey: publicKeyOf('x25519', publicBytes(identity.opening)) },
  ...(kit ? [{ kind: 'recoveryKit' as const, id: kit.id, publicKey: keyOf(kit) }] : []),
];
const keyOf = ({ publicKey }: KitRecord): KeyObject => publicKeyOf('x25519', Buffer.from(publicKey, 'base64url'));

/** So much of the earlier bundles is read back by each run: of one that rots, a later backup would be as little worth. */
const READ_BACK_BYTES = 64 * 1_048_576;

/** Another part each time, of which one is drawn; all of a small plant. */
const someOf = (bundles: readonly BundleFile[]): BundleFile[] => {
  let bytes = 0;
  const parts = Map.groupBy(bundles, (one) => {
    const part = Math.floor(bytes / READ_BACK_BYTES);
    bytes += one.bytes;
    return part;
  });
  return parts.size === 0 ? [] : ([...parts.values()][randomInt(parts.size)] ?? []);
};

/** Names of earlier bundles that are no longer what was written. */
const rottenOf = async (sets: readonly DaySet[], { folder, isDoubted, turn }: MakeParts): Promise<Set<string>> => {
  const bundles = sets.flatMap((set) => set.bundles);
  const rotten = new Set<string>();
  for (const { name, sha256 } of isDoubted ? bundles : someOf(bundles))
    try {
      if ((await hashFile(join(folder.dayFolder, name), turn)).sha256 !== sha256) rotten.add(name);
    } catch (error) {
      // a disk that does not give it back; what else is thrown ends the run
      if (!(error instanceof Error && 'syscall' in error)) throw error;
      rotten.add(name);
    }
  return rotten;
};

/** Of the newest backup that is there: the sets whose bundles are whole and sealed for the present kit. */
const earlierSets = async (parts: MakeParts): Promise<Pick<Manifest, 'sets' | 'files' | 'damaged'>> => {
  const { sets, files, damaged } = newestSets(parts);
  const rotten = await rottenOf(sets, parts);
  const whole = sets.filter(({ bundles }) => bundles.every(({ name }) => !rotten.has(name)));
  const names = new Set(whole.flatMap(({ bundles }) => bundles.map((one) => one.name)));
  return { sets: whole, files: files.filter(({ bundle }) => bundle !== null && names.has(bundle)), damaged };
};

const newestSets = ({ folder, identity, kit, nowMs }: MakeParts): Pick<Manifest, 'sets' | 'files' | 'damaged'> => {
  for (const { name } of newestFirst(folder.snapshots(), nowMs)) {
    try {
      const { sets, files, damaged, site } = readManifest(folder.snapshotPath(name), [identity.opening]);
      if (site !== identity.site) continue;
      const usable = sets.filter((set) => set.kit === (kit?.id ?? null) && set.bundles.every((one) => folder.has(one)));
      return { sets: usable, files, damaged };
    } catch {
      // another kit's, or damaged: the one before may do
    }
  }
  return { sets: [], files: [], damaged: [] };
};

const keyOfDay = (industryId: string, day: number): string => `${day} ${industryId}`;

/** Days that no set holds at their present revision. */
const wantedDays = (sets: readonly DaySet[], revisions: readonly DayRevision[]): DayRevision[] => {
  const held = new Map<string, number>();
  for (const { days } of sets) for (const [industryId, day, revision] of days) held.set(keyOfDay(industryId, day), revision);
  return revisions.filter(({ industryId, day, revision }) => held.get(keyOfDay(industryId, day)) !== revision);
};

/** Sets without the days that a later one replaces, as far as it holds them whole; those that hold nothing any more go. */
const prunedSets = (
  sets: readonly DaySet[],
  revisions: readonly DayRevision[],
  { files, damaged }: Pick<Manifest, 'files' | 'damaged'>,
): DaySet[] => {
  const inPart = new Set(damaged.map(({ day }) => day));
  const newest = new Map<string, number>();
  for (const [at, { days }] of sets.entries()) for (const [industryId, day] of days) newest.set(keyOfDay(industryId, day), at);
  const stored = new Set(revisions.map(({ industryId, day }) => keyOfDay(industryId, day)));
  const inUse = new Set(files.map(({ bundle }) => bundle));
  return sets
    .map((set, at) => ({
      ...set,
      days: set.days.filter(
        ([id, day]) => (newest.get(keyOfDay(id, day)) === at || inPart.has(day)) && stored.has(keyOfDay(id, day)),
      ),
    }))
    .filter(({ days, bundles }) => days.length > 0 || bundles.some(({ name }) => inUse.has(name)));
};

type Written = { set: DaySet; damaged: Manifest['damaged']; files: Manifest['files'] };

/** Writes closed days and files that are not in any set yet. */
const writeOnce = async (
  parts: MakeParts,
  bundles: RollingBundles,
  days: DayReading,
  { wanted, once }: { wanted: readonly DayRevision[]; once: readonly DataFile[] },
): Promise<Written> => {
  const damaged: Manifest['damaged'] = [];
  const byIndustry = Map.groupBy(wanted, ({ industryId }) => industryId);
  let since = 0;
  let items = 0;
  for (const { id, uid: name, industryId } of days.series()) {
    const list = byIndustry.get(industryId)?.map(({ day }) => day) ?? [];
    if (list.length === 0) continue;
    const [uid, asked] = [uidOf(name), new Set(list)];
    for (const row of days.daysOf(id, Math.min(...list), Math.max(...list))) {
      if (!asked.has(row.day)) continue;
      const carried = carriedDay(uid, row);
      if (carried === undefined) damaged.push({ uid, day: row.day, revision: row.damage === 'total' ? null : row.revision });
      else {
        bundles.add(...itemOfDay(carried));
        items += 1;
      }
      since += 1;
      if (since % DAYS_PER_TURN === 0) await parts.turn();
    }
  }
  const files: Manifest['files'] = [];
  for (const file of once) {
    const at = bundles.current;
    await addFile(() => bundles, file.path, join(parts.dataFolder, file.path), parts.turn);
    files.push({ ...file, bundle: at });
  }
  const set: DaySet = {
    bundles: bundles.finish(),
    days: wanted.map(({ industryId, day, revision }) => [industryId, day, revision]),
    items,
    kit: parts.kit?.id ?? null,
  };
  return { set, damaged, files };
};

/** Damaged days that an earlier run met, and this one had no reason to write again. */
const stillDamaged = (earlier: Manifest['damaged'], days: DayReading, wanted: readonly DayRevision[]): Manifest['damaged'] => {
  const industries = new Map(days.series().map(({ uid, industryId }) => [uidOf(uid), industryId]));
  const written = new Set(wanted.map(({ industryId, day }) => keyOfDay(industryId, day)));
  return earlier.filter(({ uid, day }) => {
    const industryId = industries.get(uid);
    return industryId !== undefined && !written.has(keyOfDay(industryId, day));
  });
};

/** First and last day and how many, of each series. */
const heldOf = (days: DayReading): Manifest['series'] =>
  days.extents().map(({ uid, firstDay, lastDay, days: count }) => [uidOf(uid), firstDay, lastDay, count]);

/** Days are gone that the manifest of this very backup names: their unit was deleted meanwhile, or what is kept no longer. */
const areGone = (held: Manifest['series'], days: DayReading): boolean => {
  const still = new Map(heldOf(days).map(([uid, , , count]) => [uid, count]));
  return held.some(([uid, , , count]) => (still.get(uid) ?? 0) < count);
};

const MOST_TRIES = 3;

/**
 * Makes a backup: what changes whole, closed days and other things that stay as they are once. It is not verified here. Where days are
 * deleted while they are copied, all of it is made once more.
 * @throws whatever the disk says; nothing under the name of a bundle is ever half written.
 * @throws Failure `unavailable` where days were deleted during each of three tries.
 */
export const makeBackup = async (parts: MakeParts): Promise<MadeBackup> => {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const made = await makeOnce(parts);
    if (made) return made;
  }
  throw new Failure('unavailable', 'days were deleted while the backup was made, again and again');
};

/** undefined: days were deleted meanwhile. */
const makeOnce = async (parts: MakeParts): Promise<MadeBackup | undefined> => {
  const { sqlite, dataFolder, folder, identity, kit, program, nowMs } = parts;
  const days = createDayReading(sqlite);
  const stamp = stampOf(nowMs);
  const temporary = join(dataFolder, 'temp-backup');
  rmSync(temporary, { recursive: true, force: true });
  for (const one of [temporary, folder.snapshotFolder, folder.dayFolder]) mkdirSync(one, { recursive: true, mode: 0o700 });
  const copy = join(temporary, DATABASE);
  const common: Omit<BundleParts, 'path' | 'kind'> = {
    identity,
    recipients: sealingsOf(parts),
    createdMs: nowMs,
    program,
    schema: days.schema(),
  };
  const bundles = new RollingBundles({ ...common, kind: 'days', folder: folder.dayFolder, name: stamp });
  let snapshot: BundleWriter | undefined;
  try {
    const { revisions, held, audit, tables } = atOneMoment(sqlite, () => ({
      revisions: days.revisions(),
      held: heldOf(days),
      audit: days.auditHead(),
      tables: copyWithoutDays(sqlite, copy),
    }));
    const earlier = await earlierSets(parts);
    const all = dataFiles(dataFolder, folder.path);
    const isStored = ({ path, bytes, mtimeMs }: DataFile): boolean =>
      earlier.files.some((one) => one.path === path && one.bytes === bytes && one.mtimeMs === mtimeMs);
    const once = all.filter((file) => isWrittenOnce(file) && !isStored(file));
    const small = all.filter((file) => !isWrittenOnce(file));
    const wanted = wantedDays(earlier.sets, revisions);
    const { set, damaged: met, files } = await writeOnce(parts, bundles, days, { wanted, once });
    if (areGone(held, days)) return undefined;
    const damaged = [...stillDamaged(earlier.damaged, days, wanted), ...met];
    const known = earlier.files.filter(
      ({ path }) => all.some((one) => one.path === path) && !once.some((one) => one.path === path),
    );
    const kept = [...known, ...files];
    const sets = prunedSets(set.bundles.length > 0 ? [...earlier.sets, set] : earlier.sets, revisions, { files: kept, damaged });
    const manifest: Manifest = {
      format: 'headworks-backup-1',
      site: identity.site,
      epoch: identity.epoch,
      createdAt: new Date(nowMs).toISOString(),
      program,
      schema: common.schema,
      kit: kit?.id ?? null,
      database: { ...(await hashFile(copy, parts.turn)), tables },
      audit,
      sets,
      series: held,
      damaged,
      files: [...kept, ...small.map((file) => ({ ...file, bundle: null }))],
    };
    statSync(folder.snapshotFolder);
    snapshot = new BundleWriter({ ...common, kind: 'snapshot', path: folder.snapshotPath(stamp) });
    const writer = snapshot;
    addBytes(writer, MANIFEST, Buffer.from(JSON.stringify(manifest)));
    await addFile(() => writer, DATABASE, copy, parts.turn);
    for (const { path } of small) await addFile(() => writer, path, join(dataFolder, path), parts.turn);
    const { bytes } = writer.finish();
    const written = set.bundles.map(({ name }) => join(folder.dayFolder, name));
    return {
      snapshot: stamp,
      manifest,
      written: [...written, folder.snapshotPath(stamp)],
      bytes: bytes + set.bundles.reduce((sum, one) => sum + one.bytes, 0),
      days: set.items,
    };
  } finally {
    bundles.abandon();
    snapshot?.abandon();
    rmSync(temporary, { recursive: true, force: true });
  }
};
