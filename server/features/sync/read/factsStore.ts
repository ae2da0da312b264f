import type { Share } from '../../../contract/hub/pairing.ts';
import { STATED_MONTHS } from '../../../contract/hub/statement.ts';
import { rootHash } from '../../../core/bytes/blockHash.ts';
import { dateOfDay } from '../../../core/shift.ts';
import type { Sqlite } from '../../../db/open.ts';
import { DayTree, monthOfDay } from '../../../historian/index.ts';
import type { SyncFacts } from '../model.ts';
import { lookAtDocuments } from './documentsStore.ts';
import { streamEnds } from './entriesStore.ts';

export type Site = { id: string; epoch: number };

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

const industryFacts = (sqlite: Sqlite, tree: DayTree, site: Site, id: string): SyncFacts['industries'][number] => {
  const months = tree.months(id);
  const last = tree.days(id).at(-1);
  const root = rootHash(
    site.id,
    site.epoch,
    months.map(({ hash }) => hash),
  );
  const blocks = sqlite
    .prepare('select count(*) from series s join day_total t on t.series_id = s.id where s.industry_id = ?')
    .pluck();
  return {
    id,
    root: hex(root),
    closedTo: last === undefined ? null : dateOfDay(last),
    blocks: blocks.get(id) as number,
    months: months.slice(-STATED_MONTHS).map(({ month, hash }) => [month, hex(hash)]),
  };
};

/** Everything that a statement says, as of one moment. @throws Failure `server` naming the series of a day that is damaged. */
export const readFacts = (sqlite: Sqlite, site: Site, share: Share): SyncFacts =>
  sqlite
    .transaction((): SyncFacts => {
      const tree = new DayTree(sqlite);
      const there = new Set(sqlite.prepare('select id from industry').pluck().all());
      const { kinds, changed, tooLarge } = lookAtDocuments(sqlite, share);
      return {
        industries: share.industries.filter((id) => there.has(id)).map((id) => industryFacts(sqlite, tree, site, id)),
        streams: streamEnds(sqlite, share),
        documents: kinds,
        changed,
        tooLarge,
        schema: sqlite.prepare('select coalesce(max(number), 0) from migration').pluck().get() as number,
      };
    })
    .deferred();

export const readMonths = (sqlite: Sqlite, industry: string): [month: number, hash: string][] =>
  new DayTree(sqlite).months(industry).map(({ month, hash }) => [month, hex(hash)]);

/** Days of these months with their hashes; of all for null. */
export const readDays = (sqlite: Sqlite, industry: string, months: readonly number[] | null): [day: number, hash: string][] => {
  const tree = new DayTree(sqlite);
  const wanted = months && new Set(months);
  return tree
    .days(industry)
    .filter((day) => wanted === null || wanted.has(monthOfDay(day)))
    .map((day) => [day, hex(tree.dayHash(industry, day))]);
};
