import { existsSync, rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { type CommitAnswer, chunkAnswer, commitAnswer, uploadAnswer } from '../../../contract/hub/exchange.ts';
import { Failure, isFailure, messageOf } from '../../../core/fail.ts';
import { readJsonFile, writeJsonFile } from '../../../core/files/wholeFile.ts';
import { type HubClient, HubRefusal } from '../hubClient.ts';
import { type MadeBundle, madeBundle } from '../model.ts';

const NOTE = 'waiting.json';

/** The bundle that is on its way: it stays in the data folder until the hub has it, so that its sending goes on where it broke off. */
export class OutgoingBundle {
  readonly folder: string;

  constructor(dataFolder: string) {
    this.folder = join(dataFolder, 'temp-sync');
  }

  get waiting(): MadeBundle | undefined {
    try {
      const made = readJsonFile(join(this.folder, NOTE), madeBundle);
      return made && existsSync(made.path) ? made : undefined;
    } catch {
      // a note that is damaged names nothing that cannot be made again
      return undefined;
    }
  }

  keep(made: MadeBundle): void {
    writeJsonFile(join(this.folder, NOTE), made);
  }

  drop(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** What the disk says of it; everything else that ends its sending is of the line or of the hub. */
const unreadable = (path: string, reason: string, cause?: unknown): Failure =>
  new Failure('server', `${path}, which is to be sent to the hub, cannot be read: ${reason}`, { cause });

const readPiece = async (file: FileHandle, { path, bytes }: MadeBundle, offset: number, most: number): Promise<Buffer> => {
  const piece = Buffer.alloc(Math.min(most, bytes - offset));
  try {
    const { bytesRead } = await file.read(piece, 0, piece.length, offset);
    if (bytesRead === piece.length) return piece;
  } catch (error) {
    throw unreadable(path, messageOf(error), error);
  }
  throw unreadable(path, 'it is shorter than it was');
};

const sendFrom = async (
  client: HubClient,
  made: MadeBundle,
  upload: { uploadId: string; offset: number; mostBytes: number },
  signal: AbortSignal,
): Promise<void> => {
  const { path, bytes } = made;
  const file = await open(path, 'r').catch((error: unknown) => {
    throw unreadable(path, messageOf(error), error);
  });
  try {
    for (let { offset } = upload; offset < bytes; ) {
      const chunk = await readPiece(file, made, offset, Math.min(upload.mostBytes, client.piece.bytes));
      const sent = { method: 'PATCH', path: `/bundles/${upload.uploadId}?offset=${offset}`, body: chunk } as const;
      try {
        ({ offset } = await client.ask(sent, chunkAnswer, signal));
      } catch (error) {
        // too much for this line at once: the same again in smaller pieces
        if (isFailure(error, 'unavailable') && client.piece.bytes < chunk.length) continue;
        // the hub had this chunk already, or lost some
        if (!(error instanceof HubRefusal) || error.body.code !== 'offset' || error.body.offset === offset) throw error;
        offset = error.body.offset ?? 0;
      }
    }
  } finally {
    await file.close();
  }
};

/** Sends a bundle on from where the hub has it, and has it stored. @throws Failure `server` where its file cannot be read. */
export const sendBundle = async (
  client: HubClient,
  made: MadeBundle,
  maxChunkBytes: number,
  signal: AbortSignal,
): Promise<CommitAnswer> => {
  const { sha256, bytes } = made;
  const begun = await client.ask({ method: 'POST', path: '/bundles', body: { sha256, bytes } }, uploadAnswer, signal);
  if (begun.state === 'open') await sendFrom(client, made, { ...begun, mostBytes: maxChunkBytes }, signal);
  return client.ask({ method: 'POST', path: `/bundles/${begun.uploadId}/commit`, body: {} }, commitAnswer, signal);
};
