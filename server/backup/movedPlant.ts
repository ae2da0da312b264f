import { chownSync, cpSync, existsSync, readdirSync, renameSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { Failure, messageOf } from '../core/fail.ts';
import { everyPathIn, syncFolder, syncTree } from '../core/files/durable.ts';
import { readJsonFile, writeJsonFile } from '../core/files/wholeFile.ts';
import { makeFolder } from '../db/folder/makeFolder.ts';

const MARK = 'moved.json';
const mark = z.object({ format: z.literal('headworks-moved-1'), to: z.string(), at: z.iso.datetime() });

/** What is of one folder or of one run, or was set aside there. */
const stays =
  /^(lost\+found|headworks\.db.*|reserve\.bin|(server|making)\.lock.*|running\.json|server\.json|logs|temp-.*|restoring|restore\.json|roll-back\.json|moved\.json|before-restore-.*|before-upgrade|damaged-.*|.*\.(tmp|part))$/;
const isEmpty = (folder: string): boolean =>
  !existsSync(folder) || readdirSync(folder).every((name) => stays.test(name) && !name.startsWith('headworks.db'));

/** @throws Failure `parameter` where it is damaged: without it two servers would write two histories of one plant. */
const readMark = (folder: string): z.output<typeof mark> | undefined => {
  try {
    return readJsonFile(join(folder, MARK), mark);
  } catch (error) {
    throw new Failure(
      'parameter',
      `${join(folder, MARK)} cannot be read: the plant of this folder has moved away and is started where it moved to; remove the file where that folder is lost, and nowhere else`,
      { cause: error },
    );
  }
};

/** Where a plant is copied to, until it has the name of its new folder. */
const partOf = (to: string): string => `${to}.part`;

/** A new plant in the place of one that is on its way there would be in the way of it for good. */
const refuseHalfMoved = (folder: string): void => {
  const part = partOf(folder);
  const isPlant = ['headworks.db', join('keys', 'site.json')].some((name) => existsSync(join(part, name)));
  if (isPlant && !existsSync(join(folder, 'headworks.db')))
    throw new Failure(
      'parameter',
      `the move of a plant to ${folder} was cut off, and ${part} has what was copied: ask for it again with npm run move; remove ${part} only where the plant is to stay where it was`,
    );
};

/**
 * A plant that moved is measured by one server: the one of its new folder.
 * @throws Failure `parameter` in the old one, and in the new one as long as the move has not come to its end.
 */
export const refuseMoved = (folder: string): void => {
  refuseHalfMoved(folder);
  const found = readMark(folder);
  if (found)
    throw new Failure(
      'parameter',
      `the plant of ${folder} moved to ${found.to} on ${found.at.slice(0, 10)}: start the server there`,
    );
};

export type Move = {
  from: string;
  to: string;
  nowMs: number;
  /** Copies the plant's database into this file, with what is in its write-ahead log. */
  copyDatabase(file: string): Promise<unknown>;
  /** Throws where anything of the copy in this folder is not what its hashes say. */
  check(copy: string): void;
  /** Whose the new folder is to be. */
  owner?: { uid: number; gid: number } | undefined;
};

const copyPlant = async ({ from, copyDatabase }: Move, part: string): Promise<void> => {
  rmSync(part, { recursive: true, force: true });
  makeFolder(part);
  for (const name of readdirSync(from)) if (!stays.test(name)) cpSync(join(from, name), join(part, name), { recursive: true });
  await copyDatabase(join(part, 'headworks.db'));
};

const cannotBeExchanged = (to: string, why: string, cause?: unknown): Failure =>
  new Failure('parameter', `nothing was moved, as ${to} cannot be exchanged for the plant (${why}): give a folder inside it`, {
    cause,
  });

/** Takes away the empty folder whose name the plant gets. @throws Failure `parameter` for a mount point, or a folder that a program holds */
const clear = (to: string): void => {
  if (!existsSync(to)) return;
  try {
    for (const name of readdirSync(to)) rmSync(join(to, name), { recursive: true });
    rmdirSync(to);
  } catch (error) {
    throw cannotBeExchanged(to, messageOf(error), error);
  }
};

/** What is there is an older copy of a plant that had moved away: it is kept beside its place. */
const makeRoom = (to: string, stamp: string): void => {
  if (existsSync(to) && statSync(to).dev !== statSync(dirname(to)).dev) throw cannotBeExchanged(to, 'it is a disk of its own');
  if (isEmpty(to)) return;
  if (!readMark(to)) throw new Failure('parameter', `${to} holds a plant: give a folder that is empty`);
  renameSync(to, `${to}.before-${stamp}`);
};

/**
 * Copies a plant into another folder, checks every hash of the copy, marks the old folder, and puts the copy in its place. The old folder keeps
 * its files and starts no server any more. Ended at any moment, one of the two folders starts, or the move is asked for again.
 * Nobody else may use the two folders meanwhile.
 * @throws Failure `parameter` where there is no plant, or one in the way
 */
export const movePlant = async (move: Move): Promise<void> => {
  const { from, to, nowMs, check, owner } = move;
  if (!existsSync(join(from, 'headworks.db'))) throw new Failure('parameter', `${from} holds no plant`);
  const moved = readMark(from);
  if (moved && !isEmpty(moved.to)) refuseMoved(from);
  const at = new Date(nowMs).toISOString();
  const part = partOf(to);
  makeRoom(to, at.replace(/[^\d]/g, '').slice(0, 14));
  try {
    await copyPlant(move, part);
    check(part);
    syncTree(part);
    const { files, folders } = everyPathIn(part);
    if (owner) for (const path of [...folders, ...files]) chownSync(path, owner.uid, owner.gid);
    clear(to);
  } catch (error) {
    rmSync(part, { recursive: true, force: true });
    throw error;
  }
  writeJsonFile(join(from, MARK), { format: 'headworks-moved-1', to, at });
  renameSync(part, to);
  syncFolder(dirname(to));
};
