import { createHash } from 'node:crypto';
import type { UnitDirectory } from '../../plantModel/index.ts';
import { isReporting } from './readContext.ts';
import type { ReadingReader } from './reader.ts';
import type { Window } from './window.ts';

/** How often a running window's answer may change for a client that asks again. */
const OPEN_WINDOW_MS = 10_000;

type Read = { seriesIds: readonly number[]; windows: readonly Pick<Window, 'fromDay' | 'toDay' | 'toSlot'>[] };
type Asked = { industryId: string; query: object; nowMs: number; nowSlot: number };

/**
 * A tag for an answer, made from what it would be read from and not from its body: the revisions of
 * the readings, the configuration, what was asked, and for a window that still runs the time.
 */
export const readingsEtag = (directory: UnitDirectory, reader: ReadingReader, asked: Asked, read: Read): string => {
  const hash = createHash('sha256');
  const add = (part: string): void => {
    hash.update(part).update('\n');
  };
  add(JSON.stringify([asked.industryId, asked.query, directory.industry(asked.industryId)?.version]));
  for (const { id, version, subCategories } of directory.categories(asked.industryId)) {
    add(`${id} ${version} ${subCategories.map((sub) => `${sub.id} ${sub.version}`).join()}`);
  }
  // whether a unit is online is part of every answer, also of a closed window; that of a virtual unit depends on other units
  for (const unit of directory.units(asked.industryId))
    add(`${unit.id} ${unit.version}${isReporting(unit, reader) ? ' on' : ''}`);
  for (const { fromDay, toDay, toSlot } of read.windows) {
    add(reader.revision(read.seriesIds, fromDay, toDay));
    if (toSlot > asked.nowSlot) add(String(Math.floor(asked.nowMs / OPEN_WINDOW_MS)));
  }
  return hash.digest('base64url').slice(0, 27);
};
