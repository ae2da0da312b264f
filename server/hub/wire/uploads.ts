import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { PoolClient } from 'pg';
import { z } from 'zod';
import { MOST_BUNDLE_BYTES } from '../../bundle/format.ts';
import type { CommitAnswer } from '../../contract/hub/exchange.ts';
import { isFailure, isMissingFile, messageOf } from '../../core/fail.ts';
import { DAY_MS } from '../../core/time.ts';
import { type Commit, commitBundle, type Sender } from '../commit/commitBundle.ts';
import type { HubDatabase } from '../database/hubDatabase.ts';
import type { BlockPartitions } from '../database/partitions.ts';
import { refuseOldEpoch } from './plantStore.ts';
import { beginUpload, dropExpired, dropOldest, openUploadIds, putResult, type Upload, uploadById } from './uploadStore.ts';
import { WireRefusal } from './wireRefusal.ts';

const noneIfGone =
  <T>(none: T) =>
  (error: unknown): T => {
    if (isMissingFile(error)) return none;
    throw error;
  };

const KEPT_MS = 7 * DAY_MS;
/** Of one plant at a time. */
const MOST_OPEN = 4;

/** Bundles that arrive in pieces: how much of one is there is the length of its file, so that a cut-off line goes on where it stopped. */
export class BundleUploads {
  readonly #folder: string;
  readonly #database: HubDatabase;

  constructor(folder: string, database: HubDatabase) {
    this.#folder = folder;
    this.#database = database;
  }

  async begin({ plantId }: Sender, sha256: string, bytes: number, nowMs: number) {
    if (bytes > MOST_BUNDLE_BYTES) throw new WireRefusal('tooLarge', `a bundle may have ${MOST_BUNDLE_BYTES} bytes`);
    const { upload, over } = await this.#database.inTurn(plantId, async (client) => {
      const expired = await dropExpired(client, plantId, nowMs);
      const begun = await beginUpload(client, plantId, { uploadId: randomUUID(), sha256, bytes }, nowMs + KEPT_MS);
      // a plant sends one after the other: what it left it does not go on with
      const left = await dropOldest(client, plantId, begun.uploadId, MOST_OPEN);
      return { upload: begun, over: [...expired, ...left] };
    });
    for (const id of over) await rm(this.#pathOf(id), { force: true });
    return { uploadId: upload.uploadId, offset: await this.#offsetOf(upload), state: upload.result ? 'done' : 'open' } as const;
  }

  /** @returns how many bytes have been written and synced. */
  async add(sender: Sender, uploadId: string, offset: number, piece: Uint8Array): Promise<number> {
    const upload = await this.#find(sender, uploadId);
    const there = await this.#offsetOf(upload);
    if (offset !== there || upload.result)
      throw new WireRefusal('offset', `the upload goes on at byte ${there}`, { offset: there });
    if (there + piece.length > upload.bytes) throw new WireRefusal('tooLarge', 'more bytes come than were announced');
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const file = await open(this.#pathOf(uploadId), 'a', 0o600);
    try {
      await file.writeFile(piece);
      await file.datasync();
    } finally {
      await file.close();
    }
    return there + piece.length;
  }

  /**
   * Takes away bundles that no plant has gone on sending in time, also of plants that never come back, and files of which no row knows.
   * @returns how many files.
   */
  async sweep(plantIds: readonly number[], nowMs: number): Promise<number> {
    const known = new Set<string>();
    for (const plantId of plantIds)
      await this.#database.inTurn(plantId, async (client) => {
        await dropExpired(client, plantId, nowMs);
        for (const id of await openUploadIds(client, plantId)) known.add(`${id}.hwb`);
      });
    const files = await readdir(this.#folder).catch(noneIfGone([]));
    const over: string[] = [];
    for (const name of files) {
      if (known.has(name)) continue;
      const path = join(this.#folder, name);
      // one that began meanwhile has its row already, and is young
      const found = await stat(path).catch(noneIfGone(undefined));
      if (found && found.mtimeMs < nowMs - DAY_MS) over.push(path);
    }
    for (const path of over) await rm(path, { force: true });
    return over.length;
  }

  /** Takes the bundle in; the same again is answered as the first time. */
  async commit(sender: Sender, uploadId: string, today: number): Promise<CommitAnswer> {
    const found = await this.#find(sender, uploadId);
    if (found.result) return found.result;
    const path = this.#pathOf(uploadId);
    await this.#check(found, path);
    const takeIn = async (client: PoolClient, partitions: BlockPartitions): Promise<CommitAnswer> => {
      const upload = await uploadById(client, sender.plantId, uploadId);
      if (upload?.result) return upload.result;
      const answer = await this.#takeIn(client, { path, sender, partitions, today });
      await putResult(client, sender.plantId, uploadId, answer);
      return answer;
    };
    const result = await this.#database.inTurn(sender.plantId, takeIn, () => refuseOldEpoch(this.#database, sender));
    await rm(path, { force: true });
    return result;
  }

  async #takeIn(client: PoolClient, bundle: Omit<Commit, 'openers'>): Promise<CommitAnswer> {
    try {
      return await commitBundle(client, { ...bundle, openers: [] });
    } catch (error) {
      if (isFailure(error, 'conflict')) throw new WireRefusal('epochOld', messageOf(error));
      if (isFailure(error, 'badRequest') || isFailure(error, 'credentials'))
        throw new WireRefusal('damagedBundle', messageOf(error));
      throw error;
    }
  }

  /** An upload whose bytes do not have the announced hash starts again at 0. */
  async #check(upload: Upload, path: string): Promise<void> {
    const offset = await this.#offsetOf(upload);
    if (offset < upload.bytes) throw new WireRefusal('offset', `the upload goes on at byte ${offset}`, { offset });
    const sum = createHash('sha256');
    for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) sum.update(piece);
    if (sum.digest('hex') === upload.sha256) return;
    await rm(path, { force: true });
    throw new WireRefusal('damagedBundle', 'the bytes that came are not those that were announced');
  }

  async #find({ plantId }: Sender, uploadId: string): Promise<Upload> {
    const upload = z.uuid().safeParse(uploadId).success
      ? await this.#database.inTurn(plantId, (client) => uploadById(client, plantId, uploadId))
      : undefined;
    if (!upload) throw new WireRefusal('notFound', 'no such upload');
    return upload;
  }

  async #offsetOf({ uploadId, bytes, result }: Upload): Promise<number> {
    if (result) return bytes;
    const found = await stat(this.#pathOf(uploadId)).catch(noneIfGone(undefined));
    return found?.size ?? 0;
  }

  #pathOf(uploadId: string): string {
    return join(this.#folder, `${uploadId}.hwb`);
  }
}
