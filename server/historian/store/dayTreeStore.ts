import { type DayLeaf, dayHash, hashOfBlock, monthHash, rootHash } from '../../core/bytes/blockHash.ts';
import { dayChecksum } from '../../core/bytes/rowChecksum.ts';
import { Failure } from '../../core/fail.ts';
import { monthOfDay } from '../../core/months.ts';
import type { Sqlite } from '../../db/open.ts';
import type { Writer } from '../../db/writer.ts';
import { type DayRow, readDay } from './dayRows.ts';

/** A closed day of one series as it is stored, to be kept or sent. */
export type StoredDayBlock = Omit<DayRow, 'hash' | 'checksum'> & { uid: string; hash: Uint8Array };
type Row = DayRow & { uid: string };
type Node = { day: number; hash: Uint8Array | null };

/** The closed days of an industry with their hashes, and the tree of hashes above them (docs/storage.md). */
export class DayTree {
  readonly #statements: ReturnType<typeof prepare>;

  constructor(sqlite: Sqlite) {
    this.#statements = prepare(sqlite);
  }

  /** Days with at least one closed series, oldest first. */
  days(industryId: string): number[] {
    return this.#statements.nodes.all(industryId).map(({ day }) => day);
  }

  /** The series of a day, in the order of their uids. @throws Failure `server` naming the series of a row that is damaged. */
  blocks(industryId: string, day: number): StoredDayBlock[] {
    return this.#statements.blocks.all({ industryId, day }).map(({ checksum, hash, ...row }) => {
      const read = readDay({ ...row, hash, checksum });
      if ('damage' in read) throw new Failure('server', `the stored day ${day} of series ${row.uid} is damaged (${read.damage})`);
      return { ...row, hash: hash ?? hashOfBlock(read.block) };
    });
  }

  /** The leaves of a day without their content. @throws Failure `server` naming the series of a row that is damaged. */
  leaves(industryId: string, day: number): DayLeaf[] {
    return this.#statements.leaves.all({ industryId, day }).map((row) => {
      const { uid, revision, hash } = row;
      if (hash === null) return this.#leafOfUnsealed(row);
      if (row.checksum !== dayChecksum({ ...row, hash }))
        throw new Failure('server', `the stored day ${day} of series ${uid} is damaged (checksum)`);
      return { uid, day, revision, hash };
    });
  }

  #leafOfUnsealed({ uid, day, revision, seriesId }: Omit<Row, 'packed'>): DayLeaf {
    const row = this.#statements.block.get(seriesId, day);
    const read = row && readDay(row);
    if (!read || 'damage' in read) throw new Failure('server', `the stored day ${day} of series ${uid} is damaged`);
    return { uid, day, revision, hash: hashOfBlock(read.block) };
  }

  dayHash(industryId: string, day: number): Uint8Array {
    return this.#statements.node.get(industryId, day)?.hash ?? dayHash(day, this.leaves(industryId, day));
  }

  /** Hashes of calendar months (counted from year 0), oldest first, up to and with `throughDay`. */
  months(industryId: string, throughDay = Number.MAX_SAFE_INTEGER): { month: number; hash: Uint8Array }[] {
    const days = this.days(industryId).filter((day) => day <= throughDay);
    return [...Map.groupBy(days, monthOfDay)].map(([month, its]) => ({
      month,
      hash: monthHash(
        month,
        its.map((day) => this.dayHash(industryId, day)),
      ),
    }));
  }

  root(site: { id: string; epoch: number }, industryId: string, throughDay?: number): Uint8Array {
    return rootHash(
      site.id,
      site.epoch,
      this.months(industryId, throughDay).map(({ hash }) => hash),
    );
  }
}

/** Keeps day hashes, so that a root of ten years is a matter of milliseconds. @returns how many days it worked out. */
export const keepDayHashes = (tree: DayTree, writer: Writer, mostDays: number): number => {
  const due = writer
    .select<[number], { industryId: string; day: number }>(
      'select industry_id industryId, day from day_node where hash is null limit ?',
    )
    .all(mostDays);
  if (due.length === 0) return 0;
  writer.run((tx) => {
    for (const { industryId, day } of due)
      tx.run(
        tx.query
          .updateTable('day_node')
          .set({ hash: tree.dayHash(industryId, day) })
          .where('industry_id', '=', industryId)
          .where('day', '=', day),
      );
  });
  return due.length;
};

const columns = 's.uid, d.series_id seriesId, d.day, d.first_slot firstSlot, d.slots, d.revision, d.hash, d.checksum';
const ofDay = `from series s cross join reading_day d on d.series_id = s.id and d.day = @day
  where s.industry_id = @industryId order by s.uid`;

const prepare = (sqlite: Sqlite) => ({
  nodes: sqlite.prepare<[string], Node>('select day, hash from day_node where industry_id = ? order by day'),
  node: sqlite.prepare<[string, number], Node>('select day, hash from day_node where industry_id = ? and day = ?'),
  blocks: sqlite.prepare<[{ industryId: string; day: number }], Row>(`select ${columns}, d.packed ${ofDay}`),
  leaves: sqlite.prepare<[{ industryId: string; day: number }], Omit<Row, 'packed'>>(`select ${columns} ${ofDay}`),
  block: sqlite.prepare<[number, number], DayRow>(
    `select series_id seriesId, day, first_slot firstSlot, slots, packed, revision, hash, checksum from reading_day
     where series_id = ? and day = ?`,
  ),
});
