import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { BundleReader } from '../bundle/bundleReader.ts';
import { BundleWriter } from '../bundle/bundleWriter.ts';
import { type Identity, loadIdentity, renewIdentity } from '../bundle/identity.ts';
import { publicBytes, publicKeyOf } from '../bundle/keys.ts';
import { CHUNK_BYTES, SEALED_CHUNK_BYTES } from '../bundle/seal.ts';
import { systemClock } from '../core/clock.ts';
import { type DatabaseConnection, openDatabase } from '../db/open.ts';
import { openWriter } from '../db/openWriter.ts';
import { BackupFolder } from './backupFolder.ts';
import { type MadeBackup, makeBackup } from './makeBackup.ts';
import { restoreBackup } from './restoreBackup.ts';
import { verifyBackup } from './verifyBackup.ts';

const root = mkdtempSync(join(tmpdir(), 'hostile-'));
const dataFolder = join(root, 'data');
const path = join(dataFolder, 'headworks.db');
const startMs = Date.parse('2026-11-22T02:00:00Z');
const HOUR_MS = 3_600_000;
const turn = (): Promise<void> => Promise.resolve();
let source: DatabaseConnection;
let identity: Identity;

beforeAll(() => {
  mkdirSync(dataFolder);
  writeFileSync(path, brotliDecompressSync(readFileSync(join(import.meta.dirname, '../../tests/golden/plant.db.br'))));
  openWriter(path, systemClock).writer.close();
  identity = loadIdentity(join(dataFolder, 'keys'), startMs);
  source = openDatabase(path, { readonly: true });
});
afterAll(() => {
  source.sqlite.close();
  rmSync(root, { recursive: true, force: true });
});

const make = (
  folder: BackupFolder,
  hours: number,
  more: { identity?: Identity; turn?: () => Promise<void> } = {},
): Promise<MadeBackup> =>
  makeBackup({
    ...{ sqlite: source.sqlite, dataFolder, folder, identity, kit: undefined, program: '1.0.0', turn },
    nowMs: startMs + hours * HOUR_MS,
    ...more,
  });
const verify = (folder: BackupFolder, name: string, openers = [identity.opening]) =>
  verifyBackup({ folder, name, openers, temporary: join(root, 'looked-at'), turn });
const restore = (folder: BackupFolder, name: string, openers = [identity.opening]) =>
  restoreBackup({ snapshot: folder.snapshotPath(name), openers, into: join(root, 'restored'), turn });
/** The last day is stored anew, so that the next backup has it again. */
const revise = (): void => {
  const { sqlite } = openDatabase(path);
  sqlite.exec(
    "update day_revision set revision = revision + 1 where day = (select max(day) from day_revision) and industry_id = 'DEMO'",
  );
  sqlite.close();
};
const leftovers = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(part|tmp)$|temp/.test(name));

describe('a bundle in the place of another', () => {
  it('of an older state of the same days is refused by its name, though this plant made and signed it', async () => {
    const folder = new BackupFolder(join(root, 'older'));
    await make(folder, 0);
    const before = new Set(readdirSync(folder.dayFolder));
    revise();
    await make(folder, 1);
    const [older = ''] = readdirSync(folder.dayFolder).filter((name) => !before.has(name));
    revise();
    const { snapshot } = await make(folder, 2);
    const [newer = ''] = readdirSync(folder.dayFolder).filter((name) => name > older);
    await verify(folder, snapshot);
    copyFileSync(join(folder.dayFolder, older), join(folder.dayFolder, newer));
    // as long as the other, with as many days of the same series
    expect(statSync(join(folder.dayFolder, newer)).size).toBe(statSync(join(folder.dayFolder, older)).size);
    await expect(verify(folder, snapshot)).rejects.toThrow(`${newer} is not the one that was written for this backup`);
    await expect(restore(folder, snapshot)).rejects.toThrow(`${newer} is not the one that was written for this backup`);
    expect(existsSync(join(root, 'restored'))).toBe(false);
  });

  it('that rots after it was read back is written again by the next backup, which is restored', async () => {
    const folder = new BackupFolder(join(root, 'rotten'));
    const first = await make(folder, 0);
    const [file = ''] = readdirSync(folder.dayFolder);
    const bytes = readFileSync(join(folder.dayFolder, file));
    const middle = Math.floor(bytes.length / 2);
    bytes[middle] = (bytes[middle] ?? 0) ^ 1;
    writeFileSync(join(folder.dayFolder, file), bytes);
    const next = await make(folder, 1);
    expect(next.days).toBe(first.days);
    expect((await restore(folder, next.snapshot)).days).toBe(first.days);
    await expect(restore(folder, first.snapshot)).rejects.toThrow(file);
    // once: what is whole again is not written a third time
    expect((await make(folder, 2)).days).toBe(0);
  });

  it('of another site is refused, sealed for this one or not', async () => {
    const other = renewIdentity(join(root, 'other-keys'), startMs);
    const [mine, theirs] = [new BackupFolder(join(root, 'mine')), new BackupFolder(join(root, 'theirs'))];
    const { snapshot } = await make(mine, 0);
    await make(theirs, 0, { identity: other });
    const [file = ''] = readdirSync(mine.dayFolder);
    copyFileSync(join(theirs.dayFolder, file), join(mine.dayFolder, file));
    await expect(restore(mine, snapshot)).rejects.toThrow('another key');
    await expect(restore(mine, snapshot, [identity.opening, other.opening])).rejects.toThrow('belongs to another plant');
    // made by them for this one
    const forged = new BundleWriter({
      ...{ path: join(mine.dayFolder, file), identity: other, kind: 'days', createdMs: startMs, program: '1', schema: 1 },
      recipients: [{ kind: 'site', id: identity.site, publicKey: publicKeyOf('x25519', publicBytes(identity.opening)) }],
    });
    forged.add(4, Buffer.from('k'), Buffer.alloc(9));
    forged.finish();
    await expect(restore(mine, snapshot)).rejects.toThrow('belongs to another plant');
  });

  it('a snapshot of another site is opened by its own key alone', async () => {
    const other = renewIdentity(join(root, 'other-keys-2'), startMs);
    const folder = new BackupFolder(join(root, 'foreign'));
    const { snapshot } = await make(folder, 0, { identity: other });
    await expect(restore(folder, snapshot)).rejects.toThrow('another key');
    // a run of this plant goes on from none of it
    expect((await make(folder, 1)).days).toBeGreaterThan(20);
  });

  it('cut at the border of any of its parts is refused', () => {
    const file = join(root, 'parts.hwb');
    for (const recipients of [
      [],
      [{ kind: 'site' as const, id: identity.site, publicKey: publicKeyOf('x25519', publicBytes(identity.opening)) }],
    ]) {
      const writer = new BundleWriter({
        ...{ path: file, identity, kind: 'days', createdMs: startMs, program: '1', schema: 1, recipients },
      });
      for (let at = 0; at < 4; at += 1) writer.add(4, Buffer.from([at]), Buffer.alloc(CHUNK_BYTES, at));
      writer.finish();
      const whole = readFileSync(file);
      const chunk = recipients.length > 0 ? SEALED_CHUNK_BYTES : CHUNK_BYTES;
      // from the end, as what comes first is of any length: each sealed chunk, the signature, the footer, the frames
      const frame = 3 + 1 + 4 + CHUNK_BYTES + 4;
      const borders = [64, 64 + 48, ...[1, 2, 3, 4].flatMap((count) => [count * chunk, count * frame + 112])]
        .flatMap((back) => [whole.length - back - 1, whole.length - back, whole.length - back + 1])
        .concat(
          whole.indexOf('\n') + 1,
          Array.from({ length: 5 }, (_, count) => (whole.length % chunk) + count * chunk),
        )
        .filter((length) => length > 0 && length < whole.length);
      expect(borders.length).toBeGreaterThan(20);
      for (const length of borders) {
        writeFileSync(file, whole.subarray(0, length));
        expect(() => [...new BundleReader(file, [identity.opening]).items()], `cut to ${length} of ${whole.length}`).toThrow(
          /^parts\.hwb: /,
        );
      }
    }
  });
});

describe('a place for backups', () => {
  it('that goes away in the midst of a run fails that run alone, and the next one goes on from what is there', async () => {
    const place = join(root, 'stick');
    const folder = new BackupFolder(place);
    await make(folder, 0);
    revise();
    let failed = 0;
    for (const gone of [1, 2, 3, 5, 8, 13, 21, 34]) {
      let turns = 0;
      const run = make(folder, gone, {
        turn: async () => {
          turns += 1;
          if (turns === gone && existsSync(place)) renameSync(place, `${place}-away`);
        },
      });
      await run.catch((error: unknown) => {
        failed += 1;
        expect(String(error)).toMatch(/ENOENT/);
        // the mount point of a stick lies on another disk
        expect(existsSync(place)).toBe(false);
      });
      if (!existsSync(`${place}-away`)) break;
      rmSync(place, { recursive: true, force: true });
      renameSync(`${place}-away`, place);
    }
    expect(failed).toBeGreaterThan(2);
    const { snapshot } = await make(folder, 40);
    expect((await verify(folder, snapshot)).days).toBeGreaterThan(20);
  });

  const mounted = (options: string): string => {
    const place = mkdtempSync(join(root, 'mounted-'));
    const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', place], { encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    onTestFinished(() => void spawnSync('umount', [place]));
    return place;
  };
  const mayMount = ((): boolean => {
    if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
    const place = mkdtempSync(join(tmpdir(), 'may-mount-'));
    const isMounted = spawnSync('mount', ['-t', 'tmpfs', 'tmpfs', place]).status === 0;
    if (isMounted) spawnSync('umount', [place]);
    rmSync(place, { recursive: true, force: true });
    return isMounted;
  })();

  it.skipIf(!mayMount)(
    'without room keeps the backups that it has, and no part of the one that had none (needs mount)',
    async () => {
      const place = mounted('size=3m');
      const folder = new BackupFolder(place);
      const first = await make(folder, 0);
      const filler = join(place, 'filler');
      writeFileSync(filler, '');
      for (let free = true; free; )
        try {
          writeFileSync(filler, Buffer.alloc(16_384), { flag: 'a' });
        } catch {
          free = false;
        }
      revise();
      await expect(make(folder, 1)).rejects.toThrow(/ENOSPC/);
      expect(leftovers(place)).toEqual([]);
      expect(folder.snapshots().map(({ name }) => name)).toEqual([first.snapshot]);
      await verify(folder, first.snapshot);
      rmSync(filler);
      const next = await make(folder, 2);
      await verify(folder, next.snapshot);
    },
  );

  it.skipIf(!mayMount)('that can be read only gives its backups back, and takes no new one (needs mount)', async () => {
    const place = mounted('size=20m');
    const folder = new BackupFolder(place);
    const { snapshot } = await make(folder, 0);
    expect(spawnSync('mount', ['-o', 'remount,ro', place]).status).toBe(0);
    revise();
    await expect(make(folder, 1)).rejects.toThrow(/EROFS/);
    expect(folder.snapshots().map(({ name }) => name)).toEqual([snapshot]);
    expect((await verify(folder, snapshot)).days).toBeGreaterThan(20);
    expect((await restore(folder, snapshot)).days).toBeGreaterThan(20);
  });
});
