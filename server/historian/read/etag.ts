import { createHash } from 'node:crypto';
import { madeOfUnits, type Unit, type UnitDirectory } from '../../plantModel/index.ts';
import { isReporting } from './readContext.ts';
import type { ReadingReader } from './reader.ts';
import type { Window } from './window.ts';

/** How often a running window's answer may change for a client that asks again. */
const OPEN_WINDOW_MS = 10_000;

type Read = { seriesIds: readonly number[]; windows: readonly Pick<Window, 'fromDay' | 'toDay' | 'toSlot'>[] };
type Asked = { industryId: string; query: object; nowMs: number; nowSlot: number };

const tagOf = (parts: readonly string[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('base64url').slice(0, 27);

/** Of the industry's categories and units as they are configured: the same for all questions until one of them is changed. */
const configured = madeOfUnits((directory, industryId) =>
  tagOf([
    ...directory
      .categories(industryId)
      .map(
        ({ id, version, subCategories }) => `${id} ${version} ${subCategories.map((sub) => `${sub.id} ${sub.version}`).join()}`,
      ),
    ...directory.units(industryId).map(({ id, version }) => `${id} ${version}`),
  ]),
);

const [YES, NO] = [0x31, 0x30];

/** A digit for each unit: with hundreds of them, a list of texts for each tag is most of what the tag costs. */
const reportingOf = (units: readonly Unit[], reader: ReadingReader): string => {
  const digits = Buffer.allocUnsafe(units.length);
  let at = 0;
  for (const unit of units) {
    digits[at] = isReporting(unit, reader) ? YES : NO;
    at += 1;
  }
  return digits.toString('latin1');
};

/**
 * A tag for an answer, made from what it would be read from and not from its body: the revisions of
 * the readings, the configuration, what was asked, and for a window that still runs the time.
 */
export const readingsEtag = (directory: UnitDirectory, reader: ReadingReader, asked: Asked, read: Read): string => {
  const { industryId, query, nowMs, nowSlot } = asked;
  const parts = [
    JSON.stringify([industryId, query, directory.industry(industryId)?.version]),
    configured(directory, industryId),
    // whether a unit is online is part of every answer, also of a closed window; that of a virtual unit depends on other units
    reportingOf(directory.units(industryId), reader),
  ];
  for (const { fromDay, toDay, toSlot } of read.windows) {
    // whether a unit was there already is known of the day before
    parts.push(reader.revision(read.seriesIds, Math.max(0, fromDay - 1), toDay));
    if (toSlot > nowSlot) parts.push(String(Math.floor(nowMs / OPEN_WINDOW_MS)));
  }
  return tagOf(parts);
};
