import { type CarriedTotal, uidOf } from '../../../bundle/dayItems.ts';
import { hashOfBlock } from '../../../core/bytes/blockHash.ts';
import { unpack } from '../../../core/bytes/packing.ts';
import type { Writer, WriteTx } from '../../../db/writer.ts';
import type { SeriesKind } from '../../../plantModel/index.ts';

export type SealedSlots = { firstSlot: number; slots: number; packed: Uint8Array; hash: Uint8Array };
/** What the hub has of a closed day of a series. */
export type UnequalDay = {
  seriesId: number;
  industryId: string;
  day: number;
  revision: number;
  total: CarriedTotal;
  block: SealedSlots;
  /** The plant itself had signed it before. */
  isSigned: boolean;
  /** Of the plant's own day when they were compared; 0 where it has none. */
  ownRevision: number;
  /** Slots of which one side has something else than the other. */
  unequalSlots: number;
};
export type OwnSeries = { id: number; kind: SeriesKind };
export type OwnDay = { revision: number; total: CarriedTotal; block: SealedSlots };

type Row = Omit<UnequalDay, 'total' | 'block' | 'isSigned'> & SealedSlots & { total: string; signed: number };
type OwnRow = CarriedTotal & Omit<SealedSlots, 'hash'> & { revision: number; hash: Uint8Array | null };

const heldOf = ({ total, signed, firstSlot, slots, packed, hash, ...rest }: Row): UnequalDay => ({
  ...rest,
  total: JSON.parse(total) as CarriedTotal,
  block: { firstSlot, slots, packed, hash },
  isSigned: signed === 1,
});

/** Closed days of which the hub has something else than the plant, beside the plant's own. */
export class HeldDayStore {
  readonly #writer: Writer;
  readonly #statements: ReturnType<typeof prepare>;

  constructor(writer: Writer) {
    this.#writer = writer;
    this.#statements = prepare(writer);
  }

  /** The industry's series by the 16 bytes that travel, in hexadecimal. */
  series(industryId: string): Map<string, OwnSeries> {
    return new Map(this.#statements.series.all(industryId).map(({ uid, ...series }) => [uidOf(uid), series]));
  }

  own(seriesId: number, day: number): OwnDay | undefined {
    const row = this.#statements.own.get(seriesId, day);
    if (!row) return undefined;
    const { revision, firstSlot, slots, packed, hash, ...total } = row;
    // a day that is not sealed yet has none
    const content = hash ?? hashOfBlock(unpack(packed, firstSlot, slots));
    return { revision, total, block: { firstSlot, slots, packed, hash: content } };
  }

  all(): UnequalDay[] {
    return this.#statements.all.all().map(heldOf);
  }

  on(industryId: string, day: number): UnequalDay[] {
    return this.#statements.on.all(industryId, day).map(heldOf);
  }

  note(days: readonly UnequalDay[]): void {
    this.#writer.run((tx) => {
      for (const { total, block, isSigned, ...rest } of days)
        this.#statements.put.run(tx, { ...rest, ...block, total: JSON.stringify(total), signed: Number(isSigned) });
    });
  }

  drop(tx: WriteTx, seriesId: number, day: number): void {
    this.#statements.drop.run(tx, seriesId, day);
  }

  /** Forgets those of other days of the industry: they are equal by now. */
  keepOnly(industryId: string, days: readonly number[]): void {
    if (this.#statements.count.get(industryId)?.held === 0) return;
    this.#writer.run((tx) => this.#statements.dropOthers.run(tx, industryId, JSON.stringify(days)));
  }
}

const totals = `t.sum, t.min, t.max, t.avg, t.last, t.expected, t.complete, t.estimated, t.counter_open counterOpen,
  t.counter_close counterClose`;
const columns = `series_id seriesId, day, industry_id industryId, revision, hash, first_slot firstSlot, slots, packed, total, signed,
  own_revision ownRevision, unequal_slots unequalSlots`;

const prepare = (writer: Writer) => ({
  series: writer.select<[string], OwnSeries & { uid: string }>('select uid, id, kind from series where industry_id = ?'),
  own: writer.select<[number, number], OwnRow>(
    `select d.revision, d.first_slot firstSlot, d.slots, d.packed, d.hash, ${totals} from reading_day d
     join day_total t on t.series_id = d.series_id and t.day = d.day where d.series_id = ? and d.day = ?`,
  ),
  all: writer.select<[], Row>(`select ${columns} from sync_held_day order by industry_id, day, series_id`),
  on: writer.select<[string, number], Row>(
    `select ${columns} from sync_held_day where industry_id = ? and day = ? order by series_id`,
  ),
  count: writer.select<[string], { held: number }>('select count(*) held from sync_held_day where industry_id = ?'),
  put: writer.prepare(
    `insert or replace into sync_held_day (series_id, day, industry_id, revision, hash, first_slot, slots, packed, total, signed,
       own_revision, unequal_slots)
     values (@seriesId, @day, @industryId, @revision, @hash, @firstSlot, @slots, @packed, @total, @signed, @ownRevision, @unequalSlots)`,
  ),
  drop: writer.prepare('delete from sync_held_day where series_id = ? and day = ?'),
  dropOthers: writer.prepare('delete from sync_held_day where industry_id = ? and day not in (select value from json_each(?))'),
});
